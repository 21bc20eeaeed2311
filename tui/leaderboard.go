package tui

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
)

// leaderboardScreen lists who plays a game best, and shows somebody's profile.
type leaderboardScreen struct {
	unmoved
	root  *Root
	game  int // index of the kit
	board lobby.Leaderboard
	list

	asked   int  // number of the newest question; answers to older ones come too late
	loading bool // it is for the list
	opening bool // it is for a profile

	moves  int            // how often the cursor has moved
	beside *lobby.Profile // of a person on whom it rested on a wide screen, nil before
	whose  string         // that person's Identity.ID

	bound bound[always]
}

// leaderboardMsg is the answer to a question: a list or a profile.
type leaderboardMsg struct {
	screen  *leaderboardScreen
	asked   int
	board   lobby.Leaderboard
	profile *lobby.Profile
	beside  *lobby.Profile // of the person whose it is, for the panel
	whose   string
	err     error
}

// openLeaderboard shows the leaders.
func (r *Root) openLeaderboard() tea.Cmd {
	leaders := &leaderboardScreen{root: r}
	r.open(leaders)
	return leaders.turn(0)
}

// turn goes on to another game by so many steps, and asks for its leaders.
func (f *leaderboardScreen) turn(step int) tea.Cmd {
	kits := f.root.session.Games
	f.game = (f.game + step + len(kits)) % len(kits)
	f.board, f.cursor, f.top = lobby.Leaderboard{}, 0, 0
	f.loading, f.opening = true, false
	visit, game := f.root.session.Visit, kits[f.game].Game.Name
	return f.ask(func(ctx context.Context) (answer leaderboardMsg) {
		answer.board, answer.err = lobby.Ask(ctx, visit, lobby.GetLeaderboard{Game: game})
		return answer
	})
}

// open asks for the profile of a person; empty is the reader.
func (f *leaderboardScreen) open(person string) tea.Cmd {
	f.opening = true
	visit := f.root.session.Visit
	return f.ask(func(ctx context.Context) leaderboardMsg {
		profile, err := lobby.Ask(ctx, visit, lobby.GetProfile{Person: person})
		return leaderboardMsg{profile: &profile, err: err}
	})
}

// ask runs a question beside the screen.
func (f *leaderboardScreen) ask(question func(context.Context) leaderboardMsg) tea.Cmd {
	f.asked++
	asked := f.asked
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		answer := question(ctx)
		answer.screen, answer.asked = f, asked
		return answer
	}
}

// take implements screen: it takes an answer, unless something else has been
// asked since.
func (f *leaderboardScreen) take(arrived tea.Msg) tea.Cmd {
	if rest, is := arrived.(leaderRestMsg); is && rest.screen == f {
		return f.rested(rest)
	}
	msg, is := arrived.(leaderboardMsg)
	if !is || msg.screen != f || msg.asked != f.asked {
		return nil
	}
	f.changed()
	f.loading, f.opening = false, false
	switch {
	case msg.err != nil:
		f.root.refuse(msg.err)
	case msg.profile != nil:
		f.root.openOn(f, &profileScreen{root: f.root, profile: *msg.profile})
	case msg.beside != nil:
		f.beside, f.whose = msg.beside, msg.whose
	default:
		f.board = msg.board
		return f.rests()
	}
	return nil
}

func (f *leaderboardScreen) bindings() []binding { return f.bound.of(always{}, f.bind) }

func (f *leaderboardScreen) bind(always) []binding {
	count := func() int { return len(f.board.Leaders) }
	moves := f.list.bindings(count, prose.T("choose"), prose.T("choose somebody"), f.rests)
	return slices.Concat([]binding{
		{Key: keys.Named("enter"), Hint: prose.T("profile"), Help: prose.T("a profile: ratings, streaks, last matches"), Do: gives(f.openChosen)},
		{Key: keys.Named("m"), Hint: prose.T("your own"), Help: prose.T("your own profile"), Do: gives(func() tea.Cmd { return f.open("") })},
		{Key: keys.Of("←→", "left", "right", "h", "l", "tab"), Hint: prose.T("game"), Help: prose.T("another game"), Do: func(name string) tea.Cmd { return f.turn(step(name)) }},
		{Key: numbered(len(f.root.session.Games)), Help: prose.T("that game"), Do: func(name string) tea.Cmd { return f.turn(int(name[0]-'1') - f.game) }},
	}, moves, []binding{f.root.closes(f, prose.T("back to the hall"))})
}

// openChosen asks for the profile of whoever is chosen.
func (f *leaderboardScreen) openChosen() tea.Cmd {
	if f.cursor >= len(f.board.Leaders) {
		return nil
	}
	return f.open(f.board.Leaders[f.cursor].Person)
}

func (*leaderboardScreen) about() prose.Document {
	return prose.Document{
		prose.H("What counts"),
		prose.P("Matches in rated rooms that only people with a key play, without bots and guests. A match that has begun counts, and leaving it is losing it."),
		prose.H("The numbers"),
		prose.P("Everybody starts at 1500. The number after ± is the uncertainty: two times out of three the true strength is that near."),
		prose.P("A question mark means provisional; such ratings are listed last. The list is in the order of the rating less twice its uncertainty, so that one lucky match makes no leader."),
		prose.H("How ratings are calculated"),
		prose.P("By the Plackett–Luce model of Weng and Lin, which takes all players of a match at once. Beating somebody strong counts for more, and so does a result that was not expected."),
	}
}

// leaderboardAbove is how many lines of the body stand above the leaders.
const leaderboardAbove = 4

// click implements screen: a leader is chosen, or their profile opened where
// they are chosen already.
func (f *leaderboardScreen) click(_, y int) tea.Cmd {
	if f.list.click(y-headLines-leaderboardAbove, len(f.board.Leaders)) {
		return f.openChosen()
	}
	return f.rests()
}

func (f *leaderboardScreen) draw() (lines []string, title string) {
	theme, height := f.root.theme, f.root.height-4
	foot := append(append([]string{""}, wrapped(f.you(), theme.Text, f.root.across()-4)...),
		wrapped(f.root.say(prose.T("± is the uncertainty; ? means provisional.")), theme.Faint, f.root.across()-4)...)
	foot = append(foot, make([]string, max(0, 4-len(foot)))...)
	from, to := f.fit(len(f.board.Leaders), height-leaderboardAbove-len(foot))
	body := []string{"", f.drawGames(), "", f.margin() + theme.Faint.Render(f.columns("", f.root.say(prose.T("name")), f.root.say(prose.T("rating")), f.root.say(prose.T("matches")), f.root.say(prose.T("won").In("count")), f.root.say(prose.T("streak"))))}
	for i := from; i < to; i++ {
		body = append(body, f.drawLeader(f.board.Leaders[i], i == f.cursor))
	}
	if text := f.state(); text != "" {
		body = append(body[:leaderboardAbove-1], wrapped(text, theme.Text, f.root.width-5)...)
	}
	body = append(look.Exactly(body, height-len(foot)), foot...)
	if f.root.wide() {
		body = f.root.besidePanel(body, f.panel(f.root.panelCells()), height)
	}
	return f.root.page(f.root.say(prose.T("Leaders")), f.root.you(), body), f.root.say(prose.T("leaders"))
}

// drawGames are the games, the chosen one marked.
func (f *leaderboardScreen) drawGames() string {
	theme, line := f.root.theme, "  "
	for i, kit := range f.root.session.Games {
		text := strconv.Itoa(i+1) + " " + kit.Game.Title
		if i == f.game {
			line += theme.Accent.Render("‹" + text + "›")
			continue
		}
		line += " " + theme.Text.Render(text) + " "
	}
	return look.Cut(line, f.root.width-2)
}

// margin stands before the columns; its end is for the mark of the chosen line.
func (f *leaderboardScreen) margin() string {
	if f.root.slim() {
		return "   "
	}
	return "      "
}

// columns are those of the list: where there is no room for all, those that the
// profile tells are left out.
func (f *leaderboardScreen) columns(place, name, rating, matches, won, streak string) string {
	if f.root.slim() {
		return right(place, 3) + " " + look.Fit(name, 17) + look.Fit(rating, 14) + right(matches, 7)
	}
	return right(place, 3) + "  " + look.Fit(name, 20) + look.Fit(rating, 16) + right(matches, 7) + right(won, 6) + "   " + look.Fit(streak, 10)
}

func (f *leaderboardScreen) drawLeader(s lobby.Standing, chosen bool) string {
	theme := f.root.theme
	mark, style := f.margin(), theme.Text
	name := look.Cut(f.root.say(s.ToldName()), 20)
	if s.Person == f.board.You.Person {
		style, name = theme.Accent, look.Cut(s.Name, 13)+" ("+f.root.say(prose.T("you"))+")"
	}
	if chosen {
		mark, style = mark[3:]+theme.Accent.Render(" ▸ "), theme.Strong
	}
	return mark + style.Render(f.columns(strconv.Itoa(s.Place), name, f.root.say(s.Told()), strconv.Itoa(s.Matches), strconv.Itoa(s.Wins), f.root.say(lobby.ToldStreak(s.Streak))))
}

// state says what stands in place of a list that is empty.
func (f *leaderboardScreen) state() string {
	switch {
	case f.loading:
		return f.root.say(prose.T("One moment…"))
	case len(f.board.Leaders) == 0:
		return f.root.say(prose.T("No match of this game has counted yet. Choose Rated in a new room."))
	}
	return ""
}

// you says how the reader stands.
func (f *leaderboardScreen) you() string {
	you := f.board.You
	switch {
	case f.opening:
		return f.root.say(prose.T("One moment…"))
	case f.loading:
		return ""
	case you.Matches == 0:
		return f.root.say(prose.T("No match of yours in this game has counted yet."))
	}
	return f.root.say(prose.C("Your rank is {rank}: rating {rating} after {n} match, {won} won.", "Your rank is {rank}: rating {rating} after {n} matches, {won} won.",
		prose.Literal(strconv.Itoa(you.Place)), prose.Sub(you.Told()), prose.N(you.Matches), prose.N(you.Wins)))
}

// profileScreen shows what anybody may know of somebody's play.
type profileScreen struct {
	unmoved
	root    *Root
	profile lobby.Profile
	top     int // lines that are scrolled away
	bound   bound[always]
}

func (p *profileScreen) bindings() []binding { return p.bound.of(always{}, p.bind) }

func (p *profileScreen) bind(always) []binding {
	return []binding{
		{Key: keys.Of("esc", "esc", "q", "enter"), Hint: prose.T("back"), Help: prose.T("back to the leaders"), Leaves: true, Do: does(func() { p.root.close(p) })},
		{Key: keys.Named(insightKey), Hint: prose.T("statistics"), Help: prose.T("statistics by game and option, and what was luck"), Do: gives(p.openStatistics)},
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Hint: prose.T("scroll"), Help: prose.T("scroll"), Do: func(name string) tea.Cmd {
			by := step(name)
			p.top = max(0, min(p.top+by, len(p.lines())-(p.root.height-4)))
			return nil
		}},
	}
}

func (p *profileScreen) draw() (lines []string, title string) {
	lines = p.lines()
	p.top = max(0, min(p.top, len(lines)-(p.root.height-4)))
	whose := p.profile.Name
	if p.profile.You {
		whose = p.root.say(prose.T("{name} (you)", prose.Name(whose)))
	}
	return p.root.page(p.root.say(prose.T("Profile")), whose, lines[p.top:]), p.root.say(prose.T("profile"))
}

// lines are the whole profile.
func (p *profileScreen) lines() []string {
	theme := p.root.theme
	lines := []string{""}
	if len(p.profile.Standings) == 0 {
		lines = append(lines, "   "+theme.Text.Render(p.root.say(prose.T("No match has counted for a rating yet."))))
	} else {
		lines = append(lines, "   "+theme.Faint.Render(p.columns(p.root.say(prose.T("game")), p.root.say(prose.T("rating")), p.root.say(prose.T("rank")), p.root.say(prose.T("matches")), p.root.say(prose.T("won").In("count")), p.root.say(prose.T("streak")), p.root.say(prose.T("best")))))
	}
	for _, s := range p.profile.Standings {
		lines = append(lines, "   "+theme.Text.Render(p.columns(p.root.kit(s.Game).Game.Title, p.root.say(s.Told()), strconv.Itoa(s.Place),
			strconv.Itoa(s.Matches), strconv.Itoa(s.Wins), p.root.say(lobby.ToldStreak(s.Streak)), p.root.say(lobby.ToldStreak(s.Best)))))
	}
	if !p.profile.You {
		lines = append(lines, "", "   "+theme.Strong.Render(p.root.say(p.profile.AgainstYou.Told())))
	}
	if len(p.profile.Results) == 0 {
		return lines
	}
	lines = append(lines, "", "   "+theme.Strong.Render(p.root.say(prose.T("The last matches"))))
	ended, results := make([]string, len(p.profile.Results)), make([]string, len(p.profile.Results))
	for i, one := range p.profile.Results {
		ended[i], results[i] = p.root.say(prose.When(one.Match.Ended)), p.root.say(lobby.ToldResult(one.Match.Result(one.Seat)))+" "
	}
	when, result := look.Column(15, ended...), look.Column(6, results...)
	for i, one := range p.profile.Results {
		lines = append(lines, p.drawResult(one, look.Fit(ended[i], when), look.Fit(results[i], result))...)
	}
	return lines
}

func (p *profileScreen) columns(game, rating, place, matches, won, streak, best string) string {
	if p.root.slim() {
		return look.Fit(game, 14) + " " + look.Fit(rating, 12) + right(place, 6) + right(matches, 8) + right(won, 5)
	}
	return look.Fit(game, 15) + " " + look.Fit(rating, 14) + right(place, 7) + right(matches, 9) + right(won, 6) + "   " + look.Fit(streak, 9) + look.Fit(best, 9)
}

// drawResult is a match in the list, on a slim screen on two lines; ended and result
// are columns of it.
func (p *profileScreen) drawResult(one lobby.Result, ended, result string) []string {
	theme := p.root.theme
	line := "   " + theme.Faint.Render(ended) + " " + p.root.resultStyle(one).Render(result)
	game := p.root.kit(one.Match.Record.Game).Game.Title
	with, rated := p.root.withWhom(one), ""
	if one.Match.Rated {
		rated = theme.Faint.Render("  " + p.root.say(prose.T("rated")))
	}
	if p.root.slim() {
		return []string{look.Cut(line+theme.Text.Render(game)+rated, p.root.width-2), "     " + theme.Text.Render(look.Cut(with, p.root.width-7))}
	}
	return []string{look.Cut(line+theme.Text.Render(look.Fit(game, 15)+" "+with), p.root.width-2-look.Width(rated)) + rated}
}

// resultStyle is that of how a match ended for somebody.
func (r *Root) resultStyle(one lobby.Result) look.Style {
	if one.Match.Result(one.Seat) == lobby.ResultWon {
		return r.theme.Good
	}
	return r.theme.Text
}

// withWhom says who else played.
func (r *Root) withWhom(one lobby.Result) string {
	return r.say(prose.T("with {names}", prose.Sub(lobby.ToldPlayers(one.Others()))))
}
