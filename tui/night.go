package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// nightScreen is a game night: who takes part, what is played, and how all stand. It
// stays below the tables of the game night.
type nightScreen struct {
	screen.Base
	root   *Root
	hold   lobby.GameNightHandle
	update lobby.GameNightUpdate
	shown  bool   // an update has come
	top    int    // people that are scrolled away
	page   int    // people that were drawn last
	asks   asking // what is asked before it is done
	linked widget.QRCode
	said   widget.ChatLog
	talk   *widget.ChatLine // what is being said; nil while nothing is

	bound screen.BindingCache[nightState]
}

// asking is what somebody is asked at a game night before it is done.
type asking int

const (
	asksNothing asking = iota
	asksToEnd
	asksToLeave
)

// Messages about game nights.
type (
	attendedMsg struct {
		hold lobby.GameNightHandle
		err  error
	}
	nightMsg struct {
		hold   lobby.GameNightHandle
		update *lobby.GameNightUpdate
		open   bool
	}
)

// night is the game night at which the person is; nil where they are at none.
func (r *Root) night() *nightScreen {
	for _, s := range r.stack {
		if night, is := s.(*nightScreen); is {
			return night
		}
	}
	return nil
}

// base is what tables stand on: the game night, or else the lobby.
func (r *Root) base() screen.Screen {
	if night := r.night(); night != nil {
		return night
	}
	return r.hall
}

// attendNight runs a call that gives a hold on a game night.
func (r *Root) attendNight(call func(context.Context) (lobby.GameNightHandle, error)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		hold, err := call(ctx)
		return attendedMsg{hold, err}
	}
}

// toNight comes to the game night of a code.
func (r *Root) toNight(code string) tea.Cmd {
	visit := r.ctx.Session
	return r.attendNight(func(ctx context.Context) (lobby.GameNightHandle, error) {
		return lobby.Ask(ctx, visit, lobby.JoinGameNight{Code: code})
	})
}

// backToNight comes to the game night that the person takes part in; nothing where
// there is none.
func (r *Root) backToNight() tea.Msg {
	ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
	defer cancel()
	visit := r.ctx.Session
	code, err := lobby.Ask(ctx, visit, lobby.CurrentGameNight{})
	if err != nil || code == "" {
		return nil
	}
	hold, err := lobby.Ask(ctx, visit, lobby.JoinGameNight{Code: code})
	if err != nil {
		return nil // the lobby is as good
	}
	return attendedMsg{hold: hold}
}

// gotNight shows a game night that the person has come to: below a table of it.
func (r *Root) gotNight(msg attendedMsg) tea.Cmd {
	r.changed()
	if msg.err != nil {
		r.going = false
		r.refuse(msg.err)
		if form, is := r.top().(*nightForm); is {
			form.asked = false
		}
		return nil
	}
	night := &nightScreen{root: r, hold: msg.hold}
	var said *widget.ChatLine
	if before := r.night(); before != nil {
		said = before.talk
		before.hold.Close()
		r.close(before)
	}
	if r.table() != nil {
		r.stack = slices.Insert(r.stack, 1, screen.Screen(night))
	} else {
		r.going = false
		r.openOn(r.hall, night)
	}
	r.talksOn(said)
	return r.waitNight(msg.hold)
}

// waitNight waits for the newest of a game night.
func (r *Root) waitNight(hold lobby.GameNightHandle) tea.Cmd {
	turn := r.turn()
	return func() tea.Msg {
		update, open := screen.Newest(hold.Updates(), turn, screen.Never[lobby.GameNightUpdate])
		return nightMsg{hold, update, open}
	}
}

// gotNightUpdate takes what a game night shows.
func (r *Root) gotNightUpdate(msg nightMsg) tea.Cmd {
	if board, is := r.hallless(); is && board.hold == msg.hold {
		return board.got(msg)
	}
	night := r.night()
	if night == nil || night.hold != msg.hold {
		return nil // of one that was left
	}
	if !msg.open {
		r.changed()
		if table := r.table(); table == nil {
			r.close(night)
		} else {
			r.stack = slices.DeleteFunc(r.stack, func(s screen.Screen) bool { return s == screen.Screen(night) })
		}
		r.talksOn(night.talk)
		if err := msg.hold.Ended(); err != nil {
			r.refuse(err)
		}
		return nil
	}
	return tea.Batch(night.show(*msg.update), r.waitNight(msg.hold))
}

// show takes the newest update.
func (n *nightScreen) show(u lobby.GameNightUpdate) tea.Cmd {
	before := n.update
	old, was := before.Table()
	n.update, n.shown = u, true
	n.Changed()
	n.root.unexcuse()
	calls := n.hears(before)
	table, called := u.Table()
	if !called || was && old.Number == table.Number || u.People[u.You].State != lobby.GameNightCalled {
		return calls
	}
	if !n.root.onTop(n) {
		n.root.tell(prose.T("Your table at the game night is ready. Go back there with Esc."))
	}
	return n.root.ring()
}

// hears takes what was said since another update: the bell rings for who is spoken of.
func (n *nightScreen) hears(before lobby.GameNightUpdate) tea.Cmd {
	heard := n.heard()
	n.said.Begin(heard)
	newest, known := widget.NewestLine(heard), widget.NewestLine(before.Chat)
	if newest <= known || before.Code == "" || !n.root.onTop(n) || !widget.Mentions(n.root.ctx, heard[len(heard)-1]) {
		return nil
	}
	return n.root.ring()
}

// heard is what was said at the game night.
func (n *nightScreen) heard() []lobby.ChatMessage { return n.update.Chat }

// unread counts what was said there since the person last saw it.
func (n *nightScreen) unread() int { return n.said.Unread(n.heard(), n.root.you()) }

func (n *nightScreen) newChat() *widget.ChatLine {
	return widget.NewChatLine(n.root.ctx, n.root.mutes, widget.ToGameNight, &n.said, nil, func(text string) tea.Cmd { return n.order(lobby.SayAtGameNight{Text: text}) })
}

// talkHelp implements talker.
func (n *nightScreen) talkHelp() []board.Hint { return widget.ChatHelp(n.root.ctx, n.root.mutes, nil) }

// state is what the person does at the game night; empty where they take no part.
func (n *nightScreen) state() string {
	if n.update.You < 0 || n.update.You >= len(n.update.People) {
		return ""
	}
	return n.update.People[n.update.You].State
}

// open reports whether the match at a table is not over.
func open(t lobby.GameNightTable) bool { return t.Stage != engine.Over }

// nightState is what the keys of a game night depend on.
type nightState struct {
	stage, state string
	host         bool
	asks         asking
	tables       bool // some are open
	unread       int
}

func (n *nightScreen) Bindings() []screen.Binding {
	if n.talk != nil {
		return n.talk.Bindings(false, n.heard, func() { n.talk = nil })
	}
	if !n.shown {
		return nil
	}
	return n.bound.Get(nightState{n.update.Stage, n.state(), n.update.Host, n.asks, slices.ContainsFunc(n.update.Tables, open), n.unread()}, n.bind)
}

// Input implements screen: what somebody was saying at a table that has closed is still
// being typed, and none of it is a key of the game night.
func (n *nightScreen) Input() screen.Input {
	if n.talk == nil {
		return nil
	}
	return n.talk
}

func (n *nightScreen) bind(now nightState) []screen.Binding {
	goesOn := screen.Binding{Key: keys.Of("n", "n", "esc"), Hint: prose.T("go on"), Help: prose.T("go on with the game night"), Leaves: true, Do: screen.Call(func() { n.asks = asksNothing })}
	switch now.asks {
	case asksToEnd:
		return []screen.Binding{{Key: keys.Named("y"), Hint: prose.T("end it"), Help: prose.T("end the game night for all"), Do: screen.Command(n.end)}, goesOn}
	case asksToLeave:
		return []screen.Binding{{Key: keys.Named("y"), Hint: prose.T("quit"), Help: prose.T("quit the game night; you keep your points"), Do: screen.Command(n.leave)}, goesOn}
	case asksNothing:
	}
	goes := now.state == lobby.GameNightCalled || now.state == lobby.GameNightAtTable
	begins := now.host && (now.stage == lobby.GameNightGathering || now.stage == lobby.GameNightPaused)
	plays := now.stage != lobby.GameNightOver
	out := now.state == lobby.GameNightOut
	all := []screen.Binding{
		{Key: keys.If(goes, keys.Named("enter")), Hint: prose.T("to your table"), Help: prose.T("go to the table that waits for you"), Why: n.whyWait(now, begins), Do: screen.Command(n.toTable)},
		{Key: keys.If(begins, keys.Named("b")), Hint: screen.Either(now.stage == lobby.GameNightPaused, prose.T("go on"), prose.T("begin")), Help: prose.T("let tables fill by themselves (host)"), Why: n.whyHost(now), Do: n.orders(lobby.BeginGameNight{})},
		{Key: keys.If(now.host && now.stage == lobby.GameNightPlaying, keys.Named("p")), Hint: prose.T("pause"), Help: prose.T("let nobody be seated for a while (host)"), Why: n.whyHost(now), Do: n.orders(lobby.PauseGameNight{})},
		{Key: keys.If(plays, keys.Named("s")), Hint: screen.Either(out, prose.T("play again"), prose.T("sit out")), Help: prose.T("sit out for a while, or play again"), Do: n.orders(lobby.SitOut{Out: !out})},
		{Key: keys.Named("t"), Hint: widget.WithCount(prose.T("talk"), now.unread), Help: prose.T("say something to the game night, and read what was said"), Do: screen.Call(func() { n.talk = n.newChat() })},
		{Key: keys.If(now.host && plays, keys.Named("o")), Hint: prose.T("change"), Help: prose.T("change games, tables, pace and bots (host)"), Why: n.whyHost(now), Do: screen.Call(func() { n.root.open(changeNight(n.root, n.hold, n.update.Plan)) })},
		{Key: keys.Of("↑↓", "up", "down", "pgup", "pgdown", "k", "j"), Help: prose.T("scroll the standings"), Do: n.scroll},
		{Key: keys.If(now.tables, keys.Named("w")), Hint: prose.T("watch"), Help: prose.T("watch a table by its number"), Why: prose.T("Nothing is played now."), Do: screen.Call(n.watch)},
		{Key: keys.If(now.host, keys.Named("h")), Help: prose.T("make somebody else the host, by name (host)"), Why: n.whyHost(now), Do: screen.Call(func() {
			n.askName(prose.T("New host"), func(name string) lobby.NightOp { return lobby.HandOverGameNight{To: name} })
		})},
		{Key: keys.If(now.host, keys.Named("x")), Help: prose.T("send somebody away for good, by name (host)"), Why: n.whyHost(now), Do: screen.Call(func() {
			n.askName(prose.T("Send away"), func(name string) lobby.NightOp { return lobby.KickFromGameNight{Name: name} })
		})},
		{Key: keys.If(now.host && now.tables, keys.Named("d")), Help: prose.T("end the match at a table, by its number; it counts for nobody (host)"), Why: n.whyHost(now), Do: screen.Call(n.endTable)},
		{Key: keys.If(now.host && plays, keys.Named("e")), Hint: prose.T("end"), Help: prose.T("end the game night for all (host)"), Why: n.whyHost(now), Do: screen.Call(func() { n.asks = asksToEnd })},
		{Key: keys.Named("y"), Hint: prose.T("quit"), Help: prose.T("quit the game night; you keep your points"), Do: screen.Call(func() { n.asks = asksToLeave })},
		{Key: keys.Of("esc", "esc", "q"), Hint: prose.T("hall"), Help: prose.T("go to the hall; you are not seated until you are back"), Leaves: true, Do: screen.Call(n.away)},
	}
	return all
}

// whyWait says why Enter does nothing.
func (n *nightScreen) whyWait(now nightState, begins bool) prose.Text {
	switch {
	case begins:
		return prose.T("Press b to let tables fill.")
	case now.stage == lobby.GameNightOver:
		return prose.T("The game night is over.")
	case now.state == lobby.GameNightOut:
		return prose.T("You are sitting out. Press s to play again.")
	}
	return prose.T("No table waits for you yet.")
}

func (n *nightScreen) whyHost(now nightState) prose.Text {
	if now.host {
		return prose.Text{}
	}
	return prose.T("Only the host of the game night can do that.")
}

// orders is Do of an order to the game night.
func (n *nightScreen) orders(do lobby.NightOp) func(string) tea.Cmd {
	return screen.Command(func() tea.Cmd { return n.order(do) })
}

// order gives an order to the game night.
func (n *nightScreen) order(do lobby.NightOp) tea.Cmd {
	hold := n.hold
	return n.root.ask(func(ctx context.Context) error { return lobby.Perform(ctx, hold, do) })
}

func (n *nightScreen) end() tea.Cmd {
	n.asks = asksNothing
	return n.order(lobby.EndGameNight{})
}

func (n *nightScreen) leave() tea.Cmd {
	n.asks = asksNothing
	return n.order(lobby.LeaveGameNight{})
}

// toTable goes to the table that waits.
func (n *nightScreen) toTable() tea.Cmd {
	t, is := n.update.Table()
	if !is {
		return nil
	}
	visit, code := n.root.ctx.Session, t.Code
	return n.root.seat(func(ctx context.Context) (lobby.Handle, error) { return lobby.Ask(ctx, visit, lobby.Join{Code: code}) })
}

// watch asks for the number of a table and watches it.
func (n *nightScreen) watch() {
	visit := n.root.ctx.Session
	n.askTable(prose.T("Table"), prose.T("the number of a table, to watch it"), func(t lobby.GameNightTable) tea.Cmd {
		return n.root.seat(func(ctx context.Context) (lobby.Handle, error) {
			return lobby.Ask(ctx, visit, lobby.Watch{Code: t.Code})
		})
	})
}

// endTable asks for the number of a table and ends its match.
func (n *nightScreen) endTable() {
	n.askTable(prose.T("End table"), prose.T("the number of a table; its match ends at once"), func(t lobby.GameNightTable) tea.Cmd {
		return n.order(lobby.EndTable{Number: t.Number})
	})
}

// askTable asks for the number of a table, and does something with that.
func (n *nightScreen) askTable(label, help prose.Text, do func(lobby.GameNightTable) tea.Cmd) {
	widget.OpenPrompt(n.root.ctx, n.root.ctx.Say(label), n.root.ctx.Say(help), "", 4, func(text string) tea.Cmd {
		at := slices.IndexFunc(n.update.Tables, func(t lobby.GameNightTable) bool { return text == n.root.ctx.Say(prose.T("{n}", prose.N(t.Number))) })
		if at < 0 {
			n.root.tell(prose.T("There is no table of that number."))
			return nil
		}
		return do(n.update.Tables[at])
	})
}

// askName asks for somebody's name and gives an order about them.
func (n *nightScreen) askName(label prose.Text, do func(name string) lobby.NightOp) {
	widget.OpenPrompt(n.root.ctx, n.root.ctx.Say(label), n.root.ctx.Say(prose.T("the name of somebody at the game night")), "", 24, func(name string) tea.Cmd { return n.order(do(name)) })
}

func (n *nightScreen) scroll(name string) tea.Cmd {
	by := screen.Step(name)
	if name == "pgup" || name == "pgdown" {
		by = max(1, n.page)
		if name == "pgup" {
			by = -by
		}
	}
	n.top = max(0, min(n.top+by, len(n.update.People)-n.page))
	return nil
}

// away goes to the lobby.
func (n *nightScreen) away() {
	n.hold.Close()
	n.root.close(n)
	if n.update.Stage != lobby.GameNightOver {
		n.root.tell(prose.T("You are away from the game night. Press e to go back."))
	}
}

func (*nightScreen) Help() prose.Document {
	return prose.Document{
		prose.H("A game night"),
		prose.P("Tables fill by themselves. Everybody plays about as often: the numbers of matches differ by one at most. Whoever has played least is seated first, with people they have not met tonight, or with those they have, as the host chooses."),
		prose.P("When your table is ready, press Enter. If you do not come in a minute and a half, the table is called off and you sit out until you press s. Without a connection you are not seated either."),
		prose.H("Points"),
		prose.P("A match gives everybody the share of opponents whom they have beaten, of 100 points; a draw is half. So two players get 100 and 0, and four get 100, 67, 33 and 0. The points of all matches are added up."),
		prose.H("The host"),
		prose.P("The host begins, pauses and ends the game night. If the host is away for five minutes, whoever came next is the host."),
	}
}

// nightKey is the key of the lobby for game nights: back to the own one, or to open one.
func (r *Root) nightKey() tea.Cmd {
	visit := r.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		code, err := lobby.Ask(ctx, visit, lobby.CurrentGameNight{})
		if err != nil {
			return screen.Done{Err: err}
		}
		if code == "" {
			return newNightMsg{}
		}
		hold, err := lobby.Ask(ctx, visit, lobby.JoinGameNight{Code: code})
		return attendedMsg{hold, err}
	}
}

// newNightMsg opens the form for a game night.
type newNightMsg struct{}

// ofNight reports whether the table is one of a game night.
func (t *tableScreen) ofNight() bool { return t.update.Plan.GameNight != "" }

// toNight leaves a table where the match is over, for the game night.
func (t *tableScreen) toNight() tea.Cmd {
	code := t.update.Plan.GameNight
	leaves := t.leave()
	if t.root.night() != nil {
		return leaves
	}
	return tea.Batch(leaves, t.root.toNight(code))
}

// joinsNight comes to the game night of a table that the person has come back to, so
// that it knows that they are here.
func (t *tableScreen) joinsNight(first bool) tea.Cmd {
	if !first || !t.ofNight() || !t.seated() || t.root.night() != nil {
		return nil
	}
	return t.root.toNight(t.update.Plan.GameNight)
}

// nightAsk says what is to be done at a waiting table of a game night.
func (t *tableScreen) nightAsk() string {
	var missing []string
	for _, seat := range t.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() {
			missing = append(missing, seat.Name)
		}
	}
	if len(missing) == 0 {
		return t.root.ctx.Say(prose.T("The match begins."))
	}
	return t.root.ctx.Say(prose.T("The match begins once everybody is here. Still missing: {names}.", prose.List(prose.Names(missing))))
}

// nightOver reports whether the match at a table of a game night is over.
func (t *tableScreen) nightOver() bool {
	return t.ofNight() && t.update.Stage == engine.Over
}
