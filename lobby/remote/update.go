package remote

import (
	"encoding/json"
	"fmt"
	"slices"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// updateOnWire is a lobby.Update on the wire. Values of types of the game have fields of their own,
// which the game decodes; all other fields are sent unchanged.
type updateOnWire struct {
	lobby.Update
	Match  viewOnWire     `json:"Match"`
	Events []string       `json:"Events"`
	Ended  []endingOnWire `json:"Ended"`
}

// endingOnWire is an Ending.
type endingOnWire struct {
	lobby.Ending
	Match viewOnWire `json:"Match"`
}

// viewOnWire is a view to encode, or one that has not been decoded yet.
type viewOnWire struct {
	view *engine.View
	data []byte
}

// MarshalJSON writes the view.
func (v viewOnWire) MarshalJSON() ([]byte, error) { return json.Marshal(v.view) }

// UnmarshalJSON keeps the view as text.
func (v *viewOnWire) UnmarshalJSON(data []byte) error {
	v.data = slices.Clone(data)
	return nil
}

// decode decodes a view. It returns nil if there is none.
func (v viewOnWire) decode(game engine.Game) (*engine.View, error) {
	if len(v.data) == 0 || string(v.data) == "null" {
		return nil, nil
	}
	view, err := game.ReadView(v.data)
	if err != nil {
		return nil, err
	}
	return &view, nil
}

// errNewer refuses a room of another node whose updates cannot be decoded here.
var errNewer = prose.Refuse("This room uses newer rules than this node supports. Reconnect in a moment; your seat is kept.")

// gameOnWire is an offered game. Both ends have its rules.
type gameOnWire struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// decoder decodes updates with the rules of this program.
type decoder struct {
	games   []engine.Game // that both ends have
	offered []gameOnWire  // by the other end
}

// newDecoder returns a decoder for the offered games that are known here.
func newDecoder(offered []gameOnWire, known []engine.Game) decoder {
	d := decoder{make([]engine.Game, 0, len(offered)), offered}
	for _, one := range offered {
		if game, ok := lobby.FindGame(known, one.Name); ok {
			d.games = append(d.games, game)
		}
	}
	return d
}

// readUpdate decodes the body of a frame. It returns an error for players if the update
// cannot be shown.
func (d decoder) readUpdate(body []byte) (lobby.Update, error) {
	var sent updateOnWire
	if err := readShown(body, &sent); err != nil {
		return lobby.Update{}, notUnderstood(err)
	}
	return d.decode(sent)
}

// decode decodes an update. It returns an error for players if it cannot be shown.
func (d decoder) decode(sent updateOnWire) (lobby.Update, error) {
	update, err := sent.update(d.games)
	switch {
	case err == nil:
		return update, nil
	case d.isNewer(sent.Plan.Game):
		return lobby.Update{}, errNewer
	}
	return lobby.Update{}, notUnderstood(err)
}

// isNewer reports whether the other end has newer rules of a game.
func (d decoder) isNewer(name string) bool {
	i := slices.IndexFunc(d.offered, func(one gameOnWire) bool { return one.Name == name })
	if i < 0 {
		return false
	}
	game, known := lobby.FindGame(d.games, name)
	return !known || game.Version < d.offered[i].Version
}

func encodeUpdate(u lobby.Update) updateOnWire {
	out := updateOnWire{Update: u, Match: viewOnWire{view: u.Match}, Events: writeEvents(u.Events)}
	for _, ending := range u.Ended {
		out.Ended = append(out.Ended, endingOnWire{ending, viewOnWire{view: ending.Match}})
	}
	return out
}

// update decodes the update.
func (u updateOnWire) update(games []engine.Game) (lobby.Update, error) {
	game, known := lobby.FindGame(games, u.Plan.Game)
	if !known {
		return lobby.Update{}, fmt.Errorf("there is no game %.40q", u.Plan.Game)
	}
	var err error
	if u.Update.Match, err = u.Match.decode(game); err != nil {
		return lobby.Update{}, err
	}
	if u.Update.Events, err = readEvents(game, u.Events); err != nil {
		return lobby.Update{}, err
	}
	for _, ending := range u.Ended {
		if ending.Ending.Match, err = ending.Match.decode(game); err != nil {
			return lobby.Update{}, err
		}
		u.Update.Ended = append(u.Update.Ended, ending.Ending)
	}
	return u.Update, nil
}

// writeEvents encodes events as lines.
func writeEvents(events []engine.Event) (lines []string) {
	for _, event := range events {
		lines = append(lines, event.String())
	}
	return lines
}

// readEvents decodes events from lines.
func readEvents(game engine.Game, lines []string) (events []engine.Event, err error) {
	for _, line := range lines {
		event, err := game.ReadEvent(line)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}
