package cluster_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"parlor/cluster"
	"parlor/cluster/stream"
)

// accountData is the data of a node.
type accountData string

func (l accountData) OpenBackup(context.Context) (io.ReadCloser, int64, error) {
	return io.NopCloser(strings.NewReader(string(l))), int64(len(l)), nil
}

// backupDir is where a node stores a received backup.
type backupDir struct{ dir string }

func (d backupDir) Draft() (*os.File, error) { return os.CreateTemp(d.dir, "") }

func (backupDir) Examine(context.Context, string) (stream.Contents, error) {
	return stream.Contents{}, nil
}

// endlessLog is a log that can be continued from any position.
type endlessLog struct{ stream.Log }

func (endlessLog) Origin(context.Context) (stream.Origin, error) { return stream.Origin{}, nil }

func (endlessLog) Read(context.Context, uint64, int) ([]stream.Record, error) { return nil, nil }

// TestANodeGivesBackups checks that backups share the address of the other traffic between nodes, and that a node
// that serves none, such as an older one, is skipped.
func TestANodeGivesBackups(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.start(t, "a", older)
		w.start(t, "b", func(config *cluster.Config) { config.Backups = stream.NewBackupServer(accountData("all that b keeps")) })
		others := func(ctx context.Context) (others []stream.Other, err error) {
			living, err := register{w}.Living(ctx)
			for _, one := range living {
				others = append(others, stream.Other{Name: one.Name, Peer: one.Peer})
			}
			return others, err
		}
		fetching := stream.FetchConfig{Log: endlessLog{}, Dir: backupDir{t.TempDir()}, Others: others, Dial: w.dial("c")}
		got, err := stream.Fetch(t.Context(), fetching)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(got.File); err != nil || got.From != "b" || string(data) != "all that b keeps" {
			t.Errorf("node %s gives %q (%v)", got.From, data, err)
		}
		w.start(t, "c").enter(t, "cy")
		w.isolate("b")
		if _, err := stream.Fetch(t.Context(), fetching); err == nil || !strings.Contains(err.Error(), "node a: its parlor is older") {
			t.Errorf("where only older ones live it is told %v", err)
		}
	})
}

// TestANodeThatStopsGivesNoMore checks that Close does not wait for a slow receiver.
func TestANodeThatStopsGivesNoMore(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		b := w.start(t, "b", func(config *cluster.Config) {
			config.Backups = stream.NewBackupServer(accountData(strings.Repeat("all that b keeps ", 100_000)))
		})
		conn, err := w.dial("c")(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "parlor backup 1\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		silent, err := w.dial("c")(t.Context(), "b") // a connection that sends nothing is closed, too
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		b.close(t)
		if took := time.Since(began); took > time.Second {
			t.Errorf("it stops after %v", took)
		}
		for _, one := range []io.Reader{conn, silent} {
			if _, err := io.Copy(io.Discard, one); err != nil {
				t.Error(err)
			}
		}
	})
}
