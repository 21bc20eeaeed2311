package server

import (
	"net/netip"
	"sync"

	tea "charm.land/bubbletea/v2"

	"parlor/ratelimit"
	"parlor/tui"
	"parlor/tui/board"
)

// Windows up to this size, the usual one plus a margin, need no quota.
const (
	usualWidth  = 80 + 1
	usualHeight = 24 + 1
)

// windowQuota bounds the cells of all screens beyond the usual size, as a screen's memory grows with its cells.
type windowQuota struct {
	hosts *ratelimit.Counter

	mu   sync.Mutex
	free int
}

// newWindowQuota returns a quota of the given number of cells. One address may use a quarter, or five eighths on a
// private network, which may be a school.
func newWindowQuota(cells int, spends *ratelimit.Limiter) *windowQuota {
	return &windowQuota{free: cells, hosts: spends.NewCounter("cells of large screens", ratelimit.Quota{Public: cells / 4, Private: cells / 8 * 5})}
}

// windowGrant is the part of a windowQuota that one screen uses. It is not safe for concurrent use.
type windowGrant struct {
	area    *windowQuota
	address netip.Addr
	cells   int
	corner  bool // the screen is smaller than its window allows
}

// take acquires cells and reports whether that was possible.
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

// end releases all cells.
func (p *windowGrant) end() {
	a := p.area
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hosts.ReleaseN(p.address, p.cells)
	a.free += p.cells
	p.cells = 0
}

// fit returns the screen size for a window. If news is not nil, it must be sent to the program
// first to inform the person about the size.
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
