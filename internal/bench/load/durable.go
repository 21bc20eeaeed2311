package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/pprof"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/engine"
	"parlor/internal/bench/driver"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/store"
)

// durable measures the latency of a move without screens, until it is durable and both players have
// received it, and compares it with a commit of one row on the same disk.
func durable(t *trial) (err error) {
	dir, err := os.MkdirTemp("", "parlor-load-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	kept, err := store.Open(filepath.Join(dir, "data"), nil)
	if err != nil {
		return err
	}
	rooms := local.New(local.Config{Games: []engine.Game{games.All()[0].Game}, Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History})
	defer func() { err = errors.Join(err, rooms.Close(context.Background()), kept.Close()) }()
	pair, err := seatDuo(rooms)
	if err != nil {
		return err
	}
	bare, err := sqlite.OpenConn(filepath.Join(dir, "bare.db"), sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Close()) }()
	for _, query := range []string{"PRAGMA journal_mode = wal", "PRAGMA synchronous = full", "CREATE TABLE entry (data BLOB NOT NULL)"} {
		if err := sqlitex.ExecuteTransient(bare, query, nil); err != nil {
			return err
		}
	}
	if t.Profiles != "" { // of this process: there is no server
		if err := driver.WriteProfile(t.ProfileFile("durable", "cpu"), pprof.StartCPUProfile); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	var ours, theirs, entries []time.Duration
	number := uint64(0)
	data := make([]byte, 1<<10)
	for range t.rounds {
		// By turns, so that whatever else the disk does meets both.
		var moves, commits, appends []time.Duration
		for range t.commits {
			began := time.Now()
			if err := pair.move(); err != nil {
				return err
			}
			between := time.Now()
			if err := sqlitex.Execute(bare, "INSERT INTO entry (data) VALUES (?)", &sqlitex.ExecOptions{Args: []any{data}}); err != nil {
				return err
			}
			then := time.Now()
			number++
			if err := kept.Journal.Append(context.Background(), "ALONE", lobby.Entry{Number: number, Data: data}); err != nil {
				return err
			}
			moves, commits, appends = append(moves, between.Sub(began)), append(commits, then.Sub(between)), append(appends, time.Since(then))
		}
		ours, theirs, entries = append(ours, driver.Percentile(moves, 0.5)), append(theirs, driver.Percentile(commits, 0.5)), append(entries, driver.Percentile(appends, 0.5))
	}
	us := func(d time.Duration) string { return fmt.Sprintf("%d µs", d.Microseconds()) }
	driver.AddComparison(&t.Table, "a move of one room on the disk, compared with a commit of one row by the same library: p50", us, ours, theirs, "≤ 1.3 ×")
	driver.AddComparison(&t.Table, "… of it the store's part: an entry of a kilobyte", us, entries, theirs, "")
	return nil
}

// duo holds the two players of a room without screens.
type duo struct {
	handles [2]lobby.Handle
	last    [2]lobby.Update
	random  *rand.Rand
}

func seatDuo(rooms *local.Lobby) (*duo, error) {
	c := &duo{random: rand.New(rand.NewPCG(1, 1))}
	ctx := context.Background()
	for i, name := range []string{"anna", "bo"} {
		visit, err := rooms.Enter(ctx, lobby.Identity{ID: "key:" + name, Name: name, Passing: true})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			c.handles[i], err = lobby.Ask(ctx, visit, lobby.Create{Plan: lobby.Plan{Game: driver.Game, Seats: 2}})
		} else {
			c.handles[i], err = lobby.Ask(ctx, visit, lobby.Join{Code: c.last[0].Code})
		}
		if err == nil {
			err = lobby.Perform(ctx, c.handles[i], lobby.ListLegal{})
		}
		if err != nil {
			return nil, err
		}
		c.look(i)
	}
	return c, lobby.Perform(ctx, c.handles[0], lobby.Start{})
}

// look receives the newest update, if there is one.
func (c *duo) look(i int) {
	select {
	case c.last[i] = <-c.handles[i].Updates():
	default:
	}
}

// move plays any legal move.
func (c *duo) move() error {
	c.look(0)
	c.look(1)
	ctx := context.Background()
	if c.last[0].Stage == engine.Over {
		return lobby.Perform(ctx, c.handles[0], lobby.Start{})
	}
	for i, last := range c.last {
		if len(last.Legal) > 0 {
			return lobby.Perform(ctx, c.handles[i], lobby.Play{Action: last.Legal[c.random.IntN(len(last.Legal))]})
		}
	}
	return errNoOne
}
