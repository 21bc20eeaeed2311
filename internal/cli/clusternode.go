package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/cluster"
	"parlor/cluster/stream"
	"parlor/hostkeys"
	"parlor/internal/admin"
	"parlor/internal/certs"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/store"
)

// clusterOptions holds the options of a node in a cluster.
type clusterOptions struct {
	at      string // etcd address; "" without a cluster
	node    string
	peer    string      // HOST:PORT for other nodes
	peers   certs.Files // for connections between nodes
	keepers certs.Files // for connections to etcd; without certificates they are not encrypted
}

// startTime bounds the start of a node, including etcd's answers.
const startTime = 30 * time.Second

// maxNode bounds the length of a node's name.
const maxNode = 40

// shared holds what the nodes share: rooms, membership and the replicated log.
type shared struct {
	lobby.Journal
	lobby.GameNightStore
	cluster.Claims
	cluster.Membership
	changes stream.Log
	etcd    func() []cluster.Endpoint
	close   func() error // closes it
}

// check validates the options.
func (t clusterOptions) check() error {
	if t.at == "" {
		if t.node != "" || t.peer != "" || t.peers != (certs.Files{}) || t.keepers != (certs.Files{}) {
			return errors.New("--node, --peer-… and --etcd-… are for a server of several machines, which needs --cluster too")
		}
		return nil
	}
	for _, one := range []struct{ flag, value string }{
		{"node", t.node},
		{"peer-addr", t.peer},
		{"peer-ca", t.peers.Authority},
		{"peer-cert", t.peers.Certificate},
		{"peer-key", t.peers.Key},
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
	if k := t.keepers; k != (certs.Files{}) && (k.Authority == "" || (k.Certificate == "") != (k.Key == "")) {
		return errors.New("--etcd-cert and --etcd-key go together, and need --etcd-ca")
	}
	return builtForThat()
}

// loadCerts loads TLS files. flag begins the names of the flags that name them.
func loadCerts(flag string, files certs.Files, host string, log *slog.Logger) (*certs.Certs, error) {
	loaded, err := certs.Load(files, host, log)
	if err != nil {
		return nil, fmt.Errorf("--%s-ca, --%s-cert, --%s-key: %w", flag, flag, flag, err)
	}
	return loaded, nil
}

// machines is this process as a cluster node; nil without a cluster.
type machines struct {
	name     string
	node     *cluster.Node
	rooms    shared
	lender   *lender
	people   *stream.People // nil before the account data is replicated
	listener net.Listener
	certs    *certs.Certs
	asked    *admin.Conns // requests of operators at other nodes
	work     sync.WaitGroup
	stop     context.CancelFunc                                       // ends work
	dial     func(ctx context.Context, peer string) (net.Conn, error) // connects to another node
}

// lender is the source of backups for other nodes. It is set before they can ask.
type lender struct{ *store.Store }

// openMachines connects to etcd if the options name a cluster. It validates them and starts nothing.
func (c Call) openMachines(ctx context.Context, o options, log *slog.Logger) (*machines, error) {
	t := o.cluster
	if t.at == "" {
		return nil, nil //nolint:nilnil // alone
	}
	host, _, _ := net.SplitHostPort(t.peer)
	own, err := loadCerts("peer", t.peers, host, log)
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
	m := &machines{name: t.node, rooms: rooms, lender: &lender{}, listener: tls.NewListener(listener, own.Accepting()), certs: own, asked: admin.NewConns(), stop: func() {}}
	m.dial = func(ctx context.Context, peer string) (net.Conn, error) {
		return c.dialPeer(ctx, own.Dialing(peer), peer)
	}
	m.node = cluster.New(cluster.Config{
		Self:  cluster.Member{Name: t.node, Peer: t.peer, Version: version(), HostKey: keys, Changes: stream.Version},
		Games: c.rules(), Format: local.Format(), Claims: rooms, Membership: rooms, Log: log, Dial: m.dial, Backups: stream.NewBackupServer(m.lender), Operator: m.asked.Add,
		Listener: m.listener, Fit: own.Valid,
	})
	return m, nil
}

// dialPeer connects to another node, which must authenticate itself.
func (c Call) dialPeer(ctx context.Context, secure *tls.Config, peer string) (net.Conn, error) {
	dial := c.Dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	plain, err := dial(ctx, "tcp", peer)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(plain, secure)
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close()
		return nil, err
	}
	return conn, nil
}

// sharedKeys returns the fingerprints of the host keys. A node never creates host keys, because all nodes must have
// the same.
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

// bothKeys is the number of host keys.
const bothKeys = 2

// share replicates the account data from now on, and returns the database, even on an error. A
// database that is empty or too old is replaced by a backup of another node. A database used
// without a cluster is not replaced.
func (m *machines) share(ctx context.Context, kept *store.Store, data string, said io.Writer, log *slog.Logger) (*store.Store, error) {
	if m == nil {
		return kept, kept.Replica.Alone(ctx)
	}
	err := m.open(ctx, kept, log)
	if !errors.Is(err, stream.ErrBehind) {
		return kept, err
	}
	log.Warn("fetching account data from another node", "why", err)
	shelf := store.BackupDir{Dir: data}
	got, fetchErr := stream.Fetch(ctx, stream.FetchConfig{Log: m.rooms.changes, Dir: shelf, Others: m.others, Dial: m.dial, Logs: log})
	if fetchErr != nil {
		return kept, fmt.Errorf("%w; and that is not possible now (%w): start it again while another node runs, or %s", err, fetchErr, stream.ByHand)
	}
	defer func() { _ = os.Remove(got.File) }() // if it was not moved
	if err := kept.Close(); err != nil {
		return kept, err
	}
	before, err := shelf.Replace(got.File, time.Now())
	if err != nil {
		return kept, err
	}
	tellFetched(said, got, before)
	log.Info("account data restored from another node",
		"node", got.From, "people", got.People, "matches", got.Matches, "bytes", got.Bytes, "change", got.Place.Number, "before", before)
	again, err := store.Open(data, log) //nolint:contextcheck // it outlives the signal that stops
	if err != nil {
		return kept, err
	}
	return again, m.open(ctx, again, log)
}

// open starts the replication and serves backups.
func (m *machines) open(ctx context.Context, kept *store.Store, log *slog.Logger) (err error) {
	m.lender.Store = kept
	m.people, err = stream.Open(ctx, stream.Config{Log: m.rooms.changes, Store: kept.Book(), Logs: log})
	return err
}

// others returns the other running nodes, leaving ones last.
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

// tellFetched prints whose backup this node uses, and where its old database is.
func tellFetched(stdout io.Writer, got stream.Fetched, before string) {
	_, _ = fmt.Fprintf(stdout, "This node had not got what the others keep of people, and has fetched it from node %s.\nAccounts: %d. Matches: %d. Size: %s. Changes: up to number %d.\n",
		got.From, got.People, got.Matches, megabytes(got.Bytes), got.Place.Number)
	if before != "" {
		_, _ = fmt.Fprintf(stdout, "What it had before is kept in %s.\nRemove that when you do not need it: what people have had deleted since is in it still.\n", before)
	}
}

// config adds the cluster's parts to the lobby's configuration.
func (m *machines) config(alone local.Config) local.Config {
	if m == nil {
		return alone
	}
	alone.Journal, alone.GameNightStore = m.node.Journal(m.people.Journal(m.rooms)), m.node.GameNightStore(m.rooms)
	alone.Code, alone.CodeNear, alone.Pairs = m.node.NewCode, cluster.NewCodeInShardOf, m.node.PairsPlayers
	alone.Accounts, alone.Relations, alone.Offers = m.people.Accounts, m.people.Relations, m.people.Offers
	return alone
}

// keeper returns the store of bans, replicated in a cluster.
func (m *machines) keeper(alone *store.Store) ratelimit.BanStore {
	if m == nil {
		return alone.Bans
	}
	return m.people.Bans
}

// heed applies bans made at other nodes, and ends the sessions of banned people.
func (m *machines) heed(bans *ratelimit.BanList, endBanned func() int, log *slog.Logger) {
	if m == nil {
		return
	}
	m.people.Bans.Follow(func(ctx context.Context) error {
		if err := bans.Reload(ctx); err != nil {
			return err
		}
		if ended := endBanned(); ended > 0 {
			log.Info("closed sessions of people banned on another node", "sessions", ended)
		}
		return nil
	})
}

// start joins the cluster and returns the lobby of all nodes.
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
	working, stop := context.WithCancel(context.WithoutCancel(ctx)) // until close, and not until the signal that stops
	m.stop = stop
	m.work.Go(func() { m.certs.WarnOfExpiry(working) })
	return m.node.Lobby(), nil
}

// drain waits until matches have ended. In a cluster it hands the rooms over and ends the sessions of this node, so
// that their people connect again, to another one.
func (m *machines) drain(ctx context.Context, rooms *local.Lobby, front *server.Server) {
	if m == nil || !m.node.HasOthers() {
		rooms.Drain(ctx)
		return
	}
	ends := time.Now().Add(server.RestartLimit)
	if last, limited := ctx.Deadline(); limited && last.Before(ends) {
		ends = last
	}
	var leaving sync.WaitGroup
	leaving.Go(func() { front.Restart(ctx) })
	m.node.HandOver(ctx, ends) // otherwise its rooms go on when it is back
	rooms.Drain(ctx)           // no rooms are left and none can be created
	leaving.Wait()
}

// close leaves the cluster after the lobby was closed.
func (m *machines) close() error {
	if m == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	m.stop()
	m.work.Wait()
	_ = m.asked.Close() // it has no error
	m.node.Close(ctx)
	if m.people != nil {
		m.people.Close()
	}
	_ = m.listener.Close() // closed already if the node has started
	return m.rooms.close()
}
