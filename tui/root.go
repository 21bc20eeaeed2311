package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Session is what one person's screen is made of.
type Session struct {
	Visit      lobby.Visit
	GameUIs    []GameUI
	Rooms      []lobby.Setting          // what hosts may choose about a room; nil is lobby.Settings
	ReturnLine string                   // what a guest types to come back as the same; empty with a key
	JoinLine   func(code string) string // what others type to come straight to a room
	// Notice is a sentence that the person reads first; mostly empty.
	Notice string
	// Seat is where the person wants to go first, with a word of welcome; nil
	// goes back to a match under way, or to the hall.
	Seat func() (handle lobby.Handle, welcome prose.Text, err error)
	// Settings are how the session begins. Keep is told when the person has
	// changed them, while the screen waits for it; nil does nothing.
	Settings Settings
	Keep     func(Settings)
	// History is of matches that have ended; nil keeps none. Person is whose are
	// listed first, an Identity.ID.
	History lobby.History
	Person  string
	// Turn is when what others do may be shown; nil is always.
	Turn Turn
	// Voice says all sentences; nil says them in English.
	Voice *prose.Voice
}

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// holdTime is how long a message stays at least that says why a table is gone.
const holdTime = 2 * time.Second

// Root is the screen of one session: it holds what has arrived and shows one
// screen of it. Everything that waits, waits in a command.
type Root struct {
	session       Session
	settings      Settings
	dark          bool // the terminal's background
	theme         *Theme
	width, height int  // that are laid out
	edges         edge // beside and below them
	farewell      string
	name          string // of the person

	hall        hallScreen
	form        *formScreen // nil while no room is made or changed
	table       *tableScreen
	help        *helpScreen
	chosen      *settingsScreen    // nil while nothing is set
	lesson      *lessonScreen      // nil while nothing is learnt
	history     *historyScreen     // nil while no matches that have ended are looked at
	leaderboard *leaderboardScreen // nil while no leaders are looked at

	asked   chan struct{}     // closed when the lobby has answered what was asked last; nil before
	going   bool              // a seat has been asked for
	early   []tea.KeyPressMsg // what was typed since then
	drawn   tea.View          // what was shown last
	changed bool              // something has come since
	zones   []zone            // parts of the board that was drawn last
	spans   []span            // where the hints stand that were drawn last
	styles  int               // how often the theme has changed
	kept    hallParts         // of the frame that was drawn last
	held    time.Time         // until then no key takes the message away
	muted   map[string]bool   // names of people who are not heard
	called  bool              // the message speaks of this person
	message string            // one line to the person, until the next key
	bad     bool              // it is a refusal
}

// New is the root of a session.
func New(session Session) *Root {
	if session.Rooms == nil {
		session.Rooms = lobby.Settings()
	}
	theme := session.Settings.theme(true)
	r := &Root{
		session: session, settings: session.Settings, dark: true, theme: &theme,
		going: session.Seat != nil, changed: true,
	}
	r.hall.root, r.name = r, session.Visit.Name()
	if session.Notice != "" {
		r.show(session.Notice)
	}
	return r
}

// say says a text to the person.
func (r *Root) say(text prose.Text) string { return r.session.Voice.Say(text) }

// sayAll says sentences one after the other.
func (r *Root) sayAll(texts []prose.Text) string {
	return strings.Join(r.session.Voice.SayAll(texts), " ")
}

// Farewell is what to tell the person when the program has ended; it may be
// empty.
func (r *Root) Farewell() string { return r.plain(r.farewell) }

// Messages that commands bring.
type (
	hallMsg struct {
		page lobby.Page
		open bool
	}
	updateMsg struct {
		handle lobby.Handle
		update lobby.Update
		open   bool
	}
	seatedMsg struct {
		handle  lobby.Handle
		welcome prose.Text
		err     error
	}
	doneMsg struct{ err error }
	tickMsg struct{ table *tableScreen }
)

// Init waits for the hall, asks for the background's colour, and goes where the
// person wants to be, or back to a match that is under way.
func (r *Root) Init() tea.Cmd {
	visit := r.session.Visit
	back := func() tea.Msg {
		if r.session.Seat != nil {
			handle, welcome, err := r.session.Seat()
			return seatedMsg{handle, welcome, err}
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if handle, ok := visit.Return(ctx); ok {
			return seatedMsg{handle: handle, welcome: prose.T("Welcome back. Your seat was kept.")}
		}
		return nil
	}
	// Asked directly: the program leaves out questions when its input is
	// brought by somebody else.
	return tea.Batch(tea.Raw(ansi.RequestBackgroundColor), r.waitHall(), back)
}

// waitHall waits for the hall's newest page. One that comes because the screen
// shows something else waits for no turn: its person has done that just now.
func (r *Root) waitHall() tea.Cmd {
	pages, turn, shown := r.session.Visit.Hall(), r.turn(), r.hall.page.Window
	return func() tea.Msg {
		page, open := newest(pages, turn, func(page lobby.Page) bool { return page.Window != shown })
		return hallMsg{page, open}
	}
}

// attend tells the visit what of the hall is on the screen: nothing at a table
// and wherever something else stands before it.
func (r *Root) attend() {
	window := lobby.Window{}
	if r.showsHall() {
		window = r.hall.window()
	}
	if window != r.hall.asked {
		r.hall.asked = window
		r.session.Visit.Shows(window)
	}
}

// showsHall reports whether the hall is on the screen.
func (r *Root) showsHall() bool { return r.table == nil && r.width > 0 && !r.covers() }

// you is the person's name as it was told last.
func (r *Root) you() string { return r.name }

// waitUpdate waits for a table's newest. Of what was told once and is left out
// with an older update a screen needs nothing: it shows what is, and the notes
// and the talk that each update holds.
func (r *Root) waitUpdate(handle lobby.Handle) tea.Cmd {
	turn := r.turn()
	return func() tea.Msg {
		update, open := newest(handle.Updates(), turn, never)
		return updateMsg{handle, update, open}
	}
}

// order gives an order to a room, and tells the person if it is refused.
func (r *Root) order(handle lobby.Handle, do lobby.Do) tea.Cmd {
	return r.ask(func(ctx context.Context) error { return lobby.Give(ctx, handle, do) })
}

// ask runs a call into the lobby outside the screen's loop, for a limited time.
// Calls are made in the order in which they were asked for: what was typed ahead
// arrives as it was typed.
func (r *Root) ask(call func(context.Context) error) tea.Cmd {
	before, done := r.asked, make(chan struct{})
	r.asked = done
	return func() tea.Msg {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if before != nil {
			select {
			case <-before:
			case <-ctx.Done():
			}
		}
		return doneMsg{call(ctx)}
	}
}

// seat runs a call that gives a handle. What is typed until the table shows is
// meant for the table, and kept for it.
func (r *Root) seat(call func(context.Context) (lobby.Handle, error)) tea.Cmd {
	r.going = true
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		handle, err := call(ctx)
		return seatedMsg{handle: handle, err: err}
	}
}

// Update takes what has arrived.
func (r *Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, isHall := msg.(hallMsg); !isHall {
		r.changed = true
	}
	_, cmd := r.update(msg)
	r.attend()
	if r.table != nil {
		cmd = tea.Batch(cmd, r.table.settle())
	}
	return r, cmd
}

func (r *Root) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.fit(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		r.dark = msg.IsDark()
		r.restyle(r.settings.theme(r.dark))
	case hallMsg:
		return r, r.gotHall(msg)
	case seatedMsg:
		return r, r.gotSeat(msg)
	case updateMsg:
		return r, r.gotUpdate(msg)
	case doneMsg:
		if msg.err != nil {
			r.refuse(msg.err)
		}
	case linkMsg:
		if r.chosen != nil {
			r.chosen.link = msg
		}
	case moveMsg:
		if r.table == msg.table {
			return r, r.table.moved()
		}
	case leaderboardMsg:
		if r.leaderboard == msg.screen {
			r.leaderboard.got(msg)
		}
	case historyMsg:
		if r.history == msg.screen {
			return r, r.history.got(msg)
		}
	case playMsg:
		if r.history != nil && r.history.replay == msg.replay {
			return r, msg.replay.played(msg.run)
		}
	case settleMsg:
		msg.table.settling.awaits = false
	case tickMsg:
		if r.table == msg.table {
			return r, r.table.ticked()
		}
	case tea.KeyPressMsg:
		return r, r.key(msg)
	case tea.PasteMsg:
		r.paste(msg)
	case tea.MouseClickMsg:
		return r, r.mouse(tea.Mouse(msg), r.click)
	case tea.MouseWheelMsg:
		return r, r.mouse(tea.Mouse(msg), r.wheel)
	}
	return r, nil
}

func (r *Root) restyle(theme Theme) {
	r.theme = &theme
	r.styles++
	if r.table != nil {
		r.table.renew()
	}
	if r.history != nil && r.history.replay != nil {
		r.history.replay.show()
	}
}

func (r *Root) refuse(err error) { r.message, r.bad = r.say(prose.Reason(err)), true }

// tell tells the person something in one line.
func (r *Root) tell(text prose.Text) { r.show(r.say(text)) }

// show is tell for what is said already.
func (r *Root) show(said string) { r.message, r.bad = said, false }

func (r *Root) gotHall(msg hallMsg) tea.Cmd {
	if !msg.open {
		if err := r.session.Visit.Ended(); err != nil {
			r.farewell = r.say(prose.Reason(err))
		}
		return tea.Quit
	}
	r.name = msg.page.You.Name
	r.changed = r.hall.show(msg.page) && r.showsHall() || r.changed
	return r.waitHall()
}

func (r *Root) gotSeat(msg seatedMsg) tea.Cmd {
	r.going = false
	if msg.err != nil {
		r.early = nil
		r.refuse(msg.err)
		return nil
	}
	if r.table != nil {
		r.table.handle.Close()
	}
	r.form, r.help, r.chosen, r.lesson, r.history, r.leaderboard = nil, nil, nil, nil, nil, nil
	r.hall.asking = false
	r.table = &tableScreen{root: r, handle: msg.handle}
	if elsewhere := r.hall.talk; elsewhere != nil {
		r.table.talk, r.hall.talk = r.table.newTalk(), nil
		r.table.talk.goesOn(elsewhere)
	}
	if !msg.welcome.IsZero() && r.session.Notice == "" {
		r.tell(msg.welcome)
	}
	return r.waitUpdate(msg.handle)
}

func (r *Root) gotUpdate(msg updateMsg) tea.Cmd {
	if r.table == nil || r.table.handle != msg.handle {
		return nil // of a table that was left
	}
	if !msg.open {
		if elsewhere := r.table.talk; elsewhere != nil {
			r.hall.talk = r.hall.newTalk()
			r.hall.talk.goesOn(elsewhere)
		}
		r.table, r.help, r.form, r.early = nil, nil, nil, nil
		if err := msg.handle.Ended(); err != nil {
			r.refuse(err)
			r.held = time.Now().Add(holdTime) // keys may be on their way
		}
		return nil
	}
	return tea.Batch(r.table.show(msg.update), r.waitUpdate(msg.handle), r.keyEarly())
}

// maxEarly bounds the keys that are kept for a table.
const maxEarly = 32

// keyEarly types what was typed before the table showed. Where a match is
// played there it is dropped, unless it is talk: it was meant for what stood
// there before.
func (r *Root) keyEarly() tea.Cmd {
	early := r.early
	r.early = nil
	if len(early) > 0 && r.table.talk == nil && r.table.update.Stage != lobby.Gathering {
		r.tell(prose.T("The keys you pressed before the table appeared were left out."))
		return nil
	}
	var all []tea.Cmd
	for _, key := range early {
		all = append(all, r.key(key))
	}
	return tea.Batch(all...)
}

func (r *Root) key(key tea.KeyPressMsg) tea.Cmd {
	if key.String() == "ctrl+c" {
		return r.quit()
	}
	if r.tooSmall() {
		return nil
	}
	if r.going || r.table != nil && !r.table.shown {
		r.early = append(r.early, key)[:min(len(r.early)+1, maxEarly)]
		return nil
	}
	if time.Now().After(r.held) {
		r.message, r.bad, r.called = "", false, false
	}
	switch {
	case r.help != nil:
		if r.help.key(key.String()) {
			r.help = nil
		}
		return nil
	case r.lesson != nil:
		if r.lesson.key(key) {
			r.lesson = nil
		}
		return nil
	case r.leaderboard != nil:
		cmd, over := r.leaderboard.key(key.String())
		if over {
			r.leaderboard = nil
		}
		return cmd
	case r.history != nil:
		cmd, over := r.history.key(key)
		if over {
			r.history = nil
		}
		return cmd
	case r.chosen != nil:
		closed, cmd := r.chosen.key(key.String())
		if closed {
			r.chosen = nil
		}
		return cmd
	case r.form != nil:
		return r.form.key(key)
	case r.table != nil:
		return r.table.key(key)
	}
	return r.hall.key(key)
}

func (r *Root) paste(msg tea.PasteMsg) {
	switch {
	case r.help != nil || r.chosen != nil || r.lesson != nil || r.tooSmall():
	case r.form != nil:
		r.form.paste(msg)
	case r.table == nil:
		r.hall.paste(msg)
	case r.table.talk != nil:
		r.table.talk.paste(msg)
	}
}

func (r *Root) quit() tea.Cmd {
	r.farewell = r.say(prose.T("Goodbye."))
	if r.table != nil && r.table.seated() && r.table.inPlay() {
		r.farewell = r.say(prose.T("Goodbye. Your seat is kept: come back with the same key."))
		if r.session.ReturnLine != "" {
			r.farewell = r.say(prose.T("Goodbye. Your seat is kept: come back with  {command}", prose.Literal(r.session.ReturnLine)))
		}
	}
	return tea.Quit
}

// kit is the game's part of the screen.
func (r *Root) kit(game string) *GameUI {
	for i := range r.session.GameUIs {
		if kit := &r.session.GameUIs[i]; kit.Game.Name == game {
			return kit
		}
	}
	return &GameUI{Game: engine.Game{Name: game, Title: game}}
}

// unusual are the options of a game that are not as they are by default.
func (r *Root) unusual(game string, options engine.Options) (said []string) {
	for _, option := range r.kit(game).Game.Options {
		for _, value := range option.Values {
			if value.Name == options[option.Name] && value.Name != option.Default {
				said = append(said, r.say(prose.T("{option}: {value}", prose.Sub(prose.Label(option.Title)), prose.Sub(prose.Label(value.Label())))))
			}
		}
	}
	return said
}

func (r *Root) tooSmall() bool { return r.width < MinWidth || r.height < MinHeight }

// View draws the screen.
func (r *Root) View() tea.View {
	if r.changed {
		r.drawn, r.changed = r.view(), false
	}
	return r.drawn
}

func (r *Root) view() tea.View {
	view := tea.NewView("")
	view.AltScreen = true
	if !r.settings.NoMouse {
		view.MouseMode = tea.MouseModeCellMotion
	}
	view.WindowTitle = "parlor"
	if r.width == 0 || r.height == 0 {
		return view
	}
	if r.table == nil && !r.covers() {
		if now := (look{r.width, r.height, r.styles, r.settings.ASCII}); r.kept.look != now {
			r.kept = newHallParts(now)
		}
	} else {
		r.kept = hallParts{}
	}
	lines, title := r.draw()
	if title != "" {
		view.WindowTitle = r.plain("parlor · " + title)
	}
	view.SetContent(r.finish(lines))
	return view
}

// draw returns the lines of the screen and what it is about.
func (r *Root) draw() (lines []string, title string) {
	switch {
	case r.tooSmall():
		return r.drawSmall(), ""
	case r.help != nil:
		return r.help.draw(), r.say(prose.T("help"))
	case r.lesson != nil:
		return r.lesson.draw(), r.say(prose.T("tutorial"))
	case r.leaderboard != nil:
		return r.leaderboard.draw()
	case r.history != nil:
		return r.history.draw()
	case r.chosen != nil:
		return r.chosen.draw(), r.say(prose.T("settings"))
	case r.form != nil:
		return r.form.draw(), r.say(prose.T("new room"))
	case r.table != nil:
		return r.table.draw()
	}
	return r.hall.draw(), ""
}

// covers says whether something else stands before the table.
func (r *Root) covers() bool {
	return r.tooSmall() || r.help != nil || r.lesson != nil || r.leaderboard != nil || r.history != nil || r.chosen != nil || r.form != nil ||
		r.table != nil && r.table.participants != nil
}

// drawSmall says calmly that there is no room.
func (r *Root) drawSmall() []string {
	width, height := r.Size()
	text := r.say(prose.T("parlor needs a window of {least}. This one is {size}. Make it larger to go on where you are. Your seat is safe.",
		prose.Literal(size(MinWidth, MinHeight)), prose.Literal(size(width, height))))
	lines := rows(nil, r.height/3)
	for _, line := range prose.Wrap(text, max(10, r.width-4)) {
		lines = append(lines, "  "+r.theme.Text.Render(line))
	}
	return lines
}

// page is the frame of every screen but the table's: a head, the body, a
// message, hints.
func (r *Root) page(left, right string, body []string, hints []Hint) []string {
	lines := append(make([]string, 0, r.height+1),
		Sides(" "+r.theme.Title.Render(left), r.theme.Faint.Render(right)+" ", r.width),
		r.theme.Border.Render(strings.Repeat("─", r.width)))
	lines = append(lines, rows(body, r.height-4)...)
	return append(lines, r.messageLine(), r.hintLine(hints))
}

func (r *Root) messageLine() string {
	switch {
	case r.message == "":
		return ""
	case r.bad:
		return " " + r.theme.Bad.Render(Cut(r.message, r.width-2))
	case r.called:
		return " " + r.theme.Accent.Render(Cut(r.message, r.width-2))
	}
	return " " + r.theme.Faint.Render(Cut(r.message, r.width-2))
}
