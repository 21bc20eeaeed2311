package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/internal/terminal"
)

// fenced returns the lines of a page's blocks of code in a language, without blank lines.
func fenced(page, language string) (lines []string) {
	for _, block := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			if line = strings.TrimRight(line, " \n"); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// TestTheReadmeWorks runs every command of README.md, on a port of the test's own and
// with the code of a game night of its own.
func TestTheReadmeWorks(t *testing.T) {
	t.Parallel()
	page := pages(t)["README.md"]
	if n := strings.Count(page, "\n"); n > 120 {
		t.Errorf("README.md has %d lines, more than 120", n)
	}
	begins := time.Now().Add(time.Hour).Format("15:04")     // a time that is past is not shown
	plain, night := launch(t), launch(t, "--night", begins) // go run . and go run . --night 17:00
	if night.night == "" {
		t.Error("the program did not print the code of its game night")
	}
	sees := func(addr string, options terminal.Options, keys string, texts ...string) func(t *testing.T) {
		return func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			client, err := terminal.Dial(ctx, addr, options)
			check(t, err)
			defer client.HangUp()
			_, err = client.See(ctx, texts[0])
			check(t, err)
			check(t, client.Type(keys))
			_, err = client.See(ctx, texts[1:]...)
			check(t, err)
		}
	}
	elsewhere := func(*testing.T) {}
	runs := map[string]func(t *testing.T){
		"go run .":                              elsewhere, // above
		"go run . --night 17:00":                elsewhere,
		"go build -o parlor .":                  elsewhere, // TestTheProgramHasTheseGames
		"go test ./...":                         elsewhere, // this is one of them
		"ssh -p 2222 localhost":                 sees(plain.addr, terminal.Options{User: "anna"}, "x1\r", "play a bot", "game 1 of"),
		"ssh -p 2222 E93TDD@localhost":          sees(night.addr, terminal.Options{User: night.night}, "", begins, night.night),
		"ssh -t -p 2222 localhost board E93TDD": sees(night.addr, terminal.Options{User: "bo", Command: "board " + night.night}, "", night.night, begins),
	}
	var listed []string
	for _, line := range fenced(page, "sh") {
		one, _, _ := strings.Cut(line, " #")
		listed = append(listed, strings.TrimSpace(one))
	}
	for _, one := range listed {
		run, known := runs[one]
		if !known {
			t.Errorf("README.md has a command that no test runs: %s", one)
			continue
		}
		t.Run(one, run)
	}
	for one := range runs {
		if !slices.Contains(listed, one) {
			t.Errorf("README.md does not have the command %s", one)
		}
	}
	for _, p := range []program{plain, night} {
		p.stop()
		<-p.ended
	}
}

// TestTheBotOfTheReadmePlays runs the bot of README.md until it has finished a match.
func TestTheBotOfTheReadmePlays(t *testing.T) {
	t.Parallel()
	needs(t, "ssh", "python3")
	bot := fenced(pages(t)["README.md"], "python")
	if len(bot) != 5 {
		t.Fatalf("the bot has %d lines, not five", len(bot))
	}
	addr := startProgram(t)
	script := strings.ReplaceAll(strings.Join(bot, "\n"), "ssh -T -p 2222 localhost", openSSH(t, addr, "anna")+" -T")
	file := filepath.Join(t.TempDir(), "bot.py")
	check(t, os.WriteFile(file, []byte(script), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	player := exec.CommandContext(ctx, "python3", file)
	player.Stderr = os.Stderr
	check(t, player.Start())
	for !strings.Contains(answerOf(t, addr, "anna", "history --json"), `"davinci"`) {
		if ctx.Err() != nil {
			t.Fatal("no match has ended")
		}
		time.Sleep(50 * time.Millisecond)
	}
	check(t, player.Process.Kill())
	_ = player.Wait() // it was killed
}

// TestThePagesNameWhatExists follows what pages say of the repository: links to other
// pages, and paths of files and folders.
func TestThePagesNameWhatExists(t *testing.T) {
	t.Parallel()
	all := pages(t)
	for name, page := range all {
		folder := filepath.Dir(filepath.Join(root, name))
		for _, link := range regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)|(?:src|srcset)="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			file := filepath.Join(folder, link[1]+link[3])
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", name, link[1]+link[3], err)
			}
		}
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)#([^)]+)\)`).FindAllStringSubmatch(page, -1) {
			target := name
			if link[1] != "" {
				relative, err := filepath.Rel(root, filepath.Join(folder, link[1]))
				check(t, err)
				target = filepath.ToSlash(relative)
			}
			if !slices.Contains(anchors(all[target]), link[2]) {
				t.Errorf("%s links to #%s of %s, which has no such heading", name, link[2], target)
			}
		}
	}
	for _, name := range []string{"docs/architecture.md", "CONTRIBUTING.md"} {
		for _, path := range regexp.MustCompile("`([a-z0-9_.]+/[a-zA-Z0-9_./-]*[a-z/])`").FindAllStringSubmatch(all[name], -1) {
			if strings.Contains(path[1], "GAME") || path[1] == "testing/synctest" {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, path[1])); err != nil {
				t.Errorf("%s names %s: %v", name, path[1], err)
			}
		}
	}
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(page string) (all []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		text := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		all = append(all, strings.ReplaceAll(text, " ", "-"))
	}
	return all
}

// TestTheArchitectureListsEveryPackage holds the table of folders to the packages.
func TestTheArchitectureListsEveryPackage(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("`([^`\n]+)/`").FindAllStringSubmatch(pages(t)["docs/architecture.md"], -1) {
		listed[row[1]] = true
	}
	for _, pkg := range listPackages(t) {
		name := own(pkg.ImportPath)
		if rule, _ := ruleFor(name); name != "" && !listed[name] && !listed[rule] {
			t.Errorf("docs/architecture.md does not list %s", name)
		}
	}
}

// TestEveryGameHasAPage of rules, which names all its options.
func TestEveryGameHasAPage(t *testing.T) {
	t.Parallel()
	all := pages(t)
	for _, game := range offered() {
		page := all["docs/rules/"+game.Name+".md"]
		for _, option := range game.Options {
			if !strings.Contains(page, "`"+option.Name+"`") {
				t.Errorf("docs/rules/%s.md does not name the option %s", game.Name, option.Name)
			}
		}
	}
}

// TestPagesAreShort holds all pages but the reference of the protocol to 400 lines.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	for name, page := range pages(t) {
		if n := strings.Count(page, "\n"); n > 400 && name != "docs/protocol.md" {
			t.Errorf("%s has %d lines", name, n)
		}
	}
}
