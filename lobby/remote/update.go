package remote

import (
	"encoding/json"
	"fmt"
	"slices"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// updateOnWire is an Update. What is of a game's own types is kept apart, to be
// read by the game; all else is sent as it is, so that no field is forgotten.
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

// viewOnWire is a view that is still to be read by its game, or to be written.
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

// read reads a view that came; nil where there is none.
func (v viewOnWire) read(game engine.Game) (*engine.View, error) {
	if len(v.data) == 0 || string(v.data) == "null" {
		return nil, nil
	}
	view, err := game.ReadView(v.data)
	if err != nil {
		return nil, err
	}
	return &view, nil
}

// errNewer is why a room cannot be shown that another node has.
var errNewer = prose.Refuse("This room plays by newer rules than the machine of this server that you have come to. Connect again in a moment: your seat is kept.")

// readUpdate reads an update that came from the other end, or returns why it cannot be shown.
func (l *Lobby) readUpdate(body []byte) (lobby.Update, error) {
	var sent updateOnWire
	if err := readShown(body, &sent); err != nil {
		return lobby.Update{}, notUnderstood(err)
	}
	return l.decode(sent)
}

// decode is an update that came from the other end, or why it cannot be shown.
func (l *Lobby) decode(sent updateOnWire) (lobby.Update, error) {
	update, err := sent.update(l.games)
	switch {
	case err == nil:
		return update, nil
	case l.newer(sent.Plan.Game):
		return lobby.Update{}, errNewer
	}
	return lobby.Update{}, notUnderstood(err)
}

// newer reports whether the other end plays a game by newer rules than are known here.
func (l *Lobby) newer(name string) bool {
	i := slices.IndexFunc(l.hello.Games, func(one gameOnWire) bool { return one.Name == name })
	if i < 0 {
		return false
	}
	game, known := lobby.FindGame(l.games, name)
	return !known || game.Version < l.hello.Games[i].Version
}

func encodeUpdate(u lobby.Update) updateOnWire {
	out := updateOnWire{Update: u, Match: viewOnWire{view: u.Match}, Events: writeEvents(u.Events)}
	for _, ending := range u.Ended {
		out.Ended = append(out.Ended, endingOnWire{ending, viewOnWire{view: ending.Match}})
	}
	return out
}

// update is what was sent.
func (u updateOnWire) update(games []engine.Game) (lobby.Update, error) {
	game, known := lobby.FindGame(games, u.Plan.Game)
	if !known {
		return lobby.Update{}, fmt.Errorf("there is no game %.40q", u.Plan.Game)
	}
	var err error
	if u.Update.Match, err = u.Match.read(game); err != nil {
		return lobby.Update{}, err
	}
	if u.Update.Events, err = readEvents(game, u.Events); err != nil {
		return lobby.Update{}, err
	}
	for _, ending := range u.Ended {
		if ending.Ending.Match, err = ending.Match.read(game); err != nil {
			return lobby.Update{}, err
		}
		u.Update.Ended = append(u.Update.Ended, ending.Ending)
	}
	return u.Update, nil
}

// writeEvents is events as their lines.
func writeEvents(events []engine.Event) (lines []string) {
	for _, event := range events {
		lines = append(lines, event.String())
	}
	return lines
}

// readEvents reads lines of a game's events.
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
