package lobby

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/prose"
)

// HostVerb is a command of the host of a game night, typed in text mode or after the code on the
// command line.
type HostVerb struct {
	Name  string // in lower case
	Usage string // what follows the name; may be empty
	Does  prose.Text
	// Asks is the question asked before the operation is performed. It is zero if the operation can
	// be undone.
	Asks prose.Text
	read func(rest string) (NightOp, bool)
}

// Line returns the verb with its usage.
func (v HostVerb) Line() string { return strings.TrimSpace(v.Name + " " + v.Usage) }

// Read parses the text after the verb.
func (v HostVerb) Read(rest string) (NightOp, error) {
	op, is := v.read(strings.TrimSpace(rest))
	if !is {
		return nil, prose.Refuse("Type {usage}.", prose.Literal(v.Line()))
	}
	return op, nil
}

// FindHostVerb returns the verb with a name.
func FindHostVerb(name string) (HostVerb, bool) {
	all := HostVerbs()
	at := slices.IndexFunc(all, func(v HostVerb) bool { return v.Name == strings.ToLower(name) })
	if at < 0 {
		return HostVerb{}, false
	}
	return all[at], true
}

// HostVerbs returns the verbs of the host of a game night, in the order of the help.
func HostVerbs() []HostVerb {
	return []HostVerb{
		{Name: "begin", Does: prose.T("start seating, including after a pause or after the last match was called"), read: reads(BeginGameNight{})},
		{Name: "pause", Does: prose.T("pause seating for a while; matches in play go on"), read: reads(PauseGameNight{})},
		{Name: "extend", Usage: "[MINUTES]", Does: prose.T("move the end by 15 minutes, or by as many as you type; with {less} it ends earlier", prose.Literal("-15")), read: readMinutes},
		{Name: "last", Usage: "[off]", Does: prose.T("call the last match: the game night ends with the matches under way; {off} takes it back", prose.Literal("off")), read: readLast},
		{Name: "move", Usage: "NAME TABLE|out|in", Does: prose.T("seat a person at another table, or let them sit out, when the matches are over; {in} takes it back", prose.Literal("in")), read: readMove},
		{Name: "merge", Usage: "TABLE TABLE", Does: prose.T("seat the people from two tables together when both matches are over"), read: readMerge},
		{Name: "cancel", Usage: "MOVE", Does: prose.T("cancel a move that has not taken effect, by its number"), read: readNumber(func(n int) NightOp { return CancelMove{n} })},
		{Name: "assign", Usage: "NAME TEAM", Does: prose.T("move a person to another team, as in {example}", prose.Literal("anna Red")), read: readAssign},
		{Name: "captain", Usage: "NAME", Does: prose.T("make a person the captain of their team"), read: readText(func(name string) NightOp { return NameCaptain{name} })},
		{Name: "correct", Usage: "TABLE NAMES", Does: prose.T("correct a result: the names in finishing order, as in {example} for a draw of bo and cy; those you leave out come last", prose.Literal("3 ann bo = cy")), read: readCorrection},
		{Name: "void", Usage: "TABLE", Does: prose.T("void a finished match"), read: readNumber(func(n int) NightOp { return CorrectResult{Number: n, Void: true} })},
		{Name: "restore", Usage: "TABLE", Does: prose.T("take back a correction of a result"), read: readNumber(func(n int) NightOp { return CorrectResult{Number: n} })},
		{Name: "announce", Usage: "TEXT", Does: prose.T("send a message to everyone, including those at tables"), read: readText(func(text string) NightOp { return Announce{text} })},
		{
			Name: "stop", Usage: "TABLE", Does: prose.T("end the match at a table; it does not count"),
			Asks: prose.T("End that match? It will not count."), read: readNumber(func(n int) NightOp { return EndTable{n} }),
		},
		{
			Name: "kick", Usage: "NAME", Does: prose.T("kick and ban a person"),
			Asks: prose.T("Send that person away for good? They cannot come back to this game night."), read: readText(func(name string) NightOp { return KickFromGameNight{name} }),
		},
		{
			Name: "host", Usage: "NAME", Does: prose.T("make another person the host"),
			Asks: prose.T("Make that person the host? Only they can make you the host again."), read: readText(func(name string) NightOp { return HandOverGameNight{name} }),
		},
		{Name: "deputy", Usage: "[NAME]", Does: prose.T("name who is the host while you are away, or nobody"), read: func(name string) (NightOp, bool) { return NameDeputy{name}, true }},
		{
			Name: "again", Usage: "[TIME]", Does: prose.T("reopen a game night that is over, with its settings and its code, at a time such as {example}; its results are removed", prose.Literal("2026-12-04,17:00")),
			Asks: prose.T("Open the game night again? Its results will be removed."), read: readAgain,
		},
		{
			Name: "end", Does: prose.T("end the game night; matches under way still count"),
			Asks: prose.T("End the game night for everyone? Finished matches and those still being played will count."), read: reads(EndGameNight{}),
		},
	}
}

// ExtensionMinutes is the number of minutes by which the end of a game night is moved at a time.
const ExtensionMinutes = 15

func reads(op NightOp) func(string) (NightOp, bool) {
	return func(rest string) (NightOp, bool) { return op, rest == "" }
}

func readNumber(op func(int) NightOp) func(string) (NightOp, bool) {
	return func(rest string) (NightOp, bool) {
		n, err := strconv.Atoi(rest)
		return op(n), err == nil
	}
}

func readText(op func(string) NightOp) func(string) (NightOp, bool) {
	return func(rest string) (NightOp, bool) { return op(rest), rest != "" }
}

func readMinutes(rest string) (NightOp, bool) {
	if rest == "" {
		return ExtendGameNight{ExtensionMinutes}, true
	}
	n, err := strconv.Atoi(rest)
	return ExtendGameNight{n}, err == nil
}

func readLast(rest string) (NightOp, bool) {
	off := strings.EqualFold(rest, "off")
	return CallLastMatch{!off}, off || rest == ""
}

func readAgain(rest string) (NightOp, bool) {
	op, err := ParseRepeat(rest, time.Now())
	return op, err == nil
}

func readMove(rest string) (NightOp, bool) {
	at := strings.LastIndexByte(rest, ' ')
	if at < 0 {
		return nil, false
	}
	move, to := MovePlayer{Name: strings.TrimSpace(rest[:at])}, strings.ToLower(rest[at+1:])
	if to == "out" || to == "in" {
		move.Out = to == "out"
		return move, true
	}
	n, err := strconv.Atoi(to)
	move.Table = n
	return move, err == nil && n > 0
}

func readAssign(rest string) (NightOp, bool) {
	at := strings.LastIndexByte(rest, ',') // in a name there is none, but there may be blanks
	if at < 0 {
		at = strings.LastIndexByte(rest, ' ')
	}
	if at < 0 {
		return nil, false
	}
	return MoveToTeam{Name: strings.TrimSpace(rest[:at]), Team: strings.TrimSpace(rest[at+1:])}, true
}

func readMerge(rest string) (NightOp, bool) {
	words := strings.Fields(rest)
	if len(words) != 2 {
		return nil, false
	}
	one, err := strconv.Atoi(words[0])
	other, failed := strconv.Atoi(words[1])
	return MergeTables{one, other}, err == nil && failed == nil
}

func readCorrection(rest string) (NightOp, bool) {
	number, names, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	order, is := readOrder(names)
	return CorrectResult{Number: n, Order: order}, err == nil && is
}

// TypedResult returns the result of a table as the host types it to correct it, such as "3 ann, bo = cy".
func (t GameNightTable) TypedResult() string {
	seats := slices.Clone(t.Seats)
	slices.SortStableFunc(seats, func(a, b GameNightSeat) int { return b.Points - a.Points })
	var typed strings.Builder
	typed.WriteString(strconv.Itoa(t.Number))
	for i, seat := range seats {
		switch {
		case i == 0:
			typed.WriteString(" ")
		case seat.Points == seats[i-1].Points:
			typed.WriteString(" = ")
		default:
			typed.WriteString(", ")
		}
		typed.WriteString(seat.Name)
	}
	return typed.String()
}

// readOrder parses the names of players by place, such as "ann, bo = cy". Names that follow each other without a comma
// are split later, when it is known who has played.
func readOrder(text string) (order [][]string, is bool) {
	for place := range strings.SplitSeq(text, ",") {
		var names []string
		for name := range strings.SplitSeq(place, "=") {
			if name = strings.TrimSpace(name); name == "" {
				return nil, false
			}
			names = append(names, name)
		}
		order = append(order, names)
	}
	return order, true
}
