package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"parlor/internal/admin"
	"parlor/internal/alias"
	"parlor/lobby"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/server/webhook"
)

// options holds the settings of the operator, by flag or environment. A flag takes precedence.
type options struct {
	addr, data, hostKeys, public string
	admin                        string // socket path; "" means in the data folder
	metrics                      string // address of the metrics; "" means none
	welcome                      string // file with the text for first-time visitors; "" means none
	logFormat                    string
	proxies                      networks
	webhooks                     webhook.Allow
	logLevel                     slog.Level
	version                      bool
	drain                        time.Duration
	cluster                      clusterOptions
	night                        nightOptions
	lobby                        lobby.Limits
	server                       server.Limits
	limits                       ratelimit.Config
}

// The log formats.
const (
	formatText = "text"
	formatJSON = "json"
)

// networks is a flag value: comma-separated networks and addresses.
type networks []netip.Prefix

// String implements flag.Value.
func (n *networks) String() string {
	var all []string
	for _, one := range *n {
		all = append(all, one.String())
	}
	return strings.Join(all, ",")
}

// Set parses the list.
func (n *networks) Set(text string) error {
	*n = nil
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		network, err := netip.ParsePrefix(one)
		if address, addressErr := netip.ParseAddr(one); addressErr == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return err
		}
		*n = append(*n, network.Masked())
	}
	return nil
}

// Get implements flag.Getter.
func (n *networks) Get() any { return *n }

// setting is a flag and its environment variable.
type setting struct {
	flag, env, value, help string
	kind                   string // description of valid values
	bind                   func(*flag.FlagSet, *options)
}

// explained is a flag value whose errors describe the valid values.
type explained struct {
	flag.Getter
	kind string
}

// Set parses the value.
func (e explained) Set(text string) error {
	if e.Getter.Set(text) != nil {
		return fmt.Errorf("it must be %s", e.kind)
	}
	return nil
}

// settings returns the flags in the order of the help. The first group is what most operators need.
func settings() (first, limits []setting) {
	d, s := lobby.DefaultLimits(), server.DefaultLimits()
	first = []setting{
		{"addr", "PARLOR_ADDR", ":2222", "address to listen on; several with commas, as in :2222,:443", "an address", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.addr, "addr", ":2222", "")
		}},
		{"public", "PARLOR_PUBLIC", "", "public host[:port], shown in join commands; default: its address", "a name", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.public, "public", "", "")
		}},
		{"host-keys", "PARLOR_HOST_KEYS", "hostkeys", "folder of the host key; created if missing", "a folder", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.hostKeys, "host-keys", "hostkeys", "")
		}},
		{"data", "PARLOR_DATA", "data", "folder for stored data", "a folder", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.data, "data", "data", "")
		}},
		{"admin", "PARLOR_ADMIN", "", "socket of parlor admin; default: " + admin.Socket + " in the data folder", "a path", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.admin, "admin", "", "")
		}},
		{"metrics", "PARLOR_METRICS", "", "address for /metrics and /healthz, such as localhost:9222", "an address", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.metrics, "metrics", "", "")
		}},
		{"welcome", "PARLOR_WELCOME", "", "file with a welcome text for new players", "a file", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.welcome, "welcome", "", "")
		}},
		{"night", "PARLOR_NIGHT", "", "open a game night at this time, such as 17:00", "a time such as 17:00", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.night.begins, "night", "", "")
		}},
		{"night-until", "PARLOR_NIGHT_UNTIL", "", "when the game night ends, such as 19:00; default: when its host ends it", "a time such as 19:00", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.night.ends, "night-until", "", "")
		}},
		{"night-games", "PARLOR_NIGHT_GAMES", "", "games of the game night, in rotation; default: all games", "games with commas between them", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.night.games, "night-games", "", "")
		}},
		{"night-format", "PARLOR_NIGHT_FORMAT", "", "its format, else open", "open, knockout or teams", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.night.format, "night-format", "", "")
		}},
		{"night-title", "PARLOR_NIGHT_TITLE", "", "title of the game night; default: Game night", "a title", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.night.title, "night-title", "", "")
		}},
		{"trust-proxy", "PARLOR_TRUST_PROXY", "", "trusted proxies (CIDR); they must send a PROXY v2 header", "networks such as 10.0.0.5/32,fd00::/64", func(f *flag.FlagSet, o *options) {
			f.Var(&o.proxies, "trust-proxy", "")
		}},
		{"webhook-allow", "PARLOR_WEBHOOK_ALLOW", "", "hosts that players may use for turn notifications (webhooks)", "hosts such as hooks.slack.com,*.example.com,10.0.0.5:8080", func(f *flag.FlagSet, o *options) {
			f.Var(&o.webhooks, "webhook-allow", "")
		}},
		{"log-format", "PARLOR_LOG_FORMAT", formatText, "log format: text or json", "text or json", func(f *flag.FlagSet, o *options) {
			f.StringVar(&o.logFormat, "log-format", formatText, "")
		}},
		{"log", "PARLOR_LOG", "info", "log level: debug, info, warn or error", "debug, info, warn or error", func(f *flag.FlagSet, o *options) {
			f.TextVar(&o.logLevel, "log", slog.LevelInfo, "")
		}},
	}
	text := func(name, help, kind string, field func(*clusterOptions) *string) setting {
		return setting{name, envName(name), "", help, kind, func(f *flag.FlagSet, o *options) { f.StringVar(field(&o.cluster), name, "", "") }}
	}
	first = append(first,
		text("cluster", "etcd endpoints, etcd://HOST:2379,…; run as a node of a cluster", "an address", func(t *clusterOptions) *string { return &t.at }),
		text("node", "name of this node in the cluster", "a name", func(t *clusterOptions) *string { return &t.node }),
		text("peer-addr", "HOST:PORT where other nodes reach this one", "an address", func(t *clusterOptions) *string { return &t.peer }),
		text("peer-ca", "CA certificate for node-to-node TLS", "a file", func(t *clusterOptions) *string { return &t.peers.Authority }),
		text("peer-cert", "TLS certificate of this node, for the host in --peer-addr", "a file", func(t *clusterOptions) *string { return &t.peers.Certificate }),
		text("peer-key", "key of --peer-cert", "a file", func(t *clusterOptions) *string { return &t.peers.Key }),
		text("etcd-ca", "CA certificate of etcd; without it, etcd is used without TLS", "a file", func(t *clusterOptions) *string { return &t.keepers.Authority }),
		text("etcd-cert", "client certificate for etcd", "a file", func(t *clusterOptions) *string { return &t.keepers.Certificate }),
		text("etcd-key", "key of --etcd-cert", "a file", func(t *clusterOptions) *string { return &t.keepers.Key }),
	)
	count := func(name, help string, standard int, field func(*options) *int) setting {
		return setting{
			name, envName(name), strconv.Itoa(standard), help, "a whole number",
			func(f *flag.FlagSet, o *options) { f.IntVar(field(o), name, standard, "") },
		}
	}
	span := func(name, help string, standard time.Duration, field func(*options) *time.Duration) setting {
		return setting{
			name, envName(name), spanText(standard), help, "a time such as 90s, 15m or 24h",
			func(f *flag.FlagSet, o *options) { f.DurationVar(field(o), name, standard, "") },
		}
	}
	limits = []setting{
		count("max-connections", "open connections", s.Connections, func(o *options) *int { return &o.server.Connections }),
		count("max-connections-per-host", "open connections per address", s.ConnectionsPerHost, func(o *options) *int { return &o.server.ConnectionsPerHost }),
		count("max-connections-per-local", "open connections per address on a private network", s.ConnectionsPerLocal, func(o *options) *int { return &o.server.ConnectionsPerLocal }),
		count("max-unauthenticated", "connections that are logging in; near the limit, some are dropped", s.Unauthenticated, func(o *options) *int { return &o.server.Unauthenticated }),
		count("max-sessions", "sessions per person", s.SessionsPerPerson, func(o *options) *int { return &o.server.SessionsPerPerson }),
		count("max-cells", "memory cap: terminal cells of all sessions together, beyond 80×24 each", s.Cells, func(o *options) *int { return &o.server.Cells }),
		count("max-rooms", "open rooms", d.Rooms, func(o *options) *int { return &o.lobby.Rooms }),
		count("max-rooms-per-host", "open rooms per address", d.RoomsPerHost, func(o *options) *int { return &o.lobby.RoomsPerHost }),
		count("max-rooms-per-local", "open rooms per address on a private network", d.RoomsPerLocal, func(o *options) *int { return &o.lobby.RoomsPerLocal }),
		count("max-seats", "rooms per person with a seat", d.RoomsPerPerson, func(o *options) *int { return &o.lobby.RoomsPerPerson }),
		count("max-spectators", "spectators per room", d.Watchers, func(o *options) *int { return &o.lobby.Watchers }),
		span("handshake", "time limit for logging in, including host key questions and passphrases", s.Handshake, func(o *options) *time.Duration { return &o.server.Handshake }),
		span("connection-idle", "close a connection without a session after this time", s.Vacant, func(o *options) *time.Duration { return &o.server.Vacant }),
		span("idle", "close a session without input after this time", s.Idle, func(o *options) *time.Duration { return &o.server.Idle }),
		span("keep-alive", "keep-alive interval", s.KeepAlive, func(o *options) *time.Duration { return &o.server.KeepAlive }),
		span("drain", "graceful shutdown timeout: how long games may go on", 5*time.Minute, func(o *options) *time.Duration { return &o.drain }),
		span("room-idle", "close an abandoned match after this time", d.RoomIdle, func(o *options) *time.Duration { return &o.lobby.RoomIdle }),
		span("bot-pace", "delay before each bot move", d.BotPace, func(o *options) *time.Duration { return &o.lobby.BotPace }),
	}
	limits = append(limits, setting{
		"all-public", envName("all-public"), "false", "apply the limits of public addresses to private networks", "true or false",
		func(f *flag.FlagSet, o *options) { f.BoolVar(&o.limits.AllPublic, "all-public", false, "") },
	})
	return first, limits
}

func envName(name string) string {
	return "PARLOR_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// spanText formats a duration without zero parts, such as "20s" or "24h".
func spanText(d time.Duration) string {
	text := d.String()
	text, _ = strings.CutSuffix(text, "m0s")
	if text == d.String() {
		return text
	}
	hours, whole := strings.CutSuffix(text, "h0")
	if whole {
		return hours + "h"
	}
	return text + "m"
}

// parseOptions parses the environment and then the flags.
func parseOptions(args []string, env func(string) string) (options, error) {
	var o options
	flags := flag.NewFlagSet("parlor", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	flags.BoolVar(&o.version, "version", false, "")
	first, limits := settings()
	for _, one := range append(first, limits...) {
		one.bind(flags, &o)
		bound := flags.Lookup(one.flag)
		if getter, ok := bound.Value.(flag.Getter); ok {
			bound.Value = explained{getter, one.kind}
		}
		name, value := one.env, env(one.env)
		if former := alias.Flag.Former(one.flag); value == "" && former != "" {
			name, value = envName(former), env(envName(former))
		}
		if value != "" {
			if err := bound.Value.Set(value); err != nil {
				return o, fmt.Errorf("invalid value %q for %s: %w", value, name, err)
			}
		}
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, flag.ErrHelp
		}
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unknown command %q; the commands are %s, and everything else must be a flag", flags.Arg(0), subcommandNames())
	}
	return o, o.check(append(first, limits...), flags)
}

// check refuses numbers out of range.
func (o options) check(all []setting, flags *flag.FlagSet) error {
	if o.logFormat != formatText && o.logFormat != formatJSON {
		return fmt.Errorf("--log-format must be %s or %s, not %q", formatText, formatJSON, o.logFormat)
	}
	if len(o.webhooks) > 0 && o.cluster.at != "" {
		return errors.New("--webhook-allow and --cluster cannot be combined: webhooks are stored on one node only")
	}
	if o.night.begins != "" && o.cluster.at != "" {
		return errors.New("--night and --cluster cannot be combined: each node would open its own game night; open one inside parlor instead")
	}
	if o.night.begins == "" && o.night != (nightOptions{}) {
		return errors.New("--night-until, --night-games, --night-format and --night-title require --night")
	}
	if o.night.begins != "" {
		if _, err := o.night.plan(nil, time.Now()); err != nil {
			return err
		}
	}
	if err := o.cluster.check(); err != nil {
		return err
	}
	for _, one := range all {
		getter, ok := flags.Lookup(one.flag).Value.(flag.Getter)
		if !ok {
			continue
		}
		switch value := getter.Get().(type) {
		case int:
			if value < 1 {
				return fmt.Errorf("--%s must be at least 1", one.flag)
			}
		case time.Duration:
			if value <= 0 {
				return fmt.Errorf("--%s must be more than zero", one.flag)
			}
		}
	}
	return nil
}

// usage returns the help text.
func usage() string {
	var text strings.Builder
	fmt.Fprintf(&text, `parlor serves hidden-code deduction games over SSH.
This is version %s.

    parlor [flags]
`, version())
	for _, one := range subcommands() {
		fmt.Fprintf(&text, "    %-36s %s\n", strings.TrimSpace("parlor "+one.name+" "+one.arguments), one.does)
	}
	text.WriteString(`
Without flags, parlor listens on port 2222 and creates a host key if there
is none. Each flag is listed with its default and its environment variable.
A flag overrides its variable.

`)
	first, limits := settings()
	write := func(title string, group []setting) {
		text.WriteString(title + "\n")
		for _, one := range group {
			fmt.Fprintf(&text, "  --%-26s %-10s %s\n      %s\n", one.flag, one.value, one.env, one.help)
		}
	}
	write("Flags", first)
	text.WriteString("\n")
	write("Limits", limits)
	text.WriteString("\n  --version                    print the version\n  --help                       print this help\n")
	return text.String()
}
