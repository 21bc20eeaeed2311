package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/cluster"
	"parlor/cluster/stream"
	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/store"
)

// together says how this process is one of several that are one server.
type together struct {
	at      string // address of the cluster where rooms are kept; empty for a server that runs alone
	node    string
	peer    string // HOST:PORT for other nodes
	peers   papers // by which nodes know each other
	keepers papers // by which this process and the cluster know each other; without any it is not secured
}

// papers are files by which two ends of a connection know each other: the certificate of
// who signs for all, and the own one with its key.
type papers struct{ authority, certificate, key string }

// startTime bounds how long the others, and where rooms are kept, may take at the start.
const startTime = 30 * time.Second

// maxNode is how long a node's name is at most.
const maxNode = 40

// shared is where the rooms of all nodes are kept, the list of these, and the changes of
// what they keep of people.
type shared struct {
	lobby.Journal
	lobby.GameNightStore
	cluster.Claims
	cluster.Membership
	changes stream.Log
	close   func() error // ends the use of it
}

// check says what is missing or makes no sense.
func (t together) check() error {
	if t.at == "" {
		if t.node != "" || t.peer != "" || t.peers != (papers{}) || t.keepers != (papers{}) {
			return errors.New("--node, --peer-… and --etcd-… are for a server of several machines, which needs --cluster too")
		}
		return nil
	}
	for _, one := range []struct{ flag, value string }{
		{"node", t.node},
		{"peer-addr", t.peer},
		{"peer-ca", t.peers.authority},
		{"peer-cert", t.peers.certificate},
		{"peer-key", t.peers.key},
	} {
		if one.value == "" {
			return fmt.Errorf("--cluster needs --%s too", one.flag)
		}
	}
	if len(t.node) > maxNode || strings.Trim(t.node, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
		return fmt.Errorf("--node must be made of at most %d letters, digits, dots and dashes, not %q", maxNode, t.node)
	}
	if host, port, err := net.SplitHostPort(t.peer); err != nil || host == "" || port == "" {
		return fmt.Errorf("--peer-addr must be HOST:PORT, as other nodes reach this one, not %q", t.peer)
	}
	if k := t.keepers; k != (papers{}) && (k.authority == "" || (k.certificate == "") != (k.key == "")) {
		return errors.New("--etcd-cert and --etcd-key go together, and need --etcd-ca")
	}
	return builtForThat()
}

// secure reads the papers. Both ends of a connection show theirs.
func (p papers) secure(flag string) (*tls.Config, error) {
	text, err := os.ReadFile(p.authority)
	if err != nil {
		return nil, fmt.Errorf("--%s-ca: %w", flag, err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--%s-ca: there is no certificate in %s", flag, p.authority)
	}
	config := &tls.Config{MinVersion: tls.VersionTLS13, RootCAs: pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert}
	if p.certificate == "" {
		return config, nil
	}
	pair, err := tls.LoadX509KeyPair(p.certificate, p.key)
	if err != nil {
		return nil, fmt.Errorf("--%s-cert and --%s-key: %w", flag, flag, err)
	}
	config.Certificates = []tls.Certificate{pair}
	return config, nil
}

// machines is this process as one of several; nil for one that is alone.
type machines struct {
	name     string
	node     *cluster.Node
	rooms    shared
	lender   *lender
	people   *stream.People // nil until it is the same as at the other nodes
	listener net.Listener
	dial     func(ctx context.Context, peer string) (net.Conn, error) // another node
}

// lender is what is kept here, of which other nodes get backups. It is set before they
// can ask.
type lender struct{ *store.Store }

// openMachines opens what this process has in common with others, if it is to have
// anything: it says what is missing, and starts nothing yet.
func (c Call) openMachines(ctx context.Context, o options, log *slog.Logger) (*machines, error) {
	t := o.together
	if t.at == "" {
		return nil, nil //nolint:nilnil // alone
	}
	secure, err := t.peers.secure("peer")
	if err != nil {
		return nil, err
	}
	keys, err := sharedKeys(o.hostKeys)
	if err != nil {
		return nil, err
	}
	t.warn(log)
	limited, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	rooms, err := openShared(limited, t, log)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", t.peer)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("other nodes cannot come to --peer-addr: %w", err), rooms.close())
	}
	m := &machines{name: t.node, rooms: rooms, lender: &lender{}, listener: tls.NewListener(listener, secure)}
	m.dial = func(ctx context.Context, peer string) (net.Conn, error) { return c.dialPeer(ctx, secure, peer) }
	m.node = cluster.New(cluster.Config{
		Self:  cluster.Member{Name: t.node, Peer: t.peer, Version: version(), HostKey: keys, Changes: stream.Version},
		Games: c.rules(), Format: local.Format(), Claims: rooms, Membership: rooms, Log: log, Dial: m.dial, Backups: stream.NewBackupServer(m.lender),
	})
	return m, nil
}

// dialPeer connects to another node, which has then shown its papers.
func (c Call) dialPeer(ctx context.Context, secure *tls.Config, peer string) (net.Conn, error) {
	dial := c.Dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	plain, err := dial(ctx, "tcp", peer)
	if err != nil {
		return nil, err
	}
	secure = secure.Clone()
	secure.ServerName, _, _ = net.SplitHostPort(peer) // else it is no name that the other one's papers have
	conn := tls.Client(plain, secure)
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close()
		return nil, err
	}
	return conn, nil
}

// sharedKeys are the fingerprints of the host keys, which a node of a cluster never
// makes: people must find the same ones at every node.
func sharedKeys(folder string) (string, error) {
	keys, err := hostkeys.Read(folder)
	if err != nil {
		return "", fmt.Errorf("%w; for a cluster, copy those of another node, or let a start without --cluster make them", err)
	}
	var all []string
	for _, key := range keys {
		all = append(all, gossh.FingerprintSHA256(key))
	}
	if len(all) < bothKeys {
		return "", fmt.Errorf("%s does not have both host keys, %s and %s: all nodes need the same ones, so copy them from another node, or start parlor once without --cluster to make them",
			folder, hostkeys.File, hostkeys.RSAFile)
	}
	return strings.Join(all, " "), nil
}

// bothKeys is how many host keys there are.
const bothKeys = 2

// share makes what is kept of people the same as at the other nodes, and keeps it so: it
// returns what is kept then, also with an error. Where that is nothing, or too old, it
// begins with what another node has, and says so. What a process keeps that is alone is
// its own.
func (m *machines) share(ctx context.Context, kept *store.Store, data string, said io.Writer, log *slog.Logger) (*store.Store, error) {
	if m == nil {
		return kept, kept.Replica.Alone(ctx)
	}
	err := m.open(ctx, kept, log)
	if !errors.Is(err, stream.ErrBehind) {
		return kept, err
	}
	log.Warn("what is kept of people is fetched from another node", "why", err)
	shelf := store.BackupDir{Dir: data}
	got, fetchErr := stream.Fetch(ctx, stream.FetchConfig{Log: m.rooms.changes, Shelf: shelf, Others: m.others, Dial: m.dial, Logs: log})
	if fetchErr != nil {
		return kept, fmt.Errorf("%w; and that is not possible now (%w): start it again while another node runs, or %s", err, fetchErr, stream.ByHand)
	}
	defer func() { _ = os.Remove(got.File) }() // where it was not put in its place
	if err := kept.Close(); err != nil {
		return kept, err
	}
	before, err := shelf.Replace(got.File, time.Now())
	if err != nil {
		return kept, err
	}
	tellFetched(said, got, before)
	log.Info("what is kept of people begins with a backup of another node",
		"node", got.From, "people", got.People, "matches", got.Matches, "bytes", got.Bytes, "change", got.Place.Number, "before", before)
	again, err := store.Open(data, log) //nolint:contextcheck // it outlives the signal that stops
	if err != nil {
		return kept, err
	}
	return again, m.open(ctx, again, log)
}

// open has this node take part in what all keep of people, and give backups of it.
func (m *machines) open(ctx context.Context, kept *store.Store, log *slog.Logger) (err error) {
	m.lender.Store = kept
	m.people, err = stream.Open(ctx, stream.Config{Log: m.rooms.changes, Store: kept.Book(), Logs: log})
	return err
}

// others are the other nodes that run, those last that are about to stop.
func (m *machines) others(ctx context.Context) (others []stream.Other, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	living, err := m.rooms.Living(ctx)
	for _, leaving := range []bool{false, true} {
		for _, one := range living {
			if one.Leaving == leaving && one.Name != m.name {
				others = append(others, stream.Other{Name: one.Name, Peer: one.Peer})
			}
		}
	}
	return others, err
}

// tellFetched says with what this node has begun, and where what it had before is.
func tellFetched(stdout io.Writer, got stream.Fetched, before string) {
	_, _ = fmt.Fprintf(stdout, "This node had not got what the others keep of people, and has fetched it from node %s.\nAccounts: %d. Matches: %d. Size: %s. Changes: up to number %d.\n",
		got.From, got.People, got.Matches, megabytes(got.Bytes), got.Place.Number)
	if before != "" {
		_, _ = fmt.Fprintf(stdout, "What it had before is kept in %s.\nRemove that when you do not need it: what people have had deleted since is in it still.\n", before)
	}
}

// config is what the lobby in this process is made of.
func (m *machines) config(alone local.Config) local.Config {
	if m == nil {
		return alone
	}
	alone.Journal, alone.GameNightStore = m.node.Journal(m.people.Journal(m.rooms)), m.node.GameNightStore(m.rooms)
	alone.Code, alone.CodeNear, alone.Pairs = m.node.NewCode, cluster.NewCodeInShardOf, m.node.PairsPlayers
	alone.Accounts, alone.Relations, alone.Offers = m.people.Accounts, m.people.Relations, m.people.Offers
	return alone
}

// keeper is who keeps bans: for all machines, where there are several.
func (m *machines) keeper(alone *store.Store) ratelimit.BanStore {
	if m == nil {
		return alone.Bans
	}
	return m.people.Bans
}

// heed has bans hold that the operator has made at another machine, and ends the sessions
// of those who are banned.
func (m *machines) heed(bans *ratelimit.BanList, endBanned func() int, log *slog.Logger) {
	if m == nil {
		return
	}
	m.people.Bans.Follow(func(ctx context.Context) error {
		if err := bans.Reload(ctx); err != nil {
			return err
		}
		if ended := endBanned(); ended > 0 {
			log.Info("sessions of people have ended who were banned at another node", "sessions", ended)
		}
		return nil
	})
}

// start brings back the rooms that are to be in this process, and returns the lobby of
// all machines.
func (m *machines) start(ctx context.Context, rooms *local.Lobby) (lobby.Lobby, error) {
	if m == nil {
		_, err := rooms.Restore(ctx)
		return rooms, err
	}
	limited, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	if err := m.node.Start(limited, rooms); err != nil {
		return nil, err
	}
	m.node.Answer(m.listener)
	return m.node.Lobby(), nil
}

// drain lets games in play end: where another machine goes on with them, they are given
// to that, and people who are here may stay in them until ctx ends.
func (m *machines) drain(ctx context.Context, rooms *local.Lobby) {
	if m == nil {
		rooms.Drain(ctx)
		return
	}
	ends, _ := ctx.Deadline()
	if given := m.node.HandOver(ctx, ends); !given {
		rooms.Drain(ctx)
		return
	}
	rooms.Drain(ctx) // there are none any more, and none begins
	m.node.Empty(ctx)
}

// close ends what this process has in common with others, after its lobby.
func (m *machines) close() error {
	if m == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	m.node.Close(ctx)
	if m.people != nil {
		m.people.Close()
	}
	_ = m.listener.Close() // closed already where the node has started
	return m.rooms.close()
}
