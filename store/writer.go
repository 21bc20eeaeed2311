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
	// heartbeat is how long the database may say nothing of this process being alive.
	heartbeat = 5 * time.Second
	// retry is heartbeat after a failed commit. It is short because what failed to be
	// flushed may lie in the log until something is written over it.
	retry = time.Second
	// maxChanges is how many changes go into one commit.
	maxChanges = 512
	// calm is how long no change has been asked for before there is maintenance.
	calm = 50 * time.Millisecond
)

// writer is the one goroutine that changes the database. It takes all changes
// that wait and makes them last with one flush of the disk.
type writer struct {
	conn     *sqlite.Conn
	dir      string
	log      *slog.Logger
	asked    chan *change // without slots: what is sent has been taken
	closing  chan struct{}
	last     chan error                    // of the last commit
	failing  bool                          // the last commit failed
	undone   func()                        // told that nothing of a commit may be there
	idle     func() (more bool, err error) // does a little maintenance
	lived    time.Time                     // when the database was told last that this process is alive
	emptyLog bool                          // the log has what is to go, and is to be emptied
	health   health                        // what others see of it
}

// change is something to be written, and what came of it.
type change struct {
	apply  func(*sqlite.Conn) error
	secret bool // nobody is to learn from what is counted that it was written
	err    error
	answer chan error
}

func newWriter(conn *sqlite.Conn, dir string, log *slog.Logger) *writer {
	return &writer{
		conn: conn, dir: dir, log: log,
		asked: make(chan *change), closing: make(chan struct{}), last: make(chan error, 1), undone: func() {}, idle: func() (bool, error) { return false, nil },
	}
}

// write answers once a change lasts, or nothing of it is there. Only until it
// is taken can ctx end it, so that an error never hides what was written.
func (w *writer) write(ctx context.Context, apply func(*sqlite.Conn) error) error {
	return w.change(ctx, &change{apply: apply, answer: make(chan error, 1)})
}

// writeSecret is write for what is not counted.
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

// stop ends the writer after its last commit, and answers how that went.
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
			continue // silence goes on
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

// maintain does a little maintenance, and reports whether there is more to do. After a
// failure it is left to the next commit to find out whether the disk is well.
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

// timeout is how long the writer waits for changes before it writes that this
// process is alive, or tries whether it can write again.
func (w *writer) timeout() time.Duration {
	if w.failing {
		return retry
	}
	return max(0, time.Until(w.lived.Add(heartbeat)))
}

// gather takes what else is waiting. It gives way first: those who were
// answered a moment ago are about to ask again.
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

// commit makes changes last and answers them. Where they do not fit on the disk
// together, each is tried by itself, so that a big one stops no small one.
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
			_ = w.commit(changes[i : i+1]) // answers by itself
		}
		return err
	}
	for _, c := range changes {
		// What a change was refused for holds only if those before it were written.
		if err != nil && (c.err == nil || len(changes) > 1) {
			c.err = err
		}
		c.answer <- w.told(c.err)
	}
	return err
}

// counted is how many of the changes are counted.
func counted(changes []*change) (n int) {
	for _, c := range changes {
		if !c.secret {
			n++
		}
	}
	return n
}

// told is what the one who asked for a change hears of it. SQLite's reason for
// refusing a single one is for the log.
func (w *writer) told(err error) error {
	told := faultOf(w.dir, errNotWritten, err)
	if told != err { //nolint:errorlint // whether it is another one
		w.log.Error("a change was refused by the database", "error", told)
	}
	return told
}

// together puts changes into one transaction, without those that are refused.
// After an error nothing of any of them is there, unless it is undecided: what
// could not be flushed may lie in the log until something is written over it.
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
			// SQLite has undone what it could; the error says what went wrong.
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

// alone applies a change that nothing else is in the transaction with: where it is
// refused, the transaction ends with nothing of it.
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

// apart applies a change so that nothing of it stays where it is refused. After
// any other error the whole transaction is spoilt.
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

// report tells the operator when trouble begins and when it is over, and not
// for every change in between.
func (w *writer) report(err error) {
	w.health.failed(err)
	switch {
	case err != nil && !w.failing:
		w.log.Error("the database cannot be written", "error", err)
	case err == nil && w.failing:
		w.log.Info("the database can be written again")
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
