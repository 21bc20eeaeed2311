package server

import (
	"net/netip"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parlor/ratelimit"
	"parlor/tui"
	"parlor/tui/board"
)

// TestLargeScreensShareAnArea checks that screens beyond the quota have the usual size, that no address can use all
// of it, and that cells are released.
func TestLargeScreensShareAnArea(t *testing.T) {
	const beyond = board.MaxWidth*board.MaxHeight - usualWidth*usualHeight
	large := tea.WindowSizeMsg{Width: board.MaxWidth, Height: board.MaxHeight}
	a := newWindowQuota(8*beyond, ratelimit.New(ratelimit.Config{}))
	at := func(address string) *windowGrant { return &windowGrant{area: a, address: netip.MustParseAddr(address)} }
	var all []*windowGrant
	fits := func(address string, want int) {
		t.Helper()
		got := 0
		for range 9 {
			p := at(address)
			all = append(all, p)
			switch size, news := p.fit(large); {
			case size == large && news == nil:
				got++
			case size != tea.WindowSizeMsg{Width: usualWidth, Height: usualHeight} || news != tui.Most{Width: usualWidth, Height: usualHeight}:
				t.Fatalf("a screen of %v, with %v", size, news)
			}
		}
		if got != want {
			t.Errorf("%s has %d large screens, want %d", address, got, want)
		}
	}
	fits("203.0.113.7", 2)
	fits("192.168.1.20", 5)
	fits("203.0.113.8", 1)
	fits("203.0.113.9", 0)
	for _, window := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 30, Height: 60}, {Width: usualWidth, Height: usualHeight}} {
		if size, news := at("203.0.113.9").fit(window); size != window || news != nil {
			t.Errorf("in a window of %v a screen is %v, with %v", window, size, news)
		}
	}
	if size, _ := at("203.0.113.9").fit(tea.WindowSizeMsg{Width: 200, Height: 20}); size != (tea.WindowSizeMsg{Width: usualWidth, Height: 20}) {
		t.Errorf("in a low window a screen is %v", size)
	}
	refused := all[8]
	all[0].end()
	if size, news := refused.fit(large); size != large || news != (tui.Most{Width: board.MaxWidth, Height: board.MaxHeight}) {
		t.Errorf("once there is room a screen is %v, with %v", size, news)
	}
	for _, p := range all {
		p.fit(tea.WindowSizeMsg{Width: 80, Height: 24})
		p.end()
	}
	if a.free != 8*beyond {
		t.Errorf("%d of %d cells are free in the end", a.free, 8*beyond)
	}
}
