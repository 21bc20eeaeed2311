package account_test

import (
	"context"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/ratelimit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Addresses of clients.
const (
	street  = "203.0.113.7"
	village = "198.51.100.9"
)

// fakeLobby is a lobby without rooms: connected people, and seats set by tests. It holds its
// lock while it is called, and calls back.
type fakeLobby struct {
	t      *testing.T
	people *account.People

	mu       sync.Mutex
	here     map[string]string // names, by identity
	seats    map[string][]string
	sessions map[string][]*account.Visitor
	disowned []string
	err      error // error of RemovePeople
}

// open returns a fakeLobby whose accounts are written until the test ends.
func open(t *testing.T, config account.Config) *fakeLobby {
	t.Helper()
	h := &fakeLobby{t: t, here: map[string]string{}, seats: map[string][]string{}, sessions: map[string][]*account.Visitor{}}
	config.Lobby, config.NameCells, config.Log = h, lobby.DefaultLimits().NameCells, slog.New(slog.DiscardHandler)
	config.RateLimits = ratelimit.New(ratelimit.Config{})
	h.people = account.New(config)
	stopping, done := make(chan struct{}), make(chan struct{})
	go func() {
		h.people.Run(stopping)
		close(done)
	}()
	t.Cleanup(func() {
		close(stopping)
		<-done
	})
	return h
}

// enter returns the session of a person with a key.
func (h *fakeLobby) enter(name string) *account.Visitor { return h.enterFrom(village, name) }

func (h *fakeLobby) enterFrom(address, name string) *account.Visitor {
	return h.come(lobby.Identity{ID: "key:" + name, Name: name, Address: netip.MustParseAddr(address)})
}

func (h *fakeLobby) come(who lobby.Identity) *account.Visitor {
	v := h.people.Visitor(who, func() string { return h.NameOf(who.ID) })
	h.mu.Lock()
	defer h.mu.Unlock()
	h.here[who.ID] = wished(v)
	h.sessions[who.ID] = append(h.sessions[who.ID], v)
	return v
}

// ask calls the methods that must not block, with the lobby's lock held.
func (h *fakeLobby) ask() {
	for _, sessions := range h.sessions {
		for _, v := range sessions {
			v.KeepsNothing()
		}
	}
}

func (h *fakeLobby) Seats(id string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ask()
	return h.seats[id]
}

func (h *fakeLobby) GameNights(context.Context, []string) ([]lobby.Attendance, error) {
	return nil, nil
}

func (*fakeLobby) LastAuthor(context.Context, string, string) string { return "" }

func (*fakeLobby) ParticipantByName(string) string { return "" }

func (h *fakeLobby) PersonByName(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ask()
	for id, one := range h.here {
		if lobby.FoldName(one) == lobby.FoldName(name) {
			return id
		}
	}
	return ""
}

func (h *fakeLobby) NameOf(id string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ask()
	return h.here[id]
}

func (h *fakeLobby) RemovePeople(_ context.Context, ids []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ask()
	h.disowned = append(h.disowned, ids...)
	return h.err
}

func (h *fakeLobby) HidePeople(ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		delete(h.here, id)
		for _, v := range h.sessions[id] {
			v.KeepNothing()
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("refused with %v, want %q", err, words)
	}
}

// wished returns the wished name.
func wished(v *account.Visitor) string {
	name, _ := v.Wished()
	return name
}
