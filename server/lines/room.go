package lines

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// room holds the player's room in text mode.
type room struct {
	narrator
	handle  lobby.Handle
	leaving bool // the player has left; further output belongs to the lobby
}

func newRoom(c *console, handle lobby.Handle) *room {
	return &room{narrator: narrator{console: c, verification: verification{console: c}}, handle: handle}
}

// updates returns the channel of updates, or nil if there is no room.
func (r *room) updates() <-chan lobby.Update {
	if r == nil {
		return nil
	}
	return r.handle.Updates()
}

// table returns the verbs of a room. All other input is an action of the game.
func (r *room) table() table {
	return table{verbs: r.verbs(), ask: r.ask, other: r.play}
}

func (r *room) verbs() []verb {
	idle := func(string) bool { return r.Stage != engine.Playing }
	resigns := func(rest string) bool { return r.Stage == engine.Playing && rest == "" }
	run := func(verb string, arguments ...string) func(context.Context, input) {
		return func(ctx context.Context, _ input) { r.run(ctx, command.Command{Verb: verb, Arguments: arguments}) }
	}
	operations := append(lobby.OperationsOf(lobby.OfRoom, r.commands.Operations...), lobby.OperationsOf(lobby.OfSession, r.commands.Operations...)...)
	return withOperations([]verb{
		{names: []string{""}, do: tells(r.showAll)},
		{names: []string{command.Help}, do: r.help, help: prose.T("{help} VERB describes an action. The Tab key completes what you type.", prose.Literal(command.Help))},
		{names: []string{"look"}, do: tells(func() { r.say(r.commands.Sight(r.Update)...) }), help: prose.T("{look}: describe the table. {may}: what you can do now. {who}: who is here.", prose.Literal("look"), prose.Literal("may"), prose.Literal("who"))},
		{names: []string{"may"}, do: tells(r.showNow)},
		{names: []string{command.Who}, when: alone, do: tells(func() { r.say(r.commands.Who(r.Update)...) })},
		{names: []string{command.Who}, do: func(ctx context.Context, in input) { run(command.Who, strings.Fields(in.rest)...)(ctx, in) }},
		{names: []string{"hint"}, do: tells(r.showHint), help: prose.T("{hint}: the likeliest guess and the reason, if the room allows hints.", prose.Literal("hint"))},
		{of: lobby.Say{}},
		{names: []string{"ready", string(engine.Next)}, when: idle, op: func(input) (any, prose.Text) { return lobby.SetReady{Ready: true}, prose.Text{} }, help: prose.T("{ready}: say that you are ready for a match, or for its next game. It begins when all players are ready.", prose.Literal("ready"))},
		{of: lobby.Pause{}},
		{of: lobby.ShowEyes{}},
		{names: []string{command.QR}, do: run(command.QR, r.Code), help: prose.T("Type {invite} for the line and the link that bring others here, or {qr} for the QR code as well.", prose.Literal("invite"), prose.Literal("qr"))},
		{help: prose.T("{people}: who is here. {invite} NAME: invite a player to this room.", prose.Literal("people"), prose.Literal("invite"))},
		{help: prose.T("{mute} NAME: mute a player. The same again: unmute them.", prose.Literal("mute"))},
		{help: prose.T("{report} NAME TEXT: report a player to the operator of this server and the host of the room.", prose.Literal("report"))},
		{names: []string{"commitment"}, do: tells(func() { r.verification.show(r.Update) }), help: prose.T("{commitment}: show the commitment of the match. {record}: show its record once it is over, so that you can check the deal.",
			prose.Literal("commitment"), prose.Literal("record"))},
		{
			names: []string{command.Record}, when: func(id string) bool { return id != "" || r.Recorded() },
			do: func(ctx context.Context, in input) { run(command.Record, cmp.Or(in.rest, r.Past))(ctx, in) },
		},
		{names: []string{command.Record}, do: tells(r.record)},
		{of: lobby.Follow{}},
		{of: lobby.Start{}},
		{names: []string{"bot"}, op: func(in input) (any, prose.Text) { return lobby.AddBot{Level: r.botLevel(in.rest)}, prose.Text{} }},
		{names: []string{"set"}, do: r.set, help: prose.T("Host: {set} changes the room, as in {example}.", prose.Literal("set"), prose.Literal("set seats=3 clock=30s"))},
		{names: []string{"swap"}, op: swap, help: prose.T("Host: {swap} SEAT SEAT exchanges two seats. {host} SEAT makes that player the host.",
			prose.Literal("swap"), prose.Literal("host"))},
		{names: []string{"kick", "ban"}, do: r.kick, help: prose.T("Host: {kick} NAME removes a player. {ban} NAME also keeps them from returning. In a match, a bot takes over their seat.",
			prose.Literal("kick"), prose.Literal("ban"))},
		{names: []string{string(engine.Resign)}, when: resigns, do: r.resign, help: prose.T("{resign}: give up the match. {leave}: give up your seat. {lobby}: go to the lobby and keep your seat.",
			prose.Literal("resign"), prose.Literal("leave"), prose.Literal("lobby"))},
		{names: []string{"leave"}, reads: nothing, do: r.leave},
		{names: []string{"lobby"}, reads: nothing, goes: func(context.Context, input) move { return move{to: toLobby} }},
		{of: lobby.AddSubstitute{}},
		{of: lobby.CloseRoom{}},
		{names: []string{command.Name}, do: r.name, help: prose.T("{name} NAME: change your name.", prose.Literal("name"))},
		{names: []string{command.Rules}, do: run(command.Rules, r.Plan.Game), help: prose.T("{rules}: the rules. {quit}: disconnect and keep your seat.", prose.Literal("rules"), prose.Literal("quit"))},
		{names: []string{command.Rooms, command.Me, command.Version}, when: idle, do: r.command},
	}, operations, r.command)
}

// help lists what can be typed or, given the verb of an action, explains the action's arguments.
func (r *room) help(_ context.Context, in input) {
	if in.rest == "" || !r.showForm(strings.ToLower(in.rest)) {
		r.say(r.table().help()...)
		r.showGrammar()
	}
}

// ask performs an operation of the room.
func (r *room) ask(ctx context.Context, op any) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := lobby.Perform(ctx, r.handle, op.(lobby.RoomOp)); err != nil {
		r.refuse(err)
	}
}

// play plays an action of the game.
func (r *room) play(ctx context.Context, in input) move {
	switch r.Stage {
	case engine.Playing:
		if in.rest == "?" && r.showForm(in.verb) {
			break
		}
		r.ask(ctx, lobby.Play{Action: engine.Action(in.line)})
	case lobby.Gathering:
		r.say(prose.T("{typed} works once the match has started. Type {help} for the list.", command.Quoted(in.verb, 20), prose.Literal(command.Help)))
	default:
		r.refuse(command.Unknown(in.verb))
	}
	return move{}
}

// name changes the player's name.
func (r *room) name(ctx context.Context, in input) {
	if in.rest == "" {
		r.say(prose.T("Usage: {command} NAME", prose.Literal(command.Name)))
	} else if r.rename(ctx, in.rest) {
		r.say(prose.T("You are now called {name}.", prose.Name(r.person.Session.Name())))
	}
}

// set changes settings, such as "seats=3 clock=30s".
func (r *room) set(ctx context.Context, in input) {
	plan := r.Plan
	if _, _, err := command.Set(r.commands.Lobby.Settings(), &plan, strings.Fields(in.rest)); err != nil {
		r.refuse(err)
		return
	}
	r.ask(ctx, lobby.Change{Plan: plan})
}

// leave leaves the room. It asks for confirmation if that gives up the seat in a match.
func (r *room) leave(ctx context.Context, _ input) {
	if r.seated() && r.InPlay() && !r.sure("leave", prose.T("Leave for good? You will resign the match. Type {leave} again to leave, or {lobby} to go to the lobby and keep your seat.", prose.Literal("leave"), prose.Literal("lobby"))) {
		return
	}
	r.leaving = true
	r.ask(ctx, lobby.Leave{})
}

// resign resigns the match. It always asks for confirmation, even if the player is out of the game,
// because they can still win the match.
func (r *room) resign(ctx context.Context, _ input) {
	resign := string(engine.Resign)
	again := prose.T("Type {command} again to resign, or anything else to play on.", prose.Literal(resign))
	if !r.seated() || r.sure(resign, append(r.AskResign(false), again)...) {
		r.ask(ctx, lobby.Play{Action: engine.Resign})
	}
}

// kick kicks a player. It asks for confirmation if a bot would take over in a match.
func (r *room) kick(ctx context.Context, in input) {
	seated := slices.ContainsFunc(r.Seats, func(c lobby.SeatInfo) bool {
		return c.Kind == lobby.SeatPerson && !c.Left && lobby.FoldName(c.Name) == lobby.FoldName(in.rest)
	})
	if again := in.verb + " " + in.rest; r.Host && r.InPlay() && seated &&
		!r.sure(again, prose.T("Kick {name}? A bot will take over their seat. Type {command} again to confirm.", prose.Name(in.rest), prose.Literal(again))) {
		return
	}
	r.ask(ctx, lobby.Kick{Name: in.rest, KeepOut: in.verb == "ban"})
}

// botLevel returns the level of the bot asked for: by number, the strongest for "strong", or the first.
func (r *room) botLevel(asked string) engine.Level {
	if level, err := strconv.Atoi(asked); err == nil {
		return engine.Level(level)
	}
	if game := r.game(); asked == "strong" && game.Name != "" {
		return engine.Level(len(game.Levels))
	}
	return engine.FirstBot
}
