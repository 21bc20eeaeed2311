package room

import (
	"context"

	"parlor/engine"
	"parlor/lobby"
)

// Witness is what goes with a report of somebody in the room: nothing that they may
// not know.
type Witness struct {
	Host  string // identity; empty for none
	Match string // ID of the match on the table; empty for none
	Heard []lobby.Spoken
}

// Witness is asked of the room at once, and makes nothing new for anybody.
func (r *Room) Witness(ctx context.Context, id string) (seen Witness, err error) {
	err = r.mail.ask(ctx, true, func() error {
		seen = r.state.witness(id)
		return nil
	})
	return seen, err
}

func (s *state) witness(id string) Witness {
	watcher := s.seating.of(id) < 0
	seen := Witness{Host: s.host.id, Heard: s.talk.Heard(watcher || s.stage() != engine.Playing)}
	if s.stage() != lobby.Gathering {
		seen.Match = s.play.id
	}
	return seen
}
