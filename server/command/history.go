package command

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// maxViews bounds the moves of a match that is answered with a view for each.
const maxViews = 2000

var errNoHistory = prose.Refuse("This server keeps no match history.")

// archive answers commands about finished matches.
type archive struct {
	games   Games
	line    func(user string) string
	matches lobby.History
	analyst insight.Analyse
	sumUp   insight.SumUp
}

func (c Commands) archive() archive { return archive{c.Games, c.Line, c.History, c.Analyse, c.SumUp} }

// history lists finished matches: the person's own, or with --all those of public rooms.
func (a archive) history(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	if a.matches == nil {
		return nil, document.Document{}, errNoHistory
	}
	whose, named := person.Identity.ID, ""
	if asked.All {
		whose = ""
	}
	if len(asked.Arguments) > 0 {
		game, err := a.games.find(asked.Arguments[0])
		if err != nil {
			return nil, document.Document{}, err
		}
		named = game.Name
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := lobby.ListMatches(limited, a.matches, whose, named, "")
	if err != nil {
		return nil, document.Document{}, err
	}
	data := protocol.HistoryDocument{Matches: make([]protocol.Past, len(found.Matches))}
	for i, match := range found.Matches {
		data.Matches[i] = protocol.PastOf(match, person.Identity.ID)
	}
	return data, a.historyPage(found, asked.All), nil
}

func (a archive) historyPage(found lobby.MatchPage, all bool) (answer document.Document) {
	switch {
	case len(found.Matches) == 0 && all:
		answer.Line(prose.T("There are no finished matches in public rooms to list yet."))
		return answer
	case len(found.Matches) == 0:
		answer.Line(
			prose.T("You have no finished matches to list yet."),
			prose.T("To see public rooms, too, add {option}.", prose.Literal("--all")),
		)
		return answer
	}
	rows := [][]prose.Text{{prose.T("ID"), prose.T("ENDED"), prose.T("GAME"), prose.T("TITLE"), prose.T("PLAYERS")}}
	for _, match := range found.Matches {
		rows = append(rows, []prose.Text{
			typed(match.ID), prose.When(match.Ended), prose.T("{game}", a.games.Title(match.Record.Game)), lobby.TitleText(match.Title), match.Scores(),
		})
	}
	answer.List(rows)
	if found.Older != "" {
		answer.Line(prose.T("These are the newest. The screen lists older ones."))
	}
	answer.Line()
	answer.Line(prose.T("To replay one, type {line}.", prose.Literal(a.line("")+" "+useReplay)))
	return answer
}

// replay describes a finished match to anyone who knows its ID.
func (a archive) replay(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	match, err := a.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, document.Document{}, err
	}
	id := prose.Literal(match.ID)
	game, err := a.games.find(match.Record.Game)
	if err != nil {
		return nil, document.Document{}, prose.Because(err, "Match {id} cannot be replayed. {why}", id, prose.Sub(prose.Reason(err)))
	}
	if int(asked.Seat) >= match.Record.Seats {
		return nil, document.Document{}, prose.Refuse("{option} must be {least} to {most} for match {id}.", prose.Literal("--seat"), prose.N(1), prose.N(match.Record.Seats), id)
	}
	steps, err := game.Steps(match.Record)
	if err != nil {
		return nil, document.Document{}, prose.Because(err, "Match {id} cannot be replayed. {why}", id, prose.Sub(prose.Reason(err)))
	}
	if !asked.JSON {
		return nil, story(game, match, steps, asked), nil
	}
	if asked.Seated && len(steps) > maxViews {
		return nil, document.Document{}, prose.Refuse("Match {id} is too long to print a view with each move. Leave out {option}.", id, prose.Literal("--seat"))
	}
	data := protocol.ReplayDocument{
		Past: protocol.PastOf(match, person.Identity.ID), Record: match.Record, Seat: asked.Seat, Steps: stepsOf(match, steps, asked),
	}
	return data, document.Document{}, nil
}

// finished returns a match by its ID, in any case.
func (a archive) finished(ctx context.Context, id string) (lobby.Finished, error) {
	if a.matches == nil {
		return lobby.Finished{}, errNoHistory
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, one := range slices.Compact([]string{id, strings.ToUpper(id)}) {
		switch match, err := a.matches.Match(limited, one); {
		case err == nil:
			return match, nil
		case !errors.Is(err, lobby.ErrUnknown):
			return lobby.Finished{}, prose.Because(err, "That match could not be loaded. Try again in a moment.")
		}
	}
	return lobby.Finished{}, prose.Refuse("There is no finished match {id} here. To list yours, type {command}.", Quoted(id, 20), prose.Literal(History))
}

func stepsOf(match lobby.Finished, steps []engine.Step, asked Command) []protocol.Step {
	all := make([]protocol.Step, len(steps))
	for i, step := range steps {
		all[i] = protocol.Step{Round: step.Round, Events: make([]string, len(step.Events))}
		for n, event := range step.Events {
			all[i].Events[n] = event.String()
		}
		if step.Move.Seat != engine.Watcher {
			all[i].Move = step.Move.Seat.String() + " " + string(step.Move.Action)
			all[i].ByBot = match.ByBot(i)
		}
		if asked.Seated {
			view := step.Match.View(asked.Seat)
			all[i].View = &view
		}
	}
	return all
}

// story describes a match as spectators saw it or, with a seat, as that player did. After each game
// it shows the table, with everything revealed.
func story(game prose.Game, match lobby.Finished, steps []engine.Step, asked Command) document.Document {
	who := prose.People{You: asked.Seat}
	for _, player := range match.Players {
		who.Names = append(who.Names, player.Name)
	}
	told := prologue(game, match, who)
	var own []prose.Text
	playing := false
	for i, step := range steps {
		who.Substitutes = match.SubstitutesAt(i)
		told.Lines(match.ClaimedAt(step))
		scene := prose.Scene{
			View: step.Match.View(asked.Seat), Names: who.Names, Away: make([]bool, len(who.Names)),
			Watching: asked.Seat == engine.Watcher,
		}
		told.Lines(game.Narrator.Tell(step.Events, who))
		before, was := own, playing
		if own, playing = nil, scene.View.Stage == engine.Playing; playing {
			own = game.Narrator.Learned(scene)
		} else if was {
			told.Lines(game.Narrator.Table(scene))
		}
		told.Lines(slices.DeleteFunc(slices.Clone(own), func(one prose.Text) bool { return has(before, one) }))
	}
	return told
}

// prologue introduces a match and names the viewpoint.
func prologue(game prose.Game, match lobby.Finished, who prose.People) (told document.Document) {
	told.Line(
		prose.T("Match {id}, {title}: {game}.", prose.Literal(match.ID), prose.Sub(lobby.TitleText(match.Title)), prose.Literal(game.Title)),
		prose.T("Result: {scores}.", prose.Sub(match.Scores())),
	)
	if match.Void != "" {
		told.Line(prose.T("The match is void: {why}.", prose.Sub(lobby.VoidReason(match.Void))))
	}
	took := max(time.Second, match.Ended.Sub(match.Began))
	if took >= time.Minute {
		took = took.Round(time.Minute)
	}
	began := match.Began.UTC()
	told.Line(prose.T("It began on {date} at {time} UTC and took {duration}.",
		prose.Literal(began.Format(time.DateOnly)), prose.Literal(began.Format("15:04")), prose.Duration(took)))
	if who.You != engine.Watcher {
		told.Line(prose.T("This is what {name} in seat {seat} saw.", who.Name(who.You), prose.Literal(who.You.String())))
	}
	return told
}

// has reports whether texts contains text.
func has(texts []prose.Text, text prose.Text) bool {
	return slices.ContainsFunc(texts, func(one prose.Text) bool { return reflect.DeepEqual(one, text) })
}
