package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
)

// participantsScreen lists the people at a table, with what can be done about each.
type participantsScreen struct {
	table  *tableScreen
	cursor int
	sends  *sending // whom the host is about to send away; nil for nobody
}

// sending is somebody whom the host is asked about before they are sent away.
type sending struct {
	name    string
	keepOut bool
}

// somebody is a person at the table.
type somebody struct {
	name  string
	seat  engine.Seat // engine.Watcher for a watcher
	text  string
	isYou bool
}

func (f *participantsScreen) people() []somebody {
	u := f.table.update
	var all []somebody
	for i, chair := range u.Seats {
		if chair.Kind != lobby.Person {
			continue
		}
		all = append(all, somebody{chair.Name, engine.Seat(i), "seat " + engine.Seat(i).String() + chairMarks(chair), engine.Seat(i) == u.You})
	}
	for _, name := range u.Watchers {
		all = append(all, somebody{name, engine.Watcher, "watching", u.You == engine.Watcher && name == f.table.root.you()})
	}
	return all
}

// chairMarks says what is worth knowing of a person on a seat.
func chairMarks(chair lobby.SeatLine) string {
	var marks []string
	for _, one := range []struct {
		is   bool
		text string
	}{
		{chair.Host, "host"},
		{chair.Guest, "guest"},
		{chair.Left, "has left"},
		{!chair.Away.IsZero(), awayText(chair.Away)},
		{chair.Standing, "a bot plays meanwhile"},
		{chair.Pausing, "asks for a pause"},
		{chair.Eyes, "shows watchers the own hand"},
	} {
		if one.is {
			marks = append(marks, one.text)
		}
	}
	if len(marks) == 0 {
		return ""
	}
	return ", " + strings.Join(marks, ", ")
}

// awayText is "away" and, after a minute, since when.
func awayText(since time.Time) string {
	switch d := time.Since(since); {
	case d < time.Minute:
		return "away"
	case d < time.Hour:
		return "away for " + Count(int(d/time.Minute), "minute")
	case d < 48*time.Hour:
		return "away for " + Count(int(d/time.Hour), "hour")
	default:
		return "away for " + Count(int(d/(24*time.Hour)), "day")
	}
}

func (f *participantsScreen) key(name string) tea.Cmd {
	people, root, chair := f.people(), f.table.root, f.table.chair
	f.cursor = max(0, min(f.cursor, len(people)-1))
	if f.sends != nil {
		return f.keySends(name)
	}
	switch name {
	case "up", "k":
		f.cursor = max(0, f.cursor-1)
		return nil
	case "down", "j":
		f.cursor = min(f.cursor+1, len(people)-1)
		return nil
	case "esc", "q", "enter":
		f.table.participants = nil
		return nil
	}
	if len(people) == 0 {
		return nil
	}
	who := people[f.cursor]
	if why := f.why(name, who); why != "" {
		root.tell(why)
		return nil
	}
	switch name {
	case "m":
		root.mute(who.name)
	case "x", "X":
		f.sends = &sending{who.name, name == "X"}
		if who.isYou || !f.table.update.Host {
			return f.keySends("y") // the room says why not
		}
	case "h":
		return root.order(chair, lobby.HandOver{To: who.seat})
	case "f":
		return root.order(chair, lobby.Follow{Seat: who.seat})
	}
	return nil
}

// keySends reports whether somebody is to be sent away.
func (f *participantsScreen) keySends(name string) tea.Cmd {
	sends, chair := *f.sends, f.table.chair
	switch name {
	case "y":
		f.sends = nil
		return f.table.root.order(chair, lobby.Kick{Name: sends.name, KeepOut: sends.keepOut})
	case "n", "esc", "q":
		f.sends = nil
	default:
		f.table.root.tell("Y sends " + sends.name + " away, n does not.")
	}
	return nil
}

// ask is the question whether to send somebody away, with what becomes of the
// seat.
func (f *participantsScreen) ask() string {
	question := "Send " + f.sends.name + " away?"
	if f.sends.keepOut {
		question = "Send " + f.sends.name + " away and keep them out?"
	}
	for _, chair := range f.table.update.Seats {
		if chair.Name == f.sends.name && chair.Kind == lobby.Person && f.table.inPlay() {
			question += " A bot plays on for them."
		}
	}
	return question
}

// why says why a key would do nothing about somebody, where the room does not
// say it itself.
func (f *participantsScreen) why(name string, who somebody) string {
	u := f.table.update
	switch {
	case name == "m" && who.isYou:
		return "That is you: you always hear yourself."
	case name == "h" && who.isYou && u.Host:
		return "You are the host already."
	case name == "f" && who.seat == engine.Watcher && u.You == engine.Watcher && u.Follows == engine.Watcher:
		return "A watcher has nothing in hand: choose somebody with a seat."
	}
	return ""
}

// mute hears no more from somebody, or again.
func (r *Root) mute(name string) {
	if r.muted[name] {
		delete(r.muted, name)
		r.tell("You hear " + name + " again.")
		return
	}
	if r.muted == nil {
		r.muted = map[string]bool{}
	}
	r.muted[name] = true
	r.tell("You hear no more from " + name + ".")
}

func (f *participantsScreen) draw() []string {
	root, people := f.table.root, f.people()
	theme := root.theme
	f.cursor = max(0, min(f.cursor, len(people)-1))
	var body []string
	for i, who := range people {
		mark, style := "   ", theme.Text
		if i == f.cursor {
			mark, style = theme.Accent.Render(" ▸ "), theme.Strong
		}
		text := who.text
		if who.isYou {
			text = "you, " + text
		}
		if root.muted[who.name] {
			text += ", muted"
		}
		body = append(body, mark+style.Render(Fit(who.name, 18))+theme.Faint.Render(text))
	}
	commitment := f.commitment()
	// The commitment stays in sight below, however many watch; the list follows the
	// cursor.
	if f.sends != nil {
		commitment = append(commitment, "", " "+theme.Warning.Render(f.ask()))
	}
	height := max(1, root.height-5-len(commitment))
	body = append([]string{""}, rows(body[max(0, f.cursor+1-height):], height)...)
	body = append(body, commitment...)
	if f.sends != nil {
		return root.page("People at this table", f.table.update.Code, body, []Hint{{"y", "send away"}, {"n", "do not"}})
	}
	hints := []Hint{{"m", "mute, or not"}}
	switch {
	case f.table.update.Host:
		hints = append(hints, Hint{"x", "send away"}, Hint{"X", "and keep out"}, Hint{"h", "make host"})
	case !f.table.seated():
		hints = append(hints, Hint{"f", "see with these eyes"})
	}
	return root.page("People at this table", f.table.update.Code, body, append(hints, Hint{"esc", "back"}))
}

// commitment is what the deal is sealed with, whole, and after the match how that is
// checked. It is empty while there is no match.
func (f *participantsScreen) commitment() []string {
	u, theme := f.table.update, f.table.root.theme
	if u.Proof == "" {
		return nil
	}
	half := len(u.Proof) / 2
	lines := []string{
		"", "   " + theme.Text.Render("The deal of this match is sealed with"),
		"   " + theme.Strong.Render(u.Proof[:half]), "   " + theme.Strong.Render(u.Proof[half:]),
	}
	text := "Keep them: when the match is over, parlor verify checks its record by them."
	if u.Stage == engine.Over {
		text = "The match is over: parlor verify checks by them what  replay ID --json  says."
	}
	return append(lines, "   "+theme.Faint.Render(text))
}
