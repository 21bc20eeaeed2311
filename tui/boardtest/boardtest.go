// Package boardtest checks the board of any game against the requirements of the frame, and draws
// scenes for golden files.
package boardtest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Names returns the names of people in tests, including wide, combining and long ones that the
// lobby accepts.
func Names() []string { return []string{"anna", "李小龍", "Zoë Zażółć-Gęśl", "🦊 fox"} }

// Scene returns the table as a seat sees it.
func Scene(m engine.Match, seat engine.Seat) board.Scene {
	view := m.View(seat)
	return board.Scene{View: view, Names: Names()[:view.Seats], Away: make([]bool, view.Seats), Aided: true}
}

// Press types keys into a board by their Bubble Tea names, and returns the last resulting action.
func Press(b board.Board, names ...string) engine.Action {
	var action engine.Action
	for _, name := range names {
		if a, _ := keymap.Press(b.Bindings(), Key(name).String()); a != "" {
			action = a
		}
	}
	return action
}

// Key returns a key by its name, such as "a", "enter", "left" or "shift+tab".
func Key(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if rest, shifted := strings.CutPrefix(name, "shift+"); shifted {
		key := Key(rest)
		key.Mod = tea.ModShift
		return key
	}
	if code, special := codes[name]; special {
		text := ""
		if name == "space" {
			text = " "
		}
		return tea.KeyPressMsg{Code: code, Text: text}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// Golden compares a drawing, with its prompt and hints, to the golden file of the test, without
// styles.
func Golden(t *testing.T, b board.Board, width, height int) {
	t.Helper()
	var hints []string
	for _, hint := range keymap.Hints(b.Bindings()) {
		hints = append(hints, hint.Written+" "+hint.Does.String())
	}
	text := fmt.Sprintf("%s\n----\n%s\n%s\n", ansi.Strip(b.Draw(width, height)), b.Ask(), strings.Join(hints, " · "))
	golden.RequireEqual(t, trimmed(text))
}

// trimmed returns text without spaces at the ends of lines.
func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// sizes returns sizes of the inside of the frame, smallest first.
func sizes() [][2]int {
	return [][2]int{{board.MinWidth, board.MinHeight - 4}, {81, 21}, {100, 30}, {120, 36}, {200, 60}}
}

// anyKeys returns keys that a player might press.
func anyKeys() []string {
	return strings.Fields("enter esc tab space backspace delete left right up down home end shift+tab " +
		"a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 - + [ ] ? ü 漢")
}

// Run lets bots play games while every seat and a spectator press random keys. It checks that
// drawings fit and have only signs that ASCII can replace, that keys give no action unless the game
// waits for the seat, that an action is legal or refused with a sentence, that bindings are
// consistent, that texts are sentences, and that the title and the blurb fit into lists.
func Run(t *testing.T, kit board.Game, games int, options ...engine.Options) {
	t.Helper()
	RunMeaning(t, kit, games, nil, options...)
}

// RunMeaning is like Run for a board on which two bindings may share a key, if it is one of those
// in meant. The first binding then has the key.
func RunMeaning(t *testing.T, kit board.Game, games int, meant []string, options ...engine.Options) {
	t.Helper()
	if err := labelled(kit.Game); err != nil {
		t.Error(err)
	}
	for n := range games {
		random := rand.New(rand.NewPCG(uint64(n), 7))
		for _, chosen := range append([]engine.Options{nil}, options...) {
			seats := kit.Game.MinSeats + random.IntN(kit.Game.MaxSeats-kit.Game.MinSeats+1)
			m, err := kit.Game.Start(seats, engine.Seed{byte(n), byte(len(chosen))}, chosen)
			if err != nil {
				t.Fatal(err)
			}
			if err := play(kit, m, meant, random); err != nil {
				t.Fatalf("game %d with %d seats and options %v: %v", n, seats, chosen, err)
			}
		}
	}
}

// AllOpen lets bots play a match of each set of options, with every number of seats. At each step
// it calls check with the views of the seats, and their combination.
func AllOpen(t *testing.T, kit board.Game, check func(seats []engine.View, all engine.View), options ...engine.Options) {
	t.Helper()
	for n, chosen := range options {
		random := rand.New(rand.NewPCG(uint64(n), 3))
		seats := kit.Game.MinSeats + n%(kit.Game.MaxSeats-kit.Game.MinSeats+1)
		m, err := kit.Game.Start(seats, engine.Seed{byte(n)}, chosen)
		for err == nil {
			var views []engine.View
			for seat := range seats {
				views = append(views, m.View(engine.Seat(seat)))
			}
			check(views, kit.Open(views))
			if len(m.ToMove()) == 0 {
				break
			}
			seat := m.ToMove()[random.IntN(len(m.ToMove()))]
			m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func play(kit board.Game, m engine.Match, meant []string, random *rand.Rand) error {
	seats := m.View(engine.Watcher).Seats
	boards := map[engine.Seat]board.Board{}
	for seat := engine.Watcher; int(seat) < seats; seat++ {
		boards[seat] = kit.Board(style.NewTheme(random.IntN(2) == 0), nil)
	}
	for moves := 0; len(m.ToMove()) > 0 && moves < 2000; moves++ {
		for seat := engine.Watcher; int(seat) < seats; seat++ {
			if err := errors.Join(sit(boards[seat], m, seat, random), listen(kit.Narrator, m, seat)); err != nil {
				return err
			}
		}
		if random.IntN(4) == 0 {
			if err := lookBack(kit, m, random); err != nil {
				return err
			}
		}
		toMove := m.ToMove()
		if random.IntN(80) == 0 {
			who := engine.Seat(random.IntN(seats))
			if err := bindingsHold(kit, m, Scene(m, who), meant, random); err != nil {
				return fmt.Errorf("seat %v: %w", who, err)
			}
		}
		seat := toMove[random.IntN(len(toMove))]
		next, events, err := m.Play(seat, m.Think(seat, engine.FirstBot, random))
		if err != nil {
			return err
		}
		if err := sentences(prose.English().SayAll(kit.Narrator.Tell(events, Scene(m, seat).People()))); err != nil {
			return fmt.Errorf("%q is told so: %w", events, err)
		}
		m = next
	}
	return errors.Join(lookBack(kit, m, random), sit(boards[0], m, 0, random))
}

// lookBack draws the table for a reader who replays a finished match: from the viewpoint of a
// spectator and of each seat, and with everything visible.
func lookBack(kit board.Game, m engine.Match, random *rand.Rand) error {
	seen := []engine.View{m.View(engine.Watcher)}
	for seat := range seen[0].Seats {
		seen = append(seen, m.View(engine.Seat(seat)))
	}
	if kit.Open != nil {
		all := kit.Open(seen[1:])
		if all.Seat != engine.Watcher || len(all.Grammar) > 0 || reflect.TypeOf(all.Table) != reflect.TypeOf(seen[0].Table) {
			return fmt.Errorf("what is open to all is a view of seat %v with a %T that may %v", all.Seat, all.Table, all.Grammar)
		}
		for seat, view := range seen[1:] {
			if !reflect.DeepEqual(view, m.View(engine.Seat(seat))) {
				return fmt.Errorf("putting all views together changed that of seat %d", seat+1)
			}
		}
		seen = append(seen, all)
	}
	for _, view := range seen {
		b := kit.Board(style.NewTheme(random.IntN(2) == 0), nil)
		b.See(board.Scene{View: view, Names: Names()[:view.Seats], Away: make([]bool, view.Seats), Watching: true, Past: true})
		if err := fits(b, sizes()[random.IntN(len(sizes()))]); err != nil {
			return err
		}
	}
	return nil
}

// sit shows the table to a seat and presses some keys.
func sit(b board.Board, m engine.Match, seat engine.Seat, random *rand.Rand) error {
	b.See(Scene(m, seat))
	view := m.View(seat)
	for range 6 {
		if err := fits(b, sizes()[random.IntN(len(sizes()))]); err != nil {
			return err
		}
		key := anyKeys()[random.IntN(len(anyKeys()))]
		action, _ := keymap.Press(b.Bindings(), Key(key).String())
		if action == "" {
			continue
		}
		if view.Stage != engine.Playing || !inPlay(view, seat) {
			return fmt.Errorf("key %q of seat %v gave %q, though nothing is asked of it", key, seat, action)
		}
		if _, _, err := m.Play(seat, action); err != nil {
			var refusal *engine.Refusal
			if !errors.As(err, &refusal) || refusal.Code == engine.NotAnAction {
				return fmt.Errorf("key %q of seat %v gave %q: %w", key, seat, action, err)
			}
		}
	}
	return nil
}

// listen describes the table and the possible actions to a seat.
func listen(narrator prose.Narrator, m engine.Match, seat engine.Seat) error {
	view, scene := m.View(seat), Scene(m, seat)
	said := prose.English().SayAll
	var may []string
	if view.Stage == engine.Playing {
		may = said(narrator.Grammar(scene))
		if asked := inPlay(view, seat); asked != (len(may) > 0) {
			return fmt.Errorf("seat %v is to move: %v; it is told %q", seat, asked, may)
		}
	}
	for _, example := range regexp.MustCompile(`such as ([^.]+)\.`).FindAllStringSubmatch(strings.Join(may, " "), -1) {
		_, _, err := m.Play(seat, engine.Action(example[1]))
		if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) && refusal.Code == engine.NotAnAction {
			return fmt.Errorf("the example %q: %w", example[1], err)
		}
	}
	table := said(narrator.Table(scene))
	if len(table) == 0 {
		return errors.New("nothing is said of the table")
	}
	return sentences(slices.Concat(may, table, said(narrator.Learned(scene)), said(narrator.AtTurn(scene))))
}

// sentences checks that lines begin with a capital letter or a player's name, end with a full stop,
// and contain no drawing or key.
func sentences(lines []string) error {
	for _, line := range lines {
		if strings.ContainsAny(line, "\n\r\x1b▲▼█│←→↑↓") || !strings.ContainsAny(line[len(line)-1:], ".!") {
			return fmt.Errorf("%q is not a sentence", line)
		}
		if strings.Contains(line, "  ") || strings.Contains(line, "..") || strings.Contains(line, "!.") {
			return fmt.Errorf("%q has too much between its words", line)
		}
	}
	return nil
}

func inPlay(view engine.View, seat engine.Seat) bool {
	for _, one := range view.ToMove {
		if one == seat {
			return true
		}
	}
	return false
}

func fits(b board.Board, size [2]int) error {
	drawn := b.Draw(size[0], size[1])
	if err := inside(drawn, size); err != nil {
		return err
	}
	if keeps, is := b.(interface{ Redraw() }); is {
		if keeps.Redraw(); b.Draw(size[0], size[1]) != drawn {
			return fmt.Errorf("at %d×%d something has changed and is not drawn:\n%s", size[0], size[1], ansi.Strip(drawn))
		}
	}
	for _, line := range append([]string{prose.English().Say(b.Ask())}, hintTexts(b)...) {
		if sign := unknown(line); sign != "" {
			return fmt.Errorf("%q has no counterpart in look.ASCII: %q", sign, line)
		}
		if strings.ContainsAny(line, "\n\r\x1b") {
			return fmt.Errorf("%q is not plain text on one line", line)
		}
	}
	return nil
}

// inside returns an error if a drawing is too large or has a sign that ASCII cannot replace.
func inside(drawing string, size [2]int) error {
	lines := strings.Split(drawing, "\n")
	if len(lines) > size[1] {
		return fmt.Errorf("asked for %d lines, drew %d", size[1], len(lines))
	}
	for i, line := range lines {
		if ansi.StringWidth(line) > size[0] {
			return fmt.Errorf("line %d of a drawing %d wide has %d cells: %q", i+1, size[0], ansi.StringWidth(line), ansi.Strip(line))
		}
		if sign := unknown(line); sign != "" {
			return fmt.Errorf("%q has no counterpart in look.ASCII; give it one of its own, or draw something else: %q", sign, ansi.Strip(line))
		}
	}
	return nil
}

// unknown returns a sign in a drawing, outside names, that ASCII cannot replace.
func unknown(line string) string {
	names := strings.Join(Names(), "")
	for _, r := range line {
		if r >= 0x80 && !strings.ContainsRune(names, r) && style.ASCII(string(r)) == "?" {
			return string(r)
		}
	}
	return ""
}

func hintTexts(b board.Board) []string {
	var texts []string
	for _, hint := range append(keymap.Hints(b.Bindings()), keymap.Help(b.Bindings())...) {
		texts = append(texts, hint.Written, hint.Does.String())
	}
	return texts
}

// lessonWidth is the width of a tutorial text in a window of 80 cells, and lessonLines the maximum
// number of its lines.
const lessonWidth, lessonLines = 78, 3

// A Conclusion is a sentence of a tutorial that follows from what the reader knows at that step,
// with a check.
type Conclusion struct {
	Says  string // the sentence in English
	Holds func(known engine.View) bool
}

// CheckConclusions goes through a game's tutorial and checks each conclusion at its step. A
// conclusion in the tutorial that is not among them is an error.
func CheckConclusions(t *testing.T, kit board.Game, conclusions ...Conclusion) {
	t.Helper()
	lesson, err := prose.Learn(kit.Told())
	if err != nil {
		t.Fatal(err)
	}
	concludes := regexp.MustCompile(`^So |[.,:] [Ss]o |^Then |: then |\b(must|cannot|because|fit)\b`)
	told := map[string]bool{}
	for ; !lesson.Over(); lesson.Next() {
		for _, text := range lesson.Step().Text {
			at := slices.IndexFunc(conclusions, func(c Conclusion) bool { return c.Says == text.English })
			switch {
			case at < 0 && concludes.MatchString(text.English):
				t.Errorf("step %d concludes %q, which is not checked", lesson.At()+1, text.English)
			case at >= 0 && !conclusions[at].Holds(lesson.Scene("anna").View):
				t.Errorf("step %d says %q, which does not follow", lesson.At()+1, text.English)
			}
			told[text.English] = true
		}
		for _, action := range lesson.Step().Wants[:min(1, len(lesson.Step().Wants))] {
			if err := lesson.Play(action); err != nil {
				t.Fatalf("step %d: %s: %v", lesson.At()+1, action, err)
			}
		}
	}
	for _, one := range conclusions {
		if !told[one.Says] {
			t.Errorf("no step says %q", one.Says)
		}
	}
}

// RunLesson plays a game's tutorial to its end with the expected actions.
func RunLesson(t *testing.T, kit board.Game) {
	t.Helper()
	m, err := kit.Game.AtVersion(cmp.Or(kit.Lesson.Version, kit.Game.Version)).Start(kit.Game.MinSeats, kit.Lesson.Seed, kit.Lesson.Options)
	if err != nil {
		t.Fatal(err)
	}
	play := func(i int, seat engine.Seat, action engine.Action) {
		t.Helper()
		next, _, err := m.Play(seat, action)
		if err != nil {
			t.Fatalf("step %d: %s by seat %v: %v", i+1, action, seat, err)
		}
		m = next
	}
	for i, step := range kit.Lesson.Steps {
		for _, move := range step.Moves {
			play(i, move.Seat, move.Action)
		}
		if lines := prose.Wrap(strings.Join(prose.English().SayAll(step.OnScreen()), " "), lessonWidth); len(lines) > lessonLines || len(step.Text) == 0 {
			t.Errorf("step %d has %d lines: %q", i+1, len(lines), lines)
		}
		for _, action := range step.Wants {
			if _, _, err := m.Play(0, action); err != nil {
				t.Errorf("step %d wants %s: %v", i+1, action, err)
			}
		}
		if len(step.Wants) > 0 {
			play(i, 0, step.Wants[0])
		}
	}
	if last := kit.Lesson.Steps[len(kit.Lesson.Steps)-1]; len(last.Wants) > 0 || m.View(0).Stage == engine.Playing {
		t.Error("the lesson does not come to an end")
	}
}
