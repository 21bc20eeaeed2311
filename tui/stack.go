package tui

import (
	"slices"

	"parlor/tui/room"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// top is the screen that is shown.
func (r *Root) top() screen.Screen { return r.stack[len(r.stack)-1] }

// onTop reports whether a screen is the one that is shown.
func (r *Root) onTop(s screen.Screen) bool { return r.ctx.Width > 0 && !r.tooSmall() && r.top() == s }

// open shows a screen, on the one that is shown now.
func (r *Root) open(s screen.Screen) { r.stack = append(r.stack, s) }

// openOn shows a screen on one of the stack; what stands on that is closed.
func (r *Root) openOn(below, s screen.Screen) {
	if at := slices.Index(r.stack, below); at >= 0 {
		r.stack = append(r.stack[:at+1:at+1], s)
	}
}

// openBelow shows a screen on the lobby, below the room where the player is.
func (r *Root) openBelow(s screen.Screen) {
	if r.room() != nil {
		r.stack = slices.Insert(r.stack, 1, s)
		return
	}
	r.going = false
	r.openOn(r.stack[0], s)
}

// close takes a screen from the stack, with all that stands on it but a room. The lobby
// stays. What was being typed in a chat there is typed on below.
func (r *Root) close(s screen.Screen) {
	at := slices.Index(r.stack, s)
	if at <= 0 {
		return
	}
	if room := r.room(); room != nil && at < slices.Index(r.stack, screen.Screen(room)) {
		r.stack = slices.Delete(slices.Clone(r.stack), at, at+1)
	} else {
		r.stack = r.stack[:at:at]
	}
	if s, chats := s.(chatter); chats {
		r.base().(chatter).ContinueChat(s.TakeChat())
	}
}

// base returns what rooms stand on: the game night where the player is, or the lobby.
func (r *Root) base() screen.Screen {
	if night := r.nights.Current(); night != nil {
		return night
	}
	return r.stack[0]
}

// chatter is a screen with a chat. TakeChat returns the line in which a message is typed,
// and closes it; nil if none is. ContinueChat lets what was begun in such a line be typed
// on.
type chatter interface {
	TakeChat() *widget.ChatLine
	ContinueChat(elsewhere *widget.ChatLine)
}

// takeChat returns the line of the first screen in which a message is typed; nil if none
// is.
func (r *Root) takeChat() *widget.ChatLine {
	for _, s := range r.stack {
		if s, chats := s.(chatter); chats {
			if line := s.TakeChat(); line != nil {
				return line
			}
		}
	}
	return nil
}

// room returns the room where the player is; nil if they are in none.
func (r *Root) room() *room.Screen {
	for _, s := range r.stack {
		if room, is := s.(*room.Screen); is {
			return room
		}
	}
	return nil
}
