package local

import (
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

const (
	// invitationLifetime is how long an invitation waits for its answer.
	invitationLifetime = 5 * time.Minute
	// maxInvitations bounds the pending invitations of one person.
	maxInvitations = 8
)

// errExpired refuses the answer to an invitation that is no longer pending.
var errExpired = prose.Refuse("That invitation has expired, or its room has closed.")

// maxReportNotices bounds the pending reports for a host, in addition to invitations.
const maxReportNotices = 4

// invitation is a notice that waits for the answer of one person. It is immutable once
// sent.
type invitation struct {
	lobby.Notice
	from, to string // identities
	about    string // identity of the reported person; empty for other kinds
	timer    *time.Timer
}

// invitations holds all pending notices: invitations, declined invitations, and reports for
// the host of a room.
type invitations struct {
	changed func(id string) // called without mu after each change for a person

	mu      sync.Mutex               // guards the fields below
	last    uint64                   // the last ID that was assigned
	waiting map[string][]*invitation // by identity of the receiver, oldest first
}

func newInvitations(changed func(id string)) *invitations {
	return &invitations{changed: changed, waiting: map[string][]*invitation{}}
}

// of returns the pending notices of a person.
func (s *invitations) of(id string) []lobby.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []lobby.Notice
	for _, one := range s.waiting[id] {
		all = append(all, one.Notice)
	}
	return all
}

// find returns the pending notice of a person with the given ID, or nil.
func (s *invitations) find(id string, number uint64) *invitation {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.waiting[id], func(one *invitation) bool { return one.ID == number })
	if at < 0 {
		return nil
	}
	return s.waiting[id][at]
}

// hasSpace reports whether the receiver may get another notice. Reports do not count
// against invitations, so a sender learns nothing about them. The caller holds mu.
func (s *invitations) hasSpace(one *invitation) bool {
	others := s.waiting[one.to]
	switch one.Kind {
	case lobby.NoticeReports:
		return len(others) < maxInvitations+maxReportNotices
	case lobby.NoticeInvites:
		asked := 0
		for _, other := range others {
			if other.Kind != lobby.NoticeReports {
				asked++
			}
		}
		return asked < maxInvitations
	case lobby.NoticeDeclines:
	}
	return true
}

// send delivers an invitation and replaces one of the same kind from the same sender. It
// reports whether the receiver has space for it. A muted invitation is dropped with the
// same result.
func (s *invitations) send(one *invitation, muted bool) bool {
	s.mu.Lock()
	if fits := s.hasSpace(one); !fits || muted {
		s.mu.Unlock()
		return fits
	}
	s.cut(one.to, func(other *invitation) bool { return other.from == one.from && other.Kind == one.Kind })
	s.last++
	one.ID, one.Until = s.last, time.Now().Add(invitationLifetime).UTC().Round(0)
	one.timer = time.AfterFunc(invitationLifetime, func() { s.remove(one) })
	s.waiting[one.to] = append(s.waiting[one.to], one)
	s.mu.Unlock()
	s.changed(one.to)
	return true
}

// remove withdraws an invitation and reports whether it was still pending.
func (s *invitations) remove(one *invitation) bool {
	s.mu.Lock()
	waited := s.cut(one.to, func(other *invitation) bool { return other == one })
	s.mu.Unlock()
	if waited {
		s.changed(one.to)
	}
	return waited
}

// removeIf withdraws all invitations for which which returns true.
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

// cut removes the matching notices of one person and reports whether there were any. The
// caller holds mu.
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
