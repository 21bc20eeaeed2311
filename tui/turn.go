package tui

import "context"

// Turn is asked before a screen shows something that its person has not done
// just now. It returns at once for somebody who plays. For somebody who only
// looks on it returns when this screen may be drawn, or when ctx ends.
type Turn func(ctx context.Context, plays bool)

// turn is the session's, asked by what the person is now; nil where it is always
// their turn.
func (r *Root) turn() func(context.Context) {
	turn, plays := r.session.Turn, r.Plays()
	if turn == nil {
		return nil
	}
	return func(ctx context.Context) { turn(ctx, plays) }
}

// Plays reports whether the person has a seat at the table where they are.
func (r *Root) Plays() bool {
	room := r.stack.room()
	return room != nil && room.Plays()
}
