package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
)

// Lesson is a game's tutorial.
type Lesson = prose.Lesson

// Step is one step of a tutorial.
type Step = prose.Step

// lessonLines are those of a step's text.
const lessonLines = 3

// lessonScreen runs a lesson by itself: nobody else is there.
type lessonScreen struct {
	unmoved
	root  *Root
	kit   GameUI
	match engine.Match
	board Board
	step  int
	over  bool // the last step is done
	read  bool // what is told was read, where it has no room above the board
}

// newLesson begins a game's lesson; nil where it cannot be played, which a test
// excludes.
func newLesson(root *Root, kit GameUI) *lessonScreen {
	match, err := kit.Game.Start(kit.Game.MinSeats, kit.Lesson.Seed, kit.Lesson.Options)
	if err != nil || len(kit.Lesson.Steps) == 0 {
		return nil
	}
	l := &lessonScreen{root: root, kit: kit, match: match, board: kit.Board(*root.theme, root.session.Voice)}
	l.tell()
	return l
}

func (l *lessonScreen) now() Step { return l.kit.Lesson.Steps[l.step] }

// tell plays what comes before the step and shows the table.
func (l *lessonScreen) tell() {
	l.read = false
	for _, move := range l.now().Moves {
		if next, _, err := l.match.Play(move.Seat, move.Action); err == nil {
			l.match = next
		}
	}
	l.see()
}

func (l *lessonScreen) see() {
	names := []string{l.root.you(), "Salai", "Fiora", "Bramante"}
	view := l.match.View(0)
	l.board.See(Scene{View: view, Names: names[:view.Seats], Away: make([]bool, view.Seats), Aided: true})
	rest(l.board) // one reads here, at one's own pace
}

// next goes on to the next step, or to the end.
func (l *lessonScreen) next() {
	if l.step++; l.step == len(l.kit.Lesson.Steps) {
		l.step, l.over = l.step-1, true
		return
	}
	l.tell()
}

func (l *lessonScreen) key(key tea.KeyPressMsg) tea.Cmd {
	name := key.String()
	wants := l.now().Wants
	switch {
	case name == "esc" || l.over && name == "enter":
		l.root.close(l)
		return nil
	case l.over:
		return nil
	case name == "?":
		l.root.openHelp(l.board.Keys(), l.kit.Rules)
		return nil
	case l.small() && !l.read:
		l.read = name == "enter" || name == "space"
		return nil
	case l.small() && name == "\\":
		l.read = false
		return nil
	case len(wants) == 0:
		if name == "enter" || name == "space" {
			l.next()
		} else if known(l.board.Keys(), name) {
			l.root.tell(prose.T("Press Enter to go on."))
		}
		return nil
	}
	action, used := l.board.Key(key)
	if !used && known(l.board.Keys(), name) {
		l.root.tell(prose.T("Not now. {ask}", prose.Sub(l.board.Ask())))
	}
	l.play(action, wants)
	return nil
}

// click implements screen: a part of the board is what it stands for.
func (l *lessonScreen) click(x, y int) tea.Cmd {
	part := l.root.zoneAt(x, y)
	clicker, clicks := l.board.(Clicker)
	if wants := l.now().Wants; part != "" && clicks && !l.over && len(wants) > 0 {
		action, _ := clicker.Click(part)
		l.play(action, wants)
	}
	return nil
}

// play plays what the step wants; anything else is not played.
func (l *lessonScreen) play(action engine.Action, wants []engine.Action) {
	if action == "" {
		return
	}
	if !slices.Contains(wants, action) {
		l.root.tell(prose.T("Not yet. Do what it says above to go on."))
		l.board = l.kit.Board(*l.root.theme, l.root.session.Voice) // what was typed is gone
		l.see()
		return
	}
	next, _, err := l.match.Play(0, action)
	if err != nil {
		l.root.refuse(err)
		return
	}
	l.match = next
	l.see()
	l.next()
}

func (l *lessonScreen) draw() (lines []string, title string) {
	theme, width := l.root.theme, l.root.width
	steps := len(l.kit.Lesson.Steps)
	lines = []string{Sides(" "+theme.Title.Render(l.root.say(prose.T("Tutorial")))+theme.Faint.Render("  "+l.kit.Game.Title),
		theme.Faint.Render(l.root.say(prose.T("step {n} of {steps}", prose.N(l.step+1), prose.N(steps))))+" ", width)}
	if l.small() && (!l.read || l.over) {
		body := append([]string{""}, l.told()...)
		return append(append(lines, rows(body, l.root.height-2)...), l.root.hintLine(l.hints())), l.root.say(prose.T("tutorial"))
	}
	room := l.root.height - len(lines) - 2
	if !l.small() {
		lines = append(lines, rows(l.told(), lessonLines)...)
		room -= lessonLines
	}
	// What a board loses where there is less room than it asks for is the end of
	// its log.
	least := min(boardHeight, l.root.height-4)
	board := splitLines(l.board.Draw(width, max(room, least)))
	lines = append(lines, rows(l.root.unzone(board[:min(len(board), room)], len(lines)), room)...)
	words := l.root.messageLines()
	if len(words) == 0 && !l.over && len(l.now().Wants) > 0 {
		words = l.root.wrapped(l.root.say(l.board.Ask()), theme.Text)
	}
	return append(l.root.under(lines, words, 1), l.root.hintLine(l.hints())), l.root.say(prose.T("tutorial"))
}

// small reports whether there is no room for the board below what is told.
func (l *lessonScreen) small() bool { return l.root.slim() || l.root.height < boardHeight+4 }

// told is what the step tells, in as many lines as it takes.
func (l *lessonScreen) told() []string {
	text := l.now().OnScreen()
	if l.over {
		text = []prose.Text{prose.T("That was the tutorial. You find the rules in the help at every table. Have fun!")}
	}
	return Indented(Wrapped(l.root.sayAll(text), l.root.theme.Accent, min(l.root.width-2, 110)), 1)
}

func (l *lessonScreen) hints() []Hint {
	last := []Hint{Press("?", prose.T("help")), Leave("esc", prose.T("leave"))}
	switch {
	case l.over:
		return []Hint{Press("enter", prose.T("back to the hall"))}
	case l.small() && !l.read:
		return append([]Hint{Press("enter", prose.T("to the table"))}, last...)
	case l.small():
		last = append([]Hint{Press("\\", prose.T("read again"))}, last...)
	}
	if len(l.now().Wants) == 0 {
		return append([]Hint{Press("enter", prose.T("go on"))}, last...)
	}
	return append(l.board.Hints(), last...)
}
