package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// Written is the result of replaying a match.
type Written struct {
	Text   string
	Match  engine.Match // at the end
	Events []engine.Event
	Head   Hash // of the chain of events at the end
}

// Write replays the match by the rules of its game and returns its text. If a move is refused,
// or the match is neither over nor void after the last move, it returns an error and the text up
// to that point.
func (m Match) Write(game engine.Game) (Written, error) {
	var w Written
	match, err := game.Begin(engine.Record{
		Game: m.Game, Version: m.Version, Seats: len(m.Seats), Seed: m.Seed(m.Secret), Options: m.Options,
	})
	if err != nil {
		return w, err
	}
	whole := m
	whole.Options = match.Record().Options
	var text strings.Builder
	text.WriteString(whole.text() + dealt)
	seen, err := m.play(&match)
	start := whole.start()
	chain := chain{secret: m.Secret, moves: start, head: start}
	m.writeLines(&text, &chain, seen, match.Record().Moves)
	w.Events = slices.Concat(seen...)
	if waiting := match.ToMove(); err == nil && m.Void == "" && len(waiting) > 0 {
		err = fmt.Errorf("the match is not over after the last move: it is the turn of seat %v", waiting[0])
	}
	if err == nil {
		m.writeEnd(&text, &chain, match)
	}
	w.Text, w.Match, w.Head = text.String(), match, chain.head
	return w, err
}

// play plays the moves and returns the public events of each line. It stops at the first
// move that is refused.
func (m Match) play(match *engine.Match) (seen [][]engine.Event, err error) {
	for _, line := range m.Lines {
		if line.Seat < 0 || int(line.Seat) >= len(m.Seats) {
			return seen, fmt.Errorf("there is no seat %v", line.Seat)
		}
		var told []engine.Event
		if line.Action != "" {
			if err := mayMark(line); err != nil {
				return seen, err
			}
			var next engine.Match
			if next, told, err = (*match).Play(line.Seat, line.Action); err != nil {
				return seen, err
			}
			*match = next
		}
		seen = append(seen, told)
	}
	return seen, nil
}

// writeLines writes the lines that were played and their events. It takes the canonical text
// of each move from moves.
func (m Match) writeLines(text *strings.Builder, chain *chain, seen [][]engine.Event, moves []engine.Move) {
	for i, events := range seen {
		line := m.Lines[i]
		if line.Action != "" {
			line.Action, moves = moves[0].Action, moves[1:]
		}
		written := line.text(m.Seats)
		text.WriteString(written + "\n")
		chain.move(written)
		if line.Action == "" {
			chain.event(written)
		}
		for _, event := range events {
			text.WriteString("* " + event.String() + "\n")
			chain.event(event.String())
		}
	}
}

// mayMark returns an error if a line is marked as a move of the room and only a player may make
// the move, or the reverse.
func mayMark(line Line) error {
	switch line.Action {
	case engine.Timeout, engine.Enough:
		if !line.ByRoom {
			return fmt.Errorf("%s must be marked as a move of the room", line.Action)
		}
	case engine.Resign, engine.Next:
	default:
		if line.ByRoom {
			return fmt.Errorf("%q cannot be a move of the room", line.Action)
		}
	}
	return nil
}

// writeEnd writes the result, the secret and the ends of the chains.
func (m Match) writeEnd(text *strings.Builder, chain *chain, match engine.Match) {
	view := match.View(engine.Watcher)
	if m.Void != "" {
		text.WriteString("void " + m.Void + "\n")
	} else {
		text.WriteString("winners")
		for _, seat := range view.Winners {
			text.WriteString(" " + seat.String())
		}
		if len(view.Winners) == 0 {
			text.WriteString(" " + None)
		}
		text.WriteString("\n")
	}
	text.WriteString("points")
	for _, points := range view.Totals {
		text.WriteString(" " + strconv.FormatFloat(points, 'f', -1, 64))
	}
	text.WriteString("\nsecret " + hexOf(m.Secret) + "\nmoves " + hexOf(chain.moves) + "\nhead " + hexOf(chain.head) + "\nend\n")
}
