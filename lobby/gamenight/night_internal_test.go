package gamenight

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// fakeLobby is a fake Lobby.
type fakeLobby struct {
	mu     sync.Mutex // guards the fields below
	saves  []time.Time
	broken error // error of saves; optional
	opened int
	closed []string
	host   string
	absent []string
	slow   bool // Stops takes a second
}

func (h *fakeLobby) Attend(*Night, string) error { return nil }
func (h *fakeLobby) WakeRoom(string) bool        { return true }
func (h *fakeLobby) Remove(*Night)               {}

func (h *fakeLobby) Absent(_ *Night, ids ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.absent = ids
}

func (h *fakeLobby) Register(_ *Night, host string, _ []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.host = host
}

func (h *fakeLobby) Stops() (soon, already bool) {
	h.mu.Lock()
	slow := h.slow
	h.mu.Unlock()
	if slow {
		time.Sleep(time.Second)
	}
	return false, false
}

// slows makes a night's work after an answer take a second.
func (h *fakeLobby) slows() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slow = true
}

// knows returns the registered host, and the people who do not take part any more.
func (h *fakeLobby) knows() (host string, absent []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.host, h.absent
}

func (h *fakeLobby) BeginRoom(string) {}

func (h *fakeLobby) CloseRoom(code string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = append(h.closed, code)
}

func (h *fakeLobby) OpenRoom(*Night, Room) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened++
	return "ROOM", nil
}

func (h *fakeLobby) Save(string, []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saves = append(h.saves, time.Now())
	return h.broken
}

// breaks makes saves fail, or succeed again if why is nil.
func (h *fakeLobby) breaks(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.broken = why; why != nil {
		h.saves = nil
	}
}

// did returns the recorded calls.
func (h *fakeLobby) did() (saves []time.Time, opened, closed int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.saves, h.opened, len(h.closed)
}

type session struct{ name string }

func (s session) ID() string                               { return s.name }
func (s session) Name() string                             { return s.name }
func (s session) Guest() bool                              { return false }
func (s session) Program() bool                            { return false }
func (s session) Mutes(string) bool                        { return false }
func (s session) MayDo(lobby.Rate) error                   { return nil }
func (s session) CleanMessage(text string) (string, error) { return text, nil }
func (s session) KeepNight(*Handle) bool                   { return true }
func (s session) DropNight(*Handle)                        {}

// run starts a game night of two players in a synctest bubble.
func run(t *testing.T, do func(t *testing.T, n *Night, h *fakeLobby, ann *Handle)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h, work := &fakeLobby{}, sync.WaitGroup{}
		config := Config{Lobby: h, Games: games(), Limits: lobby.Limits{}.WithDefaults(), Log: slog.New(slog.DiscardHandler), Go: func(f func()) { work.Go(f) }}
		n := Open(config, "CODE", lobby.GameNightPlan{Title: "night", Games: []string{"duel"}}, "ann", "ann")
		var ann *Handle
		for _, name := range []string{"ann", "bo"} {
			handle, err := n.Admit(t.Context(), session{name}, false)
			if err != nil {
				t.Fatal(err)
			}
			if ann == nil {
				ann = handle
			}
		}
		synctest.Wait()
		do(t, n, h, ann)
		<-n.Stop(lobby.ErrStopping)
		work.Wait()
	})
}

func TestFailedSaveIsRepeated(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *fakeLobby, ann *Handle) {
		h.breaks(errors.New("no disk"))
		if err := lobby.Perform(t.Context(), ann, lobby.SitOut{Out: true}); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		time.Sleep(2*saveAgain + saveAgain/2)
		synctest.Wait()
		h.breaks(nil)
		time.Sleep(time.Minute)
		synctest.Wait()
		if saves, _, _ := h.did(); len(saves) != 4 || saves[3].Sub(began) != 3*saveAgain {
			t.Errorf("it is written at %v, from %v", saves, began)
		}
	})
}

func TestTableIsCancelledOnTime(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *fakeLobby, ann *Handle) {
		if err := lobby.Perform(t.Context(), ann, lobby.BeginGameNight{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(CallTime - time.Millisecond)
		synctest.Wait()
		if _, opened, closed := h.did(); opened != 1 || closed != 0 {
			t.Fatalf("before CallTime, %d rooms are opened and %d closed", opened, closed)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if _, _, closed := h.did(); closed != 1 {
			t.Errorf("after CallTime, %d rooms are closed", closed)
		}
	})
}

// TestLobbyIsUpdatedBeforeAnswer: a host who has ended the night and left may open another
// as soon as the call returns.
func TestLobbyIsUpdatedBeforeAnswer(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *fakeLobby, ann *Handle) {
		if host, _ := h.knows(); host != "ann" {
			t.Fatalf("the host is %q", host)
		}
		h.slows()
		if err := lobby.Perform(t.Context(), ann, lobby.EndGameNight{}); err != nil {
			t.Fatal(err)
		}
		if host, _ := h.knows(); host != "" {
			t.Errorf("after its end the host is %q", host)
		}
		if err := lobby.Perform(t.Context(), ann, lobby.LeaveGameNight{}); err != nil {
			t.Fatal(err)
		}
		if _, absent := h.knows(); !slices.Contains(absent, "ann") {
			t.Errorf("after ann has left, %q are absent", absent)
		}
	})
}

func TestStopReasons(t *testing.T) {
	run(t, func(t *testing.T, n *Night, _ *fakeLobby, ann *Handle) {
		<-n.Stop(lobby.ErrMoved)
		for range ann.Updates() {
		}
		if err := ann.Ended(); !errors.Is(err, lobby.ErrMoved) {
			t.Errorf("the handle ends with %v", err)
		}
		if err := lobby.Perform(context.Background(), ann, lobby.SitOut{}); !errors.Is(err, lobby.ErrMoved) {
			t.Errorf("an order is answered %v", err)
		}
	})
}
