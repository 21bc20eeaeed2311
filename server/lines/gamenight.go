package lines

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// Verbs of a game night that are not commands.
const (
	verbTable = "table"
	verbBegin = "begin"
	verbIn    = "in"

	verbResults  = "results"
	verbControls = "controls"
	verbPractise = "practise"
)

// gameNight is the player's game night in text mode.
type gameNight struct {
	*console
	handle lobby.GameNightHandle
	lobby.GameNightUpdate
	told bool // an update was shown
	// practice is the room where the player plays a bot while they wait; nil if there is none.
	practice lobby.Handle
	chat     uint64 // newest chat message shown or older than the visit
}

// updates returns the channel of updates, or nil if there is no game night.
func (n *gameNight) updates() <-chan lobby.GameNightUpdate {
	if n == nil {
		return nil
	}
	return n.handle.Updates()
}

// table returns the verbs between the tables of a game night. Other verbs belong to the lobby.
func (n *gameNight) table() table {
	return table{verbs: n.verbs(), ask: n.ask}
}

func (n *gameNight) verbs() []verb {
	isNumber := func(rest string) bool { _, err := strconv.Atoi(rest); return err == nil } // otherwise it is a room code
	return withOperations(append(n.hostVerbs(), []verb{
		{names: []string{command.GameNight}, when: alone, do: tells(n.showAll), help: prose.T("{night}: standings, tables and upcoming matches.", prose.Literal(command.GameNight))},
		{names: []string{"", "look"}, do: tells(n.showAll)},
		{names: []string{verbResults}, when: alone, do: n.results, help: prose.T("{results}: once the game night is over, the best moments, and all matches with their replays.", prose.Literal(verbResults))},
		{names: []string{verbTable}, goes: n.sit, help: prose.T("{table}: sit down at your table once it is ready.", prose.Literal(verbTable))},
		{names: []string{command.Watch}, when: isNumber, reads: tableNumber, goes: n.watch, help: prose.T("{watch} TABLE: watch a table.", prose.Literal(command.Watch))},
		{names: []string{verbPractise, "practice"}, goes: n.practise, help: prose.T("{practise}: play a bot while you wait. You keep your place, and will be told there when your table is ready.", prose.Literal(verbPractise))},
		{help: prose.T("Type {invite} for the line and the link that bring others here.", prose.Literal(command.Invite))},
		{of: lobby.SayAtGameNight{}},
		{of: lobby.SitOut{}},
		{names: []string{verbControls}, do: n.control, help: prose.T("As the host, type {controls} to see all that you can do, and what is pending. In a room, type {example}.",
			prose.Literal(verbControls), prose.Literal(verbControls+" last"))},
		{of: lobby.BeginGameNight{}},
		{names: []string{"set"}, do: n.set, help: prose.T("Host: {set} changes the game night, as in {example}. The settings are {words}.",
			prose.Literal("set"), prose.Literal("set "+n.commands.Games.Night()), prose.List(prose.Literals(lobby.GameNightWords())))},
		{of: lobby.HandOverGameNight{}},
		{of: lobby.NameDeputy{}},
		{of: lobby.JoinTeam{}},
		{help: prose.T("{help} lists all settings and all that the host can do.", prose.Literal(command.Help+" "+command.GameNight))},
		{help: n.Plan.PointsText()[0]},
		{help: n.Plan.PointsText()[1]},
		{names: []string{"leave"}, reads: nothing, do: n.leave, help: prose.T("{leave}: leave the game night. {lobby}: go to the lobby. {quit}: disconnect.",
			prose.Literal("leave"), prose.Literal("lobby"), prose.Literal("quit"))},
		{names: []string{"lobby"}, reads: nothing, do: tells(n.handle.Close)},
		{names: []string{command.Help}, when: alone, do: tells(func() { n.say(n.table().help()...) })},
	}...), lobby.OperationsOf(lobby.OfNight, n.commands.Operations...), nil)
}

// tableNumber parses the number of a table.
func tableNumber(in *input) (wrong prose.Text) {
	var err error
	if in.number, err = strconv.Atoi(in.rest); err != nil {
		return prose.T("Usage: {command} TABLE", prose.Literal(in.verb))
	}
	return wrong
}

// ask performs an operation of the game night.
func (n *gameNight) ask(ctx context.Context, op any) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := lobby.Perform(ctx, n.handle, op.(lobby.NightOp)); err != nil {
		n.refuse(err)
	}
}

// hostVerbs returns the verbs of the host. They ask before what cannot be undone.
func (n *gameNight) hostVerbs() (all []verb) {
	for _, v := range lobby.HostVerbs() {
		one := verb{names: []string{v.Name}, op: func(in input) (any, prose.Text) { return readHostVerb(v, in.rest) }}
		if !v.Asks.IsZero() {
			one.sure = func(in input) bool { return n.sureOf(v, in.line) }
		}
		all = append(all, one)
	}
	return all
}

// readHostVerb parses the arguments of a verb of the host.
func readHostVerb(v lobby.HostVerb, rest string) (any, prose.Text) {
	op, err := v.Read(rest)
	if err != nil {
		return nil, prose.Reason(err)
	}
	return op, prose.Text{}
}

// sureOf asks the host to confirm a verb that cannot be undone. It does not ask others, who are
// refused anyway.
func (n *gameNight) sureOf(v lobby.HostVerb, line string) bool {
	return !n.Host || n.sure(line, v.Asks, prose.T("Type {command} again to confirm.", prose.Literal(line)))
}

// control performs a verb of the host in any place, or lists them all.
func (n *gameNight) control(ctx context.Context, in input) {
	name, rest, _ := strings.Cut(in.rest, " ")
	if v, is := lobby.FindHostVerb(name); is {
		op, wrong := readHostVerb(v, rest)
		switch {
		case !wrong.IsZero():
			n.say(wrong)
		case v.Asks.IsZero() || n.sureOf(v, in.line):
			n.ask(ctx, op)
		}
		return
	}
	var said []prose.Text
	for _, v := range lobby.HostVerbs() {
		said = append(said, prose.T("{command}: {does}.", prose.Literal(v.Line()), prose.Sub(v.Does)))
	}
	for _, m := range n.Moves {
		said = append(said, prose.T("Move {n}: {move}", prose.N(m.Number), prose.Sub(m.Text())))
	}
	for _, t := range n.Results {
		said = append(said, n.tableText(t))
	}
	n.say(said...)
}

// set changes settings, such as "games=all bots=1".
func (n *gameNight) set(ctx context.Context, in input) {
	plan := n.Plan
	if err := command.SetGameNight(&plan, strings.Fields(in.rest)); err != nil {
		n.refuse(err)
		return
	}
	n.ask(ctx, lobby.ChangeGameNight{Plan: plan})
}

// results shows the best moments and the matches of a game night that is over.
func (n *gameNight) results(ctx context.Context, _ input) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	said := n.commands.ResultTexts(n.GameNightUpdate, n.commands.Moments(ctx, n.GameNightUpdate))
	if len(said) == 0 {
		said = []prose.Text{prose.T("There are no results yet.")}
	}
	n.say(said...)
}

func (n *gameNight) leave(ctx context.Context, _ input) {
	if n.sure("leave", prose.T("Leave the game night? You keep your points. Type {leave} again to leave, or {lobby} to go to the lobby.", prose.Literal("leave"), prose.Literal("lobby"))) {
		n.ask(ctx, lobby.LeaveGameNight{})
	}
}

// sit joins the table that waits for the player.
func (n *gameNight) sit(ctx context.Context, _ input) move {
	t, is := n.Table()
	if !is || t.Stage == engine.Over {
		n.say(prose.T("Your table is not ready."))
		return move{}
	}
	room, err := ask(ctx, n.console, lobby.Join{Code: t.Code})
	if err == nil {
		n.leavePractice(ctx)
	}
	return enterRoom(room, err)
}

// practise plays a game of the night against a bot: the first, or the one that is typed.
func (n *gameNight) practise(ctx context.Context, in input) move {
	if state(n.GameNightUpdate) != lobby.GameNightWaiting {
		n.say(prose.T("You are not waiting for a table."))
		return move{}
	}
	name := cmp.Or(strings.ToLower(in.rest), n.Plan.Games[0])
	game, known := lobby.FindGame(n.commands.Lobby.Games(), name)
	if !known || !slices.Contains(n.Plan.Games, game.Name) {
		n.say(prose.T("Type {command} and one of the games of this game night: {games}.", prose.Literal(verbPractise), prose.List(prose.Literals(n.Plan.Games))))
		return move{}
	}
	n.leavePractice(ctx)
	plan := lobby.NewPlan(n.commands.Lobby.Settings(), game)
	plan.Seats = game.MinSeats
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	room, err := lobby.Practise(ctx, n.person.Session, plan)
	if err == nil {
		n.practice = room
	}
	return enterRoom(room, err)
}

// leavePractice leaves the room for practice. If that fails, the seat there is kept.
func (n *gameNight) leavePractice(ctx context.Context) {
	if n.practice != nil {
		_ = lobby.Perform(ctx, n.practice, lobby.Leave{}) // the player may have left it
		n.practice = nil
	}
}

// watch watches a table by its number.
func (n *gameNight) watch(ctx context.Context, in input) move {
	at := slices.IndexFunc(n.Tables, func(t lobby.GameNightTable) bool { return t.Number == in.number })
	if at < 0 {
		n.say(prose.T("There is no table with that number."))
		return move{}
	}
	return enterRoom(ask(ctx, n.console, lobby.Watch{Code: n.Tables[at].Code}))
}

// show shows what is new in an update. The argument in is the player's current room, or nil between tables.
func (n *gameNight) show(u lobby.GameNightUpdate, in *room) {
	before, told := n.GameNightUpdate, n.told
	n.GameNightUpdate, n.told = u, true
	if n.tableWaits = (time.Time{}); state(u) == lobby.GameNightCalled {
		t, _ := u.Table()
		n.tableWaits = t.Until
	}
	here := in == nil
	n.showChat(told, here)
	if !told {
		if here {
			n.showAll()
		}
		n.showCalled(lobby.GameNightUpdate{You: -1}, in)
		return
	}
	if u.Stage != before.Stage {
		n.say(u.StageBegunText(time.Now()))
	}
	if u.Moving && !before.Moving && here {
		n.say(u.MovingText())
	}
	if u.Stops && !before.Stops && here {
		n.say(prose.T("The server will stop soon. Matches in play can be finished, and the game night continues after the restart."))
	}
	n.showChanges(before)
	if u.Last && !before.Last && state(u) == lobby.GameNightWaiting {
		n.say(u.LastText(time.Now()))
	}
	n.showOut(state(before), state(u))
	if u.Host && !before.Host {
		n.say(prose.T("You are now the host of the game night."))
	}
	if here {
		n.showPeople(before)
		n.showTables(before)
	}
	for _, t := range u.Recent[len(u.Recent)-min(len(u.Recent), max(0, u.Played-before.Played)):] {
		n.say(prose.T("Table {n}, {game}: {players}.", prose.N(t.Number), n.commands.Games.Title(t.Game), prose.Sub(t.SeatsText())))
	}
	for _, change := range slices.Concat(u.DecidedTexts(before), u.ChangeTexts(before)) {
		n.say(change)
	}
	if out := u.OutText(); !out.IsZero() && before.OutText().IsZero() {
		n.say(out)
	}
	n.showCalled(before, in)
	if u.Settled() && !before.Settled() {
		n.showAll()
	}
}

// showChat shows what was said since the last update, but only announcements while the player
// is at a table. Nothing was said to them before the first update.
func (n *gameNight) showChat(told, here bool) {
	for _, line := range n.Chat {
		switch {
		case !told || line.ID <= n.chat:
		case line.Announced:
			n.say(lobby.AnnouncedText(line))
		case here:
			n.say(prose.T("{name} says to the game night: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
		}
		n.chat = max(n.chat, line.ID)
	}
}

// showChanges shows the latest changes by the host, and new moves.
func (n *gameNight) showChanges(before lobby.GameNightUpdate) {
	for _, e := range n.NewEvents(before.NewestEvent()) {
		n.say(e.Text(time.Now()))
	}
	for _, m := range n.Moves {
		if !slices.ContainsFunc(before.Moves, func(old lobby.GameNightMove) bool { return old.Number == m.Number }) {
			n.say(prose.T("Move {n}: {move}", prose.N(m.Number), prose.Sub(m.Text())))
		}
	}
}

// state returns the reader's state, or "" if they do not take part.
func state(u lobby.GameNightUpdate) string {
	if u.You < 0 || u.You >= len(u.People) {
		return ""
	}
	return u.People[u.You].State
}

// showPeople shows who has joined and left.
func (n *gameNight) showPeople(before lobby.GameNightUpdate) {
	was := map[string]string{}
	for _, p := range before.People {
		was[p.Name] = p.State
	}
	absent := func(state string) bool {
		return state == "" || state == lobby.GameNightAway || state == lobby.GameNightGone
	}
	for i, p := range n.People {
		switch before, now := absent(was[p.Name]), absent(p.State); {
		case i == n.You:
		case before && !now:
			n.say(prose.T("{name} is here.", prose.Name(p.Name)))
		case !before && now && p.State == lobby.GameNightAway:
			n.say(prose.T("{name} is away.", prose.Name(p.Name)))
		case !before && now:
			n.say(prose.T("{name} has left the game night.", prose.Name(p.Name)))
		}
	}
}

// showOut shows that the player sits out or plays again.
func (n *gameNight) showOut(before, now string) {
	switch {
	case now == before:
	case now == lobby.GameNightOut && before == lobby.GameNightCalled:
		n.say(prose.T("Your table was cancelled. You are sitting out: type {in} to play again.", prose.Literal(verbIn)))
	case now == lobby.GameNightOut:
		n.say(prose.T("You are sitting out. Type {in} to play again.", prose.Literal(verbIn)))
	case before == lobby.GameNightOut && now == lobby.GameNightWaiting:
		n.say(prose.T("You are waiting for a table. You will be told here when it is ready."))
	}
}

// showTables shows matches that have begun without the player.
func (n *gameNight) showTables(before lobby.GameNightUpdate) {
	begun := func(all []lobby.GameNightTable, n int) bool {
		return slices.ContainsFunc(all, func(t lobby.GameNightTable) bool { return t.Number == n && t.Stage != lobby.Gathering })
	}
	for _, t := range n.Tables {
		if begun(n.Tables, t.Number) && !begun(before.Tables, t.Number) && t.Stage != engine.Over {
			n.say(n.tableText(t))
		}
	}
}

// tableText describes a table that is called, in play or finished.
func (n *gameNight) tableText(t lobby.GameNightTable) prose.Text {
	return prose.T("Table {n}, {game}, {stage}: {players}.", prose.N(t.Number), n.commands.Games.Title(t.Game), prose.Sub(t.StageText(time.Now())), prose.Sub(t.SeatsText()))
}

// showCalled tells the player that a table waits for them. The argument in is the player's current
// room, or nil between tables.
func (n *gameNight) showCalled(before lobby.GameNightUpdate, in *room) {
	t, is := n.Table()
	old, was := before.Table()
	if !is || was && old.Number == t.Number || n.People[n.You].State == lobby.GameNightResting {
		return
	}
	if in != nil {
		if in.told && in.Code != t.Code && !in.leaving {
			n.say(prose.T("Your table at the game night is ready. To go there, type {table}.", prose.Literal(verbTable)))
		}
		return
	}
	n.say(
		prose.T("Your table is ready: table {n}, {game}, {players}.", prose.N(t.Number), n.commands.Games.Title(t.Game), prose.Sub(t.SeatsText())),
		prose.T("Type {table} to sit down. If you wait too long, the match begins without you.", prose.Literal(verbTable)),
	)
}

// showAll shows the standings, the tables and who plays next.
func (n *gameNight) showAll() {
	u := n.GameNightUpdate
	said := []prose.Text{prose.T("{title} (game night {code}): {stage}.", prose.Literal(u.Plan.Title), prose.Literal(u.Code), prose.Sub(u.StageText()))}
	if u.Hosted != "" {
		said = append(said, prose.T("The host is {name}.", prose.Name(u.Hosted)))
	}
	said = append(said, u.TimesText(time.Now())...)
	if u.Stage == lobby.GameNightOver && u.Played > 0 {
		said = append(said, u.WinnersText(), prose.T("Thank you all for playing."))
		if tie := u.TieText(); !tie.IsZero() {
			said = append(said, tie)
		}
	}
	said = append(said, u.TiesText()...)
	for i := range u.People {
		said = append(said, standing(u, i))
	}
	said = append(said, slices.Concat(u.TeamTexts(), u.BracketTexts())...)
	for _, t := range u.Tables {
		said = append(said, n.tableText(t))
	}
	for _, m := range u.Moves {
		said = append(said, prose.T("Move {n}: {move}", prose.N(m.Number), prose.Sub(m.Text())))
	}
	for _, t := range u.Next {
		said = append(said, prose.T("Next is {game} with {players}.", n.commands.Games.Title(t.Game), prose.Sub(t.SeatsText())))
	}
	if u.You >= 0 && u.People[u.You].State == lobby.GameNightWaiting {
		if wait := u.WaitText(time.Now()); u.Last {
			said = append(said, u.LastText(time.Now()))
		} else if !wait.IsZero() {
			said = append(said, wait, prose.T("Type {practise} to play a bot meanwhile.", prose.Literal(verbPractise)))
		}
	}
	if out := u.OutText(); !out.IsZero() {
		said = append(said, out)
	}
	if u.Stage != lobby.GameNightOver {
		said = append(said, prose.T("To take part, type {line}.", prose.Literal(n.commands.Line(u.Code))))
	}
	if u.Settled() && u.Played > 0 {
		said = append(said, prose.T("Type {results} for the best moments, and for all matches with their replays.", prose.Literal(verbResults)))
	}
	n.say(said...)
	switch {
	case n.Stage == lobby.GameNightGathering && n.Host:
		n.say(prose.T("Type {begin} once people are here, or {help} for the list of commands.", prose.Literal(verbBegin), prose.Literal(command.Help)))
	case n.Stage == lobby.GameNightGathering && (!n.Plan.Begins.IsZero() || n.Hosted == ""):
	case n.Stage == lobby.GameNightGathering:
		n.say(prose.T("{name} starts the game night.", prose.Name(n.Hosted)))
	}
}

// standing describes the rank and state of one player.
func standing(u lobby.GameNightUpdate, at int) prose.Text {
	p := u.People[at]
	name := prose.Sub(prose.T("{name}", prose.Name(p.Name)))
	if at == u.You {
		name = prose.Sub(prose.T("{name} (you)", prose.Name(p.Name)))
	}
	rank, points, won, n := prose.N(p.Rank), prose.N(p.Average), prose.N(p.Won), prose.N(p.Matches)
	if state := u.StateText(p); !state.IsZero() {
		return prose.T("Rank {rank}: {name}, {points} points per match, won {won} of {n}, {state}.", rank, name, points, won, n, prose.Sub(state))
	}
	return prose.T("Rank {rank}: {name}, {points} points per match, won {won} of {n}.", rank, name, points, won, n)
}
