package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/lineio"
)

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// Session is one program's stay at a table.
type Session struct {
	Handle lobby.Handle
	Lobby  lobby.Doer // does operations of the player's session; without it, none can be asked for
	// Operations are what can be asked for; nil are lobby.Operations.
	Operations []lobby.Operation
	// Settings are what hosts may choose about a room; nil is lobby.RoomSettings.
	Settings []lobby.Setting
	// Games work out hints; where that of the room is not among them, there are none.
	Games []prose.Game
	Hello Hello // You, Guest, ReturnAs and Server; the rest is filled in
	In    io.Reader
	Out   io.Writer
	// Stays says that the session goes on when In has ended, as for somebody
	// who only watches.
	Stays bool
	// Heard is called for each line that comes.
	Heard func()
	// Notices are told as they come; nil are none.
	Notices <-chan prose.Text

	shown   lobby.Update   // the room as it was last told, without what is told once
	hint    *Hint          // the last one that was worked out
	wanted  bool           // it is to be told, after the answer
	newest  lobby.Revision // of what was told, or has come of what was asked for
	left    bool           // by a message
	greeted bool
	chat    uint64 // newest line told
	note    uint64 // newest note told
}

// Run talks until one side ends it. Its error is a sentence for a person; it
// is nil where the program left or hung up. A program that does not read keeps
// nobody waiting but itself.
func (s *Session) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := lineio.Read(ctx, s.In)
	if err := s.do(ctx, s.Handle, lobby.ListLegal{}); err != nil {
		return err
	}
	next := lines.Next()
	for {
		heard, notices := next, s.Notices
		if !s.greeted {
			heard, notices = nil, nil // first it is told where it sits
		}
		select {
		case <-ctx.Done():
			return nil
		case update, open := <-s.Handle.Updates():
			if !open {
				return s.end(s.Handle.Ended())
			}
			if !s.tell(update) {
				return nil
			}
		case text := <-notices:
			if !s.write(Note{"note", text.String(), text}) {
				return nil
			}
		case line, open := <-heard:
			switch {
			case open:
				s.Heard()
				if !s.write(s.hear(ctx, line), s.takeHint()) {
					return nil
				}
				if s.left {
					return s.end(nil) // what waits to be told is not what came of it
				}
				if !s.catchUp() {
					return nil
				}
			case lines.Err() != nil:
				return s.end(lines.Err())
			case !s.Stays:
				return nil
			default:
				next = nil // only watching from now on
			}
		}
	}
}

// table is what hosts may choose about a room.
func (s *Session) table() []lobby.Setting {
	if s.Settings == nil {
		s.Settings = lobby.RoomSettings()
	}
	return s.Settings
}

// catchUp tells what came of the line that was just answered, before another is
// heard. It is false when nobody can hear it any more.
func (s *Session) catchUp() bool {
	select {
	case update, open := <-s.Handle.Updates():
		return !open || s.tell(update) // Run sees that it has ended, too
	default:
		return true
	}
}

// end says why it ends.
func (s *Session) end(reason error) error {
	why := prose.T("You left the room.")
	if reason != nil {
		why = prose.Reason(reason)
	}
	s.write(Ended{"ended", why.String(), why})
	return reason
}

// tell says all that an update has to say, the view last. It is false when
// nobody can hear it any more.
func (s *Session) tell(u lobby.Update) bool {
	s.newest, s.shown = max(s.newest, u.Revision), u
	s.shown.Events, s.shown.ByBot, s.shown.Ended, s.shown.Notes, s.shown.Chat = nil, nil, nil, nil, nil
	var all []any
	if !s.greeted {
		s.greeted = true
		s.Hello.Type, s.Hello.Protocol, s.Hello.Seat, s.Hello.Room = "hello", Version, u.You, RoomOf(s.table(), u)
		all = append(all, s.Hello)
		if len(u.Notes) > 0 {
			s.note = u.Notes[len(u.Notes)-1].ID // what was before does not concern us
		}
	}
	for i, event := range u.Events {
		_, byBot := slices.BinarySearch(u.ByBot, i)
		all = append(all, Event{"event", event.String(), byBot})
	}
	for _, ending := range u.Ended {
		all = append(all, Over{"over", ending.Match.Winners, ending.Match.Totals, ending.Match.Scores, ending.Proof, ending.Record, ending.BotMoves})
	}
	for _, note := range u.Notes {
		if note.ID > s.note {
			all = append(all, Note{"note", note.Text.String(), note.Text})
			s.note = note.ID
		}
	}
	for _, line := range u.Chat {
		if line.ID > s.chat {
			all = append(all, Chat{"chat", line.ID, line.Name, line.Watcher, line.Apart, line.Text})
			s.chat = line.ID
		}
	}
	return s.write(append(all, ViewOf(s.table(), u))...)
}

// write sends messages in one go, a line each; nil ones are left out.
func (s *Session) write(messages ...any) bool {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	encoder.SetEscapeHTML(false)
	for _, message := range messages {
		if message == nil {
			continue
		}
		if err := encoder.Encode(message); err != nil {
			panic(fmt.Errorf("a message of type %T has no JSON: %w", message, err))
		}
	}
	_, err := s.Out.Write(lines.Bytes())
	return err == nil
}
