package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// restorers is how many rooms are brought back at once: claims of many rooms
// share a flush of the disk.
const restorers = 64

// Restore brings back the rooms of the journal, and answers how many. It is
// called once, before anybody enters. A room that cannot be brought back is set
// aside and named in the log, and costs no other.
func (l *Lobby) Restore(ctx context.Context) (int, error) {
	if l.journal == nil {
		return 0, nil
	}
	alive, err := l.journal.Alive(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading when the server stopped: %w", err)
	}
	codes, err := l.journal.Rooms(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading which rooms there are: %w", err)
	}
	var stood time.Duration
	if !alive.IsZero() {
		stood = max(0, time.Since(alive))
	}
	return l.restoreAll(ctx, codes, stood)
}

func (l *Lobby) restoreAll(ctx context.Context, codes []string, stood time.Duration) (int, error) {
	queue := make(chan string)
	var (
		work sync.WaitGroup
		mu   sync.Mutex // guards the two below
		n    int
		errs error
	)
	for range min(restorers, len(codes)) {
		work.Go(func() {
			for code := range queue {
				back, err := l.restoreRoom(ctx, code, stood)
				mu.Lock()
				if back {
					n++
				}
				errs = errors.Join(errs, err)
				mu.Unlock()
			}
		})
	}
	for _, code := range codes {
		queue <- code
	}
	close(queue)
	work.Wait()
	return n, errs
}

// restoreRoom brings one room back. Its error is the journal's: what is wrong
// with the room itself is logged.
func (l *Lobby) restoreRoom(ctx context.Context, code string, stood time.Duration) (bool, error) {
	switch err := l.journal.Claim(ctx, code); {
	case errors.Is(err, lobby.ErrClaimed):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("claiming room %s: %w", code, err)
	}
	entries, err := l.journal.Load(ctx, code)
	if err != nil {
		return false, fmt.Errorf("loading room %s: %w", code, err)
	}
	r, err := l.rebuild(code, entries, stood)
	if err != nil {
		l.log.Error("a room could not be brought back and was set aside", "room", code, "err", err)
		if err := l.journal.SetAside(ctx, code, err.Error()); err != nil {
			return false, fmt.Errorf("setting room %s aside: %w", code, err)
		}
		return false, nil
	}
	l.mu.Lock()
	l.rooms[code] = r
	for _, s := range r.seats {
		if s.here() {
			if l.holds[s.id] == nil {
				l.holds[s.id] = map[string]struct{}{}
			}
			l.holds[s.id][code] = struct{}{}
		}
	}
	l.work.Go(r.run)
	l.mu.Unlock()
	// Once it answers, the hall knows of it; one that closes at once is gone.
	return r.ask(ctx, func() error { return nil }) == nil, nil
}

// rebuild makes a room of its entries. Its time stood still as long as the
// server did.
func (l *Lobby) rebuild(code string, entries []lobby.Entry, stood time.Duration) (r *room, err error) {
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("it breaks the rules' code, at %s", whereabouts())
		}
	}()
	read, err := readEntries(code, entries)
	if err != nil {
		return nil, err
	}
	last, moves, begun := read.last, read.moves, read.begun
	i := slices.IndexFunc(l.games, func(g engine.Game) bool { return g.Name == last.Table.Plan.Game })
	if i < 0 {
		return nil, fmt.Errorf("the game %q is not played here", last.Table.Plan.Game)
	}
	r = newRoom(l, code, l.games[i], last.Table.Plan)
	r.restoreTable(last.Table, stood)
	r.written = read.written
	if begun == nil {
		r.matchless()
		return r, nil
	}
	record := begun.Record
	record.Moves = append(slices.Clip(record.Moves), moves...)
	if record.Version > r.game.Version {
		r.note("The match that was played here was begun by newer rules (version %d; this server knows versions up to %d) and cannot go on.", record.Version, r.game.Version)
		r.matchless()
		return r, nil
	}
	return r, r.restoreMatch(*begun, record)
}

// reading is what a room's entries say.
type reading struct {
	last    chapter       // the newest, with the table as it stands
	moves   []engine.Move // since the last whole entry
	begun   *matchData    // the match of that one; nil for none
	written written
}

// readEntries reads a room's entries, of any version there has been.
func readEntries(room string, entries []lobby.Entry) (read reading, err error) {
	if len(entries) == 0 || !entries[0].Whole {
		return read, errors.New("its beginning is missing")
	}
	older := false
	for i, entry := range entries {
		if entry.Number != entries[0].Number+uint64(i) {
			return read, fmt.Errorf("entry %d is missing", entries[0].Number+uint64(i))
		}
		read.last = chapter{}
		if err := json.Unmarshal(entry.Data, &read.last); err != nil {
			// Why is not said: it could quote a move that is still secret.
			return read, fmt.Errorf("entry %d cannot be read", entry.Number)
		}
		older = older || read.last.Version < formatVersion
		if err := read.last.upgrade(room); err != nil {
			return read, fmt.Errorf("entry %d %w", entry.Number, err)
		}
		if entry.Whole {
			read.moves, read.begun = nil, read.last.Match
		}
		read.moves = append(read.moves, read.last.Moves...)
		read.written.took(entry, &read.last.Table)
	}
	read.written.renew = older
	return read, nil
}

// restoreTable takes all but the match from what was kept. Nobody is connected.
func (r *room) restoreTable(data tableData, stood time.Duration) {
	later := func(at time.Time) time.Time {
		if at.IsZero() {
			return at
		}
		return at.Add(stood)
	}
	r.made, r.host, r.rated, r.titled = data.Made, data.Host, data.Rated, data.Titled
	r.paused, r.rested, r.quiet = later(data.Paused), later(data.Rested), time.Now()
	r.seats = nil
	for _, s := range data.Seats {
		back := seat{
			kind: s.Kind, id: s.ID, name: s.Name, guest: s.Guest, away: later(s.Away), left: s.Left, gone: s.Gone, ready: s.Ready,
			pause: s.Pause, eyes: s.Eyes, began: s.Began, level: s.Level, since: later(s.Since),
		}
		if back.here() && back.away.IsZero() {
			back.away = time.Now()
		}
		r.seats = append(r.seats, back)
	}
	if len(data.Banned) > 0 {
		r.banned = map[string]bool{}
	}
	for _, mark := range data.Banned {
		r.banned[mark] = true
	}
	r.note("The server was started anew; the table stands where it stood.")
}

// matchless goes back to gathering where a match cannot go on, or there was
// none.
func (r *room) matchless() {
	rested := r.rested
	for i := range r.seats {
		if r.seats[i].left {
			r.seats[i] = seat{kind: lobby.Empty}
		}
	}
	ready := make(map[string]bool, len(r.seats))
	for _, s := range r.seats {
		ready[s.id] = s.ready
	}
	r.gather()
	for i := range r.seats {
		r.seats[i].ready = ready[r.seats[i].id]
	}
	r.rested = rested
}

// restoreMatch plays a match again, up to where it stood.
func (r *room) restoreMatch(begun matchData, record engine.Record) error {
	if record.Seats != len(r.seats) {
		return fmt.Errorf("the match is of %d seats and the table has %d", record.Seats, len(r.seats))
	}
	match, err := r.game.Begin(record)
	if err != nil {
		return err
	}
	for i := range r.seats {
		r.seats[i].seen = match
	}
	for i, move := range record.Moves {
		next, events, err := match.Play(move.Seat, move.Action)
		if err != nil {
			return fmt.Errorf("move %d, by seat %v, does not replay", i+1, move.Seat)
		}
		if len(events) > 0 {
			r.remember(match)
			for i := range r.seats {
				r.seats[i].seen = next
			}
		}
		r.seats[move.Seat].seen = next
		match = next
	}
	public := match.View(engine.Watcher)
	r.match, r.public, r.id, r.began, r.matches = match, &public, begun.ID, begun.Began, 1
	r.proof = record.Seed.Commitment()
	r.written.match = r.id
	return nil
}
