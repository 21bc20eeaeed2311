package boardtest

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// Refused is a refusal by the rules, with the texts that a seat sees.
type Refused struct {
	Format string
	Args   []any
	Screen string // empty if no key can cause the refusal
	Lines  string
}

// Says returns a Refused by its format and arguments, with the texts on a screen and in text mode.
func Says(format, screen, lines string, args ...any) Refused {
	return Refused{format, args, screen, lines}
}

// Refusals compares a table with all refusals in the source of the rules, and checks what a board
// and a narrator say about each of them at a scene. The rules are in a folder, or in several
// separated by spaces. No text on a screen may contain notation, no text may give the number of a
// seat whose player has a name, and all texts must be translatable. The same is checked for
// refusals in random games with the given options.
func Refusals(t *testing.T, kit board.Game, folder string, scene board.Scene, table []Refused, options ...engine.Options) {
	t.Helper()
	codes := refusalsIn(t, folder)
	known := map[string]Refused{}
	for _, row := range table {
		if codes[row.Format] == "" {
			t.Errorf("the rules do not refuse %q", row.Format)
		}
		if _, twice := known[row.Format]; twice {
			t.Errorf("%q stands in the table twice", row.Format)
		}
		known[row.Format] = row
		refusal := &engine.Refusal{Code: codes[row.Format], Format: row.Format, Args: row.Args}
		screen, lines := refused(kit, refusal, scene)
		if got := screen.String(); got != row.Screen {
			t.Errorf("a screen says of %q: %q, not %q", refusal, got, row.Screen)
		}
		if got := lines.String(); got != row.Lines {
			t.Errorf("lines say of %q: %q, not %q", refusal, got, row.Lines)
		}
		checkRefused(t, refusal, screen, lines, scene)
	}
	for format := range codes {
		if _, is := known[format]; !is {
			t.Errorf("the table lacks what is said of %q", format)
		}
	}
	said := map[string]bool{}
	for refusal, scene := range tried(t, kit, append(options, nil)) {
		if said[refusal.Error()] {
			continue
		}
		said[refusal.Error()] = true
		row, is := known[refusal.Format]
		if is && !slices.EqualFunc(refusal.Args, row.Args, func(a, b any) bool { return reflect.TypeOf(a) == reflect.TypeOf(b) }) {
			t.Errorf("%q has arguments like %#v, and in the table %#v", refusal, refusal.Args, row.Args)
		}
		screen, lines := refused(kit, refusal, scene)
		checkRefused(t, refusal, screen, lines, scene)
	}
}

// refused returns the texts of a refusal at a scene, on a screen and in text mode. The first is
// empty if no key can cause the refusal.
func refused(kit board.Game, refusal *engine.Refusal, scene board.Scene) (screen, lines prose.Text) {
	lines = kit.Narrator.Reason(refusal, scene)
	b := kit.Board(style.NewTheme(true), nil)
	b.See(scene)
	if refuser, is := b.(board.Refuser); is {
		screen = refuser.Refused(refusal)
	}
	if screen.IsZero() && refusal.Code != engine.NotAnAction {
		screen = prose.Reason(refusal)
	}
	return screen, lines
}

// checkRefused checks the texts of a refusal.
func checkRefused(t *testing.T, refusal *engine.Refusal, screen, lines prose.Text, scene board.Scene) {
	t.Helper()
	said := screen.String()
	for _, notation := range []string{"guess 2", "place ", "solve ", "seat ", "take black", "draw black", "such as"} {
		if strings.Contains(said, notation) {
			t.Errorf("a screen says of %q: %q", refusal, said)
		}
	}
	if width := style.Width(said); width > lessonWidth {
		t.Errorf("a screen says of %q in %d cells: %q", refusal, width, said)
	}
	for seat := range scene.Names {
		if number := "seat " + engine.Seat(seat).String(); strings.Contains(lines.String(), number) {
			t.Errorf("lines say of %q: %q", refusal, lines)
		}
	}
	for _, text := range []prose.Text{screen, lines} {
		if word := Untold(prose.Pseudo().Say(text), sameEverywhere(text)...); word != "" {
			t.Errorf("%q is said without a voice in %q", word, text)
		}
	}
}

// sameEverywhere returns the words of a text that are names or notation.
func sameEverywhere(text prose.Text) (words []string) {
	for _, arg := range text.Args {
		if arg.Kind == prose.KindName || arg.Kind == prose.KindLiteral {
			words = append(words, strings.FieldsFunc(arg.Word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
		}
		for _, inner := range arg.Texts {
			words = append(words, sameEverywhere(inner)...)
		}
	}
	return words
}

// refusalsIn returns the formats of the refusals in a game's rules with their codes, except for
// refused deals. Each is a constant.
func refusalsIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	var paths []string
	for one := range strings.FieldsSeq(folder) {
		found, err := filepath.Glob(filepath.Join(one, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s has no rules: %v", one, err)
		}
		paths = append(paths, found...)
	}
	formats, codes := map[string]string{}, map[string]string{}
	var calls []*ast.CallExpr
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.ValueSpec:
				constants(t, node, formats)
			case *ast.CallExpr:
				if called, is := node.Fun.(*ast.SelectorExpr); is && called.Sel.Name == "Refuse" {
					calls = append(calls, node)
				}
			}
			return true
		})
	}
	for _, call := range calls {
		code, named := call.Args[0].(*ast.SelectorExpr)
		if !named {
			t.Errorf("a refusal of %s has no code by name", folder)
			continue
		}
		switch format := call.Args[1].(type) {
		case *ast.SelectorExpr: // common to all games
		case *ast.Ident:
			codes[formats[format.Name]] = codeNamed(code.Sel.Name)
		default:
			if code.Sel.Name != "BadSetup" {
				t.Errorf("a refusal of %s is no constant", folder)
			}
		}
	}
	for name := range formats {
		if strings.HasPrefix(name, "Refused") && codes[formats[name]] == "" {
			t.Errorf("%s is never refused", name)
		}
	}
	return codes
}

// constants records the constants that are strings.
func constants(t *testing.T, spec *ast.ValueSpec, formats map[string]string) {
	t.Helper()
	for i, value := range spec.Values {
		if literal, is := value.(*ast.BasicLit); is && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats[spec.Names[i].Name] = text
		}
	}
}

// codeNamed returns a code by its name in package engine.
func codeNamed(name string) string {
	return map[string]string{
		"NotYourTurn": engine.NotYourTurn, "NotAnAction": engine.NotAnAction, "NotLegal": engine.NotLegal, "RoundOver": engine.RoundOver, "BadSetup": engine.BadSetup,
	}[name]
}

// tried lets bots play games in which seats sometimes try an action that some seat could have
// played at another moment. It yields each refusal with the scene of its seat.
func tried(t *testing.T, kit board.Game, options []engine.Options) func(yield func(*engine.Refusal, board.Scene) bool) {
	t.Helper()
	return func(yield func(*engine.Refusal, board.Scene) bool) {
		for n := range 6 {
			random := rand.New(rand.NewPCG(uint64(n), 9))
			seats := kit.Game.MinSeats + random.IntN(kit.Game.MaxSeats-kit.Game.MinSeats+1)
			m, err := kit.Game.Start(seats, engine.Seed{byte(n)}, options[n%len(options)])
			if err != nil {
				t.Fatal(err)
			}
			attempts := []engine.Action{"xyzzy", engine.Next, "place", "show", "guess", "guess 1 1 1", "guess 9 1 1", "guess 1 99 1", "guess 1 1 joker", "guess 2 1 joker", "code", "solve", "take", "place 1", "show 1"}
			for len(m.ToMove()) > 0 {
				for seat := range engine.Seat(seats) {
					for action := range m.Legal(seat) {
						if attempts = append(attempts, action); random.IntN(3) == 0 {
							break
						}
					}
					for range 12 {
						_, _, err := m.Play(seat, attempts[random.IntN(len(attempts))])
						if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) && !yield(refusal, Scene(m, seat)) {
							return
						}
					}
				}
				seat := m.ToMove()[random.IntN(len(m.ToMove()))]
				if m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
