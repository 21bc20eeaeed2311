package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
	"parlor/tui"
)

// maxViews bounds the moves of a match that is answered with a view of each:
// every one of them tells the whole table.
const maxViews = 2000

var errNoHistory = errors.New("this server keeps no history of matches")

// history lists matches that have ended: the person's own, or with --all those
// of public rooms.
func (c Commands) history(ctx context.Context, person Person, asked Command) (any, string, error) {
	if c.History == nil {
		return nil, "", errNoHistory
	}
	filter := lobby.Filter{Person: person.Identity.ID}
	if asked.All {
		filter.Person = ""
	}
	if len(asked.Arguments) > 0 {
		kit, err := c.kit(asked.Arguments[0])
		if err != nil {
			return nil, "", err
		}
		filter.Game = kit.Game.Name
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	page, err := lobby.List(limited, c.History, filter)
	if err != nil {
		return nil, "", err
	}
	document := protocol.HistoryDocument{Matches: make([]protocol.Past, len(page.Matches))}
	for i, match := range page.Matches {
		document.Matches[i] = protocol.PastOf(match, person.Identity.ID)
	}
	return document, c.historyText(page, asked.All), nil
}

func (c Commands) historyText(page lobby.MatchPage, all bool) string {
	switch {
	case len(page.Matches) == 0 && all:
		return "No such match of a public room has ended yet."
	case len(page.Matches) == 0:
		return "No such match of yours has ended yet. With --all you see those of public rooms."
	}
	rows := [][]string{{"ID", "ENDED", "GAME", "TITLE", "PLAYERS"}}
	for _, match := range page.Matches {
		rows = append(rows, []string{match.ID, tui.When(match.Ended), c.Title(match.Record.Game), match.Title, tui.Scored(match)})
	}
	text := columns(rows)
	if page.Older != "" {
		text += "These are the newest; the screen goes on to older ones.\n"
	}
	return text + "\nThe story of one:  " + c.Line("") + " " + usage(Replay)
}

// replay tells a match that has ended, to anybody who knows its ID.
func (c Commands) replay(ctx context.Context, person Person, asked Command) (any, string, error) {
	match, err := c.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, "", err
	}
	kit, err := c.kit(match.Record.Game)
	if err != nil {
		return nil, "", fmt.Errorf("match %s cannot be told: %w", match.ID, err)
	}
	if int(asked.Seat) >= match.Record.Seats {
		return nil, "", fmt.Errorf("match %s has %s; --seat can be 1 to %d", match.ID, tui.Count(match.Record.Seats, "seat"), match.Record.Seats)
	}
	steps, err := kit.Game.Steps(match.Record)
	if err != nil {
		return nil, "", fmt.Errorf("match %s cannot be told: %w", match.ID, err)
	}
	if !asked.JSON {
		return nil, strings.Join(c.story(kit, match, steps, asked), "\n"), nil
	}
	if asked.Seated && len(steps) > maxViews {
		return nil, "", fmt.Errorf("match %s has too many moves to be told with a view of each; leave --seat out", match.ID)
	}
	document := protocol.ReplayDocument{
		Past: protocol.PastOf(match, person.Identity.ID), Record: match.Record, Seat: asked.Seat, Steps: stepsOf(steps, asked),
	}
	return document, "", nil
}

// finished is a match by its ID, in letters of either case.
func (c Commands) finished(ctx context.Context, id string) (lobby.Finished, error) {
	if c.History == nil {
		return lobby.Finished{}, errNoHistory
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, one := range slices.Compact([]string{id, strings.ToUpper(id)}) {
		switch match, err := c.History.Match(limited, one); {
		case err == nil:
			return match, nil
		case !errors.Is(err, lobby.ErrUnknown):
			return lobby.Finished{}, fmt.Errorf("that match cannot be read just now: %w", err)
		}
	}
	return lobby.Finished{}, fmt.Errorf("no match with the ID %q has ended here; history lists yours", lobby.CleanText(id, 20))
}

func stepsOf(steps []engine.Step, asked Command) []protocol.Step {
	all := make([]protocol.Step, len(steps))
	for i, step := range steps {
		all[i] = protocol.Step{Round: step.Round, Events: make([]string, len(step.Events))}
		for n, event := range step.Events {
			all[i].Events[n] = event.String()
		}
		if step.Move.Seat != engine.Watcher {
			all[i].Move = step.Move.Seat.String() + " " + string(step.Move.Action)
		}
		if asked.Seated {
			view := step.Match.View(asked.Seat)
			all[i].View = &view
		}
	}
	return all
}

// story is a match in sentences, as the table heard it; with a seat, as that
// seat did. After each round it tells the table, on which all is open then.
func (c Commands) story(kit tui.GameUI, match lobby.Finished, steps []engine.Step, asked Command) []string {
	who := tui.People{You: asked.Seat}
	for _, player := range match.Players {
		who.Names = append(who.Names, player.Name)
	}
	told := []string{
		"Match " + match.ID + ", " + match.Title + ": " + kit.Game.Title + ". " + tui.Scored(match) + ".",
		"It began on " + match.Began.UTC().Format("2006-01-02 at 15:04") + " UTC and took " + tookText(match) + ".",
	}
	if asked.Seat != engine.Watcher {
		told = append(told, "You hear it as "+who.Name(asked.Seat)+" on seat "+asked.Seat.String()+" did.")
	}
	var own []string
	playing := false
	for _, step := range steps {
		scene := tui.Scene{
			View: step.Match.View(asked.Seat), Names: who.Names, Away: make([]bool, len(who.Names)),
			Watching: asked.Seat == engine.Watcher,
		}
		told = append(told, prose.English().SayAll(kit.Narrator.Tell(step.Events, prose.People(who)))...)
		before, was := own, playing
		if own, playing = nil, scene.View.Stage == engine.Playing; playing {
			own = prose.English().SayAll(kit.Narrator.Learned(scene))
		} else if was {
			told = append(told, prose.English().SayAll(kit.Narrator.Table(scene))...)
		}
		for _, line := range own {
			if !slices.Contains(before, line) {
				told = append(told, line)
			}
		}
	}
	return told
}

// tookText is how long a match was, in minutes where it took any.
func tookText(match lobby.Finished) string {
	took := match.Ended.Sub(match.Began)
	if took >= time.Minute {
		return spanText(took.Round(time.Minute))
	}
	return spanText(max(time.Second, took))
}
