package room

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// confirmation asks for confirmation of something that cannot be undone, above the room. Its first
// choice changes nothing. Letters choose nothing, because they are moves, and keys pressed before
// the question was visible are ignored.
type confirmation struct {
	onRoom
	behind   func(words []string) screen.Frame // draws the room with another prompt
	question func() []prose.Text
	choices  [2]choice // the first one changes nothing
	list     widget.List
	said     string // the question as last drawn
	sight    sight  // visibility of the question
}

// questionStands is how long a question has to be visible before a key answers it.
const questionStands = 400 * time.Millisecond

// newResignation returns the question whether to resign and leave.
func newResignation(r *room, behind func([]string) screen.Frame) *confirmation {
	return &confirmation{
		onRoom: onRoom{room: r}, behind: behind,
		question: func() []prose.Text { return r.update.AskResign(true) },
		choices: [2]choice{
			{does: prose.T("Keep playing"), do: func() tea.Cmd { return nil }},
			{does: prose.T("Resign"), do: r.leave},
		},
	}
}

// overtaken closes the question once the match is over.
func (c *confirmation) overtaken() {
	if c != nil && !c.inPlay() {
		c.close()
	}
}

func (c *confirmation) close() {
	c.ctx.Shell.Close(c)
}

// Bindings implements screen.Screen.
func (c *confirmation) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *confirmation) bind() []screen.Binding {
	return []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("choose"), Help: prose.T("confirm the choice"), Do: c.seen(c.answer)},
		{Key: keymap.Of("↑↓", "up", "down"), Hint: prose.T("select"), Help: prose.T("choose yes or no"), Do: c.seen(func() tea.Cmd {
			c.list.Cursor = 1 - c.list.Cursor
			return nil
		})},
		{Key: keymap.Named("esc"), Hint: prose.T("keep playing"), Help: prose.T("cancel"), Leaves: true, Do: c.seen(func() tea.Cmd {
			c.close()
			return nil
		})},
	}
}

// seen returns a Do that ignores keys until the question has been visible long enough.
func (c *confirmation) seen(do func() tea.Cmd) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		if c.tooEarly() {
			c.ctx.Shell.Tell(prose.T("Ignored: pressed before the question was shown. Press again."))
			return nil
		}
		return do()
	}
}

// tooEarly records a key, and reports whether it came before the question was visible long enough.
func (c *confirmation) tooEarly() bool {
	if c.Settled() {
		return false
	}
	c.sight.typed = time.Now()
	return true
}

// Settled reports whether the question can be answered.
func (c *confirmation) Settled() bool { return c.sight.left(time.Now(), questionStands) == 0 }

// Explain implements screen.Screen: a letter may be meant for the board.
func (c *confirmation) Explain(string, *screen.Binding) string {
	c.tooEarly()
	return c.ctx.Say(prose.T("Choose with the arrow keys and press Enter, or press Esc to play on."))
}

// answer performs the choice under the cursor.
func (c *confirmation) answer() tea.Cmd {
	c.close()
	return c.choices[c.list.Cursor].do()
}

// Click implements screen.Screen: a choice is chosen, and done where it is chosen already.
func (c *confirmation) Click(_, y int) tea.Cmd {
	line := y - c.ctx.BodyHeight()
	if c.list.At(line) >= 0 && c.tooEarly() {
		return nil
	}
	return c.list.Pick(c.ctx, line, "enter")
}

// View implements screen. A question that has changed has to be seen again.
func (c *confirmation) View() screen.Frame {
	theme := c.ctx.Theme
	if said := c.ctx.SayAll(c.question()); said != c.said {
		c.said, c.sight, c.list.Cursor = said, sight{}, 0
	}
	c.sight.sees()
	left := c.clock().timeLeft()
	words := style.Indented(style.Wrapped(c.said, theme.Warning, c.ctx.Width-2-style.Width(left)), 1)
	words[0] = style.Sides(words[0], left, c.ctx.Width)
	return c.behind(c.list.Draw(theme, words, 0, len(c.choices), func(at int, mark string, text style.Style) string {
		return mark + text.Render(c.ctx.Say(c.choices[at].does))
	}))
}
