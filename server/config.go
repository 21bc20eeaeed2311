package server

import (
	"log/slog"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
	"parlor/tui/board"
)

// Config configures a Server.
type Config struct {
	Lobby   lobby.Lobby
	Games   []board.Game
	HostKey gossh.Signer // of the type ssh-ed25519
	// OtherKeys holds the host keys offered in addition to HostKey, such as an RSA key, which signs
	// with SHA-2 only.
	OtherKeys []gossh.Signer
	Limits    Limits // zero fields are replaced by DefaultLimits
	Version   string // version shown to users
	Public    string // host or host:port for the ssh lines shown to users
	// OtherPublic holds the public addresses at the further ports of the server, for networks that
	// block its port.
	OtherPublic []string
	History     lobby.History // finished matches; nil if none are stored
	// RateLimits should be those of the lobby. If nil, the server has its own.
	RateLimits *ratelimit.Limiter
	// Bans may be nil. A caller that adds a ban must call Server.EndBanned.
	Bans *ratelimit.BanList
	// Refusals counts and logs refusals. If nil, the server has its own.
	Refusals *Refusals
	Log      *slog.Logger
	// Welcome is the operator's text for first-time visitors, as clean paragraphs. It may be empty.
	Welcome []string
	// Languages are the available languages. If nil, there is only English.
	Languages *prose.Languages
}

// Limits bound the cost of connections. They are the same for all users.
type Limits struct {
	Connections         int           // open connections
	ConnectionsPerHost  int           // per address; an IPv6 /64 counts as one, and a /48 may have four times as many
	ConnectionsPerLocal int           // per address of a private network; zero means ConnectionsPerHost if that is set
	Unauthenticated     int           // unauthenticated connections; from half of the limit on some are dropped, and one address may have two fifths
	SessionsPerPerson   int           // per key or guest
	Handshake           time.Duration // time to authenticate
	Vacant              time.Duration // how long a connection without a session stays open
	Idle                time.Duration // how long a session without a key press stays open
	KeepAlive           time.Duration // interval between keep-alives; three without an answer end the connection
	Cells               int           // cells of all screens beyond the usual size; one address may have a quarter, or five eighths on a private network
	WatchPace           time.Duration // minimum interval between frames that show what others do
}

// DefaultLimits returns limits for a small computer that also suit a whole school behind one address. The handshake
// time is that of OpenSSH, because users compare fingerprints and type passphrases in it.
func DefaultLimits() Limits {
	return Limits{
		Connections: 1000, ConnectionsPerHost: 100, ConnectionsPerLocal: 250, Unauthenticated: 200, SessionsPerPerson: 5,
		Handshake: 2 * time.Minute, Vacant: 20 * time.Second, Idle: 24 * time.Hour, KeepAlive: 20 * time.Second,
		Cells: 4_000_000, WatchPace: time.Second / 4,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	if l.ConnectionsPerLocal == 0 {
		l.ConnectionsPerLocal = l.ConnectionsPerHost
	}
	for _, n := range []struct{ own, standard *int }{
		{&l.Connections, &d.Connections},
		{&l.ConnectionsPerHost, &d.ConnectionsPerHost},
		{&l.ConnectionsPerLocal, &d.ConnectionsPerLocal},
		{&l.Unauthenticated, &d.Unauthenticated},
		{&l.SessionsPerPerson, &d.SessionsPerPerson},
		{&l.Cells, &d.Cells},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	for _, n := range []struct{ own, standard *time.Duration }{
		{&l.Handshake, &d.Handshake},
		{&l.Vacant, &d.Vacant},
		{&l.Idle, &d.Idle},
		{&l.KeepAlive, &d.KeepAlive},
		{&l.WatchPace, &d.WatchPace},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	return l
}
