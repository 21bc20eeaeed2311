package gamenight

import "time"

// host is who leads a game night.
type host struct {
	id   string    // Identity.ID; empty if no player is left
	away time.Time // since when; zero while they are here
}

func (h *host) is(p *Player) bool { return p.ID != "" && p.ID == h.id }

// join makes a player who is here now the host if there is none.
func (h *host) join(p *Player) {
	if h.id == "" {
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

// hand makes a player who is here the host.
func (h *host) hand(to *Player) { *h = host{id: to.ID} }

// pass makes the next player the host, if there is one.
func (h *host) pass(all players) {
	next := h.next(all)
	*h = host{}
	if next != nil {
		h.hand(next)
	}
}

// next returns who becomes the host next, nil for none: of those who are here, who
// came first.
func (h *host) next(all players) *Player {
	return all.first(func(p *Player) bool { return p.Here && p.ID != h.id })
}

// due returns when another player becomes the host if the host stays away; zero for never.
func (h *host) due(all players) time.Time {
	if h.away.IsZero() || h.next(all) == nil {
		return time.Time{}
	}
	return h.away.Add(HostTime)
}
