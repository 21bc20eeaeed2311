package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// table is what was measured.
type table struct {
	machine string
	rows    []row
}

// row is one thing that was measured. Texts that do not apply are empty.
type row struct{ what, parlor, bare, ratio, goal string }

func (t *table) add(what, parlor, bare, ratio, goal string) {
	t.rows = append(t.rows, row{what, parlor, bare, ratio, goal})
}

// markdown is the table as it stands in docs/performance.md.
func (t *table) markdown() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n| | parlor | bare | ratio | goal |\n|---|---|---|---|---|\n", t.machine)
	for _, one := range t.rows {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s |\n", one.what, orDash(one.parlor), orDash(one.bare), orDash(one.ratio), orDash(one.goal))
	}
	return text.String()
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// Marks of the table in a page.
const (
	tableBegins = "<!-- The table is written by: go run ./internal/load -full -write docs/performance.md -->\n"
	tableEnds   = "<!-- Here it ends. -->\n"
)

// replaceTable puts a table where a page has one.
func replaceTable(file, table string) error {
	page, err := os.ReadFile(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	before, rest, begins := bytes.Cut(page, []byte(tableBegins))
	_, after, ends := bytes.Cut(rest, []byte(tableEnds))
	if !begins || !ends {
		return fmt.Errorf("%s has no place for the table: it stands between the lines\n%s%s", file, tableBegins, tableEnds)
	}
	return os.WriteFile(file, slices.Concat(before, []byte(tableBegins+"\n"+table+"\n"+tableEnds), after), 0o644) //nolint:gosec // a page that anybody may read
}

// machine says on what was measured.
func machine() string {
	return fmt.Sprintf("%d cores (%s), %s memory, %s on %s/%s, %s.", runtime.NumCPU(), valueOf("/proc/cpuinfo", "model name"),
		valueOf("/proc/meminfo", "MemTotal"), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly))
}

// valueOf is the value of the first line of a file with that name.
func valueOf(file, name string) string {
	open, err := os.Open(file) //nolint:gosec // one of two that are named above
	if err != nil {
		return "unknown"
	}
	defer func() { _ = open.Close() }()
	for lines := bufio.NewScanner(open); lines.Scan(); {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// median of what was measured several times.
func median[T float64 | time.Duration](all []T) T {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// at is what a share of all does not exceed.
func at(all []time.Duration, share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[int(share*float64(len(sorted)-1))]
}

// ratio of two figures, empty where there is none.
func ratio[T float64 | time.Duration](ours, theirs T) string {
	if theirs <= 0 {
		return ""
	}
	return fmt.Sprintf("%.2f ×", float64(ours)/float64(theirs))
}

// ms is a time in milliseconds, empty for none.
func ms(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}
