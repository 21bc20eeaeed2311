// Package social provides the screens about other people: who is here, friends, and invitations.
package social

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

const (
	// peopleMost is the maximum number of people listed in addition to friends. Others can be found
	// by name.
	peopleMost = 200
	// peoplePace is the minimum interval between two requests for the friends.
	peoplePace = time.Second
)

// peopleScreen lists friends and the people who are here, and what can be done about each.
type peopleScreen struct {
	screen.Base
	ctx    *screen.Context
	config PeopleConfig
	widget.List
	circle lobby.Contacts
	people []lobby.PersonRow
	total  int  // number of people who are here
	asked  bool // the friends were requested, or will be soon
	again  bool // and have to be requested again after that
}

// personLine is an entry of the list.
type personLine struct {
	lobby.PersonRow
	friend, here, muted bool
}

// circleMsg delivers the friends; again asks for another request.
type circleMsg struct {
	screen *peopleScreen
	circle lobby.Contacts
	told   prose.Text // the result of an earlier request
	err    error
	again  bool
}

// PeopleConfig configures the list of people.
type PeopleConfig struct {
	Mutes *widget.MuteList
	Rooms []lobby.Setting // settings that hosts can choose
	Room  func() string   // returns the code of the player's current room, or ""
	// Profile opens the profile of a player by name.
	Profile func(c *screen.Context, name string) tea.Cmd
}

// OpenPeople opens the list of people.
func OpenPeople(c *screen.Context, config PeopleConfig) tea.Cmd {
	s := &peopleScreen{ctx: c, config: config}
	c.Shell.Open(s)
	return s.ask()
}

// ask requests the friends, unless a request is pending.
func (c *peopleScreen) ask() tea.Cmd {
	if c.asked {
		c.again = true
		return nil
	}
	c.asked = true
	visit := c.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		circle, err := lobby.Ask(ctx, visit, lobby.GetContacts{})
		return circleMsg{screen: c, circle: circle, err: err}
	}
}

// Update implements screen.Screen.
func (c *peopleScreen) Update(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case screen.PageMsg:
		if msg.Page.Window.People == 0 {
			return nil
		}
		before := c.people
		c.people, c.total = msg.Page.People, msg.Page.PeopleTotal
		if c.Changed(); before != nil && !slices.Equal(before, c.people) {
			return c.ask()
		}
	case foundMsg:
		if msg.screen == c {
			c.Changed()
			c.tellFound(msg)
		}
	case circleMsg:
		if msg.screen != c {
			return nil
		}
		return c.took(msg)
	}
	return nil
}

// took takes an answer, and schedules another request if one is needed.
func (c *peopleScreen) took(msg circleMsg) tea.Cmd {
	if msg.again {
		if c.asked = false; c.again {
			c.again = false
			return c.ask()
		}
		return nil
	}
	switch {
	case msg.err != nil:
		c.ctx.Shell.Refuse(msg.err)
	case !msg.told.IsZero():
		c.ctx.Shell.Tell(msg.told)
		fallthrough
	default:
		c.circle = msg.circle
		c.config.Mutes.Update(widget.MutedMsg{Names: msg.circle.Muted})
		c.Changed()
	}
	if !msg.told.IsZero() {
		return nil
	}
	return tea.Tick(peoplePace, func(time.Time) tea.Msg { return circleMsg{screen: c, again: true} })
}

// rows returns the entries of the list, friends first.
func (c *peopleScreen) rows() []personLine {
	all := make([]personLine, 0, len(c.circle.Friends)+len(c.people))
	is := func(name string) bool { return c.config.Mutes.Has(name) }
	for _, friend := range c.circle.Friends {
		all = append(all, personLine{friend.PersonRow, true, friend.Here, is(friend.Name)})
	}
	friends := len(all)
	for _, person := range c.people {
		if !slices.ContainsFunc(all[:friends], func(a personLine) bool { return a.here && a.Name == person.Name }) && person.Name != c.ctx.You.Name {
			all = append(all, personLine{person, false, true, is(person.Name)})
		}
	}
	return all
}

// chosen returns the entry under the cursor, or false if the list is empty.
func (c *peopleScreen) chosen() (personLine, bool) {
	rows := c.rows()
	if len(rows) == 0 {
		return personLine{}, false
	}
	return rows[min(c.Cursor, len(rows)-1)], true
}

// Bindings implements screen.Screen.
func (c *peopleScreen) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *peopleScreen) bind() []screen.Binding {
	with := func(do func(personLine) tea.Cmd) func(string) tea.Cmd {
		return screen.Command(func() tea.Cmd {
			who, is := c.chosen()
			if !is {
				c.ctx.Shell.Tell(prose.T("Choose a person first."))
				return nil
			}
			return do(who)
		})
	}
	invites := screen.Binding{Key: keymap.Named("enter"), Hint: prose.T("challenge"), Help: prose.T("challenge them to a game in your own room"), Do: with(c.challenge)}
	if c.config.Room() != "" {
		invites.Hint, invites.Help = prose.T("invite"), prose.T("invite them to your table")
	}
	all := []screen.Binding{
		invites,
		{Key: keymap.Named("f"), Hint: prose.T("add/remove friend"), Help: prose.T("add or remove as a friend; they are not told"), Do: with(c.befriend)},
		{Key: keymap.Named("m"), Hint: prose.T("mute/unmute"), Help: prose.T("mute or unmute a player; they are not told"), Do: with(func(who personLine) tea.Cmd { return c.config.Mutes.Toggle(who.Name) })},
		{Key: keymap.Named("r"), Help: prose.T("report them to the operator of this server; they are not told"), Do: with(func(who personLine) tea.Cmd { return widget.Report(c.ctx, who.Name) })},
		{Key: keymap.Named("a"), Hint: prose.T("add a friend"), Help: prose.T("add a friend by name, even if they are not here"), Do: screen.Call(c.askFriend)},
		{Key: keymap.Named("w"), Help: prose.T("watch their table"), Do: with(c.watch)},
		{Key: keymap.Named("/"), Hint: prose.T("find"), Help: prose.T("find a player, by name"), Do: screen.Call(c.askWhere)},
	}
	if c.ctx.Session.KeepsRatings() {
		all = append(all, screen.Binding{Key: keymap.Named("p"), Help: prose.T("their profile: ratings, streaks, recent matches"), Do: with(func(who personLine) tea.Cmd { return c.config.Profile(c.ctx, who.Name) })})
	}
	moves := c.CursorBindings(func() int { return len(c.rows()) }, prose.T("choose"), prose.T("choose a person"), nil)
	return append(append(all, moves...), c.ctx.CloseBinding(c, prose.T("back")))
}

// tells performs a request about a player and shows its result.
func (c *peopleScreen) tells(order func(context.Context) error, done prose.Text) tea.Cmd {
	visit := c.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if err := order(ctx); err != nil {
			return screen.Done{Err: err}
		}
		circle, err := lobby.Ask(ctx, visit, lobby.GetContacts{})
		return circleMsg{screen: c, circle: circle, err: err, told: done}
	}
}

// befriend adds a player to the friends or removes them.
func (c *peopleScreen) befriend(who personLine) tea.Cmd {
	visit, name := c.ctx.Session, prose.Name(who.Name)
	told := screen.Either(who.friend, prose.T("{name} is no longer your friend.", name), prose.T("{name} is now your friend.", name))
	return c.tells(func(ctx context.Context) error {
		return lobby.Perform(ctx, visit, lobby.Befriend{Name: who.Name, Friend: !who.friend})
	}, told)
}

// askFriend asks for the name of a friend.
func (c *peopleScreen) askFriend() {
	widget.OpenPrompt(c.ctx, c.ctx.Say(prose.T("Name of a friend")), c.ctx.Say(prose.T("their name here; only you see your friends")), "", 24, func(name string) tea.Cmd {
		return c.befriend(personLine{PersonRow: lobby.PersonRow{Name: name}})
	})
}

// askWhere asks for a name and shows where that person is.
func (c *peopleScreen) askWhere() {
	visit := c.ctx.Session
	widget.OpenPrompt(c.ctx, c.ctx.Say(prose.T("Name")), c.ctx.Say(prose.T("the name of the person to find")), "", 24, func(name string) tea.Cmd {
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
			defer cancel()
			found, err := lobby.FindPerson(ctx, visit, lobby.CleanText(name, 24))
			return foundMsg{c, found, err}
		}
	})
}

// foundMsg delivers where a player is.
type foundMsg struct {
	screen *peopleScreen
	found  lobby.Presence
	err    error
}

// tellFound shows where a player is.
func (c *peopleScreen) tellFound(msg foundMsg) {
	if msg.err != nil {
		c.ctx.Shell.Refuse(msg.err)
		return
	}
	title := ""
	if msg.found.Room.Code != "" {
		title = c.ctx.Kit(msg.found.Room.Game).Game.Title
	}
	c.ctx.Shell.Tell(msg.found.Describe(title)...)
}

// watch enters a player's public room as a spectator.
func (c *peopleScreen) watch(who personLine) tea.Cmd {
	if who.Room == "" {
		c.ctx.Shell.Tell(prose.T("{name} is not at a public table.", prose.Name(who.Name)))
		return nil
	}
	return c.ctx.Enter(lobby.Watch{Code: who.Room}, prose.Text{})
}

// challenge invites a player to the current room, or to a new one.
func (c *peopleScreen) challenge(who personLine) tea.Cmd {
	visit, name := c.ctx.Session, prose.Name(who.Name)
	if !who.here {
		c.ctx.Shell.Tell(prose.T("{name} is not here now.", name))
		return nil
	}
	if code := c.config.Room(); code != "" {
		return c.tells(func(ctx context.Context) error {
			return lobby.Perform(ctx, visit, lobby.Invite{Name: who.Name, Code: code})
		}, prose.T("{name} is invited.", name))
	}
	widget.AskGame(c.ctx, prose.T("Challenge {name} to", name), widget.AnyGame, func(at int) tea.Cmd {
		plan := lobby.NewPlan(c.config.Rooms, c.ctx.Games[at].Game)
		plan.Seats, plan.Public = c.ctx.Games[at].Game.MinSeats, false
		return c.ctx.Enter(lobby.Challenge{Name: who.Name, Plan: plan}, prose.T("{name} is invited.", name))
	})
	return nil
}

// Help implements screen.Screen.
func (*peopleScreen) Help() prose.Document {
	return prose.Document{
		prose.H("People"),
		prose.P("Your friends come first, then everyone else who is here. For people in private rooms, you only see that they are at a table."),
		prose.P("If you invite a player, they see the invitation wherever they are, and have five minutes to answer. They can also decline, or mute you: then nothing you ask or write reaches them."),
		prose.P("Your friends and the people you muted are stored with your key, and only you see them. A guest keeps them as long as their return line works."),
	}
}

// Window implements screen.Screen.
func (c *peopleScreen) Window() lobby.Window { return lobby.Window{People: peopleMost} }

// Click implements screen.Screen.
func (c *peopleScreen) Click(_, y int) tea.Cmd {
	if c.ClickLine(y) {
		if who, is := c.chosen(); is {
			return c.challenge(who)
		}
	}
	return nil
}

func (c *peopleScreen) View() screen.Frame {
	theme, rows := c.ctx.Theme, c.rows()
	height := c.ctx.BodyHeight()
	var foot []string
	if left := c.total - len(c.people); left > 0 {
		foot = append(foot, "   "+theme.Faint.Render(c.ctx.Say(prose.C("and {n} more", "and {n} more", prose.N(left)))))
	}
	from, to := c.Fit(len(rows), height-1-len(foot))
	said := make([]string, to-from)
	for i, who := range rows[from:to] {
		said[i] = c.facts(who)
	}
	names := max(14, min(26, c.ctx.Width-5-style.Column(0, said...)))
	body := c.Draw(theme, []string{""}, from, to, func(at int, mark string, text style.Style) string {
		return mark + text.Render(style.Fit(c.ctx.Say(rows[at].DisplayName()), names)) + theme.Faint.Render(said[at-from])
	})
	if len(rows) == 0 && c.people != nil {
		body = append(body, widget.Paragraph(c.ctx.Say(prose.T("Nobody else is here now. Press a to add a friend by name.")), theme.Text, c.ctx.Width-5)...)
	}
	body = append(style.Exactly(body, height-len(foot)), foot...)
	return screen.Frame{Title: c.ctx.Say(prose.T("people")), Left: c.ctx.Say(prose.T("People")), Right: c.ctx.You.Name, Body: body}
}

// facts returns the text about a player.
func (c *peopleScreen) facts(who personLine) string {
	facts := []prose.Text{whereabouts(who)}
	if who.friend {
		facts = append(facts, prose.T("friend"))
	}
	if who.muted {
		facts = append(facts, prose.T("muted"))
	}
	return c.ctx.Say(prose.T("{facts}", prose.List(facts)))
}

// whereabouts says whether a player is here, and whether they are free.
func whereabouts(who personLine) prose.Text {
	switch {
	case !who.here:
		return prose.T("not here")
	case who.Room != "":
		return prose.T("at table {code}", prose.Literal(who.Room))
	case who.Busy:
		return prose.T("at a table")
	}
	return prose.T("available")
}
