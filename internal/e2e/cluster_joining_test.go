//go:build etcd

package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlor/internal/admin"
)

// healthOf returns the answer of a node's health check, or why there is none.
func healthOf(t *testing.T, addr string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/healthz", nil)
	check(t, err)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(t, err)
	return fmt.Sprint(answer.StatusCode, " ", strings.TrimSpace(string(text)))
}

// eventually waits until get returns want.
func eventually(t *testing.T, want string, get func() string) {
	t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		got := get()
		if got == want {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("it is %q, not %q", got, want)
		}
	}
}

// TestANodeOutOfReachGetsNoRooms starts a node to which the others cannot connect, though it can connect to them.
func TestANodeOutOfReachGetsNoRooms(t *testing.T) {
	f := newFarm(t, 3, 1)
	a, b, c := f.nodes[0], f.nodes[1], f.nodes[2]
	c.terminate()
	for _, m := range []*machine{a, b} {
		m.lines[c].cut(there)
	}
	metrics := freeAddress(t)
	c.also = []string{"--metrics", metrics}
	began := time.Now()
	c.start()
	t.Logf("the node was up after %v", time.Since(began).Round(10*time.Millisecond))
	if said := healthOf(t, metrics); said != "503 joining" {
		t.Errorf("its health is %q", said)
	}
	stage := func() string {
		n := asked[admin.Cluster](t, a.data(), "cluster").Nodes[2]
		return fmt.Sprint(n.Name, " ", n.Stage, " ", strings.Contains(n.Unreached, "cannot be reached"))
	}
	eventually(t, "c joining true", stage)
	// People who connect to it all the same can play, at the other nodes.
	anna := dial(t, c.address(), "anna")
	anna.press("n")
	anna.see("create the room")
	anna.press(enter)
	anna.see("anna  (you, host)")
	if room := asked[admin.Room](t, a.data(), "room", codeOn(anna.Screen())); room.Node == "c" {
		t.Errorf("the room is %+v", room)
	}
	for _, m := range []*machine{a, b} {
		m.lines[c].mend()
	}
	mended := time.Now()
	eventually(t, "200 ok", func() string { return healthOf(t, metrics) })
	t.Logf("the node joined %v after it could be reached", time.Since(mended).Round(10*time.Millisecond))
	eventually(t, "c live false", stage)
}
