package attack

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"parlor/internal/bench/driver"
)

// run is one attack on a server with fresh data.
type run struct {
	*driver.Bench
	sizes
	dir string // folder of the data, the host keys and the log
	log *os.File
	*driver.Server
	outcome
}

// measure runs an attack and returns its outcome.
func measure(b *driver.Bench, s sizes, one attack) (o *outcome, err error) {
	ctx := context.Background()
	r := &run{Bench: b, sizes: s, outcome: outcome{attack: one}}
	if r.dir, err = os.MkdirTemp("", "parlor-attack-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	if r.log, err = os.Create(filepath.Join(r.dir, "log")); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.log.Close()) }()
	if one.seeded {
		if err := r.seed(ctx); err != nil {
			return nil, err
		}
	}
	flags := s.flags
	if !one.local {
		flags = append([]string{"--all-public=true"}, flags...)
	}
	r.Server = r.serverWith(flags)
	defer func() { err = errors.Join(err, r.Stop()) }()
	if _, err := r.Start(); err != nil {
		return nil, err
	}
	if r.startBefore, err = r.restarts(); err != nil {
		return nil, err
	}
	r.spec = one.spec(s, r.Addr)
	if err := r.attacked(ctx); err != nil {
		return nil, err
	}
	r.startAfter, err = r.restarts()
	return &r.outcome, err
}

// serverWith returns a server with the given flags, not yet started.
func (r *run) serverWith(flags []string) *driver.Server {
	return driver.Parlor(r.dir, cmp.Or(r.keys, filepath.Join(r.dir, "keys")), r.log, flags...)
}

func (r *run) data() string { return filepath.Join(r.dir, "data") }

// startsTimed is how often a start is measured. The fastest counts, because the machine may be busy.
const startsTimed = 3

// restarts stops and starts the server several times, if restarts are to be measured, and returns
// the duration of the fastest start.
func (r *run) restarts() (fastest time.Duration, err error) {
	if !r.again {
		return 0, nil
	}
	for range startsTimed {
		if err := r.Stop(); err != nil {
			return 0, err
		}
		took, err := r.Start()
		if err != nil {
			return 0, err
		}
		if fastest == 0 || took < fastest {
			fastest = took
		}
	}
	return fastest, nil
}

// attacked connects bystanders and measures the server first at rest, then under attack, and then
// while it recovers.
func (r *run) attacked(ctx context.Context) error {
	people, err := connect(ctx, r.Addr, r.pace, r.Bench.Log)
	if err != nil {
		return err
	}
	defer people.leave()
	if r.outcome.attack.rehearsed && !r.full {
		if err := r.rehearse(); err != nil {
			return err
		}
	}
	over, cancel := context.WithTimeout(ctx, r.sizes.quiet)
	defer cancel()
	if err := r.watch(people, &r.outcome.quiet, over.Done(), func(driver.Usage) {}); err != nil {
		return err
	}
	if r.before, err = r.UsageAfterGC(); err != nil {
		return err
	}
	if err := r.Timed(r.Server, r.outcome.attack.name, func() error { return r.underAttack(people) }); err != nil {
		return err
	}
	return r.recovered()
}

// underAttack runs the attackers, and watches the bystanders until the attackers have ended.
func (r *run) underAttack(people *bystanders) error {
	p, err := launch(r.spec, r.polite, r.Bench.Log)
	if err != nil {
		return err
	}
	watched := r.watch(people, &r.under, p.ended, func(now driver.Usage) {
		if r.back == 0 && r.follow(now) {
			p.end()
		}
	})
	r.result, err = p.wait()
	return errors.Join(watched, err)
}

// rehearsal is how long a single attacker attacks before the measurement.
const rehearsal = 5 * time.Second

// rehearse runs the attack with a single attacker.
func (r *run) rehearse() error {
	one := r.spec
	one.Addresses, one.Each, one.Span = 1, 1, rehearsal
	p, err := launch(one, r.polite, r.Bench.Log)
	if err != nil {
		return err
	}
	_, err = p.wait()
	return err
}

// readPace is the interval between readings of the server's usage.
const readPace = time.Second / 2

// watch lets bystanders record to an interval until over is closed and the interval has every kind
// of measurement. It calls tell with each reading of the server's usage.
func (r *run) watch(people *bystanders, to *interval, over <-chan struct{}, tell func(driver.Usage)) error {
	before, err := r.disk()
	if err != nil {
		return err
	}
	began, last := time.Now(), driver.Usage{}
	first, err := r.Usage()
	if err != nil {
		return err
	}
	people.opens(to)
	defer people.opens(nil)
	for watching := true; watching; {
		select {
		case <-time.After(readPace):
		case <-over:
			watching = people.owe(to) && time.Since(began) < patience
			time.Sleep(readPace / 10)
		}
		if last, err = r.Usage(); err != nil {
			return err
		}
		people.note(func(w *interval) { w.peaked(last) })
		tell(last)
	}
	people.opens(nil)
	to.span = time.Since(began)
	to.cpu = (last.CPU - first.CPU).Seconds() / to.span.Seconds()
	after, err := r.disk()
	to.grew = after - before
	return err
}

// recoverLimit bounds how long recovered waits.
const recoverLimit = time.Minute

// recovered waits until the server's memory is about as low as before the attack.
func (r *run) recovered() (err error) {
	for began := time.Now(); ; time.Sleep(readPace) {
		if r.after, err = r.UsageAfterGC(); err != nil {
			return err
		}
		if r.rest = time.Since(began); r.memoryIsBack(r.after) || r.rest > recoverLimit {
			return nil
		}
	}
}
