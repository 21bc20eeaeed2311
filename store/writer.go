package store

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"time"

	"parlor/lobby"

	"zombiezen.com/go/sqlite"
)

var errClosed = errors.New("the database is closed: the server is stopping")

const (
	// heartbeat is the longest interval between two writes that show that this process is alive.
	heartbeat = 5 * time.Second
	// retry replaces heartbeat after a failed commit. It is short because a commit that failed to sync may remain in
	// the log until something is written over it.
	retry = time.Second
	// maxChanges bounds the changes in one commit.
	maxChanges = 512
	// calm is how long the writer must be idle before it runs maintenance.
	calm = 50 * time.Millisecond
)

// writer is the goroutine that changes the database. It commits all waiting changes at once, with one fsync.
type writer struct {
	conn     *sqlite.Conn
	dir      string
	log      *slog.Logger
	asked    chan *change // unbuffered: a sent change is accepted
	closing  chan struct{}
	last     chan error                    // error of the last commit
	failing  bool                          // the last commit failed
	undone   func()                        // called if a commit may not have been written
	idle     func() (more bool, err error) // runs one step of maintenance
	lived    time.Time                     // last heartbeat
	emptyLog bool                          // the log contains deleted data and must be truncated
	health   health                        // state of the writer for other goroutines
}

// change is a change to be written and its result.
type change struct {
	apply  func(*sqlite.Conn) error
	secret bool // must not be visible in counters
	err    error
	answer chan error
}

func newWriter(conn *sqlite.Conn, dir string, log *slog.Logger) *writer {
	return &writer{
		conn: conn, dir: dir, log: log,
		asked: make(chan *change), closing: make(chan struct{}), last: make(chan error, 1), undone: func() {}, idle: func() (bool, error) { return false, nil },
	}
}

// write returns once a change is durable or has failed. A canceled ctx is noticed only before the change is accepted,
// so an error never hides a written change.
func (w *writer) write(ctx context.Context, apply func(*sqlite.Conn) error) error {
	return w.change(ctx, &change{apply: apply, answer: make(chan error, 1)})
}

// writeSecret is like write, for changes that are not counted.
func (w *writer) writeSecret(ctx context.Context, apply func(*sqlite.Conn) error) error {
	return w.change(ctx, &change{apply: apply, secret: true, answer: make(chan error, 1)})
}

func (w *writer) change(ctx context.Context, c *change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.asked <- c:
		return <-c.answer
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return errClosed
	}
}

// stop stops the writer after its last commit and returns that commit's error.
func (w *writer) stop() error {
	close(w.closing)
	return <-w.last
}

func (w *writer) stopped() bool {
	select {
	case <-w.closing:
		return true
	default:
		return false
	}
}

func (w *writer) run() {
	silence, quiet := time.NewTimer(heartbeat), time.NewTimer(calm)
	defer silence.Stop()
	defer quiet.Stop()
	for {
		select {
		case first := <-w.asked:
			w.report(w.commit(w.gather(first)))
		case <-silence.C: // or too long without a heartbeat
			w.report(w.commit(nil))
		case <-quiet.C:
			if w.maintain() {
				quiet.Reset(calm)
			}
			continue // the timer keeps running
		case <-w.closing:
			err := w.commit(nil)
			w.report(err)
			w.last <- err
			return
		}
		silence.Reset(w.timeout())
		quiet.Reset(calm)
	}
}

// maintain runs one step of maintenance and reports whether there is more to do. After a failure it leaves it to the
// next commit to find out whether the disk works.
func (w *writer) maintain() (more bool) {
	if w.failing {
		return false
	}
	more, err := w.idle()
	if err != nil {
		w.report(faultOf(w.dir, errNotWritten, err))
	}
	return more && err == nil
}

// timeout returns how long to wait for changes before a heartbeat or a retry.
func (w *writer) timeout() time.Duration {
	if w.failing {
		return retry
	}
	return max(0, time.Until(w.lived.Add(heartbeat)))
}

// gather returns first and all other waiting changes. It first yields, because callers that were
// just answered are about to write again.
func (w *writer) gather(first *change) []*change {
	runtime.Gosched()
	changes := []*change{first}
	for len(changes) < maxChanges {
		select {
		case next := <-w.asked:
			changes = append(changes, next)
		default:
			return changes
		}
	}
	return changes
}

// commit writes changes and answers them. If they do not fit on the disk together, it tries each by itself, so that a
// large one does not fail small ones.
func (w *writer) commit(changes []*change) error {
	began := w.health.begin()
	undecided, err := w.together(changes)
	n := counted(changes)
	w.health.end(began, n, changes == nil || n > 0, err)
	told := errNotWritten
	if undecided {
		told = lobby.ErrUndecided
	}
	err = faultOf(w.dir, told, err)
	if isFull(err) && len(changes) > 1 {
		for i, c := range changes {
			c.err = nil
			_ = w.commit(changes[i : i+1]) // sends the answer
		}
		return err
	}
	for _, c := range changes {
		// A refusal is valid only if the changes before it were written.
		if err != nil && (c.err == nil || len(changes) > 1) {
			c.err = err
		}
		c.answer <- w.told(c.err)
	}
	return err
}

// counted returns the number of changes that are counted.
func counted(changes []*change) (n int) {
	for _, c := range changes {
		if !c.secret {
			n++
		}
	}
	return n
}

// told returns the error for the caller of a change. It logs refusals by SQLite, whose text is not passed on.
func (w *writer) told(err error) error {
	told := faultOf(w.dir, errNotWritten, err)
	if told != err { //nolint:errorlint // whether it is another one
		w.log.Error("database refused a change", "error", told)
	}
	return told
}

// together applies changes in one transaction, leaving out refused ones. After an error nothing was written, unless
// the outcome is undecided: a commit that failed to sync may remain in the log.
func (w *writer) together(changes []*change) (undecided bool, err error) {
	if err := exec(w.conn, "BEGIN IMMEDIATE"); err != nil {
		return false, err
	}
	defer func() {
		if err == nil {
			return
		}
		w.undone()
		w.lived = time.Time{}
		if !w.conn.AutocommitEnabled() {
			// SQLite has rolled back what it could; err has the cause.
			_ = exec(w.conn, "ROLLBACK")
		}
	}()
	if len(changes) == 1 {
		c := changes[0]
		if c.err, err = w.alone(c.apply); c.err != nil || err != nil {
			return false, err
		}
	} else {
		for _, c := range changes {
			if c.err, err = apart(w.conn, c.apply); err != nil {
				return false, err
			}
		}
	}
	if now := time.Now(); changes == nil || counted(changes) > 0 && now.Sub(w.lived) >= heartbeat {
		if err := writeAlive(w.conn, now); err != nil {
			return false, err
		}
		w.lived = now
	}
	err = exec(w.conn, "COMMIT")
	return sqlite.ErrCode(err).ToPrimary() == sqlite.ResultIOErr, err
}

// alone applies a single change in its own transaction, which is rolled back if the change is refused.
func (w *writer) alone(apply func(*sqlite.Conn) error) (refused, spoilt error) {
	refused = apply(w.conn)
	if isOfDisk(refused) {
		return nil, refused
	}
	if refused != nil {
		return refused, exec(w.conn, "ROLLBACK")
	}
	return nil, nil
}

// apart applies a change in a savepoint that is rolled back if the change is refused. After any other error the whole
// transaction is unusable.
func apart(conn *sqlite.Conn, apply func(*sqlite.Conn) error) (refused, spoilt error) {
	if err := exec(conn, "SAVEPOINT change"); err != nil {
		return nil, err
	}
	refused = apply(conn)
	if isOfDisk(refused) {
		return nil, refused
	}
	if refused != nil {
		if err := exec(conn, "ROLLBACK TO change"); err != nil {
			return nil, err
		}
	}
	return refused, exec(conn, "RELEASE change")
}

// report logs the first of a series of failures and its end.
func (w *writer) report(err error) {
	w.health.failed(err)
	switch {
	case err != nil && !w.failing:
		w.log.Error("cannot write to the database", "error", err)
	case err == nil && w.failing:
		w.log.Info("database can be written again")
	}
	w.failing = err != nil
}

func readAlive(conn *sqlite.Conn) (time.Time, error) {
	at, err := number(conn, "SELECT at FROM alive")
	return moment(at), err
}

func writeAlive(conn *sqlite.Conn, now time.Time) error {
	return exec(conn, "INSERT INTO alive (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at",
		stamp(now))
}
