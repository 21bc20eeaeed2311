package lobby

import (
	"math"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// DisplayName returns the player's name for display, with a mark for a bot, a program or a
// substitute.
func (p Player) DisplayName() prose.Text {
	if p.Substitute {
		return prose.T("bot for {name}", prose.Name(p.Name))
	}
	return displayName(p.Name, p.Level > 0, p.Program)
}

// DisplayName returns the name on the seat for display, with a mark for a bot or a program.
func (s SeatInfo) DisplayName() prose.Text { return displayName(s.Name, s.Kind == SeatBot, s.Program) }

// DisplayName returns the person's name for display, with a mark for a guest or a program.
func (p PersonRow) DisplayName() prose.Text {
	switch {
	case p.Guest && p.Program:
		return prose.T("{name} (guest, program)", prose.Name(p.Name))
	case p.Guest:
		return prose.T("{name} (guest)", prose.Name(p.Name))
	}
	return displayName(p.Name, false, p.Program)
}

// DisplayNames returns the names for display, with marks for bots and programs.
func (r RoomRow) DisplayNames() []prose.Text {
	told := make([]prose.Text, len(r.Names))
	for i, name := range r.Names {
		told[i] = displayName(name, r.Bots[i], i < len(r.Programs) && r.Programs[i])
	}
	return told
}

// displayName returns a name, with a mark for a bot or a program that no name of a person
// can have.
func displayName(name string, bot, program bool) prose.Text {
	switch {
	case bot:
		return prose.T("{name} (bot)", prose.Name(name))
	case program:
		return prose.T("{name} (program)", prose.Name(name))
	}
	return prose.T("{name}", prose.Name(name))
}

// PlayerNames returns the names of players as a list.
func PlayerNames(players []Player) prose.Text {
	told := make([]prose.Text, len(players))
	for i, player := range players {
		told[i] = player.DisplayName()
	}
	return prose.T("{players}", prose.List(told))
}

// Scores returns the players with their points, such as "anna 12 (won), bo 3".
func (f Finished) Scores() prose.Text {
	told := make([]prose.Text, len(f.Players))
	for i := range f.Players {
		told[i] = f.score(i)
	}
	if f.Void != "" {
		return prose.T("void: {players}", prose.List(told))
	}
	return prose.T("{players}", prose.List(told))
}

// VoidText explains why the match is void. It is nil if it is not.
func (f Finished) VoidText() []prose.Text {
	if f.Void == "" {
		return nil
	}
	return []prose.Text{prose.T("void: {why}", prose.Sub(VoidReason(f.Void)))}
}

// VoidReason describes a reason for a void match.
func VoidReason(reason string) prose.Text {
	switch reason {
	case VoidPlayer:
		return prose.T("a player closed the room because the others had left")
	case VoidOperator:
		return prose.T("the operator closed the room")
	case VoidNight:
		return prose.T("the host of the game night ended it")
	case VoidServer:
		return prose.T("the server could not continue the room")
	case VoidRepair:
		return prose.T("the operator later declared it void")
	}
	return prose.T("it does not count")
}

// RefuseAnalysis returns an error for a void match, which cannot be analysed.
func (f Finished) RefuseAnalysis() error {
	if f.Void == "" {
		return nil
	}
	return prose.Refuse("This match is void: {why}. There is no analysis.", prose.Sub(VoidReason(f.Void)))
}

// score returns the result of a seat, with the points if known.
func (f Finished) score(seat int) prose.Text {
	player := prose.Sub(f.Players[seat].DisplayName())
	switch known := seat < len(f.Totals); {
	case known && f.Won(seat):
		return prose.T("{player} {points} (won)", player, prose.Points(f.Totals[seat]))
	case known && f.Players[seat].Claimed > 0:
		return prose.T("{player} {points} (was away)", player, prose.Points(f.Totals[seat]))
	case known:
		return prose.T("{player} {points}", player, prose.Points(f.Totals[seat]))
	case f.Won(seat):
		return prose.T("{player} (won)", player)
	case f.Players[seat].Claimed > 0:
		return prose.T("{player} (was away)", player)
	}
	return prose.T("{player}", player)
}

// ClaimText reports that another player has claimed the win over a player.
func ClaimText(name string) prose.Text {
	return prose.T("{name} was away for too long and forfeited.", prose.Name(name))
}

// Claims returns one text for each player whose match was claimed, in the order of seats.
func (f Finished) Claims() (told []prose.Text) {
	for _, player := range f.Players {
		if player.Claimed > 0 {
			told = append(told, ClaimText(player.Name))
		}
	}
	return told
}

// ClaimedAt returns the text of the claim that caused a step, or nil.
func (f Finished) ClaimedAt(step engine.Step) []prose.Text {
	by := int(step.Move.Seat)
	if step.Move.Action != engine.Resign || by >= len(f.Players) || f.Players[by].Claimed != step.Round {
		return nil
	}
	return []prose.Text{ClaimText(f.Players[by].Name)}
}

// ResultText returns a result of a player for display.
func ResultText(result string) prose.Text {
	switch result {
	case ResultWon:
		return prose.T("won")
	case ResultLost:
		return prose.T("lost")
	case ResultVoid:
		return prose.T("void")
	case ResultSubstitute:
		return prose.T("by bot")
	}
	return prose.T("drawn")
}

// DisplayName returns the name for display, with a mark if the player was an API client in
// the latest match.
func (s Standing) DisplayName() prose.Text { return displayName(s.Name, false, s.Program) }

// RatingText formats the rating, such as "1612 ± 84". A provisional one has a question
// mark: "1500? ± 350".
func (s Standing) RatingText() prose.Text {
	rating := strconv.Itoa(int(math.Round(s.Rating)))
	if s.Provisional {
		rating += "?"
	}
	return prose.T("{rating} ± {deviation}", prose.Literal(rating), prose.N(int(math.Round(s.Deviation))))
}

// StreakText formats a streak, such as "3 won" or "2 lost". It is empty for none.
func StreakText(streak int) prose.Text {
	switch {
	case streak > 0:
		return prose.C("{n} won", "{n} won", prose.N(streak))
	case streak < 0:
		return prose.C("{n} lost", "{n} lost", prose.N(-streak))
	}
	return prose.Text{}
}

// Describe describes the player's results against the reader.
func (t Tally) Describe() prose.Text {
	switch {
	case t == Tally{}:
		return prose.T("You have not played each other.")
	case t.Drawn > 0:
		return prose.T("Against you: {won} won, {lost} lost, {drawn} drawn.", prose.N(t.Won), prose.N(t.Lost), prose.N(t.Drawn))
	}
	return prose.T("Against you: {won} won, {lost} lost.", prose.N(t.Won), prose.N(t.Lost))
}

// MovingText explains that the room is Update.Moving.
func MovingText() prose.Text {
	return prose.T("One moment: the room is moving to another node.")
}

// AskResign returns the question whether to resign, with the consequences. leaves is true
// if the player would leave the room, too.
func (u Update) AskResign(leaves bool) []prose.Text {
	var stay []SeatInfo
	people := false
	for i, seat := range u.Seats {
		if engine.Seat(i) != u.You && seat.Kind != SeatEmpty && !seat.Left && !seat.Resigned {
			stay, people = append(stay, seat), people || seat.Kind == SeatPerson
		}
	}
	question := prose.T("Resign this match?")
	switch {
	case len(stay) == 0:
		return []prose.Text{question, prose.T("The match ends.")}
	case len(stay) == 1:
		return []prose.Text{question, prose.T("{name} wins.", prose.Name(stay[0].Name))}
	case leaves && !people:
		return []prose.Text{question, prose.T("The match ends, because only bots are left.")}
	}
	return []prose.Text{question, prose.T("You are out; the others play on.")}
}

// ShareText returns the result of a match for sharing: the game, the scores, and the
// command that replays it. title is the game's. It does not identify the room, which may be
// private.
func (f Finished) ShareText(title, replay string) []prose.Text {
	took := max(time.Second, f.Ended.Sub(f.Began))
	if took >= time.Minute {
		took = took.Round(time.Minute)
	}
	about := prose.T("{game}, {date}, {duration}", prose.Literal(title), prose.Literal(f.Ended.UTC().Format(time.DateOnly)), prose.Duration(took))
	if f.Rated {
		about = prose.T("{game}, {date}, {duration}, rated", prose.Literal(title), prose.Literal(f.Ended.UTC().Format(time.DateOnly)), prose.Duration(took))
	}
	return []prose.Text{
		about,
		prose.T("{scores}", prose.Sub(f.Scores())),
		prose.T("Replay it with  {command}", prose.Literal(replay)),
	}
}
