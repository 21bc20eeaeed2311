package server

import (
	"context"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

const (
	// restartNotice is how long people read that the server restarts before their sessions end.
	restartNotice = 10 * time.Second
	// RestartLimit is how long people may stay who are at move or type.
	RestartLimit = 30 * time.Second
	// typedTime is how long after its last input a session is not ended before RestartLimit.
	typedTime = 3 * time.Second
	// turnTime bounds finding out whether a person is at move.
	turnTime = time.Second
)

var errRestart = prose.Refuse("This server is restarting. Connect again: your seat is waiting.")

// Restart tells all people that this server restarts while their rooms go on at others, and ends their sessions: after
// a while, or later for those who type or are at move. It ends all of them at RestartLimit, or when ctx does, and
// returns once they have ended or are cut.
func (s *Server) Restart(ctx context.Context) {
	r := &s.host.register
	r.announce(prose.Reason(errRestart), RestartLimit)
	began := time.Now()
	ticks := time.NewTicker(time.Second / 4)
	defer ticks.Stop()
	leaving := map[*liveSession]bool{}
	for late := time.Duration(0); late < RestartLimit+endLimit; late = time.Since(began) {
		all := r.all()
		if len(all) == 0 {
			return
		}
		hurry := ctx.Err() != nil || late >= RestartLimit
		for _, p := range all {
			if !leaving[p] && (hurry || late >= restartNotice && !p.busy(ctx)) {
				leaving[p] = true
				r.ends(p, errRestart)
			}
		}
		if hurry && late < RestartLimit {
			return // closing the server waits for them
		}
		select {
		case <-ctx.Done():
		case <-ticks.C:
		}
	}
}

// all returns the open sessions.
func (r *sessionRegistry) all() (all []*liveSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := range r.here {
		all = append(all, p)
	}
	return all
}

// busy reports whether the person of a session has just typed, or is at move.
func (p *liveSession) busy(ctx context.Context) bool {
	if time.Since(time.Unix(0, p.typed.Load())) < typedTime {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	page, err := lobby.Ask(ctx, p.lobby, lobby.Peek{Window: lobby.Window{Yours: true}})
	return err == nil && slices.ContainsFunc(page.Yours, func(row lobby.RoomRow) bool { return row.YourTurn })
}
