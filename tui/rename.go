package tui

import "parlor/tui/screen"

// renamed takes the player's new name, or tells why there is none.
func (r *Root) renamed(msg screen.RenamedMsg) {
	r.changed()
	r.ctx.You.Name, r.ctx.You.ReturnLine = msg.Name, msg.ReturnLine
	switch {
	case msg.Err != nil:
		r.status.Refuse(msg.Err)
	case !msg.Changed.IsZero():
		r.status.Tell(msg.Changed)
	}
}
