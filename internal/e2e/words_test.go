package e2e

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// wordList is the file with the words that must not be used.
const wordList = "testdata/words.txt"

// Scopes in which words are denied.
const (
	inComments = "comments"
	inNames    = "names"
	inTexts    = "texts"
)

// deniedWord is a line of the list.
type deniedWord struct {
	scopes           []string
	words            *regexp.Regexp
	standard, reason string
}

// readWords parses a list of denied words.
func readWords(list string) (denied []deniedWord, err error) {
	for number, line := range strings.Split(list, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || slices.Contains(fields, "") {
			return nil, fmt.Errorf("%s:%d: not four fields", wordList, number+1)
		}
		words, err := regexp.Compile(`(?i)\b(?:` + fields[1] + `)\b`)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", wordList, number+1, err)
		}
		one := deniedWord{strings.Split(fields[0], ","), words, fields[2], fields[3]}
		for _, scope := range one.scopes {
			if scope != inComments && scope != inNames && scope != inTexts {
				return nil, fmt.Errorf("%s:%d: unknown scope %q", wordList, number+1, scope)
			}
		}
		denied = append(denied, one)
	}
	return denied, nil
}

// checkWords returns what is denied in a text, one problem per word.
func checkWords(denied []deniedWord, scope, at, text string) (problems []string) {
	for _, one := range denied {
		if !slices.Contains(one.scopes, scope) {
			continue
		}
		if found := one.words.FindString(text); found != "" {
			problems = append(problems, fmt.Sprintf("%s: %q in %s: write %q, as %s", at, found, scope, one.standard, one.reason))
		}
	}
	return problems
}

// splitName returns the words of an identifier or a file name, separated by blanks.
func splitName(name string) string {
	var words strings.Builder
	before := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '.' || r == '-':
			r = ' '
		case unicode.IsUpper(r) && !unicode.IsUpper(before):
			words.WriteRune(' ')
		}
		words.WriteRune(r)
		before = r
	}
	return words.String()
}

// checkFile returns what is denied in the names and comments of a Go file.
func checkFile(denied []deniedWord, set *token.FileSet, name string, source any) (problems []string, err error) {
	file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	problems = checkWords(denied, inNames, name, splitName(strings.TrimSuffix(filepath.Base(name), ".go")))
	for _, group := range file.Comments {
		problems = append(problems, checkWords(denied, inComments, set.Position(group.Pos()).String(), strings.ReplaceAll(group.Text(), "\n", " "))...)
	}
	declared := func(names ...*ast.Ident) {
		for _, one := range names {
			problems = append(problems, checkWords(denied, inNames, set.Position(one.Pos()).String(), splitName(one.Name))...)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			declared(node.Name)
		case *ast.TypeSpec:
			declared(node.Name)
		case *ast.ValueSpec:
			declared(node.Names...)
		case *ast.Field:
			declared(node.Names...)
		}
		return true
	})
	return problems, nil
}

// TestWords checks names, comments and texts of the whole repository against the list of
// denied words.
func TestWords(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile(wordList)
	if err != nil {
		t.Fatal(err)
	}
	denied, err := readWords(string(list))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	note := func(problems []string) {
		for _, one := range problems {
			t.Error(one)
		}
	}
	const module = "../.."
	err = filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(module, path)
		switch name = filepath.ToSlash(name); {
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == ".git"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		problems, err := checkFile(denied, set, name, source)
		note(problems)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := os.Open("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = texts.Close() }()
	lines := bufio.NewScanner(texts)
	for number := 1; lines.Scan(); number++ {
		note(checkWords(denied, inTexts, fmt.Sprintf("sentences.txt:%d", number), lines.Text()))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestWordsAreFound checks that denied words are found in every scope, and others are not.
func TestWordsAreFound(t *testing.T) {
	t.Parallel()
	const list = "comments,names\tnobody\tno one\tvague\nnames\thall\tlobby\tone word\ntexts\tanew\tagain\tarchaic\n"
	denied, err := readWords(list)
	if err != nil {
		t.Fatal(err)
	}
	const source = `package bad

// hallPage is shown to
// Nobody.
var hallPage, shallow int

// A hall may be named in a comment.
func TestNobodyComes(nobody int) { challenge := 0; _ = challenge }
`
	problems, err := checkFile(denied, token.NewFileSet(), "lobby/hall_test.go", source)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`lobby/hall_test.go: "hall"`, `:3:1: "Nobody" in comments`, `:5:5: "hall" in names`, `:8:6: "Nobody" in names`, `:8:22: "nobody" in names`}
	if len(problems) != len(want) {
		t.Errorf("found %q", problems)
	}
	for _, one := range want {
		if !slices.ContainsFunc(problems, func(problem string) bool { return strings.Contains(problem, one) }) {
			t.Errorf("not found: %s in %q", one, problems)
		}
	}
	if found := checkWords(denied, inTexts, "at", "It is drawn anew."); len(found) != 1 {
		t.Errorf("found %q in a text", found)
	}
	for _, bad := range []string{"names\thall\tlobby", "nowhere\thall\tlobby\treason", "names\t(\tlobby\treason"} {
		if _, err := readWords(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
