package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlor/internal/cli"
	orders "parlor/server/command"
)

// pages returns the pages of the repository by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		check(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			check(t, err)
			relative, err := filepath.Rel(root, name)
			check(t, err)
			all[filepath.ToSlash(relative)] = string(text)
		}
	}
	return all
}

// typed returns the commands of a page as words, from indented blocks and backticks. Quoted text is one word, and
// shell syntax is left out.
func typed(page string) (commands [][]string) {
	page = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
	page = strings.ReplaceAll(page, "\\\n", " ")
	block := regexp.MustCompile("(?m)^    (.*)$")
	lines := block.FindAllStringSubmatch(page, -1)
	lines = append(lines, regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(block.ReplaceAllString(page, ""), -1)...)
	for _, line := range lines {
		one := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(line[1], "TEXT")
		one = regexp.MustCompile(`\s+(#|>|<|\||&&).*`).ReplaceAllString(one, "")
		one = strings.NewReplacer("[", "", "]", "").Replace(one)
		if words := strings.Fields(one); len(words) > 0 {
			commands = append(commands, words)
		}
	}
	return commands
}

// toParlor returns the arguments of a command that runs the program.
func toParlor(words []string) (args []string, is bool) {
	for _, start := range []string{"parlor", "sudo -u parlor parlor", "podman exec CONTAINER /parlor", "go run ."} {
		n := len(strings.Fields(start))
		if len(words) >= n && strings.Join(words[:n], " ") == start {
			return words[n:], true
		}
	}
	return nil, false
}

// overSSH returns the command that ssh runs.
func overSSH(words []string) (order []string) {
	if words[0] != "ssh" {
		return nil
	}
	rest := words[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		if rest[0] == "-p" {
			rest = rest[1:]
		}
		rest = rest[min(1, len(rest)):]
	}
	return rest[min(1, len(rest)):] // without the host
}

// flagsIn returns the flags in a text, without their values.
func flagsIn(text string) map[string]bool {
	all := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?:^|[\s\x60\[])(--[a-z][a-z-]*)`).FindAllStringSubmatch(text, -1) {
		all[found[1]] = true
	}
	return all
}

// offers is what the program accepts, by its own help.
type offers struct {
	flags map[string]map[string]bool // of each subcommand; those of serving under ""
	admin map[string]bool            // commands of parlor admin
	ssh   map[string]bool            // commands over ssh
	all   map[string]bool            // all flags
}

func understood(t *testing.T) offers {
	t.Helper()
	help := func(args ...string) string {
		status, stdout, stderr := command(t, append(args, "--help")...)
		if status != cli.StatusOK || stderr != "" {
			t.Fatalf("parlor %v --help: status %d: %s", args, status, stderr)
		}
		return stdout
	}
	o := offers{flags: map[string]map[string]bool{"": flagsIn(help())}, admin: map[string]bool{}, ssh: map[string]bool{}, all: map[string]bool{}}
	for _, found := range regexp.MustCompile(`(?m)^    parlor ([a-z]+)`).FindAllStringSubmatch(help(), -1) {
		sub := found[1]
		o.flags[sub] = map[string]bool{}
		if sub != "help" && sub != "version" { // they take no flags
			o.flags[sub] = flagsIn(help(sub))
		}
	}
	for _, found := range regexp.MustCompile(`(?m)^  ([a-z][a-z-]*) `).FindAllStringSubmatch(help("admin"), -1) {
		o.admin[found[1]] = true
	}
	for _, one := range sshHelp(t).Commands {
		verb, _, _ := strings.Cut(one.Usage, " ")
		o.ssh[verb] = true
		maps.Copy(o.all, flagsIn(one.Usage+" "+one.Does))
	}
	for _, flags := range o.flags {
		maps.Copy(o.all, flags)
	}
	o.all["--lines"] = true // of commands that open the screen
	return o
}

// wrong returns what is wrong with a command on a page, or "".
func (o offers) wrong(words []string) string {
	args, parlor := toParlor(words)
	order := overSSH(words)
	switch {
	case parlor:
		return o.wrongForParlor(args)
	case strings.HasPrefix(words[0], "--"):
		for flag := range flagsIn(strings.Join(words, " ")) {
			if !o.all[flag] {
				return "there is no " + flag
			}
		}
		return ""
	case o.ssh[words[0]] && len(flagsIn(strings.Join(words, " "))) > 0:
		order = words
	}
	if len(order) == 0 {
		return ""
	}
	order = strings.Fields(strings.ReplaceAll(strings.Join(order, " ")+" ", " N ", " 1 ")) // a number
	if _, err := orders.Parse(order); err != nil {
		return err.Error()
	}
	return ""
}

func (o offers) wrongForParlor(args []string) string {
	sub := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "--") {
		sub = args[0]
	}
	flags, known := o.flags[sub]
	if !known {
		return "parlor has no " + sub
	}
	if sub == "admin" && len(args) > 1 && !o.admin[args[1]] {
		return "parlor admin has no " + args[1]
	}
	for flag := range flagsIn(strings.Join(args, " ")) {
		if !flags[flag] && flag != "--help" {
			return "parlor " + sub + " has no " + flag
		}
	}
	return ""
}

// TestThePagesNameWhatThereIs checks that every command on a page is accepted.
func TestThePagesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	o, named := understood(t), 0
	for name, page := range pages(t) {
		for _, words := range typed(page) {
			if line := strings.Join(words, " "); line == "parlor seed 1" || line == "parlor match 2" { // the beginnings of a hash and of a record
				continue
			}
			if _, parlor := toParlor(words); parlor || words[0] == "ssh" {
				named++
			}
			if wrong := o.wrong(words); wrong != "" {
				t.Errorf("%s: %s: %s", name, strings.Join(words, " "), wrong)
			}
		}
	}
	if named < 50 { // there are far more
		t.Errorf("only %d commands were found", named)
	}
	for _, words := range [][]string{
		{"parlor", "--adr"},
		{"parlor", "vacume"},
		{"parlor", "vacuum", "--dta", "X"},
		{"go", "run", ".", "admin", "rome"},
		{"--dain"},
		{"ssh", "-t", "-p", "2222", "HOST", "bored", "CODE"},
		{"ssh", "HOST", "me", "--exprt"},
		{"me", "--exprt"},
	} {
		if o.wrong(words) == "" {
			t.Errorf("nothing is found to be wrong with %q", words)
		}
	}
}

// TestThePagesNameAllThereIs checks that pages mention every subcommand, its flags, admin command and ssh command.
// Other tests check the flags of serving and the table of ssh commands.
func TestThePagesNameAllThereIs(t *testing.T) {
	t.Parallel()
	o, all := understood(t), ""
	var first []string // first words of commands
	for _, page := range pages(t) {
		all += page
		for _, words := range typed(page) {
			if args, parlor := toParlor(words); parlor && len(args) > 0 {
				first = append(first, "parlor "+args[0])
			} else if order := overSSH(words); len(order) > 0 {
				first = append(first, order[0])
			} else {
				first = append(first, words[0])
			}
		}
	}
	named := flagsIn(all)
	for sub, flags := range o.flags {
		if sub != "" && sub != "help" && !slices.Contains(first, "parlor "+sub) {
			t.Errorf("no page names parlor %s", sub)
		}
		for flag := range flags {
			if !named[flag] {
				t.Errorf("no page names %s of parlor %s", flag, sub)
			}
		}
	}
	for verb := range o.ssh {
		if !slices.Contains(first, verb) {
			t.Errorf("no page names %s, which can be asked for over ssh", verb)
		}
	}
	for flag := range o.all {
		if !named[flag] {
			t.Errorf("no page names %s", flag)
		}
	}
	table := regexp.MustCompile("(?s)\n\\| `parlor admin` \\|.*?\n\n").FindString(pages(t)["docs/operate.md"])
	does := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(table, -1)[1:] {
		for _, words := range typed(row[1]) {
			does[words[0]] = true
		}
	}
	if !maps.Equal(does, o.admin) {
		t.Errorf("the page has %v of parlor admin, which does %v", slices.Sorted(maps.Keys(does)), slices.Sorted(maps.Keys(o.admin)))
	}
}

// TestHelpNamesFlagsThatAreTaken checks that a subcommand accepts the flags in its help.
func TestHelpNamesFlagsThatAreTaken(t *testing.T) {
	t.Parallel()
	for sub, flags := range understood(t).flags {
		for flag := range flags {
			if sub == "" || flag == "--help" { // those of serving are one table
				continue
			}
			status, _, stderr := command(t, sub, flag+"=x", "--no-such-flag")
			if status != cli.StatusUsage || strings.Contains(stderr, "not defined: "+flag[1:]+";") {
				t.Errorf("parlor %s %s: status %d: %s", sub, flag, status, stderr)
			}
		}
	}
}
