package gamenight

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// projectorTick is the interval between two frames, and between two views of a table.
const projectorTick = time.Second

// projectorTurn is how long each part is shown if not all parts fit.
const projectorTurn = 15 * time.Second

// projector is the board of a game night for a large screen: how to join, the standings, the tables
// as spectators see them, and who plays next. It needs no key.
type projector struct {
	screen.Base
	*night
	board  bool // the session shows nothing else and ends with the game night
	linked widget.QRCode

	wall    wall // what is shown, as of the last tick
	changed bool // an update has arrived since
	looking bool // views of the tables have been requested
	drawn   []string
	by      frameKey // the inputs of drawn
}

// tickMsg is the next tick of a projector.
type tickMsg struct{ of *projector }

// looksMsg contains the public views of tables.
type looksMsg struct {
	of    *projector
	views []tableView
}

// begin draws the current state, and returns the command of the first tick.
func (p *projector) begin() tea.Cmd {
	p.refresh(time.Now())
	return p.ctx.Later(projectorTick, tickMsg{p})
}

// Update implements screen.Screen. A board ends with the game night.
func (p *projector) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case updateMsg:
		return p.receive(msg)
	case tickMsg:
		if msg.of == p && p.ctx.Shell.IsOpen(p) {
			return p.tick(time.Now())
		}
	case looksMsg:
		if msg.of == p {
			p.looking, p.wall.views = false, msg.views
			p.Changed()
		}
	}
	return nil
}

// receive takes an update. It is drawn at the next tick; the first one is drawn immediately.
func (p *projector) receive(newest updateMsg) tea.Cmd {
	switch {
	case newest.handle != p.handle || newest.due:
		return nil
	case !p.board:
		p.changed = true // the screen below has received it
		return nil
	case !newest.open:
		return p.config.End(p.handle.Ended())
	}
	first := !p.shown
	p.update, p.shown, p.changed = *newest.update, true, true
	if first {
		return tea.Batch(p.wait(time.Time{}), p.tick(time.Now()))
	}
	return p.wait(time.Time{})
}

// tick draws what has changed, and requests the views of the visible tables.
func (p *projector) tick(now time.Time) tea.Cmd {
	next := p.ctx.Later(projectorTick, tickMsg{p})
	if !p.ctx.OnTop(p) || !p.shown {
		return next
	}
	if p.changed || !p.wall.current(now) {
		p.refresh(now)
		p.Changed()
	}
	return tea.Batch(next, p.look())
}

// refresh takes the newest update for the next frame.
func (p *projector) refresh(now time.Time) {
	p.changed = false
	p.wall.update, p.wall.now = p.update, now
	if p.shown {
		p.wall.invitation = p.config.Invitation(p.update.Code)
	}
}

// look returns a command that requests the public views of the visible tables.
func (p *projector) look() tea.Cmd {
	numbers := p.wall.sized(p.ctx).tablesInTurn()
	if p.looking || len(numbers) == 0 {
		return nil
	}
	p.looking = true
	session, boards, code := p.ctx.Session, p.config.Boards, p.update.Code
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		views := make([]tableView, 0, len(numbers))
		for _, n := range numbers {
			op := lobby.LookAtTable{Code: code, Number: n}
			seen, err := boards.look(op, func() (lobby.Update, error) { return lobby.Ask(ctx, session, op) })
			if err == nil && seen.IsPublic() {
				views = append(views, tableView{Number: n, Update: seen})
			}
		}
		return looksMsg{p, views}
	}
}

// Bindings implements screen.Screen.
func (p *projector) Bindings() screen.Bindings { return slices.Values(p.bind()) }

func (p *projector) bind() []screen.Binding {
	closes := screen.Binding{Key: keymap.Of("esc", "esc", "q", "v"), Hint: prose.T("close"), Help: prose.T("close the board"), Leaves: true, Do: screen.Call(func() { p.ctx.Shell.Close(p) })}
	if p.board {
		closes.Key, closes.Do = keymap.Of("q", "q", "esc"), screen.Command(p.ctx.Shell.Quit)
	}
	return []screen.Binding{closes}
}

// Help implements screen.Screen.
func (*projector) Help() prose.Document {
	return prose.Document{
		prose.H("The board"),
		prose.P("The board shows a game night to everyone present, for example on a projector. It needs no key. Tables look as they do to a spectator, and shared hands are never shown."),
		prose.P("If not everything fits, the pages are shown in turn, for 15 seconds each. An arrow next to a name shows how many ranks the last match moved that player."),
	}
}

// View implements screen.Screen.
func (p *projector) View() screen.Frame {
	if !p.shown {
		return screen.Frame{Left: "parlor"}
	}
	w := p.wall.sized(p.ctx)
	if by := w.key(); p.drawn == nil || by != p.by {
		picture := p.linked.Lines(p.ctx, w.invitation.Link)
		p.drawn = p.config.Boards.frame(by, func() []string { return w.draw(picture) })
		p.by = by
	}
	u := w.update
	return screen.Frame{Title: p.ctx.Say(prose.T("game night")), Left: u.Plan.Title, Right: p.ctx.Say(u.StageTimeText(w.now)), Body: slices.Clone(p.drawn)}
}

// frameKey identifies the inputs of a frame.
type frameKey struct{ inputs, context string }

// key returns the key of the frame.
func (w *wall) key() frameKey {
	shown := w.update
	shown.Chat, shown.You, shown.Host = nil, -1, false
	shown.Tables = slices.Clone(shown.Tables)
	for i := range shown.Tables {
		shown.Tables[i].Code = ""
	}
	inputs, err := json.Marshal(struct {
		Said       []string
		Update     lobby.GameNightUpdate
		Views      []tableView
		Invitation lobby.Invitation
		Minute     time.Time
		Turn       int
	}{w.said, shown, w.views, w.invitation, w.now.Truncate(time.Minute), w.turn()})
	if err != nil {
		inputs = []byte(w.now.String()) // without a key, the frame is always drawn again
	}
	return frameKey{string(inputs), fmt.Sprintf("%p %p %d %d %v", w.ctx.Theme, w.ctx.Voice, w.ctx.Width, w.ctx.Height, w.ctx.Settings)}
}
