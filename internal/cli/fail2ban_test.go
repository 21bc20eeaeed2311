package cli

import (
	"bytes"
	"log/slog"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"parlor/server"
)

// filter returns the expressions of docs/fail2ban-parlor.conf, with <HOST> expanded as fail2ban does.
func filter(t *testing.T) (all []*regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile("../../docs/fail2ban-parlor.conf")
	check(t, err)
	values := map[string]string{}
	for _, found := range regexp.MustCompile(`(?m)^(prefix|why) = (.*)$`).FindAllStringSubmatch(string(text), -1) {
		values["%("+found[1]+")s"] = found[2]
	}
	for _, line := range regexp.MustCompile(`(?m)^(?:failregex =|  +)(.*\$)$`).FindAllStringSubmatch(string(text), -1) {
		expression := strings.ReplaceAll(strings.TrimSpace(line[1]), "<HOST>", `(?P<host>[0-9a-f.:]+)`)
		for name, value := range values {
			expression = strings.ReplaceAll(expression, name, value)
		}
		all = append(all, regexp.MustCompile(expression))
	}
	if len(all) != 2 {
		t.Fatalf("the filter has %d expressions", len(all))
	}
	return all
}

// bannedBy returns the address that the filter would ban for a line, or "".
func bannedBy(filter []*regexp.Regexp, line string) string {
	for _, one := range filter {
		if found := one.FindStringSubmatch(line); found != nil {
			return found[1]
		}
	}
	return ""
}

// TestFail2banReadsTheLog checks real log lines, with and without the time stamp that fail2ban removes, in the plain
// and the journal's form. A user's name cannot get another address banned.
func TestFail2banReadsTheLog(t *testing.T) {
	filter := filter(t)
	forged := "level=WARN msg=refused address=198.51.100.1 why=banned times=1"
	for _, format := range []string{formatText, formatJSON} {
		for address, whys := range map[string][]string{
			"203.0.113.7":   {server.WhyBanned, server.WhyConnections, server.WhyWaiting, server.WhyDropped, server.WhySilent, server.WhyPenalty, server.WhyFlood, server.WhyWord, "wrong_codes"},
			"2001:db8::7":   {server.WhyBanned},
			"192.0.2.0":     {},
			"198.51.100.77": {},
		} {
			for _, why := range whys {
				var out bytes.Buffer
				server.NewRefusals(newLog(&out, slog.LevelInfo, format)).Note(netip.MustParseAddr(address), why)
				line := strings.TrimSuffix(out.String(), "\n")
				cut := regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`).ReplaceAllString(line, "")
				if cut == line {
					t.Errorf("no time is found in the line\n%s", line)
				}
				for _, line := range []string{line, cut, "host parlor[12]: " + line, "host parlor[12]: " + cut} {
					if got := bannedBy(filter, line); got != address {
						t.Errorf("of the line\n%s\nbanned is %q", line, got)
					}
				}
			}
		}
		var out bytes.Buffer
		log := newLog(&out, slog.LevelInfo, format)
		log.Info("came", "name", forged)
		log.Warn("refused", "name", forged, "address", "198.51.100.1")
		log.Warn("x\n"+forged, "err", "\n"+forged+"\n")
		server.NewRefusals(log).Note(netip.MustParseAddr("198.51.100.1"), server.WhyFull)
		server.NewRefusals(log).Note(netip.MustParseAddr("198.51.100.1"), "talk")
		for line := range strings.SplitSeq(out.String(), "\n") {
			if got := bannedBy(filter, line); got != "" {
				t.Errorf("of the line\n%s\nbanned is %s", line, got)
			}
		}
	}
}
