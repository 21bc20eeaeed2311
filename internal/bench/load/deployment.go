package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"parlor/internal/bench/driver"
	"parlor/internal/etcdtest"
)

// deployment is a single parlor with its rooms in SQLite, and a cluster of several with their rooms
// in etcd, all on this machine in separate processes, with default settings except for the limits
// on connections and rooms.
type deployment struct {
	*trial
	dir     string
	built   [2]program // the programs without and with the tag etcd
	etcd    []*etcdtest.Member
	alone   *driver.Server
	nodes   []*driver.Server
	people  atomic.Int64 // number of people so far
	refused atomic.Int64 // moves that were refused or too late
}

// clusterTag is the build tag of a parlor that can be a node of a cluster.
const clusterTag = "etcd"

// The numbers of nodes and of members of etcd.
const (
	nodeCount   = 3
	memberCount = 3
)

// program is a parlor binary.
type program struct {
	file  string
	bytes int64
}

// build builds parlor with the flags of a release, and with the given tags.
func (d *deployment) build(name, tags string) (one program, err error) {
	one.file = filepath.Join(d.dir, name)
	if _, err := goBuild(one.file, tags, os.Environ()); err != nil {
		return one, err
	}
	is, err := os.Stat(one.file)
	if err != nil {
		return one, err
	}
	one.bytes = is.Size()
	return one, nil
}

// goBuild builds parlor, and returns the CPU time of the build.
func goBuild(file, tags string, environment []string) (time.Duration, error) {
	cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-tags", tags, "-o", file, "parlor") //nolint:gosec,noctx // it ends by itself
	cmd.Env = environment
	if said, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("parlor cannot be built: %w\n%s", err, said)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// coldBuild returns the CPU time of a build with an empty build cache.
func (d *deployment) coldBuild(tags string) (took time.Duration, err error) {
	cache, err := os.MkdirTemp(d.dir, "cache-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()
	return goBuild(filepath.Join(cache, "parlor"), tags, append(os.Environ(), "GOCACHE="+cache))
}

// deploy builds both programs, starts all processes, and calls do while they run.
func deploy(t *trial, do func(*deployment) error) (err error) {
	etcd, err := etcdtest.FindEtcd()
	if err != nil {
		return err
	}
	d := &deployment{trial: t}
	if d.dir, err = os.MkdirTemp("", "parlor-load-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.end()) }()
	if err := d.start(etcd); err != nil {
		return err
	}
	return do(d)
}

func (d *deployment) start(etcd string) (err error) {
	for i, tags := range []string{"", clusterTag} {
		if d.built[i], err = d.build("parlor"+tags, tags); err != nil {
			return err
		}
	}
	if err := etcdtest.WriteCertificates(d.dir); err != nil {
		return err
	}
	if d.etcd, err = etcdtest.Etcd(etcd, d.dir, d.dir, memberCount, nil); err != nil {
		return err
	}
	var members []string
	for _, one := range d.etcd {
		if err := one.Start(); err != nil {
			return err
		}
		members = append(members, one.Client)
	}
	// The one that is alone makes the host keys, which nodes do not.
	d.alone = d.machine(0, "alone")
	if _, err := d.alone.Start(); err != nil {
		return err
	}
	for i := range nodeCount {
		peer, err := etcdtest.FreeAddress()
		if err != nil {
			return err
		}
		name := string(rune('a' + i))
		d.nodes = append(d.nodes, d.machine(1, name,
			"--cluster", "etcd://"+strings.Join(members, ","), "--node", name, "--peer-addr", peer,
			"--peer-ca", d.in(etcdtest.Authority), "--peer-cert", d.in(etcdtest.Certificate), "--peer-key", d.in(etcdtest.Key),
			"--etcd-ca", d.in(etcdtest.Authority), "--etcd-cert", d.in(etcdtest.Certificate), "--etcd-key", d.in(etcdtest.Key)))
		if _, err := d.nodes[i].Start(); err != nil {
			return err
		}
	}
	return nil
}

func (d *deployment) in(name string) string { return filepath.Join(d.dir, name) }

// machine returns a parlor of the deployment, not yet started.
func (d *deployment) machine(built int, name string, args ...string) *driver.Server {
	return &driver.Server{Program: d.built[built].file, Log: d.Log, Args: append([]string{
		"--addr", "127.0.0.1:0", "--host-keys", d.in("keys"), "--data", d.data(name), "--log", "error", "--drain", "1s",
		"--max-connections", "100000", "--max-rooms", "100000",
	}, args...)}
}

func (d *deployment) data(name string) string { return d.in("data-" + name) }

// end stops all processes and removes their files.
func (d *deployment) end() (err error) {
	for _, one := range append(d.nodes, d.alone) {
		if one != nil {
			err = errors.Join(err, one.Stop())
		}
	}
	for _, one := range d.etcd {
		one.Kill()
	}
	return errors.Join(err, os.RemoveAll(d.dir))
}

// profile writes a CPU profile of the given duration of one of the machines to a file.
func (d *deployment) profile(built int, name, file string, long time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), long+driver.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, d.built[built].file, "admin", "--data", d.data(name), "pprof", "profile", "--seconds", strconv.Itoa(max(1, int(long.Seconds())))) //nolint:gosec // built before
	profile, err := cmd.Output()
	if err != nil {
		return err
	}
	return os.WriteFile(file, profile, 0o600)
}

// pids returns the process IDs of all nodes, and of all members of etcd.
func (d *deployment) pids() (nodes, etcd []int) {
	for _, one := range d.nodes {
		nodes = append(nodes, one.PID())
	}
	for _, one := range d.etcd {
		etcd = append(etcd, int(one.PID()))
	}
	return nodes, etcd
}

// restarts stops and starts servers in turn, and returns how long each start took until a client was logged in and
// answered.
func (d *deployment) restarts(all ...*driver.Server) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(all))
	var each []func(int) error
	for i, one := range all {
		each = append(each, func(int) error {
			if err := one.Stop(); err != nil {
				return err
			}
			until, err := one.Start()
			if err != nil {
				return err
			}
			began := time.Now()
			client, err := login(one.Addr, d.person(), nil)
			if err != nil {
				return err
			}
			text, err := driver.Command(client, "me")
			if err != nil {
				return fmt.Errorf("%w: %s", err, text)
			}
			took[i] = append(took[i], until+time.Since(began))
			return client.Close()
		})
	}
	return took, driver.Alternate(d.rounds, each...)
}

// person returns the number of a new person.
func (d *deployment) person() int64 { return d.people.Add(1) }
