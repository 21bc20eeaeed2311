package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"parlor/internal/admin"
)

// clock formats a time in UTC.
func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// ago returns the time since t, rounded for reading.
func ago(t time.Time) string {
	d := max(0, time.Since(t))
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd", int(d.Hours())/24)
}

// table writes rows in columns under a head.
func table(out io.Writer, head string, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, strings.ReplaceAll(head, " ", "\t")) // Flush returns the error
	for _, row := range rows {
		_, _ = fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// where returns an address, or a word for an unknown one.
func where(address netip.Addr) string {
	if !address.IsValid() {
		return "-"
	}
	return address.String()
}

// writeStatuses writes one status as lines, or those of several nodes as a table.
func writeStatuses(out io.Writer, all []admin.Status) error {
	if len(all) == 1 {
		return writeStatus(out, all[0])
	}
	var rows [][]string
	for _, s := range all {
		stops, newcomers := "-", "may come"
		if s.Draining != nil {
			stops = clock(*s.Draining)
		}
		if s.NewcomersOut != nil {
			newcomers = "kept out"
		}
		rows = append(rows, []string{
			s.Node, s.Version, ago(s.Began), strconv.Itoa(s.Sessions), countStages(s.Rooms), countStages(s.GameNights), strconv.Itoa(s.Bans),
			strconv.Itoa(s.Reports), newcomers, stops, cmp.Or(s.Ill, "well"),
		})
	}
	return table(out, "NODE VERSION FOR SESSIONS ROOMS NIGHTS BANS REPORTS NEWCOMERS STOP HEALTH", rows)
}

// tableOfNodes is table, with a first column of nodes unless there is one server only.
func tableOfNodes(out io.Writer, head string, nodes []string, rows [][]string) error {
	if slices.Contains(nodes, "") || len(nodes) == 0 {
		return table(out, head, rows)
	}
	for i, node := range nodes {
		rows[i] = append([]string{node}, rows[i]...)
	}
	return table(out, "NODE "+head, rows)
}

func writeStatus(out io.Writer, s admin.Status) error {
	rooms := countStages(s.Rooms)
	if len(s.Rooms) > 0 {
		rooms += fmt.Sprintf("; asleep %d", s.Asleep)
	}
	newcomers, stops, health := "may come", "not draining", "all is well"
	if s.NewcomersOut != nil {
		newcomers = "kept out until " + clock(*s.NewcomersOut)
	}
	if s.Draining != nil {
		stops = "draining, until " + clock(*s.Draining) + " at the latest"
	}
	if s.Ill != "" {
		health = s.Ill
	}
	at := s.Version
	if s.Node != "" {
		at += ", node " + s.Node
	}
	_, err := fmt.Fprintf(out, "parlor %s, for %s\nsessions   %d of %d people\nrooms      %s\nnights     %s\nbans       %d\nreports    %d\nnewcomers  %s\nstop       %s\nhealth     %s\n",
		at, ago(s.Began), s.Sessions, s.People, rooms, countStages(s.GameNights), s.Bans, s.Reports, newcomers, stops, health)
	return err
}

// countStages writes the total and the count at each stage: "3: over 1, playing 2".
func countStages(stages map[string]int) string {
	if len(stages) == 0 {
		return "0"
	}
	all := 0
	var each []string
	for _, stage := range slices.Sorted(maps.Keys(stages)) {
		all += stages[stage]
		each = append(each, fmt.Sprintf("%s %d", stage, stages[stage]))
	}
	return fmt.Sprintf("%d: %s", all, strings.Join(each, ", "))
}

func writeSessions(out io.Writer, all []admin.Session) error {
	var rows [][]string
	var nodes []string
	for _, s := range all {
		nodes = append(nodes, s.Node)
		who := strings.TrimPrefix(s.Who, "key:")
		if s.Guest {
			who = "guest"
		}
		room := strings.Join(s.Rooms, ", ")
		if room == "" {
			room = "-"
		}
		rows = append(rows, []string{strconv.FormatUint(s.Number, 10), s.Name, s.Kind, ago(s.Since), where(s.Address), room, who})
	}
	return tableOfNodes(out, "SESSION NAME KIND FOR ADDRESS ROOM KEY", nodes, rows)
}

func writeRooms(out io.Writer, all []admin.Room) error {
	var rows [][]string
	var nodes []string
	for _, r := range all {
		nodes = append(nodes, r.Node)
		code := r.Code
		if !r.Public {
			code = "private"
		}
		stage := r.Stage
		if r.Sleeps {
			stage += " (asleep)"
		}
		rows = append(rows, []string{
			strconv.FormatUint(r.Number, 10), code, r.Title, r.Game, stage, fmt.Sprintf("%d/%d", r.Seats-r.Open, r.Seats), strconv.Itoa(r.Watchers),
			strconv.Itoa(r.Here), ago(r.Made), where(r.From),
		})
	}
	return tableOfNodes(out, "ROOM CODE TITLE GAME STAGE SEATS WATCHERS HERE AGE FROM", nodes, rows)
}

func writeNights(out io.Writer, all []admin.GameNight) error {
	var rows [][]string
	for _, n := range all {
		begins, wait := "-", "-"
		if !n.Begins.IsZero() {
			begins = clock(n.Begins)
		}
		if n.Waiting > 0 {
			wait = fmt.Sprintf("%d for up to %s", n.Waiting, time.Duration(n.Longest*float64(time.Second)).Round(time.Second))
		}
		rows = append(rows, []string{
			n.Code, n.Title, n.Stage, cmp.Or(n.Host, "-"), begins, fmt.Sprintf("%d/%d", n.Here, n.Players), fmt.Sprintf("%d/%d", n.Playing, n.Tables),
			strconv.Itoa(n.Played), wait,
		})
	}
	return table(out, "CODE TITLE STAGE HOST BEGINS HERE PLAYING PLAYED WAITING", rows)
}

// writeNight writes a game night, its tables and its players.
func writeNight(out io.Writer, n admin.GameNight) error {
	err := writeNights(out, []admin.GameNight{n})
	var rows [][]string
	for _, t := range n.Seats {
		rows = append(rows, []string{strconv.Itoa(t.Number), t.Game, t.Stage, strings.Join(t.Names, ", ")})
	}
	_, _ = fmt.Fprintln(out)
	err = errors.Join(err, table(out, "TABLE GAME STAGE PLAYERS", rows))
	rows = nil
	for _, p := range n.People {
		at := "-"
		if p.Table > 0 {
			at = strconv.Itoa(p.Table)
		}
		rows = append(rows, []string{strconv.Itoa(p.Rank), p.Name, p.State, at, strconv.Itoa(p.Points), strconv.Itoa(p.Matches)})
	}
	_, _ = fmt.Fprintln(out)
	return errors.Join(err, table(out, "RANK NAME STATE TABLE POINTS MATCHES", rows))
}

func writeBans(out io.Writer, all []admin.Ban) error {
	var rows [][]string
	for _, b := range all {
		rows = append(rows, []string{strings.TrimPrefix(b.Who, "key:"), clock(b.Made), clock(b.Until), b.Note})
	}
	return table(out, "WHO SINCE UNTIL NOTE", rows)
}

// writeReports writes each report as a paragraph, with the chat before it.
func writeReports(out io.Writer, all []admin.Report) error {
	var text strings.Builder
	if len(all) == 0 {
		text.WriteString("Nobody has reported anything.\n")
	}
	for i, r := range all {
		if i > 0 {
			text.WriteString("\n")
		}
		state := "open"
		if r.Done != nil {
			state = "done " + clock(*r.Done)
		}
		fmt.Fprintf(&text, "Report %d, %s, %s\n", r.Number, clock(r.At), state)
		fmt.Fprintf(&text, "  by     %s (%s)\n  about  %s (%s)\n  words  %s\n", r.ByName, r.By, r.AboutName, r.About, r.Words)
		switch {
		case r.Match != "":
			fmt.Fprintf(&text, "  where  room %s, %s, match %s\n", r.Room, r.Game, r.Match)
		case r.Room != "" && r.Game == "":
			fmt.Fprintf(&text, "  where  game night %s\n", r.Room)
		case r.Room != "":
			fmt.Fprintf(&text, "  where  room %s, %s\n", r.Room, r.Game)
		default:
			text.WriteString("  where  the lobby\n")
		}
		for _, line := range r.Heard {
			fmt.Fprintf(&text, "  %s  %s: %s\n", line.At.UTC().Format("15:04:05"), line.Name, line.Text)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func writeSuspects(out io.Writer, all []admin.Suspect) error {
	var rows [][]string
	for _, s := range all {
		rows = append(rows, []string{s.Match, clock(s.Ended), s.Game, strconv.FormatBool(s.Rated), fmt.Sprintf("%d/%d", s.Resigned, s.Seats), s.Players})
	}
	if err := table(out, "MATCH ENDED GAME RATED RESIGNED PLAYERS", rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, `Matches that end as if their room had been closed: %d. Perhaps the players did resign so: ask them.
Matches of two players are not listed: a closed one cannot be told apart from one that was resigned.
`, len(all))
	return err
}
