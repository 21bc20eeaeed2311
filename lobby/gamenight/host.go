package gamenight

import "time"

// host is the host of a game night.
type host struct {
	id     string    // Identity.ID; empty if no player is left
	away   time.Time // since when they are away; zero while they are here
	owner  string    // Identity.ID of the player who is the host whenever they are here; may be empty
	deputy string    // Identity.ID of the player who is the host while the owner is away; may be empty
}

func (h *host) is(p *Player) bool { return p.ID != "" && p.ID == h.id }

// join makes an arriving player the host if there is none, or if they own the game night.
func (h *host) join(p *Player) {
	if h.id == "" || p.ID == h.owner || p.ID == h.deputy && !h.away.IsZero() {
		h.id = p.ID
	}
	if h.is(p) {
		h.away = time.Time{}
	}
}

func (h *host) disconnect(p *Player, now time.Time) {
	if h.is(p) {
		h.away = now
	}
}

// hand makes a player the host and the owner of the game night.
func (h *host) hand(to *Player) {
	h.id, h.owner, h.away = to.ID, to.ID, time.Time{}
	if h.deputy == to.ID {
		h.deputy = ""
	}
}

// pass makes the next player the host, if there is one.
func (h *host) pass(all players) {
	next := h.next(all)
	h.id, h.away = "", time.Time{}
	if next != nil {
		h.id = next.ID
	}
}

// leave removes a player who has left from the succession.
func (h *host) leave(p *Player) {
	if h.owner == p.ID {
		h.owner = ""
	}
	if h.deputy == p.ID {
		h.deputy = ""
	}
}

// next returns the next host: the deputy if here, or else the first to have arrived. It
// returns nil if there is none.
func (h *host) next(all players) *Player {
	if deputy := all.withID(h.deputy); deputy != nil && deputy.Here && deputy.ID != h.id {
		return deputy
	}
	return all.first(func(p *Player) bool { return p.Here && p.ID != h.id })
}

// due returns when another player becomes the host if the host stays away, or zero.
func (h *host) due(all players) time.Time {
	if h.away.IsZero() || h.next(all) == nil {
		return time.Time{}
	}
	if h.next(all).ID == h.deputy {
		return h.away
	}
	return h.away.Add(HostTime)
}
