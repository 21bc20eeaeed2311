package e2e

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parlor/prose"
)

// sentence is a text in the code.
type sentence struct {
	at   string // file and line
	text prose.Text
	args int // number of arguments; -1 if unknown
	// given are the arguments that are constant in the code, by their position: words to type, and labels.
	given map[int]prose.Arg
	// number is the position of the first argument that is a number.
	number int
}

// sources returns the program's own files, without tests and their helpers.
func sources(t *testing.T) (*token.FileSet, map[string]*ast.File) {
	t.Helper()
	set, files := token.NewFileSet(), map[string]*ast.File{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && name != "." || slices.Contains(testHelpers(), filepath.ToSlash(name))) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		files[filepath.ToSlash(name)] = file
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return set, files
}

// testHelpers returns folders that the program does not import.
func testHelpers() []string {
	return []string{"engine/enginetest", "lobby/lobbytest", "internal/e2e", "internal/filltest", "internal/madeup", "internal/terminal", "tui/boardtest"}
}

// formatsAt returns the positions of formats among a call's arguments, and how many arguments do not belong to the
// text. It returns nil for a call that makes no text.
func formatsAt(call *ast.CallExpr) (formats []int, args int) {
	switch name := calledName(call); name {
	case "prose.T", "T", "prose.Refuse", "prose.P", "prose.I", "prose.H": // in package prose, T
		return []int{0}, len(call.Args) - 1
	case "prose.C", "C":
		return []int{0, 1}, len(call.Args) - 2
	case "prose.Because":
		return []int{1}, len(call.Args) - 2
	default:
		_, method, _ := strings.Cut(name, ".")
		if method == "Say" && len(call.Args) >= 3 && isLiteral(call.Args[1]) && isLiteral(call.Args[2]) {
			return []int{1, 2}, len(call.Args) - 3
		}
		if method == "Count" && len(call.Args) >= 5 && isLiteral(call.Args[1]) && isLiteral(call.Args[2]) {
			return []int{1, 2, 3, 4}, len(call.Args) - 5
		}
		return nil, 0
	}
}

// isLiteral reports whether an expression is a string literal.
func isLiteral(expression ast.Expr) bool {
	literal, is := expression.(*ast.BasicLit)
	return is && literal.Kind == token.STRING
}

// calledName returns a name such as "prose.T", or ".Say" for a method of an expression.
func calledName(call *ast.CallExpr) string {
	switch called := call.Fun.(type) {
	case *ast.SelectorExpr:
		if of, is := called.X.(*ast.Ident); is {
			return of.Name + "." + called.Sel.Name
		}
		return "." + called.Sel.Name
	case *ast.Ident:
		return called.Name
	}
	return ""
}

// sentencesIn returns the texts that a file makes. A format that is no literal fails the test, because it could not
// be found.
func sentencesIn(t *testing.T, set *token.FileSet, name string, file *ast.File) (all []sentence) {
	t.Helper()
	contexts := map[*ast.CallExpr]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		call, is := node.(*ast.CallExpr)
		if !is {
			return true
		}
		at := name + ":" + strconv.Itoa(set.Position(call.Pos()).Line)
		if selector, is := call.Fun.(*ast.SelectorExpr); is && selector.Sel.Name == "In" && len(call.Args) == 1 {
			if of, is := selector.X.(*ast.CallExpr); is && isLiteral(call.Args[0]) {
				contexts[of] = unquoted(t, call.Args[0])
			}
		}
		formats, args := formatsAt(call)
		if call.Ellipsis.IsValid() {
			args = -1
		}
		var english []string
		for _, i := range formats {
			if !isLiteral(call.Args[i]) {
				if !mayBeMade(name) {
					t.Errorf("%s: a format is no literal", at)
				}
				return true
			}
			english = append(english, unquoted(t, call.Args[i]))
		}
		if len(english) == 0 {
			return true
		}
		var passed []ast.Expr
		if args > 0 {
			passed = call.Args[len(call.Args)-args:]
		}
		add := func(args int, passed []ast.Expr, formats ...string) {
			text := prose.Text{Context: contexts[call], English: formats[0]}
			if len(formats) == 2 {
				text.Many = formats[1]
			}
			all = append(all, sentence{at, text, args, givenIn(t, passed), max(0, slices.IndexFunc(passed, isNumber))})
		}
		switch called := calledName(call); {
		case strings.HasSuffix(called, ".Say"), strings.HasSuffix(called, ".Count"):
			half := len(english) / 2
			add(args, passed, english[:half]...)
			add(withName(args), append([]ast.Expr{nil}, passed...), english[half:]...)
		default:
			add(args, passed, english...)
		}
		return true
	})
	return all
}

// withName returns a number of arguments plus one for a name.
func withName(args int) int {
	if args < 0 {
		return args
	}
	return args + 1
}

// isNumber reports whether an argument can be a text's count.
func isNumber(arg ast.Expr) bool {
	call, is := arg.(*ast.CallExpr)
	return is && slices.Contains([]string{"prose.N", "prose.Points", "N", "Points"}, calledName(call))
}

// givenIn returns the constant words and labels among the arguments.
func givenIn(t *testing.T, passed []ast.Expr) map[int]prose.Arg {
	given := map[int]prose.Arg{}
	for i, arg := range passed {
		call, is := arg.(*ast.CallExpr)
		if !is || len(call.Args) != 1 {
			continue
		}
		switch name := calledName(call); {
		case (name == "prose.Literal" || name == "prose.Name") && isLiteral(call.Args[0]):
			given[i] = prose.Literal(unquoted(t, call.Args[0]))
		case name == "prose.Sub":
			if label, is := call.Args[0].(*ast.CallExpr); is && calledName(label) == "prose.T" && len(label.Args) == 1 && isLiteral(label.Args[0]) {
				given[i] = prose.Sub(prose.T(unquoted(t, label.Args[0])))
			}
		}
	}
	return given
}

// mayBeMade reports whether a file may make texts from the rules of a game or a Markdown page, which Labels and
// ReadDocument list.
func mayBeMade(file string) bool { return strings.HasPrefix(file, "prose/") }

func unquoted(t *testing.T, expression ast.Expr) string {
	t.Helper()
	literal, is := expression.(*ast.BasicLit)
	if !is {
		t.Fatalf("%T is no string", expression)
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// allSentences returns the texts of the whole program in the order of its files.
func allSentences(t *testing.T) (all []sentence) {
	t.Helper()
	set, files := sources(t)
	for name, file := range files {
		all = append(all, sentencesIn(t, set, name, file)...)
	}
	slices.SortFunc(all, func(a, b sentence) int { return cmp.Compare(a.at, b.at) })
	return all
}

// TestSentences checks that every text has its arguments, can be localized, fits on a line, and occurs in one form.
// Labels of one or two words may be capitalized or not.
func TestSentences(t *testing.T) {
	t.Parallel()
	ways := map[string]sentence{}
	for _, one := range append(allSentences(t), gamesSentences()...) {
		names := prose.Placeholders(one.text.English)
		if one.args >= 0 && one.args != len(names) {
			t.Errorf("%s: %q names %d arguments and is given %d", one.at, one.text.English, len(names), one.args)
		}
		if many := prose.Placeholders(one.text.Many); one.text.Many != "" && !slices.Equal(slices.Sorted(slices.Values(many)), slices.Sorted(slices.Values(names))) {
			t.Errorf("%s: %q and %q name different arguments", one.at, one.text.English, one.text.Many)
		}
		for range names {
			one.text.Args = append(one.text.Args, prose.Literal("7"))
		}
		for _, voice := range []*prose.Voice{prose.English(), prose.Pseudo()} {
			said := voice.Say(one.text)
			if strings.TrimSpace(said) != said && strings.TrimSpace(one.text.English) == one.text.English || said == "" {
				t.Errorf("%s: it is said %q", one.at, said)
			}
			for word := range strings.FieldsSeq(said) {
				if utf8.RuneCountInString(word) > 78 {
					t.Errorf("%s: a line cannot end in %q", one.at, word)
				}
			}
		}
		way := one.text.Context + "\x00" + alike(one.text.English)
		if other, said := ways[way]; said && other.text.English != one.text.English && len(strings.Fields(one.text.English)) > 2 {
			t.Errorf("%s: %q is said %q in %s", one.at, one.text.English, other.text.English, other.at)
		}
		ways[way] = one
	}
	if len(ways) < 50 {
		t.Errorf("%d sentences were found: the test sees too few", len(ways))
	}
}

// alike returns the same string for texts that differ only in case, punctuation and blanks.
func alike(english string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSymbol(r) || r == '{' || r == '}' {
			return unicode.ToLower(r)
		}
		return -1
	}, english)
}

// notProse returns the packages and files whose strings are not localized, with the reason.
func notProse() map[string]string {
	const (
		operators = "what an operator reads on the server, in English as all programs for operators are"
		rules     = "rules know nothing of sentences as data: engine.Refusal and Option are read by prose.Reason and prose.Label"
		machines  = "what is hashed"
		causes    = "what went wrong, which people are told by prose.Because"
		tests     = "what tests say"
		typed     = "how a command is typed"
		names     = "names that nobody may have"
		wire      = "what two parts of the server tell each other, and an operator's log"
	)
	return map[string]string{
		"engine": rules, "engine/bullscows": rules, "engine/codebreak": rules, "engine/kit": rules, "engine/worlds": rules, "engine/davinci": rules, "engine/kodeknacker": rules, "engine/masterdice": rules,
		"internal/bench": operators, "internal/bench/attack": operators, "internal/bench/driver": operators, "internal/bench/load": operators, "internal/cli": operators, "internal/etcdtest": operators, "internal/metrics": operators, "internal/admin": operators, "internal/bench/arena": operators,
		"engine/kodeknacker/solver/grow": operators, "engine/masterdice/evaluator/fit": operators, "server/windowquota.go": operators, "server/proxy.go": operators, "store": causes,
		"ratelimit/bans.go": operators, "ratelimit/limits.go": operators, "lobby/local/lobby.go": operators, "lobby/remote": wire, "lobby/room/restore.go": causes, "lobby/room/journaling.go": causes, "lobby/room/host.go": machines,
		"store/etcd": causes, "store/storetest": tests, "lobby/name.go": names, "lobby/namesuggest.go": machines, "lobby/local/gamenights.go": causes, "lobby/gamenight/night.go": causes,
		"ratelimit/connmeter.go": operators, "ratelimit/penalty.go": operators, "server/command/definitions.go": typed, "cluster/member.go": operators, "cluster/overview.go": operators, "internal/certs": operators, "cluster/stream": operators,
		"server/webhook/allow.go": operators, "server/webhook/letter.go": causes,
		"engine/record": causes, "engine/record/recordtest": tests, "lobby/verification": causes, "hostkeys/record.go": operators,
	}
}

// TestTextOutsideProse finds strings for people that are not localized.
func TestTextOutsideProse(t *testing.T) {
	t.Parallel()
	set, files := sources(t)
	exceptions, count := notProse(), map[string]int{}
	for name, file := range files {
		for _, text := range textsOutside(file) {
			where := filepath.ToSlash(filepath.Dir(name))
			if _, known := exceptions[name]; known {
				where = name
			}
			count[where]++
			if _, known := exceptions[where]; !known {
				t.Errorf("%s:%d: %s", name, set.Position(text.Pos()).Line, text.Value)
			}
		}
	}
	for where := range exceptions {
		if count[where] == 0 {
			t.Errorf("%s holds no text any more: take it from the list", where)
		}
	}
}

// textsOutside returns strings of a file that read like text, except localized ones, log messages, panics, and tags.
func textsOutside(file *ast.File) (found []*ast.BasicLit) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if node.Tag != nil {
				node.Tag = nil
			}
		case *ast.CallExpr:
			if formats, _ := formatsAt(node); len(formats) > 0 {
				for _, arg := range node.Args {
					if !isLiteral(arg) {
						ast.Inspect(arg, func(inner ast.Node) bool {
							if call, is := inner.(*ast.CallExpr); is {
								found = append(found, textsOutside(&ast.File{Decls: []ast.Decl{wrapped(call)}})...)
								return false
							}
							return true
						})
					}
				}
				return false
			}
			if unread(calledName(node)) {
				return false
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(node.Value); node.Kind == token.STRING && err == nil && readsLikeText(text) && !unsaid(text) {
				found = append(found, node)
			}
		}
		return true
	})
	return found
}

// unsaid reports whether a string that reads like text is for machines: signed or hashed text, which can never
// change, and names of limits in metrics.
func unsaid(text string) bool {
	return strings.HasPrefix(text, "parlor: this signature is") || slices.Contains([]string{"parlor guest ", "unauthenticated connections"}, text)
}

// wrapped wraps a call in a declaration.
func wrapped(call *ast.CallExpr) ast.Decl {
	return &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent("_")}, Values: []ast.Expr{call}}}}
}

// unread returns calls whose strings are the same in every language or are read by developers and operators only.
func unread(called string) bool {
	_, method, _ := strings.Cut(called, ".")
	return called == "panic" || slices.Contains([]string{"prose.Literal", "fmt.Errorf", "engine.Refuse"}, called) || slices.Contains([]string{"Info", "Error", "Warn", "Debug"}, method) && !strings.HasPrefix(called, "fmt.")
}

// readsLikeText reports whether a string has two adjacent lower-case words.
func readsLikeText(text string) bool {
	words := 0
	for word := range strings.FieldsSeq(text) {
		plain := strings.Trim(word, ".,;:!?()'\"")
		if slices.Contains([]string{"pgup", "pgdown", "home", "end", "enter", "esc", "tab", "space"}, plain) {
			continue // a key
		}
		if len(plain) > 1 && strings.IndexFunc(plain, func(r rune) bool { return !unicode.IsLower(r) && r != '\'' }) < 0 {
			if words++; words == 2 {
				return true
			}
			continue
		}
		words = 0
	}
	return false
}
