package archive

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// Viewpoints of a replay in addition to the seats.
const (
	spectators = engine.Watcher     // what everyone saw
	allOpen    = engine.Watcher - 1 // everything, as all seats together saw it
)

const (
	leap       = 10          // moves per jump
	replayPace = time.Second // time between two moves during automatic play
	replayName = 16          // maximum width of a name, in cells
)

// Replay replays a finished match on the board of its game.
type Replay struct {
	screen.Base
	ctx       *screen.Context
	kit       board.Game
	match     lobby.Finished
	steps     []engine.Step
	at        int         // index of the step shown
	viewpoint engine.Seat // a seat, spectators or allOpen
	board     board.Board

	playing bool // advances automatically
	run     int  // number of times that automatic play has started
}

// OpenOn opens the replay on top of another screen.
func (s *Replay) OpenOn(below screen.Screen) {
	s.show()
	s.ctx.Shell.OpenOn(below, s)
}

// show draws the step on a new board, so that nothing remains of the previous step.
func (s *Replay) show() {
	s.board = s.kit.Board(s.ctx.Theme, s.ctx.Voice)
	names := s.names()
	s.board.See(board.Scene{View: s.view(), Names: names, Away: make([]bool, len(names)), Bots: s.bots(), Watching: true, Past: true})
	board.Rest(s.board)
}

// view returns the view of the step from the chosen viewpoint.
func (s *Replay) view() engine.View {
	match := s.steps[s.at].Match
	if s.viewpoint != allOpen {
		return match.View(s.viewpoint)
	}
	views := make([]engine.View, s.match.Record.Seats)
	for seat := range views {
		views[seat] = match.View(engine.Seat(seat))
	}
	return s.kit.Open(views)
}

// names returns the players' names by seat.
func (s *Replay) names() []string {
	names := make([]string, s.match.Record.Seats)
	for seat, player := range s.match.Players[:min(len(s.match.Players), len(names))] {
		names[seat] = style.Cut(player.Name, replayName)
	}
	return names
}

// bots reports by seat whether the player is a bot.
func (s *Replay) bots() []bool {
	bots := make([]bool, s.match.Record.Seats)
	for seat, player := range s.match.Players[:min(len(s.match.Players), len(bots))] {
		bots[seat] = player.Level > 0
	}
	return bots
}

func (s *Replay) people() prose.People {
	return prose.People{Names: s.names(), You: engine.Watcher}
}

// Update implements screen.
func (s *Replay) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Restyled:
		s.show()
	case playMsg:
		if msg.replay == s {
			s.Changed()
			return s.played(msg.run)
		}
	}
	return nil
}

// Bindings implements screen.Screen.
func (s *Replay) Bindings() screen.Bindings {
	return slices.Values(s.bind(s.playing))
}

func (s *Replay) bind(playing bool) []screen.Binding {
	goes := func(step int) func(string) tea.Cmd { return screen.Call(func() { s.move(s.at + step) }) }
	to := func(step func() int) func(string) tea.Cmd { return screen.Call(func() { s.move(step()) }) }
	sees := func(eyes func(name string) engine.Seat) func(string) tea.Cmd {
		return func(name string) tea.Cmd {
			s.look(eyes(name))
			return nil
		}
	}
	last := len(s.steps) - 1
	games, open := prose.Text{}, prose.Text{}
	if s.steps[last].Round > 1 {
		games = prose.T("next game")
	}
	if s.kit.Open != nil {
		open = prose.T("all open")
	}
	return []screen.Binding{
		{Key: keymap.Of("←→", "left", "right", "h", "l", "up", "down", "k", "j"), Hint: prose.T("move"), Help: prose.T("previous or next move"), Do: func(name string) tea.Cmd {
			s.move(s.at + screen.Step(name))
			return nil
		}},
		{Key: keymap.Named("space"), Hint: screen.Either(playing, prose.T("stop"), prose.T("play")), Help: prose.T("play or stop, one move per second"), Do: screen.Command(s.play)},
		{Key: keymap.Named("e"), Hint: prose.T("viewpoint"), Help: prose.T("viewpoint: what everyone saw, each seat, or all open"), Do: sees(func(string) engine.Seat { return s.next() })},
		{Key: keymap.Named("a"), Hint: open, Help: screen.Either(s.kit.Open != nil, prose.T("open: all hands together"), prose.Text{}), Do: sees(func(string) engine.Seat { return allOpen })},
		{Key: keymap.Named("0"), Help: prose.T("what everyone saw"), Do: sees(func(string) engine.Seat { return spectators })},
		{Key: screen.NumberKeys(maxSeatKeys), Help: prose.T("what that seat saw"), Do: sees(func(name string) engine.Seat { return engine.Seat(name[0] - '1') })},
		s.ctx.InsightBinding(func() tea.Cmd {
			s.playing = false
			return analyse(s.ctx, s, s.match.Record.Game, s.match.ID)
		}),
		s.ctx.CloseBinding(s, prose.T("back to the list")),
		{Key: keymap.Named("n"), Hint: games, Help: prose.T("the next game"), Do: to(s.roundAfter)},
		{Key: keymap.Named("N"), Help: prose.T("to the start of this game, or of the previous one"), Do: to(s.roundBefore)},
		{Key: keymap.Of("pgdown", "pgdown", "shift+right"), Hint: prose.T("ten moves"), Help: prose.T("ten moves forward (or Shift+→)"), Do: goes(leap)},
		{Key: keymap.Of("pgup", "pgup", "shift+left"), Help: prose.T("ten moves back (or Shift+←)"), Do: goes(-leap)},
		{Key: keymap.Named("end"), Hint: prose.T("the end"), Help: prose.T("to the end"), Do: to(func() int { return last })},
		{Key: keymap.Named("home"), Help: prose.T("to the start"), Do: to(func() int { return 0 })},
	}
}

// maxSeatKeys is the number of seats that have a key for their viewpoint.
const maxSeatKeys = 4

// Explain implements screen.Screen. The action keys of the board do nothing in a replay.
func (s *Replay) Explain(name string, _ *screen.Binding) string {
	if screen.BoardBinding(s.board.Bindings(), name) == nil {
		return ""
	}
	return s.ctx.Say(prose.T("This match is over: you can only look."))
}

// Help implements screen.
func (s *Replay) Help() prose.Document { return s.kit.Rules }

// roundAfter returns the first step of the next game, or the last step in the last game.
func (s *Replay) roundAfter() int {
	for i := s.at + 1; i < len(s.steps); i++ {
		if s.steps[i].Round > s.steps[s.at].Round {
			return i
		}
	}
	return len(s.steps) - 1
}

// roundBefore returns the first step of the current game or, if that step is shown, of the previous
// game.
func (s *Replay) roundBefore() int {
	i := max(0, s.at-1)
	for i > 0 && s.steps[i-1].Round == s.steps[i].Round {
		i--
	}
	return i
}

// move shows the step with the given index, or the nearest existing one.
func (s *Replay) move(to int) {
	s.playing = false
	was := s.at
	s.at = max(0, min(to, len(s.steps)-1))
	switch {
	case s.at != was:
		s.show()
	case s.at > 0:
		s.ctx.Shell.Tell(prose.T("That was the last move."))
	default:
		s.ctx.Shell.Tell(prose.T("That is the beginning."))
	}
}

// look changes the viewpoint.
func (s *Replay) look(eyes engine.Seat) {
	switch {
	case eyes == allOpen && s.kit.Open == nil:
		s.ctx.Shell.Tell(prose.T("In this game you can only look at one seat at a time."))
	case int(eyes) >= s.match.Record.Seats:
		s.ctx.Shell.Tell(prose.T("There is no such seat."))
	default:
		s.viewpoint = eyes
		s.show()
	}
}

// next returns the viewpoint that follows the current one: what everyone saw, each seat,
// everything.
func (s *Replay) next() engine.Seat {
	switch {
	case s.viewpoint == allOpen:
		return spectators
	case int(s.viewpoint) < s.match.Record.Seats-1:
		return s.viewpoint + 1
	case s.kit.Open != nil:
		return allOpen
	}
	return spectators
}

// play starts or stops automatic play.
func (s *Replay) play() tea.Cmd {
	switch {
	case s.playing:
		s.playing = false
		return nil
	case s.at == len(s.steps)-1:
		s.ctx.Shell.Tell(prose.T("That was the last move. Press Home for the first."))
		return nil
	}
	s.playing = true
	s.run++
	return s.tick()
}

// playMsg reports that the next move of automatic play is due.
type playMsg struct {
	replay *Replay
	run    int
}

func (s *Replay) tick() tea.Cmd {
	run := s.run
	return tea.Tick(replayPace, func(time.Time) tea.Msg { return playMsg{s, run} })
}

// played advances by one move, unless the player has stopped this run or reads the help.
func (s *Replay) played(run int) tea.Cmd {
	s.playing = s.playing && s.ctx.OnTop(s)
	if !s.playing || run != s.run {
		return nil
	}
	s.move(s.at + 1)
	if s.playing = s.at < len(s.steps)-1; s.playing {
		return s.tick()
	}
	return nil
}

// View implements screen.Screen.
func (s *Replay) View() screen.Frame {
	right := s.viewpointText()
	if rounds := s.steps[len(s.steps)-1].Round; rounds > 1 {
		right += "  ·  " + s.ctx.Say(prose.T("game {n} of {games}", prose.N(s.steps[s.at].Round), prose.N(rounds)))
	}
	head := widget.BoardHead(s.ctx, s.kit.Game.Title, s.ctx.Say(lobby.TitleText(s.match.Title)), right)
	board := strings.Split(s.board.Draw(s.ctx.Width, s.ctx.BodyHeight()), "\n")
	move := s.drawMove()
	last := len(move) - 1
	return screen.Frame{
		Title: s.ctx.Say(prose.T("replay of {game}", prose.Literal(s.kit.Game.Title))), Head: head,
		Body: style.Exactly(board, s.ctx.BodyHeight()), Words: move[:last], Idle: move[last:],
	}
}

func (s *Replay) viewpointText() string {
	switch s.viewpoint {
	case spectators:
		return s.ctx.Say(prose.T("what everyone saw"))
	case allOpen:
		return s.ctx.Say(prose.T("all open"))
	}
	return s.ctx.Say(prose.T("as {name} saw it", s.people().Name(s.viewpoint)))
}

// drawMove draws the number of the move and what happened, in at least two lines.
func (s *Replay) drawMove() []string {
	theme, width := s.ctx.Theme, s.ctx.Width-2
	head := s.ctx.Say(prose.T("move {n} of {moves}", prose.N(s.at), prose.N(len(s.steps)-1)))
	told := prose.Wrap(head+"  ·  "+s.told(), width)
	told = style.Exactly(told, max(2, len(told)))
	for i, line := range told {
		if rest, found := strings.CutPrefix(line, head); found && i == 0 {
			told[i] = " " + theme.Faint.Render(head) + theme.Text.Render(rest)
			continue
		}
		told[i] = " " + theme.Text.Render(line)
	}
	return told
}

// told describes the move as far as it is known from the chosen viewpoint.
func (s *Replay) told() string {
	step, who := s.steps[s.at], s.people()
	who.Substitutes = s.match.SubstitutesAt(s.at)
	if s.at == 0 {
		return s.ctx.Say(prose.T("The match begins."))
	}
	if told := s.ctx.Voice.SayAll(append(s.match.ClaimedAt(step), s.kit.Narrator.Tell(step.Events, who)...)); len(told) > 0 {
		return strings.Join(told, " ")
	}
	name := who.Name(step.Move.Seat)
	switch {
	case step.Move.Action == engine.Next:
		return s.ctx.Say(prose.T("{name} is ready for the next game.", name))
	case s.viewpoint == allOpen || s.viewpoint == step.Move.Seat:
		return s.ctx.Say(prose.T("{name}: {action}", name, prose.Literal(lobby.CleanText(string(step.Move.Action), 60))))
	}
	return s.ctx.Say(prose.T("{name} made a secret move.", name))
}
