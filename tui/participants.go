package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// participantsScreen lists the people at a table, with what can be done about each.
type participantsScreen struct {
	unmoved
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
	for i, seat := range u.Seats {
		if seat.Kind != lobby.Person {
			continue
		}
		all = append(all, somebody{seat.Name, engine.Seat(i), f.seatText(i, seat), engine.Seat(i) == u.You})
	}
	for _, name := range u.Watchers {
		all = append(all, somebody{name, engine.Watcher, f.table.root.say(prose.T("watching")), u.You == engine.Watcher && name == f.table.root.you()})
	}
	return all
}

// seatText says what is worth knowing of a person on a seat.
func (f *participantsScreen) seatText(at int, seat lobby.SeatLine) string {
	facts := []prose.Text{prose.T("seat {n}", prose.N(at+1))}
	for _, one := range []struct {
		is   bool
		text prose.Text
	}{
		{seat.Host, prose.T("host")},
		{seat.Guest, prose.T("guest")},
		{seat.Left, prose.T("has left")},
		{!seat.Away.IsZero(), awayText(seat.Away)},
		{seat.Standing, prose.T("a bot plays meanwhile")},
		{seat.Pausing, prose.T("asks for a pause")},
		{seat.Eyes, prose.T("shares their hand with watchers")},
	} {
		if one.is {
			facts = append(facts, one.text)
		}
	}
	return f.table.root.say(prose.T("{facts}", prose.List(facts)))
}

// awayText is "away" and, after a minute, for how long.
func awayText(since time.Time) prose.Text {
	if d := time.Since(since); d >= time.Minute {
		return prose.T("away for {time}", prose.Roughly(d))
	}
	return prose.T("away")
}

func (f *participantsScreen) key(key tea.KeyPressMsg) tea.Cmd {
	name := key.String()
	people, root, handle := f.people(), f.table.root, f.table.handle
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
		root.close(f)
		return nil
	}
	if len(people) == 0 {
		return nil
	}
	who := people[f.cursor]
	if why := f.why(name, who); why != "" {
		root.show(why)
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
		return root.order(handle, lobby.HandOver{To: who.seat})
	case "f":
		return root.order(handle, lobby.Follow{Seat: who.seat})
	}
	return nil
}

// keySends reports whether somebody is to be sent away.
func (f *participantsScreen) keySends(name string) tea.Cmd {
	sends, handle := *f.sends, f.table.handle
	switch name {
	case "y":
		f.sends = nil
		return f.table.root.order(handle, lobby.Kick{Name: sends.name, KeepOut: sends.keepOut})
	case "n", "esc", "q":
		f.sends = nil
	default:
		f.table.root.tell(prose.T("Press y to send {name} away, n to let them stay.", prose.Name(sends.name)))
	}
	return nil
}

// ask is the question whether to send somebody away, with what becomes of the
// seat.
func (f *participantsScreen) ask() string {
	name := prose.Name(f.sends.name)
	question := prose.T("Send {name} away?", name)
	if f.sends.keepOut {
		question = prose.T("Send {name} away and keep them out?", name)
	}
	said := f.table.root.say(question)
	for _, seat := range f.table.update.Seats {
		if seat.Name == f.sends.name && seat.Kind == lobby.Person && f.table.inPlay() {
			said += " " + f.table.root.say(prose.T("A bot plays on for them."))
		}
	}
	return said
}

// why says why a key would do nothing about somebody, where the room does not
// say it itself.
func (f *participantsScreen) why(name string, who somebody) string {
	u := f.table.update
	switch {
	case name == "m" && who.isYou:
		return f.table.root.say(prose.T("That is you. You always hear yourself."))
	case name == "h" && who.isYou && u.Host:
		return f.table.root.say(prose.T("You are the host already."))
	case name == "f" && who.seat == engine.Watcher && u.You == engine.Watcher && u.Follows == engine.Watcher:
		return f.table.root.say(prose.T("A watcher has no hand to see. Choose somebody with a seat."))
	}
	return ""
}

// mute hears no more from somebody, or again.
func (r *Root) mute(name string) {
	if r.muted[name] {
		delete(r.muted, name)
		r.tell(prose.T("You hear {name} again.", prose.Name(name)))
		return
	}
	if r.muted == nil {
		r.muted = map[string]bool{}
	}
	r.muted[name] = true
	r.tell(prose.T("You hear nothing more from {name}.", prose.Name(name)))
}

func (f *participantsScreen) click(_, y int) tea.Cmd {
	return f.table.root.pick(&f.cursor, bodyLine(y), len(f.people()), "")
}

func (f *participantsScreen) draw() (lines []string, title string) {
	return f.page(), f.table.root.kit(f.table.update.Plan.Game).Game.Title
}

func (f *participantsScreen) page() []string {
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
			text = root.say(prose.T("you")) + ", " + text
		}
		if root.muted[who.name] {
			text += ", " + root.say(prose.T("muted"))
		}
		body = append(body, mark+style.Render(look.Fit(who.name, 18))+theme.Faint.Render(text))
	}
	commitment := f.commitment()
	// The commitment stays in sight below, however many watch; the list follows the
	// cursor.
	if f.sends != nil {
		commitment = append(commitment, "", " "+theme.Warning.Render(f.ask()))
	}
	height := max(1, root.height-5-len(commitment))
	body = append([]string{""}, look.Exactly(body[max(0, f.cursor+1-height):], height)...)
	body = append(body, commitment...)
	if f.sends != nil {
		return root.page(root.say(prose.T("People at this table")), f.table.update.Code, body, []board.Hint{board.Press("y", prose.T("send away")), board.Press("n", prose.T("do not"))})
	}
	hints := []board.Hint{board.Press("m", prose.T("mute, or not"))}
	switch {
	case f.table.update.Host:
		hints = append(hints, board.Press("x", prose.T("send away")), board.Press("X", prose.T("and keep out")), board.Press("h", prose.T("make host")))
	case !f.table.seated():
		hints = append(hints, board.Press("f", prose.T("see their hand")))
	}
	return root.page(root.say(prose.T("People at this table")), f.table.update.Code, body, append(hints, board.Leave("esc", prose.T("back"))))
}

// commitment is the whole commitment to the deal, and after the match how that is
// checked. It is empty while there is no match.
func (f *participantsScreen) commitment() []string {
	u, theme := f.table.update, f.table.root.theme
	if u.Proof == "" {
		return nil
	}
	half := len(u.Proof) / 2
	lines := []string{
		"", "   " + theme.Text.Render(f.table.root.say(prose.T("The commitment to the deal of this match:"))),
		"   " + theme.Strong.Render(u.Proof[:half]), "   " + theme.Strong.Render(u.Proof[half:]),
	}
	text := prose.T("When the match is over, {command} checks the record against it.", prose.Literal("parlor verify"))
	if u.Stage == engine.Over {
		text = prose.T("The match is over: {command} checks the output of  {replay}  against this.", prose.Literal("parlor verify"), prose.Literal("replay ID --json"))
	}
	return append(lines, wrapped(f.table.root.say(text), theme.Faint, f.table.root.width-4)...)
}
