package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlor/server"
)

// operatingPage returns docs/operate.md.
func operatingPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operate.md")
	check(t, err)
	return string(text)
}

// section returns the section of a page under a second-level heading.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, after, found := strings.Cut(page, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the page has no section %q", heading)
	}
	before, _, _ := strings.Cut(after, "\n## ")
	return before
}

// TestThePageForOperatorsListsAllSettings checks that the page and the help agree.
func TestThePageForOperatorsListsAllSettings(t *testing.T) {
	listed := section(t, operatingPage(t), "All settings")
	first, limits := settings()
	all := slices.Concat(first, limits)
	for _, one := range all {
		standard := "`" + one.value + "`"
		if one.value == "" {
			standard = "–"
		}
		if row := fmt.Sprintf("| `--%s` | %s | %s |\n", one.flag, standard, one.help); !strings.Contains(listed, row) {
			t.Errorf("the page lacks the row\n%s", row)
		}
		if one.env != envName(one.flag) {
			t.Errorf("the page tells how variables are called, and %s is not", one.env)
		}
	}
	if rows := strings.Count(listed, "\n| `--"); rows != len(all) {
		t.Errorf("the page has %d rows, and there are %d settings", rows, len(all))
	}
}

// TestWhatIsInstalledSetsWhatThereIs checks the variables used in pages and packages.
func TestWhatIsInstalledSetsWhatThereIs(t *testing.T) {
	known := map[string]bool{}
	first, limits := settings()
	for _, one := range append(first, limits...) {
		known[one.env] = true
	}
	for _, file := range []string{
		"../../docs/operate.md", "../../packaging/Containerfile", "../../packaging/default", "../../packaging/parlor.service", "../../packaging/nfpm.yaml",
		"../../packaging/cluster.conf", "../../packaging/kubernetes.yaml", "../../docs/cluster.md",
	} {
		text, err := os.ReadFile(file)
		check(t, err)
		for _, name := range regexp.MustCompile(`PARLOR_[A-Z_]*[A-Z]`).FindAllString(string(text), -1) {
			if !known[name] {
				t.Errorf("%s names %s, which sets nothing", file, name)
			}
		}
	}
}

// TestThePageForOperatorsExplainsRefusals checks every reason of the server itself. Package ratelimit checks those of
// its limits.
func TestThePageForOperatorsExplainsRefusals(t *testing.T) {
	listed := section(t, operatingPage(t), "The log")
	for _, why := range []string{
		server.WhyBanned, server.WhyNewcomer, server.WhyFull, server.WhyConnections, server.WhyWaiting, server.WhyDropped, server.WhySilent,
		server.WhyPenalty, server.WhyFlood, server.WhyWord, server.WhyHeader,
	} {
		if !regexp.MustCompile("(?m)^\\| [^|]*`" + why + "`").MatchString(listed) {
			t.Errorf("the page does not explain %s", why)
		}
	}
}
