package local

import (
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

const (
	// callLasts is how long a call waits for its answer.
	callLasts = 5 * time.Minute
	// maxCalls is how many calls wait for one person at most.
	maxCalls = 8
)

// errTooLate is the answer to what does not wait any more.
var errTooLate = prose.Refuse("That invitation has expired, or its room has closed.")

// maxReported is how many reports wait for a host besides other calls.
const maxReported = 4

// invitation is what waits for an answer of one person. It never changes once it is sent.
type invitation struct {
	lobby.Notice
	from, to string // identities
	about    string // of the person a report is about; empty for other calls
	timer    *time.Timer
}

// invitations are all that wait for an answer: invitations, that one was declined, and
// reports for the host of a room.
type invitations struct {
	changed func(id string) // told after each change for a person; mu is not held

	mu      sync.Mutex               // guards what follows
	last    uint64                   // ID that was given
	waiting map[string][]*invitation // by identity of those they wait for, oldest first
}

func newInvitations(changed func(id string)) *invitations {
	return &invitations{changed: changed, waiting: map[string][]*invitation{}}
}

// of returns what waits for a person, as their pages have it.
func (s *invitations) of(id string) []lobby.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []lobby.Notice
	for _, one := range s.waiting[id] {
		all = append(all, one.Notice)
	}
	return all
}

// find returns what waits for a person under a number; nil for nothing.
func (s *invitations) find(id string, number uint64) *invitation {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.waiting[id], func(one *invitation) bool { return one.ID == number })
	if at < 0 {
		return nil
	}
	return s.waiting[id][at]
}

// hasSpace reports whether another one may wait for its receiver. The number of reports shows only to further reports: who asks
// something of a person learns nothing of them. The caller holds mu.
func (s *invitations) hasSpace(one *invitation) bool {
	others := s.waiting[one.to]
	switch one.Kind {
	case lobby.NoticeReports:
		return len(others) < maxCalls+maxReported
	case lobby.NoticeInvites:
		asked := 0
		for _, other := range others {
			if other.Kind != lobby.NoticeReports {
				asked++
			}
		}
		return asked < maxCalls
	case lobby.NoticeDeclines:
	}
	return true
}

// send has an invitation wait for its receiver, in place of one of the same kind from
// the same person. It reports whether it fits, also where it is muted: then it goes nowhere.
func (s *invitations) send(one *invitation, muted bool) bool {
	s.mu.Lock()
	if fits := s.hasSpace(one); !fits || muted {
		s.mu.Unlock()
		return fits
	}
	s.cut(one.to, func(other *invitation) bool { return other.from == one.from && other.Kind == one.Kind })
	s.last++
	one.ID, one.Until = s.last, time.Now().Add(callLasts).UTC().Round(0)
	one.timer = time.AfterFunc(callLasts, func() { s.remove(one) })
	s.waiting[one.to] = append(s.waiting[one.to], one)
	s.mu.Unlock()
	s.changed(one.to)
	return true
}

// remove takes an invitation back, and reports whether it still waited.
func (s *invitations) remove(one *invitation) bool {
	s.mu.Lock()
	waited := s.cut(one.to, func(other *invitation) bool { return other == one })
	s.mu.Unlock()
	if waited {
		s.changed(one.to)
	}
	return waited
}

// removeIf takes invitations back.
func (s *invitations) removeIf(which func(*invitation) bool) {
	var changed []string
	s.mu.Lock()
	for id := range s.waiting {
		if s.cut(id, which) {
			changed = append(changed, id)
		}
	}
	s.mu.Unlock()
	for _, id := range changed {
		s.changed(id)
	}
}

// cut takes back what waits for a person, and reports whether there was any. The caller
// holds mu.
func (s *invitations) cut(id string, which func(*invitation) bool) bool {
	all := s.waiting[id]
	left := slices.DeleteFunc(slices.Clone(all), func(one *invitation) bool {
		gone := which(one)
		if gone {
			one.timer.Stop()
		}
		return gone
	})
	if len(left) == len(all) {
		return false
	}
	if s.waiting[id] = left; len(left) == 0 {
		delete(s.waiting, id)
	}
	return true
}
