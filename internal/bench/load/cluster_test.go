//go:build etcd

package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlor/internal/etcdtest"
)

// TestClusterFigures runs the comparison of a cluster with one server in small, without looking at the figures.
func TestClusterFigures(t *testing.T) {
	t.Parallel()
	if _, err := etcdtest.FindEtcd(); err != nil {
		t.Skip(err)
	}
	page := filepath.Join(t.TempDir(), "page.md")
	begins, ends := clusterPage().Marks()
	check(t, os.WriteFile(page, []byte("before\n"+begins+"what was there\n"+ends+"after\n"), 0o600))
	var out, log strings.Builder
	status := Main([]string{
		"-only", "cluster", "-write", page, "-rounds", "1", "-rest", "10ms", "-cluster-rooms", "3", "-cluster-window", "300ms",
	}, &out, &log)
	written, err := os.ReadFile(page)
	check(t, err)
	if status != 0 || !strings.HasPrefix(string(written), "before\n"+begins) || !strings.HasSuffix(string(written), ends+"after\n") ||
		!strings.Contains(string(written), out.String()) || strings.Contains(string(written), "what was there") {
		t.Fatalf("status %d, %s\n%s", status, log.String(), written)
	}
	// What is said of how many places there is a figure.
	for what, places := range map[string]int{
		"start of a machine": 2, "memory (RSS) of one machine": 2, "1 room in play, 50 moves": 3, "1 room in play, flat out": 3,
		"… CPU of etcd": 2, "memory (RSS) of all machines, 3 rooms": 2, "3 rooms in play, 50 moves": 3, "size of the program": 2,
	} {
		_, row, found := strings.Cut(out.String(), "\n| "+what)
		row, _, _ = strings.Cut(row, "\n")
		cells := strings.Split(row, " | ")
		if !found || len(cells) != 6 {
			t.Errorf("nothing is said of %s:\n%s", what, out.String())
			continue
		}
		filled := 0
		for _, place := range []int{1, 2, 4} {
			if strings.Trim(cells[place], " |") != "–" {
				filled++
			}
		}
		if filled != places {
			t.Errorf("%d places have a figure of %s, and not %d:\n%s", filled, what, places, out.String())
		}
	}
}
