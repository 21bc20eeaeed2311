// Package tui is the shell of the terminal UI: it shows one screen of a stack, with what
// the player was told and the hints of keys, and hands it what is typed and what arrives.
// It knows no particular screen.
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

// Config is what a client brings beyond the context of its screens.
type Config struct {
	JoinLine   func(code string) string // what others type to come to a room
	Notice     string                   // that the player reads first; mostly empty
	NoticeEnds time.Time                // when it is over; zero if it stays
	Keep       func(screen.Settings)    // stores other settings; nil does nothing
	Turn       Turn                     // nil is always
	Languages  *prose.Languages         // that the player can choose from
	Locale     string                   // the language that the client asks for
	Signal     screen.Signal            // unless the player chooses another one
	Themes     *style.Themes            // that all clients share
}

// Turn waits until a screen may show something that its player has not done just now. For
// a player with a seat it returns at once; for a spectator when this screen may be drawn,
// or when ctx ends.
type Turn func(ctx context.Context, plays bool)

// Root is the screen of one session: it holds what has arrived and shows one
// screen of it. Everything that waits, waits in a command.
type Root struct {
	config   Config
	ctx      *screen.Context // what the screens have in common
	shell    Shell
	areas    Areas
	farewell string

	stack    screenStack
	status   statusLine
	hints    hintLine
	keys     keyboard
	frame    frame
	requests requests
	shown    lobby.Window // what the session was told to show

	drawn    tea.View // what was shown last
	state    state    // in which that was drawn
	changes  uint64   // how often something has changed that is no screen's own
	frames   int      // how many were drawn
	notifier notifier
	paged    lobby.Window // of the page that came last
}

// state is what a frame was drawn in: nothing is drawn again while it stays.
type state struct {
	top               screen.Screen
	revision, changes uint64
}

func (r *Root) now() state { return state{r.stack.Top(), r.stack.Top().Revision(), r.changes} }

// changed records a change of what is drawn that belongs to no screen.
func (r *Root) changed() { r.changes++ }

// New returns the shell of screens that have a context, which it completes. Areas opens at
// least one of them.
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

// Farewell returns what the player is told when the program has ended; it may be empty.
func (r *Root) Farewell() string { return plain(r.ctx, r.farewell) }

// Init waits for the lobby, asks for the background's colour, and goes where the player
// wants to be.
func (r *Root) Init() tea.Cmd {
	// Asked directly: the program leaves out questions when its input is
	// not a terminal of its own.
	cmds := []tea.Cmd{tea.Raw(ansi.RequestBackgroundColor), r.waitPage(), r.areas.Init()}
	if !r.config.NoticeEnds.IsZero() {
		cmds = append(cmds, r.status.endNotice(r.config.Notice, r.config.NoticeEnds))
	}
	return tea.Batch(cmds...)
}

// waitPage waits for the lobby's newest page. One that comes because the screen
// shows something else waits for no turn: its person has done that just now.
func (r *Root) waitPage() tea.Cmd {
	pages, turn, shown := r.ctx.Session.Pages(), r.shell.Turn(), r.paged
	return func() tea.Msg {
		page, open := screen.Newest(pages, turn, func(page *lobby.Page) bool { return page.Window != shown })
		return screen.PageMsg{Page: page, Open: open}
	}
}

// attend tells the session which part of the lobby is on the screen.
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
type requests struct{ last chan struct{} } // closed when the lobby has answered; nil before the first

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

// Update takes what has arrived.
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

// all gives all screens what has arrived.
func (r *Root) all(msg tea.Msg) tea.Cmd {
	return tea.Batch(r.stack.all[0].Update(msg), r.above(msg))
}

// above passes a message to the areas and to all screens except the lowest one.
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

// gotPage takes a page of the lobby. The lobby itself takes it first: it may tell that a
// match waits, and a new invitation takes the place of that.
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

// Size returns the size of the screen in cells, with its edges.
func (r *Root) Size() (width, height int) { return r.frame.size() }

// View draws the screen.
func (r *Root) View() tea.View {
	if now := r.now(); r.frames == 0 || r.state != now {
		r.drawn, r.state = r.frame.view(), now
		r.frames++
	}
	return r.drawn
}

// Plays reports whether the player has a seat in the room where they are.
func (r *Root) Plays() bool {
	room := r.stack.room()
	return room != nil && room.Plays()
}

// renamed takes the player's new name, or tells why there is none.
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
