// Package tui is the shell of the terminal UI. It shows the top screen of a stack with messages and
// hints, and passes keys and updates to it. It does not depend on any particular screen.
package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// Config configures a client beyond the context of its screens.
type Config struct {
	JoinLine   func(code string) string // returns the command with which others join a room
	Notice     string                   // the first message; usually empty
	NoticeEnds time.Time                // when the notice ends; zero for never
	Keep       func(screen.Settings)    // stores settings; may be nil
	Turn       Turn                     // if nil, updates may be shown at any time
	Languages  *prose.Languages         // that the player can choose from
	Locale     string                   // requested by the client
	Signal     screen.Signal            // unless the player chooses another one
	Themes     *style.Themes            // shared by all clients
}

// Turn waits until a screen may show an update that its player has not caused. For a player with a
// seat it returns immediately; for a spectator it returns when the screen may be drawn, or when ctx
// ends.
type Turn func(ctx context.Context, plays bool)

// Root is the Bubble Tea model of a session. It holds the stack of screens and shows the top one.
// All waiting is done in commands.
type Root struct {
	config   Config
	ctx      *screen.Context // shared by the screens
	shell    Shell
	areas    Areas
	farewell string

	stack    screenStack
	status   statusLine
	hints    hintLine
	keys     keyboard
	frame    frame
	requests requests
	shown    lobby.Window // the window that was reported to the session

	drawn    tea.View // last drawing
	state    state    // state of the last drawing
	changes  uint64   // number of changes outside of screens
	frames   int      // number of frames
	notifier notifier
	paged    lobby.Window // window of the last page
}

// state is what a frame depends on. While it is unchanged, nothing is redrawn.
type state struct {
	top               screen.Screen
	revision, changes uint64
}

func (r *Root) now() state { return state{r.stack.Top(), r.stack.Top().Revision(), r.changes} }

// changed records a change of the drawing outside of screens.
func (r *Root) changed() { r.changes++ }

// New returns the shell of screens with a context, which it completes. areas opens at least one
// screen.
func New(c *screen.Context, config Config, areas func(Shell) Areas) *Root {
	r := &Root{config: config, ctx: c, notifier: notifier{c, config.Signal}}
	r.shell = Shell{&r.stack, &r.status, &r.keys, &r.notifier, &r.requests, r}
	r.status = statusLine{ctx: c, stack: &r.stack, changed: r.changed, notice: config.Notice}
	r.frame = frame{ctx: c, stack: &r.stack, status: &r.status, hints: &r.hints, joinLine: config.JoinLine, themes: config.Themes, dark: true, limit: largest()}
	c.Shell, c.Theme = r.shell, r.frame.themed()
	r.areas = areas(r.shell)
	r.keys = keyboard{
		ctx: c, stack: &r.stack, status: &r.status, hints: &r.hints, frame: &r.frame, areas: r.areas,
		leave: []screen.Binding{{Key: keymap.Named("ctrl+c"), Help: prose.T("disconnect; your seat is kept"), Do: screen.Command(r.shell.Quit)}},
		help:  []screen.Binding{{Key: keymap.Named(screen.HelpKey), Hint: prose.T("help"), Do: screen.Call(r.keys.OpenHelp)}},
	}
	r.hints = hintLine{ctx: c, stack: &r.stack, areas: r.areas, kept: &r.frame.kept, helps: r.keys.helps, more: keymap.Hints(slices.Values(r.keys.help))[0]}
	r.status.TellNotice()
	return r
}

// Farewell returns the text for the player after the program has ended. It may be empty.
func (r *Root) Farewell() string { return plain(r.ctx, r.farewell) }

// Init waits for the lobby, asks for the colour of the background, and shows the player's first
// screen.
func (r *Root) Init() tea.Cmd {
	// Bubble Tea does not ask by itself unless its input is the terminal of the process.
	cmds := []tea.Cmd{tea.Raw(ansi.RequestBackgroundColor), r.waitPage(), r.areas.Init()}
	if !r.config.NoticeEnds.IsZero() {
		cmds = append(cmds, r.status.endNotice(r.config.Notice, r.config.NoticeEnds))
	}
	return tea.Batch(cmds...)
}

// waitPage returns a command that waits for the newest page of the lobby. A page that the player's
// own input has requested waits for no turn.
func (r *Root) waitPage() tea.Cmd {
	pages, turn, shown := r.ctx.Session.Pages(), r.shell.Turn(), r.paged
	return func() tea.Msg {
		page, open := screen.Newest(pages, turn, func(page *lobby.Page) bool { return page.Window != shown })
		return screen.PageMsg{Page: page, Open: open}
	}
}

// attend reports to the session which part of the lobby is visible.
func (r *Root) attend() {
	window := lobby.Window{}
	if !r.ctx.TooSmall() {
		window = r.stack.Top().Window()
	}
	if window != r.shown {
		r.shown = window
		r.all(screen.ShownMsg{Window: window})
		lobby.Send(context.Background(), r.ctx.Session, lobby.Show{Window: window})
	}
}

// requests are the calls into the lobby, which are made one after the other.
type requests struct{ last chan struct{} } // closed when the lobby has answered; nil before the first request

// Ask implements screen.Shell. A call is made outside the screen's loop, for a limited
// time, and in the order in which it was asked for: what was typed ahead arrives as it was
// typed.
func (r *requests) Ask(call func(context.Context) error) tea.Cmd {
	before, done := r.last, make(chan struct{})
	r.last = done
	return func() tea.Msg {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if before != nil {
			select {
			case <-before:
			case <-ctx.Done():
			}
		}
		return screen.Done{Err: call(ctx)}
	}
}

// Update handles a message.
func (r *Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := r.update(msg)
	r.attend()
	if room := r.stack.room(); room != nil {
		cmd = tea.Batch(cmd, room.Settle())
	}
	return r, cmd
}

func (r *Root) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.changed()
		r.frame.fit(msg.Width, msg.Height)
	case Most:
		r.frame.bounds(msg)
	case tea.BackgroundColorMsg:
		r.frame.dark = msg.IsDark()
		r.restyle(r.frame.themed())
	case screen.PageMsg:
		return r, r.gotPage(msg)
	case screen.SeatedMsg:
		return r, r.gotSeat(msg)
	case Notice:
		return r, r.status.tellNotice(msg)
	case noticeOver:
		r.status.noticeOver(msg)
	case screen.Done:
		if msg.Err != nil {
			r.status.Refuse(msg.Err)
		}
	case screen.RenamedMsg:
		r.renamed(msg)
		return r, r.all(msg)
	case tea.KeyPressMsg:
		r.changed()
		return r, r.keys.key(msg)
	case tea.PasteMsg:
		r.changed()
		if line := r.stack.Top().Input(); line != nil && !r.ctx.TooSmall() {
			return r, line.Insert(msg)
		}
	case tea.MouseClickMsg:
		r.changed()
		return r, r.keys.mouse(tea.Mouse(msg), r.keys.click)
	case tea.MouseWheelMsg:
		r.changed()
		return r, r.keys.mouse(tea.Mouse(msg), r.keys.wheel)
	default:
		return r, r.all(msg)
	}
	return r, nil
}

// all passes a message to all screens.
func (r *Root) all(msg tea.Msg) tea.Cmd {
	return tea.Batch(r.stack.all[0].Update(msg), r.above(msg))
}

// above passes a message to the areas and to all screens except the lowest.
func (r *Root) above(msg tea.Msg) tea.Cmd {
	all := []tea.Cmd{r.areas.Update(msg)}
	for _, s := range slices.Clone(r.stack.all[1:]) {
		all = append(all, s.Update(msg))
	}
	return tea.Batch(all...)
}

func (r *Root) restyle(theme *style.Theme) {
	r.changed()
	r.ctx.Theme = theme
	r.frame.styles++
	r.all(screen.Restyled{})
}

// gotPage takes a page of the lobby. The lobby's screen handles it first: its message that a match
// waits is replaced by a new invitation.
func (r *Root) gotPage(msg screen.PageMsg) tea.Cmd {
	if !msg.Open {
		return r.shell.End(r.ctx.Session.Ended())
	}
	if name := msg.Page.You.Name; name != r.ctx.You.Name {
		r.ctx.You.Name = name
		r.changed()
	}
	r.paged = msg.Page.Window
	lowest := r.stack.all[0].Update(msg)
	return tea.Batch(lowest, r.above(msg), r.waitPage())
}

func (r *Root) gotSeat(msg screen.SeatedMsg) tea.Cmd {
	r.changed()
	r.keys.going = false
	if errors.Is(msg.Err, lobby.ErrGameNight) && msg.Code != "" {
		return r.areas.JoinGameNight(msg.Code)
	}
	if msg.Err != nil {
		r.keys.early = nil
		r.status.Refuse(msg.Err)
		return nil
	}
	if before := r.stack.room(); before != nil {
		before.Detach()
	}
	at := r.areas.Room(msg.Handle)
	r.stack.OpenOn(r.stack.base(), at)
	r.all(screen.RoomMsg{})
	at.ContinueChat(r.stack.takeChat())
	if !msg.Welcome.IsZero() && r.status.notice == "" {
		r.status.Tell(msg.Welcome)
	}
	return at.Wait()
}

// Size returns the size of the screen in cells, including its edges.
func (r *Root) Size() (width, height int) { return r.frame.size() }

// View draws the screen.
func (r *Root) View() tea.View {
	if now := r.now(); r.frames == 0 || r.state != now {
		r.drawn, r.state = r.frame.view(), now
		r.frames++
	}
	return r.drawn
}

// Plays reports whether the player has a seat in their current room.
func (r *Root) Plays() bool {
	room := r.stack.room()
	return room != nil && room.Plays()
}

// renamed takes the player's new name, or shows the error.
func (r *Root) renamed(msg screen.RenamedMsg) {
	r.changed()
	r.ctx.You.Name, r.ctx.You.ReturnLine = msg.Name, msg.ReturnLine
	switch {
	case msg.Err != nil:
		r.status.Refuse(msg.Err)
	case !msg.Changed.IsZero():
		r.status.Tell(msg.Changed)
	}
}
