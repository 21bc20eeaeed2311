package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// lessonLines are those of a step's text.
const lessonLines = 3

// lessonScreen runs a lesson by itself: nobody else is there.
type lessonScreen struct {
	unmoved
	root *Root
	kit  board.Game
	*prose.Learning
	board board.Board
	read  bool // what is told was read, where it has no room above the board
}

// newLesson begins a game's lesson; nil where it cannot be played, which a test
// excludes.
func newLesson(root *Root, kit board.Game) *lessonScreen {
	learning, err := prose.Learn(kit.Told())
	if err != nil {
		return nil
	}
	l := &lessonScreen{root: root, kit: kit, Learning: learning, board: kit.Board(*root.theme, root.session.Voice)}
	l.see()
	return l
}

func (l *lessonScreen) see() {
	scene := l.Scene(l.root.you())
	scene.Aided = true
	l.board.See(scene)
	board.Rest(l.board) // one reads here, at one's own pace
}

// next goes on to the next step, or to the end.
func (l *lessonScreen) next() {
	l.Next()
	if !l.Over() {
		l.read = false
		l.see()
	}
}

func (l *lessonScreen) key(key tea.KeyPressMsg) tea.Cmd {
	name := key.String()
	wants := l.Step().Wants
	switch {
	case name == "esc" || l.Over() && name == "enter":
		l.root.close(l)
		return nil
	case l.Over():
		return nil
	case name == "?":
		l.root.openHelp(board.HelpOf(l.board), l.kit.Rules)
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
		} else if known(board.HelpOf(l.board), name) {
			l.root.tell(prose.T("Press Enter to go on."))
		}
		return nil
	}
	action, used := board.Type(l.board, key)
	if !used && known(board.HelpOf(l.board), name) {
		l.root.tell(prose.T("Not now. {ask}", prose.Sub(l.board.Ask())))
	}
	l.play(action)
	return nil
}

// click implements screen: a part of the board is what it stands for.
func (l *lessonScreen) click(x, y int) tea.Cmd {
	part := l.root.partAt(x, y)
	clicker, clicks := l.board.(board.Clicker)
	if part != "" && clicks && !l.Over() && len(l.Step().Wants) > 0 {
		action, _ := clicker.Click(part)
		l.play(action)
	}
	return nil
}

// play plays what the step wants; anything else is not played.
func (l *lessonScreen) play(action engine.Action) {
	if action == "" {
		return
	}
	if !l.Wanted(action) {
		l.root.tell(prose.T("Not yet. Do what it says above to go on."))
		l.board = l.kit.Board(*l.root.theme, l.root.session.Voice) // what was typed is gone
		l.see()
		return
	}
	if err := l.Play(action); err != nil {
		l.root.refuse(err)
		return
	}
	l.see()
	l.next()
}

func (l *lessonScreen) draw() (lines []string, title string) {
	theme, width := l.root.theme, l.root.width
	steps := len(l.kit.Lesson.Steps)
	lines = []string{look.Sides(" "+theme.Title.Render(l.root.say(prose.T("Tutorial")))+theme.Faint.Render("  "+l.kit.Game.Title),
		theme.Faint.Render(l.root.say(prose.T("step {n} of {steps}", prose.N(l.At()+1), prose.N(steps))))+" ", width)}
	if l.small() && (!l.read || l.Over()) {
		body := append([]string{""}, l.told()...)
		return append(append(lines, look.Exactly(body, l.root.height-2)...), l.root.hintLine(l.hints())), l.root.say(prose.T("tutorial"))
	}
	room := l.root.height - len(lines) - 2
	if !l.small() {
		lines = append(lines, look.Exactly(l.told(), lessonLines)...)
		room -= lessonLines
	}
	// What a board loses where there is less room than it asks for is the end of
	// its log.
	least := min(boardHeight, l.root.height-4)
	board := splitLines(l.board.Draw(width, max(room, least)))
	lines = append(lines, look.Exactly(l.root.unzone(board[:min(len(board), room)], len(lines)), room)...)
	words := l.root.messageLines()
	if len(words) == 0 && !l.Over() && len(l.Step().Wants) > 0 {
		words = l.root.wrapped(l.root.say(l.board.Ask()), theme.Text)
	}
	return append(l.root.under(lines, words, 1), l.root.hintLine(l.hints())), l.root.say(prose.T("tutorial"))
}

// small reports whether there is no room for the board below what is told.
func (l *lessonScreen) small() bool { return l.root.slim() || l.root.height < boardHeight+4 }

// told is what the step tells, in as many lines as it takes.
func (l *lessonScreen) told() []string {
	text := l.Step().OnScreen()
	if l.Over() {
		text = []prose.Text{prose.T("That was the tutorial. You find the rules in the help at every table. Have fun!")}
	}
	return look.Indented(look.Wrapped(l.root.sayAll(text), l.root.theme.Accent, min(l.root.width-2, 110)), 1)
}

func (l *lessonScreen) hints() []board.Hint {
	last := []board.Hint{board.Press("?", prose.T("help")), board.Leave("esc", prose.T("leave"))}
	switch {
	case l.Over():
		return []board.Hint{board.Press("enter", prose.T("back to the hall"))}
	case l.small() && !l.read:
		return append([]board.Hint{board.Press("enter", prose.T("to the table"))}, last...)
	case l.small():
		last = append([]board.Hint{board.Press("\\", prose.T("read again"))}, last...)
	}
	if len(l.Step().Wants) == 0 {
		return append([]board.Hint{board.Press("enter", prose.T("go on"))}, last...)
	}
	return append(board.HintsOf(l.board), last...)
}
