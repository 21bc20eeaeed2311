package room

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// hostGrace is how long an absent host keeps the role from somebody present.
const hostGrace = 30 * time.Second

// maxBanned bounds how many people a room keeps out. Nobody is let in again
// because somebody else is kept out: one more than these is refused.
const maxBanned = 100

// host is who arranges the table, and whom they keep out of it.
type host struct {
	id     string          // identity; empty where nobody is
	acting bool            // they got the role only because nobody was there
	banned map[string]bool // marks of those who may not come in; never changed in place
}

// isHost reports whether a hold is the host's.
func (h *host) isHost(c *Handle) bool { return c.seat != engine.Watcher && c.guest.ID() == h.id }

// keepsOut reports whether somebody may not come in.
func (h *host) keepsOut(room, id string) bool { return h.banned[banMark(room, id)] }

// keepOut keeps somebody out of the room from now on.
func (h *host) keepOut(room, id string) error {
	mark := banMark(room, id)
	switch {
	case h.banned[mark]:
		return nil
	case len(h.banned) >= maxBanned:
		return prose.Refuse("This room already keeps out {n} people and cannot keep out more. Send them away without keeping them out, or play in a private room.", prose.N(maxBanned))
	}
	banned := map[string]bool{mark: true}
	maps.Copy(banned, h.banned)
	h.banned = banned
	return nil
}

// banMark is what a room remembers of somebody whom it keeps out. It is a hash,
// so that no identity is kept for it, and another one in every room.
func banMark(room, id string) string {
	sum := sha256.Sum256([]byte("parlor keeps out " + room + " " + id))
	return hex.EncodeToString(sum[:16])
}

// banMarks are those of the people who are kept out, sorted.
func (h *host) banMarks() []string { return slices.Sorted(maps.Keys(h.banned)) }

// be makes the person on a seat the host.
func (h *host) be(s seat, e effects) {
	if s.id != h.id {
		h.id, h.acting = s.id, false
		e.changed()
		e.note(prose.T("{name} is the host now.", prose.Name(s.name)))
	}
}

// passesAt is when an absent host has to give the role to somebody present; zero
// while the host is there or nobody else is. A stand-in has no grace.
func (h *host) passesAt(s *seating) time.Time {
	at := s.of(h.id)
	if at < 0 || s.seats[at].away.IsZero() || s.heir(h.id) < 0 {
		return time.Time{}
	}
	if h.acting {
		return s.seats[at].away
	}
	return s.seats[at].away.Add(hostGrace)
}

// pass gives the role to somebody present when the host has left, or has been
// away for long. While nobody is there somebody absent stands in, for whoever
// comes first.
func (h *host) pass(s *seating, e effects) {
	heir := s.heir(h.id)
	if h.id != "" {
		if end := h.passesAt(s); heir < 0 || end.IsZero() || end.After(time.Now()) {
			return
		}
	}
	if h.acting = heir < 0; h.acting {
		heir = slices.IndexFunc(s.seats, seat.here)
	}
	h.id = s.seats[heir].id
	e.note(prose.T("{name} is the host now.", prose.Name(s.seats[heir].name)))
}
