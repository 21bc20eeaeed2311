package server

import (
	"net/netip"
	"sync"

	tea "charm.land/bubbletea/v2"

	"parlor/ratelimit"
	"parlor/tui"
	"parlor/tui/board"
)

// Any window is drawn on up to this size, which is the usual one with an edge
// beside it and one below. What a screen has beyond it is bounded.
const (
	usualWidth  = 80 + 1
	usualHeight = 24 + 1
)

// windowQuota bounds the cells of all screens together beyond the usual size, since the memory
// of a screen grows with its cells.
type windowQuota struct {
	hosts *ratelimit.Counter

	mu   sync.Mutex
	free int
}

// newWindowQuota is one of so many cells. One address may have a quarter of them, and one
// on a private network five eighths: a school sits behind one.
func newWindowQuota(cells int, spends *ratelimit.Limiter) *windowQuota {
	return &windowQuota{free: cells, hosts: spends.NewCounter("cells of large screens", ratelimit.Quota{Public: cells / 4, Private: cells / 8 * 5})}
}

// windowGrant is the share of one screen in a windowQuota. It is for one goroutine.
type windowGrant struct {
	area    *windowQuota
	address netip.Addr
	cells   int
	corner  bool // the screen is smaller than its window could have it
}

// take reports whether there are so many cells, and holds them if so.
func (p *windowGrant) take(cells int) bool {
	a := p.area
	a.mu.Lock()
	defer a.mu.Unlock()
	if cells > a.free || cells > 0 && !a.hosts.AcquireN(p.address, cells) {
		return false
	}
	a.free -= cells
	p.cells = cells
	return true
}

// end gives back what the screen has.
func (p *windowGrant) end() {
	a := p.area
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hosts.ReleaseN(p.address, p.cells)
	a.free += p.cells
	p.cells = 0
}

// fit is how large the screen in a window is. News is what the person has to be
// told of that first; nil for nothing.
func (p *windowGrant) fit(window tea.WindowSizeMsg) (size tea.WindowSizeMsg, news tea.Msg) {
	p.end()
	size, before := window, p.corner
	if p.corner = !p.take(max(0, size.Width*size.Height-usualWidth*usualHeight)); p.corner {
		size = tea.WindowSizeMsg{Width: min(size.Width, usualWidth), Height: min(size.Height, usualHeight)}
		return size, tui.Most{Width: usualWidth, Height: usualHeight}
	}
	if before {
		return size, tui.Most{Width: board.MaxWidth, Height: board.MaxHeight}
	}
	return size, nil
}
