package home

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

const (
	// liveTick is the interval between two views of the live match.
	liveTick = time.Second
	// liveStays is how long a match is shown at least before another one may take its place.
	liveStays = 30 * time.Second
	// liveSearch is the interval between two searches for a match while there is none.
	liveSearch = 5 * time.Second
	// liveFrameKept is how long a drawing is cached for other sessions.
	liveFrameKept = 5 * time.Second
	// liveRounds is the number of ticks without a change after which the screen is asked again
	// whether it still shows the match.
	liveRounds = 10
)

// Sizes of the live match.
const (
	liveLeast = board.MinHeight - 4 // minimum and
	liveMost  = liveLeast + 10      // maximum height of its board
	liveGood  = liveLeast + 5       // height for which the games need not be cards
	liveHead  = 2                   // lines above the board, one of them empty
	liveRooms = 6                   // lines that the rooms keep, if they need them
)

// LiveMatches caches the match that the lobby screens of all sessions show, so that each of its
// views is requested, and drawn for each size, theme and language, once. It contains only public
// data. The zero LiveMatches is empty. Its methods are safe for concurrent use.
type LiveMatches struct {
	looks  widget.Shared[struct{}, *liveMatch]
	frames widget.Shared[liveFrame, []string]

	mu    sync.Mutex // guards the fields below
	match *liveMatch // seen last; nil if there was none
	until time.Time  // until when another match is not looked for
}

// liveMatch is a public view of a match. It is immutable.
type liveMatch struct {
	code    string
	update  lobby.Update
	content string // of update, to compare
}

// liveFrame identifies the inputs of a drawing.
type liveFrame struct {
	match         *liveMatch
	theme         *style.Theme
	voice         *prose.Voice
	width, height int
}

// look returns the newest view, which is at most about one tick old, or nil if there is none. An
// unchanged view is the same pointer.
func (l *LiveMatches) look(session lobby.Session) *liveMatch {
	return l.looks.At(struct{}{}, liveTick-liveTick/10, func() *liveMatch {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		l.mu.Lock()
		defer l.mu.Unlock()
		now := time.Now()
		if now.After(l.until) || l.match != nil && !l.match.update.InPlay() {
			l.choose(ctx, session, now)
		}
		if l.match != nil {
			if l.match = l.match.next(ctx, session); l.match == nil {
				l.until = now // another session may be answered
			}
		}
		return l.match
	})
}

// choose chooses a match to show. The caller holds mu.
func (l *LiveMatches) choose(ctx context.Context, session lobby.Session, now time.Time) {
	code, err := lobby.Ask(ctx, session, lobby.FindMatch{})
	switch {
	case err != nil || code == "":
		l.match, l.until = nil, now.Add(liveSearch)
	case l.match == nil || l.match.code != code:
		l.match, l.until = &liveMatch{code: code}, now.Add(liveStays)
	default:
		l.until = now.Add(liveStays)
	}
}

// next returns the view of the match now: the same if it has not changed, or nil if the match is
// not shown any more.
func (m *liveMatch) next(ctx context.Context, session lobby.Session) *liveMatch {
	update, err := lobby.Ask(ctx, session, lobby.LookAtMatch{Code: m.code})
	if err != nil || !update.IsPublic() {
		return nil
	}
	content, err := json.Marshal(update)
	switch {
	case err != nil:
		return nil
	case string(content) == m.content:
		return m
	}
	return &liveMatch{m.code, update, string(content)}
}

// live is the match that a lobby screen shows.
type live struct {
	ctx    *screen.Context
	shared *LiveMatches
	match  *liveMatch // nil if there is none
	wait   *liveWait  // for the next view; nil while the screen shows no match
	drawn  []string
	by     liveFrame // the inputs of drawn
}

// liveWait is the wait for another view of the match.
type liveWait struct{ stop context.CancelFunc }

// liveMsg is the end of a wait, with the newest view.
type liveMsg struct {
	wait  *liveWait
	match *liveMatch
}

// attend begins or ends to wait for views of the match.
func (v *live) attend(shown bool) tea.Cmd {
	switch {
	case !shown:
		v.end()
	case v.wait == nil:
		return v.next(0)
	}
	return nil
}

// end ends the wait, and forgets the match.
func (v *live) end() {
	if v.wait != nil {
		v.wait.stop()
	}
	v.wait, v.match, v.drawn, v.by = nil, nil, nil, liveFrame{}
}

// next returns a command that waits, after a delay, until the view changes.
func (v *live) next(after time.Duration) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	wait := &liveWait{stop}
	v.wait = wait
	session, shared, shown, turn := v.ctx.Session, v.shared, v.match, v.ctx.Shell.Turn()
	return func() tea.Msg {
		match := shown
		for range liveRounds {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(after):
			}
			after = liveTick
			if match = shared.look(session); match != shown { //nolint:contextcheck // the view is for all sessions
				break
			}
		}
		if turn != nil && match != shown {
			turn(ctx)
		}
		return liveMsg{wait, match}
	}
}

// take takes a view, and reports whether the drawing changes.
func (v *live) take(msg liveMsg) (changes bool, wait tea.Cmd) {
	if msg.wait != v.wait {
		return false, nil
	}
	msg.wait.stop()
	changes, v.match = msg.match != v.match, msg.match
	return changes, v.next(liveTick)
}

// fits returns the number of lines of the match if the rooms, which need some, leave free lines, or 0.
func (v *live) fits(free, rooms int) int {
	height := min(free-min(rooms, liveRooms), liveHead+liveMost)
	if height < liveHead+liveLeast || v.ctx.Across()-4 < board.MinWidth {
		return 0
	}
	return height
}

// draw draws the match, below an empty line and a heading, in height lines.
func (v *live) draw(height int) []string {
	if height == 0 {
		return nil
	}
	by := liveFrame{v.match, v.ctx.Theme, v.ctx.Voice, v.ctx.Across() - 4, height}
	if v.drawn == nil || v.by != by {
		v.drawn = v.shared.frames.At(by, liveFrameKept, func() []string { return by.draw(v.ctx) })
		v.by = by
	}
	return v.drawn
}

// draw draws the match.
func (f liveFrame) draw(c *screen.Context) []string {
	plan, theme := f.match.update.Plan, f.theme
	kit := c.Kit(plan.Game)
	head := theme.Strong.Render(c.Say(prose.T("Live"))) + "  " + theme.Text.Render(c.Say(lobby.TitleText(plan.Title))) + "  " + theme.Faint.Render(kit.Game.Title)
	lines := []string{"", style.Sides(head, theme.Key.Render(watchKey)+" "+theme.Text.Render(c.Say(prose.T("watch"))), f.width)}
	if kit.Board != nil {
		lines = append(lines, widget.DrawPublic(c, kit, f.match.update, f.width, f.height-liveHead)...)
	}
	return style.Indented(style.Exactly(lines, f.height), 3)
}

// watchKey enters the most interesting room as a spectator.
const watchKey = "b"

// watch watches the match that the screen shows, or the most interesting room.
func (v *live) watch() tea.Cmd {
	if shown := v.match; shown != nil {
		return seatBy(v.ctx, lobby.Watch{Code: shown.code})
	}
	return seat(v.ctx, func(ctx context.Context, session lobby.Session) (lobby.Handle, error) {
		code, err := lobby.RoomToWatch(ctx, session)
		if err != nil {
			return nil, err
		}
		return lobby.Ask(ctx, session, lobby.Watch{Code: code})
	})
}
