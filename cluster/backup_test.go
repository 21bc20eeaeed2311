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

// letter is what a node keeps of people.
type letter string

func (l letter) Lend(context.Context) (io.ReadCloser, int64, error) {
	return io.NopCloser(strings.NewReader(string(l))), int64(len(l)), nil
}

// desk is where a node reads what it gets.
type desk struct{ dir string }

func (d desk) Draft() (*os.File, error) { return os.CreateTemp(d.dir, "") }

func (desk) Examine(context.Context, string) (stream.Contents, error) {
	return stream.Contents{}, nil
}

// roll is a log that every place leads on in.
type roll struct{ stream.Log }

func (roll) Origin(context.Context) (stream.Origin, error) { return stream.Origin{}, nil }

func (roll) Read(context.Context, uint64, int) ([]stream.Line, error) { return nil, nil }

// TestANodeGivesBackups beside all else that goes between nodes, on the same address. One
// that gives none, as those of before, is passed over.
func TestANodeGivesBackups(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.start(t, "a", older)
		w.start(t, "b", func(config *cluster.Config) { config.Backups = stream.NewGiver(letter("all that b keeps")) })
		others := func(ctx context.Context) (others []stream.Other, err error) {
			living, err := register{w}.Living(ctx)
			for _, one := range living {
				others = append(others, stream.Other{Name: one.Name, Peer: one.Peer})
			}
			return others, err
		}
		fetching := stream.Fetching{Log: roll{}, Shelf: desk{t.TempDir()}, Others: others, Dial: w.dial("c")}
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

// TestANodeThatStopsGivesNoMore: it does not wait for who is slow.
func TestANodeThatStopsGivesNoMore(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		b := w.start(t, "b", func(config *cluster.Config) {
			config.Backups = stream.NewGiver(letter(strings.Repeat("all that b keeps ", 100_000)))
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
		silent, err := w.dial("c")(t.Context(), "b") // and for who says nothing
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
