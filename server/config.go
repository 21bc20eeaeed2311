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

// Config is what a server is made of.
type Config struct {
	Lobby   lobby.Lobby
	Games   []board.Game
	HostKey gossh.Signer // of the type ssh-ed25519
	// OtherKeys are offered beside HostKey, such as one of the type ssh-rsa, which
	// signs with SHA-2 only.
	OtherKeys []gossh.Signer
	Limits    Limits        // zero fields get DefaultLimits
	Version   string        // of this server, as it is told
	Public    string        // host, or host:port, by which people reach this server; for the lines they are told to type
	History   lobby.History // of matches that have ended; nil keeps none
	// RateLimits says how much people and addresses may do; it should be the lobby's.
	// Nil is one of the server's own.
	RateLimits *ratelimit.Limiter
	// Bans are those who may not come in; nil is nobody. Whoever adds one calls
	// Server.EndBanned.
	Bans *ratelimit.BanList
	// Refusals are told who is refused; nil are some of the server's own.
	Refusals *Refusals
	Log      *slog.Logger
	// Welcome is what the host says to those who come for the first time, by
	// paragraphs that are clean; mostly none.
	Welcome []string
	// Languages are those in which people can be spoken with; nil is English.
	Languages *prose.Languages
}

// Limits bound what connections can cost. They hold for every person alike.
type Limits struct {
	Connections         int           // open at once
	ConnectionsPerHost  int           // from one address; one IPv6 /64 counts as one, and a /48 may have four times as many
	ConnectionsPerLocal int           // the same for an address on a private network; zero is ConnectionsPerHost where that is set
	Unauthenticated     int           // connections that have not said yet who they are; some are dropped from half as many on, and one address has two fifths
	SessionsPerPerson   int           // with one key, or as one guest
	Handshake           time.Duration // to have authenticated
	Vacant              time.Duration // with nobody's session running on it, until a connection is closed
	Idle                time.Duration // without a key typed, until a session ends
	KeepAlive           time.Duration // between two questions whether the client is there; three unanswered ones end the connection
	Cells               int           // of all screens together beyond the usual size; one address may have a quarter, and one on a private network five eighths
	WatchPace           time.Duration // at least, between two frames of a screen that shows what others do
}

// DefaultLimits suit a small machine, and a whole school behind one address. The
// time for the handshake is that of OpenSSH: people compare fingerprints and type
// passphrases in it.
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
