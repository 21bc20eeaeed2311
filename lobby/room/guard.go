package room

import (
	"fmt"
	"runtime"
	"strings"
)

// guard closes the room, and nothing else, when something breaks in it.
func (r *Room) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			r.state.closing = errRoomBroke
			r.config.Log.Error("a room failed and was closed", "room", r.config.Code, "game", r.config.Game.Name,
				"kind", fmt.Sprintf("%T", broken), "at", whereabouts())
		}
	}()
	step()
}

// whereabouts is the stack of a panic as functions and lines only. Neither the
// panic's text nor the arguments that a full stack trace prints may come into
// a log: they could be somebody's tiles.
func whereabouts() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for {
		frame, more := frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", frame.Function, frame.Line))
		if !more {
			return strings.Join(at, " < ")
		}
	}
}
