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

// house is a lobby that opens rooms in name only.
type house struct {
	mu     sync.Mutex // guards what follows
	saves  []time.Time
	broken error // why nothing is saved
	opened int
	closed []string
	host   string
	absent []string
	slow   bool // it takes a second to say whether it stops
}

func (h *house) Attend(*Night, string) error { return nil }
func (h *house) WakeRoom(string) bool        { return true }
func (h *house) Remove(*Night)               {}

func (h *house) Absent(_ *Night, ids ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.absent = ids
}

func (h *house) Register(_ *Night, host string, _ []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.host = host
}

func (h *house) Stops() (soon, already bool) {
	h.mu.Lock()
	slow := h.slow
	h.mu.Unlock()
	if slow {
		time.Sleep(time.Second)
	}
	return false, false
}

// slows has what a night does after an answer take a second.
func (h *house) slows() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slow = true
}

// knows returns who the host is, and who takes part no more.
func (h *house) knows() (host string, absent []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.host, h.absent
}

func (h *house) BeginRoom(string) {}

func (h *house) CloseRoom(code string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = append(h.closed, code)
}

func (h *house) OpenRoom(*Night, Room) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened++
	return "ROOM", nil
}

func (h *house) Keep(string, []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saves = append(h.saves, time.Now())
	return h.broken
}

// breaks has nothing be saved any more, or saves again if why is nil.
func (h *house) breaks(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.broken = why; why != nil {
		h.saves = nil
	}
}

// did returns what the house was asked for.
func (h *house) did() (saves []time.Time, opened, closed int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.saves, h.opened, len(h.closed)
}

type session struct{ name string }

func (s session) ID() string                               { return s.name }
func (s session) Name() string                             { return s.name }
func (s session) Guest() bool                              { return false }
func (s session) Mutes(string) bool                        { return false }
func (s session) MayDo(lobby.Rate) error                   { return nil }
func (s session) CleanMessage(text string) (string, error) { return text, nil }
func (s session) KeepNight(*Handle) bool                   { return true }
func (s session) DropNight(*Handle)                        {}

// run starts a game night of two players in a bubble of synthetic time.
func run(t *testing.T, do func(t *testing.T, n *Night, h *house, ann *Handle)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h, work := &house{}, sync.WaitGroup{}
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

func TestANightIsSavedAgainUntilItIs(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *house, ann *Handle) {
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

func TestATableIsCalledOffOnTime(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *house, ann *Handle) {
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

// TestALobbyKnowsBeforeAPlayerDoes: a host who has ended the night and left it is free as
// soon as they are answered, to open another one.
func TestALobbyKnowsBeforeAPlayerDoes(t *testing.T) {
	run(t, func(t *testing.T, _ *Night, h *house, ann *Handle) {
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

func TestANightThatStopsSaysWhy(t *testing.T) {
	run(t, func(t *testing.T, n *Night, _ *house, ann *Handle) {
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
