package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"parlor/internal/admin"
	"parlor/ratelimit"
)

// adminCall is a call of parlor admin.
type adminCall struct {
	client   *admin.Client
	out      io.Writer
	asJSON   bool
	words    []string // arguments of the command
	lasts    time.Duration
	note     string
	void     string        // match ID
	duration time.Duration // of a profile
	node     string        // the only node to ask; "" for all
	page     string        // begins the pages of the node to ask
}

// adminCommand is a command to a running server.
type adminCommand struct {
	name, arguments, does string
	least, most           int // number of arguments
	run                   func(context.Context, adminCall) error
}

// anyWords allows any number of arguments.
const anyWords = 1000

// The default durations.
const (
	banLasts    = 24 * time.Hour
	notLasting  = time.Duration(0)
	profileTime = 30 * time.Second
)

// adminCommands returns the commands in the order of the help.
func adminCommands() []adminCommand {
	return []adminCommand{
		{"status", "", "show the server status", 0, 0, adminStatus},
		{"sessions", "", "list sessions: who, from where, since when, in which room", 0, 0, adminSessions},
		{"rooms", "", "list rooms", 0, 0, adminRooms},
		{"room", "CODE", "show a room and, in a cluster, its node", 1, 1, adminRoom},
		{"cluster", "", "show the nodes of a cluster, their rooms and etcd", 0, 0, adminCluster},
		{"nights", "", "list game nights and their waiting times", 0, 0, adminNights},
		{"night", "CODE show|end", "show or end a game night", 2, 2, adminNight},
		{"bans", "", "list bans", 0, 0, adminBans},
		{"ban", "WHO [--for 24h] [--note TEXT]", "ban a player or network and close their sessions", 1, 1, adminBan},
		{"unban", "WHO", "lift a ban", 1, 1, adminUnban},
		{"newcomers", "off [--for 24h]", "refuse new players; on accepts them again", 1, 1, adminNewcomers},
		{"reports", "[done NUMBER]", "list reports; done closes one", 0, 2, adminReports},
		{"announce", "TEXT [--for 10m]", "send a message to everyone, and to new sessions for a while", 1, anyWords, adminAnnounce},
		{"close", "ROOM [REASON]", "close a room and tell its people why", 1, anyWords, adminClose},
		{"repair-results", "[--void ID]", "list matches that may have been won only because the room closed; --void voids one", 0, 0, adminRepair},
		{"drain", "", "shut down gracefully, like SIGTERM", 0, 0, adminDrain},
		{"pprof", "[NAME] [--seconds 30]", "write a profile: goroutine, heap, allocs, profile or trace", 0, 1, adminPprof},
	}
}

func adminHelp() string {
	var text strings.Builder
	text.WriteString(`parlor admin manages a running server, over a socket that only the user who
runs the server can open.

    parlor admin COMMAND [flags]

`)
	for _, one := range adminCommands() {
		fmt.Fprintf(&text, "  %-40s %s\n", strings.TrimSpace(one.name+" "+one.arguments), one.does)
	}
	text.WriteString(`
WHO is the number of a session, the fingerprint of a key (SHA256:…), a guest
(guest:…), an address, or a network such as 198.51.100.0/24. An IPv6 address
stands for its /64. ROOM is a room number or a room code.

  --data FOLDER  data folder of the server (PARLOR_DATA)
  --socket PATH  path of the socket (PARLOR_ADMIN)
  --json         print one JSON document
  --node NAME    ask this node of a cluster. Without it, status, sessions, rooms
                 and announce ask all nodes, and all else the one of the socket
`)
	return text.String()
}

// administer runs the subcommand admin.
func administer(ctx context.Context, c Call) int {
	var (
		d            adminCall
		data, socket string
	)
	flags := flag.NewFlagSet("admin", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&data, "data", cmp.Or(c.Env("PARLOR_DATA"), "data"), "")
	flags.StringVar(&socket, "socket", c.Env("PARLOR_ADMIN"), "")
	flags.BoolVar(&d.asJSON, "json", false, "")
	flags.DurationVar(&d.lasts, "for", notLasting, "")
	flags.StringVar(&d.note, "note", "", "")
	flags.StringVar(&d.void, "void", "", "")
	flags.StringVar(&d.node, "node", "", "")
	seconds := flags.Int("seconds", int(profileTime/time.Second), "")
	words, err := operands(flags, c.Args)
	if errors.Is(err, flag.ErrHelp) || err == nil && len(words) == 0 {
		_, _ = io.WriteString(c.Stdout, adminHelp())
		return StatusOK
	}
	if err != nil {
		return c.misused(fmt.Errorf("admin: %w", err))
	}
	asked, err := findAdmin(words)
	if err != nil {
		return c.misused(fmt.Errorf("admin: %w", err))
	}
	d.client, err = admin.Dial(cmp.Or(socket, filepath.Join(data, admin.Socket)))
	if err != nil {
		return c.failed(err)
	}
	defer d.client.Close()
	d = d.at(d.node)
	d.out, d.words, d.duration = c.Stdout, words[1:], time.Duration(*seconds)*time.Second
	if err := asked.run(ctx, d); err != nil {
		return c.failed(err)
	}
	return StatusOK
}

// findAdmin returns the command named by words.
func findAdmin(words []string) (adminCommand, error) {
	var names []string
	for _, one := range adminCommands() {
		names = append(names, one.name)
		if one.name != words[0] {
			continue
		}
		if n := len(words) - 1; n < one.least || n > one.most {
			return one, fmt.Errorf("it is  parlor admin %s", strings.TrimSpace(one.name+" "+one.arguments))
		}
		return one, nil
	}
	return adminCommand{}, fmt.Errorf("unknown command %q; the commands are %s", words[0], strings.Join(names, ", "))
}

// tell prints an answer, as JSON or by calling read.
func (d adminCall) tell(answer any, read func(io.Writer) error) error {
	if !d.asJSON {
		return read(d.out)
	}
	encoder := json.NewEncoder(d.out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(answer)
}

// sentence prints an answer, as JSON or as text in the given format.
func (d adminCall) sentence(answer any, format string, values ...any) error {
	return d.tell(answer, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, format+"\n", values...)
		return err
	})
}

func adminStatus(ctx context.Context, d adminCall) error {
	var all []admin.Status
	failed := d.everywhere(ctx, func(at adminCall) error {
		var s admin.Status
		err := at.look(ctx, "status", &s)
		if err == nil {
			all = append(all, s)
		}
		return err
	})
	if len(all) == 0 {
		return failed
	}
	all[0].Others = all[1:]
	return errors.Join(d.tell(all[0], func(out io.Writer) error { return writeStatuses(out, all) }), failed)
}

func adminSessions(ctx context.Context, d adminCall) error {
	all := []admin.Session{}
	failed := d.everywhere(ctx, func(at adminCall) error {
		var some []admin.Session
		err := at.look(ctx, "sessions", &some)
		all = append(all, some...)
		return err
	})
	return errors.Join(d.tell(all, func(out io.Writer) error { return writeSessions(out, all) }), failed)
}

func adminRooms(ctx context.Context, d adminCall) error {
	all := []admin.Room{}
	failed := d.everywhere(ctx, func(at adminCall) error {
		var some []admin.Room
		err := at.look(ctx, "rooms", &some)
		all = append(all, some...)
		return err
	})
	return errors.Join(d.tell(all, func(out io.Writer) error { return writeRooms(out, all) }), failed)
}

func adminNights(ctx context.Context, d adminCall) error {
	var all []admin.GameNight
	if err := d.look(ctx, "nights", &all); err != nil {
		return err
	}
	return d.tell(all, func(out io.Writer) error { return writeNights(out, all) })
}

// adminNight shows a game night, or ends it.
func adminNight(ctx context.Context, d adminCall) error {
	var night admin.GameNight
	switch code, word := d.words[0], d.words[1]; word {
	case "show":
		if err := d.look(ctx, "night/"+url.PathEscape(code), &night); err != nil {
			return err
		}
		return d.tell(night, func(out io.Writer) error { return writeNight(out, night) })
	case "end":
		if err := d.order(ctx, "night/end", admin.GameNightOrder{Code: code}, &night); err != nil {
			return err
		}
		return d.sentence(night, "Ended: game night %s, %s. Matches in play, which still count: %d.", night.Code, night.Title, night.Playing)
	}
	return errors.New("it is  parlor admin night CODE show  or  parlor admin night CODE end")
}

func adminBans(ctx context.Context, d adminCall) error {
	var all []admin.Ban
	if err := d.look(ctx, "bans", &all); err != nil {
		return err
	}
	return d.tell(all, func(out io.Writer) error { return writeBans(out, all) })
}

// ban bans a subject for the given time, a day by default.
func (d adminCall) ban(ctx context.Context, who string) (banned admin.Banned, err error) {
	order := admin.BanOrder{Who: who, Seconds: cmp.Or(d.lasts, banLasts).Seconds(), Note: d.note}
	return banned, d.order(ctx, "ban", order, &banned)
}

func (d adminCall) unban(ctx context.Context, who string) error {
	return d.order(ctx, "unban", admin.UnbanOrder{Who: who}, &struct{}{})
}

func adminBan(ctx context.Context, d adminCall) error {
	banned, err := d.ban(ctx, d.words[0])
	if err != nil {
		return err
	}
	return d.sentence(banned, "Banned until %s: %s. Sessions ended here: %d.", clock(banned.Until), banned.Who, banned.Ended)
}

func adminUnban(ctx context.Context, d adminCall) error {
	if err := d.unban(ctx, d.words[0]); err != nil {
		return err
	}
	return d.sentence(struct{}{}, "Not banned any more: %s.", d.words[0])
}

func adminNewcomers(ctx context.Context, d adminCall) error {
	switch d.words[0] {
	case "off":
		banned, err := d.ban(ctx, ratelimit.Newcomers)
		if err != nil {
			return err
		}
		return d.sentence(banned, "Until %s no newcomers are let in. Who is here may stay.", clock(banned.Until))
	case "on":
		if err := d.unban(ctx, ratelimit.Newcomers); err != nil {
			return err
		}
		return d.sentence(struct{}{}, "From now on newcomers may come.")
	}
	return errors.New("newcomers can be  off  or  on")
}

// adminReports lists reports, or marks one as done.
func adminReports(ctx context.Context, d adminCall) error {
	switch {
	case len(d.words) == 0:
		var all []admin.Report
		if err := d.look(ctx, "reports", &all); err != nil {
			return err
		}
		return d.tell(all, func(out io.Writer) error { return writeReports(out, all) })
	case len(d.words) == 2 && d.words[0] == "done":
		number, err := strconv.ParseUint(d.words[1], 10, 63)
		if err != nil {
			return fmt.Errorf("%q is not the number of a report", d.words[1])
		}
		if err := d.order(ctx, "reports/done", admin.DoneOrder{Number: number}, &struct{}{}); err != nil {
			return err
		}
		return d.sentence(struct{}{}, "Done: report %d.", number)
	}
	return errors.New("it is  parlor admin reports [done NUMBER]")
}

func adminAnnounce(ctx context.Context, d adminCall) error {
	var all admin.Announced
	order := admin.AnnounceOrder{Text: strings.Join(d.words, " "), Seconds: d.lasts.Seconds()}
	failed := d.everywhere(ctx, func(at adminCall) error {
		var told admin.Announced
		err := at.order(ctx, "announce", order, &told)
		all.Told += told.Told
		return err
	})
	if failed != nil && all.Told == 0 {
		return failed
	}
	return errors.Join(d.sentence(all, "Sessions told: %d.", all.Told), failed)
}

func adminClose(ctx context.Context, d adminCall) error {
	var room admin.Room
	order := admin.CloseOrder{Room: d.words[0], Reason: strings.Join(d.words[1:], " ")}
	if err := d.order(ctx, "close", order, &room); err != nil {
		return err
	}
	return d.sentence(room, "Closed: room %d, %s. People who were there: %d.", room.Number, room.Title, room.Here)
}

// adminRepair lists matches whose result may be wrong, or makes one void.
func adminRepair(ctx context.Context, d adminCall) error {
	if d.void != "" {
		if err := d.order(ctx, "repair-results/void", admin.VoidOrder{Match: d.void}, &struct{}{}); err != nil {
			return err
		}
		return d.sentence(struct{}{}, "Void: match %s. Statistics follow. Ratings do not: what it has changed in them stays.", d.void)
	}
	var all []admin.Suspect
	if err := d.look(ctx, "repair-results", &all); err != nil {
		return err
	}
	return d.tell(all, func(out io.Writer) error { return writeSuspects(out, all) })
}

func adminDrain(ctx context.Context, d adminCall) error {
	var s admin.Status
	if err := d.order(ctx, "drain", struct{}{}, &s); err != nil {
		return err
	}
	return d.tell(s, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "The server stops when its games have ended, at %s at the latest. Games in play: %d. Sessions: %d.\n",
			clock(*s.Draining), s.Rooms["playing"], s.Sessions)
		return err
	})
}

// adminPprof copies a profile, for go tool pprof or as text.
func adminPprof(ctx context.Context, d adminCall) error {
	name, query := "goroutine", url.Values{}
	if len(d.words) > 0 {
		name = d.words[0]
	}
	switch name {
	case "goroutine":
		query.Set("debug", "2") // as text
	case "profile", "trace":
		query.Set("seconds", strconv.Itoa(int(d.duration/time.Second)))
	case "heap", "allocs":
	default:
		return fmt.Errorf("there is no profile %q: there are goroutine, heap, allocs, profile and trace", name)
	}
	return d.client.Copy(ctx, d.page+"debug/pprof/"+url.PathEscape(name)+"?"+query.Encode(), d.out)
}
