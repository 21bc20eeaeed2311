package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/archive"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

const (
	// companyMost is how many people the screen lists beside the friends. Others can
	// be named.
	companyMost = 200
	// companyPace is how long at least the friends are not asked for again.
	companyPace = time.Second
)

// companyScreen lists the friends and who is here, with what can be done about each.
type companyScreen struct {
	screen.Base
	root *Root
	widget.List
	circle lobby.Circle
	people []lobby.PersonRow
	total  int  // of people who are here
	asked  bool // for the circle, or it soon will be
	again  bool // and then again
	bound  screen.BindingCache[companyState]
}

// companyState is what the keys depend on.
type companyState struct{ atTable, rated bool }

// acquaintance is a line of the list.
type acquaintance struct {
	lobby.PersonRow
	friend, here, muted bool
}

// circleMsg is an answer to who the friends are; again says to ask anew.
type circleMsg struct {
	screen *companyScreen
	circle lobby.Circle
	told   prose.Text // of an order that was given before
	err    error
	again  bool
}

// openCompany shows the people.
func (r *Root) openCompany() tea.Cmd {
	c := &companyScreen{root: r}
	r.open(c)
	return c.ask()
}

// ask asks for the circle, unless it is being asked for.
func (c *companyScreen) ask() tea.Cmd {
	if c.asked {
		c.again = true
		return nil
	}
	c.asked = true
	visit := c.root.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		circle, err := lobby.Ask(ctx, visit, lobby.GetCircle{})
		return circleMsg{screen: c, circle: circle, err: err}
	}
}

// Update implements screen.
func (c *companyScreen) Update(arrived tea.Msg) tea.Cmd {
	switch msg := arrived.(type) {
	case hallMsg:
		if msg.page.Window.People == 0 {
			return nil
		}
		before := c.people
		c.people, c.total = msg.page.People, msg.page.PeopleTotal
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

// took takes an answer, and asks again in a while where that is wanted by then.
func (c *companyScreen) took(msg circleMsg) tea.Cmd {
	if msg.again {
		if c.asked = false; c.again {
			c.again = false
			return c.ask()
		}
		return nil
	}
	switch {
	case msg.err != nil:
		c.root.refuse(msg.err)
	case !msg.told.IsZero():
		c.root.tell(msg.told)
		fallthrough
	default:
		c.circle = msg.circle
		if c.root.mutes.Update(widget.MutedMsg{Names: msg.circle.Muted}) {
			c.root.changed()
		}
		c.Changed()
	}
	if !msg.told.IsZero() {
		return nil
	}
	return tea.Tick(companyPace, func(time.Time) tea.Msg { return circleMsg{screen: c, again: true} })
}

// rows are the lines of the list: friends first.
func (c *companyScreen) rows() []acquaintance {
	all := make([]acquaintance, 0, len(c.circle.Friends)+len(c.people))
	is := func(name string) bool { return c.root.mutes.Has(name) }
	for _, friend := range c.circle.Friends {
		all = append(all, acquaintance{friend.PersonRow, true, friend.Here, is(friend.Name)})
	}
	friends := len(all)
	for _, person := range c.people {
		if !slices.ContainsFunc(all[:friends], func(a acquaintance) bool { return a.here && a.Name == person.Name }) && person.Name != c.root.you() {
			all = append(all, acquaintance{person, false, true, is(person.Name)})
		}
	}
	return all
}

// chosen is whoever is under the cursor; false is nobody.
func (c *companyScreen) chosen() (acquaintance, bool) {
	rows := c.rows()
	if len(rows) == 0 {
		return acquaintance{}, false
	}
	c.Cursor = max(0, min(c.Cursor, len(rows)-1))
	return rows[c.Cursor], true
}

func (c *companyScreen) Bindings() []screen.Binding {
	return c.bound.Get(companyState{c.root.table() != nil, c.root.ctx.Session.KeepsRatings()}, c.bind)
}

func (c *companyScreen) bind(now companyState) []screen.Binding {
	with := func(do func(acquaintance) tea.Cmd) func(string) tea.Cmd {
		return screen.Command(func() tea.Cmd {
			who, is := c.chosen()
			if !is {
				c.root.tell(prose.T("Nobody is chosen."))
				return nil
			}
			return do(who)
		})
	}
	invites := screen.Binding{Key: keys.Named("enter"), Hint: prose.T("challenge"), Help: prose.T("challenge them to a game in a room of your own"), Do: with(c.challenge)}
	if now.atTable {
		invites.Hint, invites.Help = prose.T("invite"), prose.T("invite them to your table")
	}
	all := []screen.Binding{
		invites,
		{Key: keys.Named("f"), Hint: prose.T("friend, or not"), Help: prose.T("make them a friend, or not; they are not told"), Do: with(c.befriend)},
		{Key: keys.Named("m"), Hint: prose.T("mute, or not"), Help: prose.T("mute somebody, or hear them again; they are not told"), Do: with(func(who acquaintance) tea.Cmd { return c.root.mutes.Toggle(who.Name) })},
		{Key: keys.Named("r"), Help: prose.T("report them to the operator of this server; they are not told"), Do: with(func(who acquaintance) tea.Cmd { return c.root.report(who.Name) })},
		{Key: keys.Named("a"), Hint: prose.T("add a friend"), Help: prose.T("add a friend by name, also one who is not here"), Do: screen.Call(c.askFriend)},
		{Key: keys.Named("w"), Help: prose.T("watch the table where they are"), Do: with(c.watch)},
		{Key: keys.Named("/"), Hint: prose.T("find"), Help: prose.T("tell where somebody is, by name"), Do: screen.Call(c.askWhere)},
	}
	if now.rated {
		all = append(all, screen.Binding{Key: keys.Named("p"), Help: prose.T("their profile: ratings, streaks, last matches"), Do: with(func(who acquaintance) tea.Cmd { return archive.OpenProfile(c.root.ctx, who.Name) })})
	}
	moves := c.List.Bindings(func() int { return len(c.rows()) }, prose.T("choose"), prose.T("choose somebody"), func() tea.Cmd { return nil })
	return append(append(all, moves...), c.root.ctx.CloseBinding(c, prose.T("back")))
}

// tells gives an order about somebody, and tells what came of it.
func (c *companyScreen) tells(order func(context.Context) error, done prose.Text) tea.Cmd {
	visit := c.root.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if err := order(ctx); err != nil {
			return screen.Done{Err: err}
		}
		circle, err := lobby.Ask(ctx, visit, lobby.GetCircle{})
		return circleMsg{screen: c, circle: circle, err: err, told: done}
	}
}

// befriend makes somebody a friend, or takes them off the friends.
func (c *companyScreen) befriend(who acquaintance) tea.Cmd {
	visit, name := c.root.ctx.Session, prose.Name(who.Name)
	told := screen.Either(who.friend, prose.T("{name} is no longer among your friends.", name), prose.T("{name} is among your friends now.", name))
	return c.tells(func(ctx context.Context) error {
		return lobby.Perform(ctx, visit, lobby.Befriend{Name: who.Name, Friend: !who.friend})
	}, told)
}

// askFriend asks for the name of a friend.
func (c *companyScreen) askFriend() {
	widget.OpenPrompt(c.root.ctx, c.root.ctx.Say(prose.T("Name of a friend")), c.root.ctx.Say(prose.T("as they are called here; only you see your friends")), "", 24, func(name string) tea.Cmd {
		return c.befriend(acquaintance{PersonRow: lobby.PersonRow{Name: name}})
	})
}

// askWhere asks for a name and tells where that person is.
func (c *companyScreen) askWhere() {
	visit := c.root.ctx.Session
	widget.OpenPrompt(c.root.ctx, c.root.ctx.Say(prose.T("Name")), c.root.ctx.Say(prose.T("whoever you want to find, as they are called here")), "", 24, func(name string) tea.Cmd {
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
			defer cancel()
			found, err := lobby.FindPerson(ctx, visit, lobby.CleanText(name, 24))
			return foundMsg{c, found, err}
		}
	})
}

// foundMsg is where somebody is.
type foundMsg struct {
	screen *companyScreen
	found  lobby.Whereabouts
	err    error
}

// tellFound tells where somebody is.
func (c *companyScreen) tellFound(msg foundMsg) {
	if msg.err != nil {
		c.root.refuse(msg.err)
		return
	}
	title := ""
	if msg.found.Room.Code != "" {
		title = c.root.ctx.Kit(msg.found.Room.Game).Game.Title
	}
	c.root.show(c.root.ctx.SayAll(msg.found.Told(title)))
}

// watch goes to the public table where somebody is.
func (c *companyScreen) watch(who acquaintance) tea.Cmd {
	if who.Room == "" {
		c.root.tell(prose.T("{name} is at no open table.", prose.Name(who.Name)))
		return nil
	}
	visit := c.root.ctx.Session
	return c.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		return lobby.Ask(ctx, visit, lobby.Watch{Code: who.Room})
	})
}

// challenge invites somebody to the table where the person is, or to a new one.
func (c *companyScreen) challenge(who acquaintance) tea.Cmd {
	visit, name := c.root.ctx.Session, prose.Name(who.Name)
	if !who.here {
		c.root.tell(prose.T("{name} is not here now.", name))
		return nil
	}
	if table := c.root.table(); table != nil {
		code := table.update.Code
		return c.tells(func(ctx context.Context) error {
			return lobby.Perform(ctx, visit, lobby.Invite{Name: who.Name, Code: code})
		}, prose.T("{name} is invited.", name))
	}
	widget.AskGame(c.root.ctx, prose.T("Challenge {name} to", name), widget.AnyGame, func(at int) tea.Cmd {
		plan := lobby.NewPlan(c.root.session.Rooms, c.root.ctx.Games[at].Game)
		plan.Seats, plan.Public = c.root.ctx.Games[at].Game.MinSeats, false
		c.root.going = true
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
			defer cancel()
			handle, err := lobby.Ask(ctx, visit, lobby.Challenge{Name: who.Name, Plan: plan})
			return seatedMsg{handle: handle, welcome: prose.T("{name} is invited.", name), err: err}
		}
	})
	return nil
}

// Help implements screen.
func (*companyScreen) Help() prose.Document {
	return prose.Document{
		prose.H("People"),
		prose.P("Your friends come first, and then everybody else who is here. Of whoever is in a private room you see only that they are at a table."),
		prose.P("If you invite somebody, they see it wherever they are, and have five minutes to answer. They can also decline, or mute you: then nothing you ask or say reaches them."),
		prose.P("Friends and muted people are kept with your key, and nobody else sees them. A guest keeps them as long as the line to come back with works."),
	}
}

// Window implements screen.
func (c *companyScreen) Window() lobby.Window { return lobby.Window{People: companyMost} }

// companyAbove is how many lines of the body stand above the list.
const companyAbove = 1

// Click implements screen.
func (c *companyScreen) Click(_, y int) tea.Cmd {
	if c.Select(y-screen.HeadLines-companyAbove, len(c.rows())) {
		if who, is := c.chosen(); is {
			return c.challenge(who)
		}
	}
	return nil
}

func (c *companyScreen) View() (lines []string, title string) {
	theme, rows := c.root.ctx.Theme, c.rows()
	c.Cursor = max(0, min(c.Cursor, len(rows)-1))
	height := c.root.ctx.Height - 4
	var foot []string
	if left := c.total - len(c.people); left > 0 {
		foot = append(foot, "   "+theme.Faint.Render(c.root.ctx.Say(prose.C("and {n} more", "and {n} more", prose.N(left)))))
	}
	from, to := c.Fit(len(rows), height-companyAbove-len(foot))
	body := []string{""}
	said := make([]string, to-from)
	for i, who := range rows[from:to] {
		said[i] = c.facts(who)
	}
	names := max(14, min(26, c.root.ctx.Width-5-look.Column(0, said...)))
	for i, who := range rows[from:to] {
		body = append(body, c.drawRow(who, from+i == c.Cursor, names, said[i]))
	}
	if len(rows) == 0 && c.people != nil {
		body = append(body, widget.Paragraph(c.root.ctx.Say(prose.T("Nobody else is here now. Press a to add a friend by name.")), theme.Text, c.root.ctx.Width-5)...)
	}
	body = append(look.Exactly(body, height-len(foot)), foot...)
	return c.root.page(c.root.ctx.Say(prose.T("People")), c.root.you(), body), c.root.ctx.Say(prose.T("people"))
}

func (c *companyScreen) drawRow(who acquaintance, chosen bool, names int, facts string) string {
	theme := c.root.ctx.Theme
	mark, style := "   ", theme.Text
	if chosen {
		mark, style = theme.Accent.Render(" ▸ "), theme.Strong
	}
	return mark + style.Render(look.Fit(c.root.ctx.Say(who.Told()), names)) + theme.Faint.Render(facts)
}

// facts is what is worth knowing of somebody.
func (c *companyScreen) facts(who acquaintance) string {
	facts := []prose.Text{whereabouts(who)}
	if who.friend {
		facts = append(facts, prose.T("friend"))
	}
	if who.muted {
		facts = append(facts, prose.T("muted"))
	}
	return c.root.ctx.Say(prose.T("{facts}", prose.List(facts)))
}

// whereabouts says whether somebody is here, and whether they are free.
func whereabouts(who acquaintance) prose.Text {
	switch {
	case !who.here:
		return prose.T("not here")
	case who.Room != "":
		return prose.T("at table {code}", prose.Literal(who.Room))
	case who.Busy:
		return prose.T("at a table")
	}
	return prose.T("free to play")
}
