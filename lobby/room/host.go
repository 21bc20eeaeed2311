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

// hostGrace is how long an absent host keeps the role if another player is present.
const hostGrace = 30 * time.Second

// maxBanned bounds the people banned from a room. Further bans are refused, rather than
// lifting an old one.
const maxBanned = 100

// host is the host of a room and the people they have banned.
type host struct {
	id     string          // identity; empty if there is none
	acting bool            // became host only because no player was present
	banned map[string]bool // marks of the banned people; copied on write
}

// isHost reports whether the handle belongs to the host.
func (h *host) isHost(c *Handle) bool { return c.seat != engine.Watcher && c.guest.ID() == h.id }

// bans reports whether a person is banned.
func (h *host) bans(room, id string) bool { return h.banned[banMark(room, id)] }

// ban bans a person.
func (h *host) ban(room, id string) error {
	mark := banMark(room, id)
	switch {
	case h.banned[mark]:
		return nil
	case len(h.banned) >= maxBanned:
		return prose.Refuse("This room's ban list is full ({n}). Kick without banning, or make the room private.", prose.N(maxBanned))
	}
	banned := map[string]bool{mark: true}
	maps.Copy(banned, h.banned)
	h.banned = banned
	return nil
}

// banMark returns the stored form of a banned identity: a hash that differs in every room,
// so that no identity is stored.
func banMark(room, id string) string {
	sum := sha256.Sum256([]byte("parlor keeps out " + room + " " + id))
	return hex.EncodeToString(sum[:16])
}

// banMarks returns the sorted marks of all banned people.
func (h *host) banMarks() []string { return slices.Sorted(maps.Keys(h.banned)) }

// be makes the person on a seat the host.
func (h *host) be(s seat, e effects) {
	if s.id != h.id {
		h.id, h.acting = s.id, false
		e.changed()
		e.note(prose.T("{name} is now the host.", prose.Name(s.name)))
	}
}

// passesAt returns when an absent host loses the role to a present player, or zero while
// the host is present or no other player is. An acting host loses it at once.
func (h *host) passesAt(s *seating) time.Time {
	at := s.of(h.id)
	if at < 0 || s.seats[at].away.IsZero() || s.successor(h.id) < 0 {
		return time.Time{}
	}
	if h.acting {
		return s.seats[at].away
	}
	return s.seats[at].away.Add(hostGrace)
}

// pass gives the role to a present player when the host has left or has been absent for too
// long. If no player is present, an absent one becomes acting host until the first returns.
func (h *host) pass(s *seating, e effects) {
	heir := s.successor(h.id)
	if h.id != "" {
		if end := h.passesAt(s); heir < 0 || end.IsZero() || end.After(time.Now()) {
			return
		}
	}
	if h.acting = heir < 0; h.acting {
		heir = slices.IndexFunc(s.seats, seat.here)
	}
	h.id = s.seats[heir].id
	e.note(prose.T("{name} is now the host.", prose.Name(s.seats[heir].name)))
}
