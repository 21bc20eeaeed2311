package tui

import (
	"strconv"
	"strings"

	"parlor/engine"
)

// Words say a game's table in sentences, for people who listen to it, or whose
// terminal has lines only. Nothing in them needs a screen or a key: things are
// named and counted, never pointed at.
type Words struct {
	// Game says what happened: public events of the game, oldest first.
	Game func([]engine.Event, People) []string
	// Own says what the reader learns and no event tells, such as the number of
	// a drawn tile; a line is heard once, when it is new.
	Own func(Scene) []string
	// Turn says what is worth hearing each time the reader's turn comes.
	Turn func(Scene) []string
	// Table says all that the scene's reader may know of the table.
	Table func(Scene) []string
	// May says what the reader can type to decide what is due now, with an
	// example where there are arguments. It is empty where nothing is due, and
	// asked for only while a round is played.
	May func(Scene) []string
}

// Tell says what happened: the events of the match itself here, those of its
// game by the game's own words.
func (w Words) Tell(events []engine.Event, who People) []string {
	var told []string
	var own []engine.Event
	flush := func() {
		if len(own) > 0 {
			told = append(told, w.Game(own, who)...)
		}
		own = nil
	}
	for _, event := range events {
		text, known := who.Match(event)
		if !known {
			own = append(own, event)
			continue
		}
		flush()
		told = append(told, text)
	}
	flush()
	return told
}

// Match says an event of the match itself, such as "round 2 first 1" and
// "round 1 won 2 points 9 3"; others are not known.
func (p People) Match(event engine.Event) (text string, known bool) {
	words := strings.Fields(string(event))
	switch {
	case len(words) == 4 && words[0] == "round" && words[2] == "first":
		seat, err := engine.ParseSeat(words[3])
		return "Round " + words[1] + " begins. " + p.Subject(seat) + " " + p.Verb(seat, "go", "goes") + " first.", err == nil
	case len(words) == 4 && words[0] == "round" && words[2] == "ready":
		seat, err := engine.ParseSeat(words[3])
		return p.Subject(seat) + " " + p.Verb(seat, "are", "is") + " ready for round " + words[1] + ".", err == nil
	case len(words) > 5 && words[2] == "won" && words[4] == "points":
		return p.result(words[0], words[1], words[3], words[5:])
	}
	return "", false
}

// result tells how a round or a match ended.
func (p People) result(what, number, winners string, points []string) (string, bool) {
	begin := "Round " + number + " is over. "
	if what == "match" {
		begin = "The match is over. "
	} else if what != "round" {
		return "", false
	}
	var won []engine.Seat
	for text := range strings.SplitSeq(winners, ",") {
		if seat, err := engine.ParseSeat(text); err == nil {
			won = append(won, seat)
		}
	}
	switch {
	case len(won) == 0:
		begin += "Nobody wins it."
	case len(won) == 1:
		begin += p.Subject(won[0]) + " " + p.Verb(won[0], "win", "wins") + " it."
	default:
		begin += engine.Capital(p.List(won)) + " share it."
	}
	scores := make([]string, len(points))
	for i, text := range points {
		score, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return "", false
		}
		scores[i] = p.List([]engine.Seat{engine.Seat(i)}) + " " + Points(score)
	}
	return begin + " Points: " + strings.Join(scores, ", ") + ".", true
}
