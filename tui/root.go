// Package tui is what a person sees: the lobby, the form for a new room, the
// table, help. Each game brings a board that draws its part of the table; the
// rest is the same for all.
package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/gamenight"
	"parlor/tui/keymap"
	"parlor/tui/room"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// Settings are how a player wants the screens drawn.
type Settings = screen.Settings

// Signal is the sequence by which a terminal shows a notification.
type Signal = screen.Signal

// Signals that terminals take.
const (
	NoSignal = screen.NoSignal
	OSC9     = screen.OSC9
	OSC777   = screen.OSC777
)

// SignalOf returns the signal that a terminal surely takes, by its name and by the
// environment of its client.
func SignalOf(env []string, term string) Signal { return screen.SignalOf(env, term) }

// Session is what one person's screen is made of.
type Session struct {
	Session    lobby.Session
	Games      []board.Game
	Rooms      []lobby.Setting          // what hosts may choose about a room; nil is lobby.RoomSettings
	NameCells  int                      // width of a name; zero is the usual one
	ReturnLine string                   // what a guest types to come back as the same; empty with a key
	JoinLine   func(code string) string // what others type to come straight to a room
	// Link is the same as a ssh:// link; nil is none.
	Link func(code string) string
	// Notice is a sentence that the person reads first; mostly empty.
	Notice string
	// NoticeEnds is when the notice is over; zero where it stays.
	NoticeEnds time.Time
	// Seat is where the person wants to go first, with a word of welcome; nil
	// goes back to a match under way, or to the lobby.
	Seat func() (handle lobby.Handle, welcome prose.Text, err error)
	// Rival is the game for which somebody is looked for in a rated match from the
	// beginning on; empty for none.
	Rival string
	// Code is what Seat asks for; a game night may have it. Empty is none.
	Code string
	// First says that the person comes for the first time: they are asked what they
	// are to be called.
	First bool
	// Named is the ReturnLine after the person has taken another name; nil is as
	// before. It is called outside the screen's loop.
	Named func() string
	// Welcome is what the host says to those who come for the first time, by
	// paragraphs; mostly none.
	Welcome []string
	// GameNight is the game night that the person comes to first; nil for none. Where
	// Board is set, it is shown as on a projector, and nothing else is.
	GameNight lobby.GameNightHandle
	Board     bool
	// Settings are how the session begins. Keep is told when the person has
	// changed them, while the screen waits for it; nil does nothing.
	Settings Settings
	Keep     func(Settings)
	// History is of matches that have ended; nil keeps none. Person is whose are
	// listed first, an Identity.ID.
	History lobby.History
	Person  string
	// Analyse analyses those matches; nil cannot.
	Analyse insight.Analyse
	// SumUp sums up the decisions in those matches; nil cannot.
	SumUp insight.SumUp
	// Turn is when what others do may be shown; nil is always.
	Turn Turn
	// Voice says all sentences; nil says them in English. Languages are those that
	// the person can choose from, Locale is what their client asks for.
	Voice     *prose.Voice
	Languages *prose.Languages
	Locale    string
	// Signal is how the terminal is told of what waits for the person, unless they
	// choose otherwise.
	Signal Signal
	// Themes are shared by all sessions; nil makes some.
	Themes *style.Themes
}

// Root is the screen of one session: it holds what has arrived and shows one
// screen of it. Everything that waits, waits in a command.
type Root struct {
	session  Session
	ctx      *screen.Context // what the screens have in common
	farewell string

	stack    screenStack
	status   statusLine
	hints    hintLine
	keys     keyboard
	frame    frame
	requests requests
	shown    lobby.Window // what the session was told to show

	drawn       tea.View // what was shown last
	state       state    // in which that was drawn
	changes     uint64   // how often something has changed that is no screen's own
	frames      int      // how many were drawn
	mutes       *widget.MuteList
	notifier    notifier
	invitations invitations
	nights      *gamenight.Nights
	rooms       room.Config
	paged       lobby.Window // of the page that came last
}

// state is what a frame was drawn in: nothing is drawn again while it stays.
type state struct {
	top               screen.Screen
	revision, changes uint64
}

func (r *Root) now() state { return state{r.stack.Top(), r.stack.Top().Revision(), r.changes} }

// changed is for what changes what is drawn, and is no screen's own.
func (r *Root) changed() { r.changes++ }

// New is the root of a session.
func New(session Session) *Root {
	if session.Rooms == nil {
		session.Rooms = lobby.RoomSettings()
	}
	if session.NameCells == 0 {
		session.NameCells = lobby.Limits{}.WithDefaults().NameCells
	}
	if session.Themes == nil {
		session.Themes = style.NewThemes()
	}
	r := &Root{
		session: session,
	}
	r.ctx = &screen.Context{
		Session: session.Session, Games: session.Games, History: session.History,
		You:     screen.Player{ID: session.Person, Name: session.Session.Name(), ReturnLine: session.ReturnLine},
		Analyse: session.Analyse, SumUp: session.SumUp, Voice: session.Voice, Settings: session.Settings, Shell: shell{&r.stack, &r.status, &r.keys, &r.notifier, &r.requests, r},
	}
	r.notifier = notifier{r.ctx, session.Signal}
	r.status = statusLine{ctx: r.ctx, stack: &r.stack, changed: r.changed, notice: session.Notice}
	r.frame = frame{ctx: r.ctx, stack: &r.stack, status: &r.status, hints: &r.hints, joinLine: session.JoinLine, themes: session.Themes, dark: true, limit: largest()}
	r.ctx.Theme = r.frame.themed()
	r.mutes = widget.NewMuteList(r.ctx, r.changed)
	r.nights = gamenight.New(r.ctx, gamenight.Config{
		Mutes: r.mutes, JoinLine: session.JoinLine, Link: session.Link, End: r.end, OpenBelow: r.openBelow,
	})
	r.rooms = room.Config{Mutes: r.mutes, Rooms: session.Rooms, JoinLine: session.JoinLine, Link: session.Link, Program: areas{r}}
	r.invitations = invitations{ctx: r.ctx, status: &r.status, mutes: r.mutes, closed: func() bool { return r.ctx.TooSmall() || r.keys.going }}
	r.keys = keyboard{
		ctx: r.ctx, stack: &r.stack, status: &r.status, hints: &r.hints, frame: &r.frame, going: session.Seat != nil && !session.First,
		leave: []screen.Binding{{Key: keymap.Named("ctrl+c"), Help: prose.T("close parlor at once; your seat in a match is kept"), Do: screen.Command(r.quit)}, r.invitations.binding()},
		help:  []screen.Binding{{Key: keymap.Named(screen.HelpKey), Hint: prose.T("help"), Do: screen.Call(r.keys.openHelp)}},
	}
	r.hints = hintLine{ctx: r.ctx, stack: &r.stack, kept: &r.frame.kept, invited: r.invitations.invited, helps: r.keys.helps, more: keymap.Hints(slices.Values(r.keys.help))[0]}
	r.stack.all = []screen.Screen{areas{r}.newHome()}
	if session.First {
		areas{r}.openWelcome()
	}
	r.status.repeatNotice()
	return r
}

// Farewell is what to tell the person when the program has ended; it may be
// empty.
func (r *Root) Farewell() string { return plain(r.ctx, r.farewell) }

// Init waits for the lobby, asks for the background's colour, and goes where the
// person wants to be, or back to a match that is under way.
func (r *Root) Init() tea.Cmd {
	// Asked directly: the program leaves out questions when its input is
	// brought by somebody else.
	cmds := []tea.Cmd{tea.Raw(ansi.RequestBackgroundColor), r.waitPage(), r.mutes.Load}
	if !r.session.NoticeEnds.IsZero() {
		cmds = append(cmds, r.status.endNotice(r.session.Notice, r.session.NoticeEnds))
	}
	if !r.session.First {
		cmds = append(cmds, r.begin())
	}
	return tea.Batch(cmds...)
}

// begin goes where the person wants to be, or back to a match that is under way.
func (r *Root) begin() tea.Cmd {
	if hold := r.session.GameNight; hold != nil && r.session.Board {
		return r.nights.Project(hold)
	} else if hold != nil {
		return r.nights.Enter(hold)
	}
	visit, seat, code := r.ctx.Session, r.session.Seat, r.session.Code
	r.keys.going = seat != nil
	return tea.Batch(areas{r}.home().FindOpponent(r.session.Rival), func() tea.Msg {
		if seat != nil {
			handle, welcome, err := seat()
			return screen.SeatedMsg{Handle: handle, Welcome: welcome, Err: err, Code: code}
		}
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if handle, err := lobby.Ask(ctx, visit, lobby.Return{}); err == nil {
			return screen.SeatedMsg{Handle: handle, Welcome: prose.T("Welcome back. Your seat was kept.")}
		}
		return r.nights.Rejoin()
	})
}

// waitPage waits for the lobby's newest page. One that comes because the screen
// shows something else waits for no turn: its person has done that just now.
func (r *Root) waitPage() tea.Cmd {
	pages, turn, shown := r.ctx.Session.Pages(), r.turn(), r.paged
	return func() tea.Msg {
		page, open := screen.Newest(pages, turn, func(page *lobby.Page) bool { return page.Window != shown })
		return screen.PageMsg{Page: page, Open: open}
	}
}

// attend tells the session what of the lobby is on the screen.
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
	case widget.MutedMsg:
		r.mutes.Update(msg)
	case Notice:
		return r, r.status.tellNotice(msg)
	case noticeOver:
		r.status.noticeOver(msg)
	case screen.Done:
		if msg.Err != nil {
			r.status.Refuse(msg.Err)
		}
	case widget.ReportedMsg:
		msg.Tell(r.ctx)
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

// above gives all screens but the lowest what has arrived.
func (r *Root) above(msg tea.Msg) tea.Cmd {
	all := []tea.Cmd{r.nights.Update(msg)}
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
		return r.end(r.ctx.Session.Ended())
	}
	if name := msg.Page.You.Name; name != r.ctx.You.Name {
		r.ctx.You.Name = name
		r.changed()
	}
	r.paged = msg.Page.Window
	lowest := r.stack.all[0].Update(msg)
	return tea.Batch(lowest, r.invitations.update(msg.Page.Calls), r.above(msg), r.waitPage())
}

func (r *Root) gotSeat(msg screen.SeatedMsg) tea.Cmd {
	r.changed()
	r.keys.going = false
	if errors.Is(msg.Err, lobby.ErrGameNight) && msg.Code != "" {
		return r.nights.Join(msg.Code)
	}
	if msg.Err != nil {
		r.keys.early = nil
		r.status.Refuse(msg.Err)
		return nil
	}
	if before := r.stack.room(); before != nil {
		before.Detach()
	}
	at := room.New(r.ctx, &r.rooms, msg.Handle)
	r.stack.OpenOn(r.stack.base(), at)
	r.all(screen.RoomMsg{})
	at.ContinueChat(r.stack.takeChat())
	if !msg.Welcome.IsZero() && r.status.notice == "" {
		r.status.Tell(msg.Welcome)
	}
	return at.Wait()
}

func (r *Root) quit() tea.Cmd {
	areas{r}.home().StopSearch()
	r.farewell = r.ctx.Say(prose.T("Goodbye."))
	if r.ctx.You.ReturnLine != "" {
		r.farewell = r.ctx.Say(prose.T("Goodbye. To come back as {name}, use  {command}", prose.Name(r.ctx.You.Name), prose.Literal(r.ctx.You.ReturnLine)))
	}
	if room := r.stack.room(); room != nil && room.KeepsSeat() {
		r.farewell = r.ctx.Say(prose.T("Goodbye. Your seat is kept: come back with the same key."))
		if r.ctx.You.ReturnLine != "" {
			r.farewell = r.ctx.Say(prose.T("Goodbye. Your seat is kept: come back with  {command}", prose.Literal(r.ctx.You.ReturnLine)))
		}
	}
	return tea.Quit
}

// openBelow shows a screen on the lobby, below the room where the player is.
func (r *Root) openBelow(s screen.Screen) {
	if r.stack.room() == nil {
		r.keys.going = false
	}
	r.stack.openBelow(s)
}

// end ends the program, and tells why.
func (r *Root) end(err error) tea.Cmd {
	if err != nil {
		r.farewell = r.ctx.Say(prose.Reason(err))
	}
	return tea.Quit
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
