package tui

import (
	"slices"

	"parlor/tui/screen"
	"parlor/tui/widget"
)

// screenStack is the stack of open screens. The lobby is the lowest; the top one is visible.
type screenStack struct{ all []screen.Screen }

// Top implements screen.Shell.
func (s *screenStack) Top() screen.Screen { return s.all[len(s.all)-1] }

// IsOpen implements screen.Shell.
func (s *screenStack) IsOpen(it screen.Screen) bool { return slices.Contains(s.all, it) }

// Open implements screen.Shell.
func (s *screenStack) Open(it screen.Screen) { s.all = append(s.all, it) }

// OpenOn implements screen.Shell.
func (s *screenStack) OpenOn(below, it screen.Screen) {
	if at := slices.Index(s.all, below); at >= 0 {
		s.all = append(s.all[:at+1:at+1], it)
	}
}

// openBelow opens a screen above the lobby and below the current room.
func (s *screenStack) openBelow(it screen.Screen) {
	if s.room() == nil {
		s.OpenOn(s.all[0], it)
		return
	}
	s.all = slices.Insert(s.all, 1, it)
}

// Close implements screen.Shell. The lobby stays.
func (s *screenStack) Close(it screen.Screen) {
	at := slices.Index(s.all, it)
	if at <= 0 {
		return
	}
	if room := s.room(); room != nil && at < slices.Index(s.all, screen.Screen(room)) {
		s.all = slices.Delete(slices.Clone(s.all), at, at+1)
	} else {
		s.all = s.all[:at:at]
	}
	if it, chats := it.(chatter); chats {
		s.base().ContinueChat(it.TakeChat())
	}
}

// base returns the screen below a room: the player's game night or the lobby. It is the highest
// screen with a chat that is not a room.
func (s *screenStack) base() (base chatter) {
	for _, it := range s.all {
		if one, chats := it.(chatter); chats {
			if _, is := it.(Room); !is {
				base = one
			}
		}
	}
	return base
}

// room returns the player's current room, or nil.
func (s *screenStack) room() Room {
	for _, it := range s.all {
		if room, is := it.(Room); is {
			return room
		}
	}
	return nil
}

// chatter is a screen with a chat. TakeChat closes the line in which a message is being typed and
// returns it, or nil. ContinueChat opens such a line.
type chatter interface {
	screen.Screen
	TakeChat() *widget.ChatLine
	ContinueChat(elsewhere *widget.ChatLine)
}

// takeChat returns the line of the first screen in which a message is being typed, or nil.
func (s *screenStack) takeChat() *widget.ChatLine {
	for _, it := range s.all {
		if it, chats := it.(chatter); chats {
			if line := it.TakeChat(); line != nil {
				return line
			}
		}
	}
	return nil
}
