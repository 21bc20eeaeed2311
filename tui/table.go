package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// tableScreen is a room: the people who gather, the board while a match is
// played, the points between rounds.
type tableScreen struct {
	screen.Base
	root     *Root
	handle   lobby.Handle
	update   lobby.Update
	shown    bool // an update has come
	board    board.Board
	spots    []board.Spot // of it, as it was drawn last
	notes    uint64       // newest note told
	chat     uint64       // newest line of chat told
	said     widget.ChatLog
	talk     *widget.ChatLine // what is being said; nil while nothing is
	panelled bool             // what was said stands beside the table
	ending   *ending          // of the game that is over; nil while none is
	hint     hint             // the last one that was asked for
	chosen   int              // while gathering: the seat under the cursor
	moving   bool             // a frame of the board's movement stands
	planned  []lobby.Grouped  // the settings of such rooms, while it waits
	linked   widget.QRCode

	settling settling
	asks     *confirmation // that stands over the table; nil while none does

	ticks uint64 // how often nothing has changed but a countdown
	kept  *keptRows

	gathers screen.BindingCache[waitingState]
	plays   screen.BindingCache[matchState]
}

func (t *tableScreen) seated() bool { return t.update.You != engine.Watcher }

func (t *tableScreen) inPlay() bool { return t.update.InPlay() }

// show takes the newest update.
func (t *tableScreen) show(u lobby.Update) tea.Cmd {
	before, mine, ready, enough := t.update, t.myTurn(), t.shown && t.ready(), t.enough()
	first := !t.shown
	t.update, t.shown = u, true
	if t.seated() {
		areas{t.root}.home().StopSearch()
	}
	if u.Match != nil || u.Plan.Game != before.Plan.Game {
		t.planned = nil
	}
	t.Changed()
	t.root.unexcuse()
	if u.Stage == lobby.Gathering && t.enough() && !enough && t.root.bad {
		t.root.show("") // that there were too few
	}
	ended := first || momentOf(u) != t.settling.moment
	t.settling.changes(u, first)
	if u.Match != nil {
		began := u.Match.Round == 1 && u.Stage == engine.Playing && before.Stage != engine.Playing
		if t.board == nil || began {
			t.renewBoard()
		}
	} else {
		t.board = nil
	}
	t.end(ended, first)
	t.look()
	t.asks.overtaken()
	t.tellNotes(first)
	called := t.tellChat(first)
	all := []tea.Cmd{t.move()}
	if ended && t.ending != nil {
		all = append(all, t.ending.wait())
	}
	if turn := t.myTurn() && !mine; !first && (called || turn || t.comes(before, ready)) {
		all = append(all, t.callFor(called, turn))
	}
	return tea.Batch(all...)
}

// end begins or ends the scene between games, where another moment has come.
func (t *tableScreen) end(another, late bool) {
	between := t.update.Stage == engine.Interval || t.update.Stage == engine.Over
	if another || !between {
		t.ending.close()
		t.ending = nil
	}
	if another && between {
		t.ending = t.newEnding(late)
	}
}

// look lets the board see what is seen by now.
func (t *tableScreen) look() {
	if t.board == nil {
		return
	}
	scene := t.scene()
	if t.ending != nil {
		scene.View = t.ending.view(scene.View)
	}
	t.board.See(scene)
}

// tellNotes shows the newest note, unless a refusal stands there.
func (t *tableScreen) tellNotes(first bool) {
	notes := t.update.Notes
	if len(notes) == 0 {
		return
	}
	newest := notes[len(notes)-1]
	if !first && newest.ID > t.notes && !t.root.bad {
		t.root.tell(newest.Text)
	}
	t.notes = max(t.notes, newest.ID)
}

func (t *tableScreen) renewBoard() {
	t.board = t.root.ctx.Kit(t.update.Plan.Game).Board(t.root.ctx.Theme, t.root.ctx.Voice)
}

// renew draws with the new theme; what was being chosen is begun again.
func (t *tableScreen) renew() {
	if t.board != nil {
		t.renewBoard()
		t.look()
	}
}

func (t *tableScreen) scene() board.Scene {
	scene := board.Scene{View: *t.update.Match, Aided: !t.update.Plan.Unaided, Watching: !t.seated()}
	for _, seat := range t.update.Seats {
		scene.Names = append(scene.Names, seat.Name)
		scene.Away = append(scene.Away, !seat.Away.IsZero() || seat.Left)
		scene.Bots = append(scene.Bots, seat.Kind == lobby.SeatBot)
		scene.Substitutes = append(scene.Substitutes, seat.BotPlays)
		if t.update.Logged > 0 {
			scene.BotEvents, scene.Logged = append(scene.BotEvents, seat.BotEvents), t.update.Logged
		}
	}
	return scene
}

// Moving implements mover.
func (t *tableScreen) Moving() prose.Text {
	if t.update.Moving {
		return lobby.MovingText()
	}
	return prose.Text{}
}

func (t *tableScreen) paused() bool { return !t.update.Paused.IsZero() }

// Update implements screen.
func (t *tableScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Restyled:
		t.renew()
	case moveMsg:
		if msg.table == t {
			t.Changed()
			return t.moved()
		}
	case settleMsg:
		if msg.table == t {
			t.Changed()
			t.settling.awaits = false
		}
	case hintMsg:
		if msg.table == t {
			t.Changed()
			t.takeHint(msg)
		}
	case endingMsg:
		if t.ending != nil {
			t.Changed()
			return t.ending.take(msg)
		}
	}
	return nil
}

func (t *tableScreen) do(action engine.Action) tea.Cmd {
	if action == "" {
		return nil
	}
	handle := t.handle
	return t.root.order(handle, lobby.Play{Action: action})
}

// away goes to the lobby, where the seat waits.
func (t *tableScreen) away() tea.Cmd {
	t.handle.Close()
	t.root.close(t)
	return nil
}

// leave gives the seat up; the lobby comes at once, also where the room refuses.
func (t *tableScreen) leave() tea.Cmd {
	handle := t.handle
	t.root.close(t)
	return t.root.ask(func(ctx context.Context) error {
		err := lobby.Perform(ctx, handle, lobby.Leave{})
		if err != nil {
			handle.Close() // the seat is kept
		}
		return err
	})
}

func (t *tableScreen) View() (lines []string, title string) {
	if !t.shown {
		return t.root.page("parlor", "", nil), ""
	}
	game := t.root.ctx.Kit(t.update.Plan.Game).Game.Title
	t.settling.sees()
	if t.update.Stage == lobby.Gathering {
		return t.drawWaiting(), game
	}
	title = game
	if t.myTurn() && !t.root.ctx.Settings.Untitled {
		title = t.root.ctx.Say(prose.T("your turn"))
	}
	body := t.rows()
	if t.talk != nil && !t.panelled {
		body = t.talk.Overlay(body, t.heard())
	}
	lines = append([]string{t.head()}, widget.Under(body, t.words(), 2)...)
	return append(lines, t.root.hintLine()), title
}

// drawOver draws the table with other words below it than its own, for a screen that
// stands on it.
func (t *tableScreen) drawOver(words []string) (lines []string, title string) {
	title = t.root.ctx.Kit(t.update.Plan.Game).Game.Title
	if t.update.Stage == lobby.Gathering {
		body := t.roomRows()
		lines = append(t.waitingHead(), widget.Under(body, words, 1)...)
		return append(lines, t.root.hintLine()), title
	}
	lines = append([]string{t.head()}, widget.Under(t.rows(), words, 2)...)
	return append(lines, t.root.hintLine()), title
}

func (t *tableScreen) myTurn() bool {
	if t.update.Match == nil {
		return false
	}
	for _, seat := range t.update.Match.ToMove {
		if seat == t.update.You && t.seated() {
			return true
		}
	}
	return false
}

// head is the top line: game, room, round, points, code.
func (t *tableScreen) head() string {
	match := t.update.Match
	var right []string
	if !t.seated() {
		right = append(right, t.root.ctx.Say(prose.T("watching")))
	}
	if t.update.Follows != engine.Watcher {
		right = append(right, t.root.ctx.Say(prose.T("as {name} sees it", prose.Name(t.update.Seats[t.update.Follows].Name))))
	}
	if !t.update.Draining.IsZero() {
		right = append(right, t.root.ctx.Say(prose.T("server stops in {clock}", prose.Literal(prose.Clock(max(0, time.Until(t.update.Draining)))))))
	}
	if match.Rounds > 1 {
		right = append(right, t.root.ctx.Say(prose.T("game {n} of {games}", prose.N(match.Round), prose.N(match.Rounds))))
	}
	right = append(right, t.update.Code)
	return t.headOf(widget.WithUnread(t.root.ctx, t.unread(), right...))
}

// headOf is the head with what stands right on it.
func (t *tableScreen) headOf(right string) string {
	return widget.BoardHead(t.root.ctx, t.root.ctx.Kit(t.update.Plan.Game).Game.Title, t.root.ctx.Say(lobby.TitleText(t.update.Plan.Title)), right)
}

// body is the board, after a round with its last move and all that was hidden;
// then the points are with it where both fit, else they take its place for who
// wants to see them.
func (t *tableScreen) body(height int) []string {
	width := t.root.ctx.Width
	t.panelled = false
	board := func(height int) []string { return t.drawBoard(width, height) }
	if t.ending == nil {
		return board(height)
	}
	return t.ending.draw(height, board)
}

// words are what the person should do, with the time that is left, and what they
// were told last.
func (t *tableScreen) words() []string {
	theme := t.root.ctx.Theme
	style := theme.Text
	if t.myTurn() {
		style = theme.Accent
	}
	if t.talk != nil {
		return append(t.talk.Words(style), t.root.messageLines()...)
	}
	left := t.timeLeft()
	lines := prose.Wrap(t.ask(), t.root.ctx.Width-2-look.Width(left))
	for i, line := range lines {
		lines[i] = " " + style.Render(line)
	}
	if len(lines) == 0 {
		lines = []string{""}
	}
	lines[0] = look.Sides(lines[0], left, t.root.ctx.Width)
	return append(lines, t.root.messageLines()...)
}

// others are the seats without the reader's own.
func others(people prose.People, seats []engine.Seat) []engine.Seat {
	return slices.DeleteFunc(slices.Clone(seats), people.IsYou)
}

// ask says what the person should do now.
func (t *tableScreen) ask() string {
	people := prose.People{Names: t.scene().Names, You: t.update.You}
	switch {
	case t.talk != nil:
		return t.talk.Line()
	case t.paused() && t.inPlay():
		return t.root.ctx.Say(prose.T("The match is paused. Press g to go on."))
	case t.ending != nil:
		return t.ending.ask(people)
	case !t.settled():
		return t.opening()
	}
	ask := t.root.ctx.Say(t.board.Ask())
	if t.update.Follows != engine.Watcher {
		ask = t.root.ctx.Say(people.Waits(t.update.Match.ToMove)) // the board asks whose eyes these are
	}
	for _, more := range []prose.Text{t.gone(people), t.remedy(), t.pauseAsked(people)} {
		if !more.IsZero() {
			ask += " " + t.root.ctx.Say(more)
		}
	}
	return ask
}

// unready says who is not ready yet.
func (t *tableScreen) unready(people prose.People) prose.Text {
	var waiting []engine.Seat
	for i, seat := range t.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Left && !seat.Ready {
			waiting = append(waiting, engine.Seat(i))
		}
	}
	return people.Waits(waiting)
}

// gone tells who of those that the table waits for is not connected.
func (t *tableScreen) gone(people prose.People) prose.Text {
	var gone []engine.Seat
	for _, seat := range t.update.Match.ToMove {
		if one := t.update.Seats[seat]; !one.Away.IsZero() && seat != t.update.You {
			gone = append(gone, seat)
		}
	}
	switch len(gone) {
	case 0:
		return prose.Text{}
	case 1:
		if t.update.Seats[gone[0]].BotPlays {
			return prose.T("{name} is away. A bot plays for them.", people.Name(gone[0]))
		}
		if d := time.Since(t.update.Seats[gone[0]].Away); d >= time.Minute {
			return prose.T("{name} has been away for {time}.", people.Name(gone[0]), prose.Roughly(d))
		}
		return prose.T("{name} is away.", people.Name(gone[0]))
	}
	return prose.T("{names} are away.", prose.And(people.Who(gone)))
}

// asksForPause is somebody else who asks for a pause, to which the reader has not
// agreed; engine.Watcher for nobody.
func (t *tableScreen) asksForPause() engine.Seat {
	if !t.seated() || t.paused() || t.update.Seats[t.update.You].Pausing {
		return engine.Watcher
	}
	return engine.Seat(slices.IndexFunc(t.update.Seats, func(s lobby.SeatInfo) bool { return s.Pausing }))
}

// pauseAsked tells how to agree to a pause.
func (t *tableScreen) pauseAsked(people prose.People) prose.Text {
	who := t.asksForPause()
	if who == engine.Watcher {
		return prose.Text{}
	}
	return prose.T("{name} asks for a pause. Press Esc, then p to agree.", people.Name(who))
}
