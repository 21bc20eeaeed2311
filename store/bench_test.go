package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/lobby"
	"parlor/store"
)

// BenchmarkFlush measures the disk itself: writing and syncing 1 KiB. Set TMPDIR to measure another disk.
func BenchmarkFlush(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	must(b, err)
	defer file.Close()
	data := make([]byte, 1024)
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		_, err := file.Write(data)
		must(b, err)
		must(b, file.Sync())
		took = append(took, time.Since(began))
	}
	report(b, "flushes/s", took)
}

// BenchmarkCommit measures a commit of one row of 1 KiB with the same library and settings, as a baseline for
// appending.
func BenchmarkCommit(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bare.db")
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(b, err)
	defer conn.Close()
	for _, query := range []string{"PRAGMA journal_mode = wal", "PRAGMA synchronous = full", "CREATE TABLE entry (data BLOB NOT NULL)"} {
		must(b, sqlitex.ExecuteTransient(conn, query, nil))
	}
	data := make([]byte, 1024)
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		must(b, sqlitex.Execute(conn, "INSERT INTO entry (data) VALUES (?)", &sqlitex.ExecOptions{Args: []any{data}}))
		took = append(took, time.Since(began))
	}
	report(b, "commits/s", took)
}

// BenchmarkAppend measures rooms that append 1 KiB at a time, each as soon as its last append is durable.
func BenchmarkAppend(b *testing.B) {
	for _, rooms := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("rooms=%d", rooms), func(b *testing.B) {
			s := open(b, b.TempDir())
			data := make([]byte, 1024)
			took := make([][]time.Duration, rooms)
			var all sync.WaitGroup
			b.ResetTimer()
			for i := range rooms {
				all.Go(func() {
					for number := range (b.N + rooms - 1 - i) / rooms {
						began := time.Now()
						err := s.Journal.Append(context.Background(), roomName(i), lobby.Entry{Number: uint64(number + 1), Data: data})
						if err != nil {
							b.Error(err)
							return
						}
						took[i] = append(took[i], time.Since(began))
					}
				})
			}
			all.Wait()
			report(b, "appends/s", slices.Concat(took...))
		})
	}
}

// BenchmarkList reads pages of 50 out of a million matches, partly of a person who played one in a hundred.
// PARLOR_MILLION names the directory of the database, which is created on the first run; that takes minutes and about
// 1.5 GB.
func BenchmarkList(b *testing.B) {
	dir := os.Getenv("PARLOR_MILLION")
	if dir == "" || testing.Short() {
		b.Skip("PARLOR_MILLION names no folder for a million matches")
	}
	const million = 1_000_000
	s := open(b, dir)
	have, err := s.Count("SELECT count(*) FROM finished")
	must(b, err)
	build(b, s, int(have), million)
	for name, filter := range map[string]lobby.MatchFilter{
		"newest":         {},
		"middle":         {Before: strconv.Itoa(million / 2)},
		"game":           {Game: "davinci", Before: strconv.Itoa(million / 2)},
		"person":         {Person: "person 7"},
		"person, middle": {Person: "person 7", Before: strconv.Itoa(million / 2)},
		"two persons":    {Person: "person 7", Against: "person 8"},
		"never together": {Person: "person 7", Against: "person 50"},
		"no such game":   {Person: "person 7", Game: "chess"},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				_, err := s.History.Matches(b.Context(), filter)
				must(b, err)
				took = append(took, time.Since(began))
			}
			report(b, "lists/s", took)
		})
	}
}

// build adds matches between neighbors among a hundred people.
func build(b *testing.B, s *store.Store, have, want int) {
	b.Helper()
	const rooms = 500
	var all sync.WaitGroup
	for r := range rooms {
		all.Go(func() {
			number := uint64(0)
			for i := have + r; i < want; i += rooms {
				number++
				match := finished(strconv.Itoa(i), i, fmt.Sprintf("person %d", i%100), fmt.Sprintf("person %d", (i+1)%100))
				match.Record.Moves = slices.Repeat(match.Record.Moves, 20)
				e := whole(number)
				e.Ended = match
				if err := s.Journal.Append(context.Background(), fmt.Sprintf("from %d room %d", have, r), e); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

func report(b *testing.B, unit string, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), unit)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
