package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/lineio"
)

// patience bounds a request to a room.
const patience = 5 * time.Second

// Session is the session of one API client in a room.
type Session struct {
	Handle lobby.Handle
	Lobby  lobby.Doer // performs operations of the player's session; may be nil
	// Operations are the available operations. If nil, they are lobby.Operations.
	Operations []lobby.Operation
	// Settings is the table of room settings. If nil, it is lobby.RoomSettings.
	Settings []lobby.Setting
	// Games compute hints. If the room's game is missing, there are none.
	Games []prose.Game
	Hello Hello // You, Guest, ReturnAs and Server; the rest is filled in
	In    io.Reader
	Out   io.Writer
	// Stays makes the session continue after the end of In, as for a spectator.
	Stays bool
	// Heard is called for each line.
	Heard func()
	// Notices delivers texts to send. It may be nil.
	Notices <-chan prose.Text

	lines   *lineio.Lines  // of In, which other sessions read before and after; nil for all of In
	shown   lobby.Update   // last update sent, without what is sent once
	hint    *Hint          // the last one computed
	wanted  bool           // to be sent after the answer
	newest  lobby.Revision // highest revision sent or caused by a request
	left    bool           // by a message
	greeted bool
	chat    uint64 // newest chat message sent
	note    uint64 // newest note sent
}

// Run runs the session until either side ends it. Its error is written for a person; it is nil if
// the client left or disconnected. A client that does not read delays no one else.
func (s *Session) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := s.lines
	if lines == nil {
		lines = lineio.Read(ctx, s.In)
	}
	if err := s.do(ctx, s.Handle, lobby.ListLegal{}); err != nil {
		return err
	}
	next := lines.Next()
	for {
		heard, notices := next, s.Notices
		if !s.greeted {
			heard, notices = nil, nil // hello comes first
		}
		select {
		case <-ctx.Done():
			var why *prose.Refusal
			if errors.As(context.Cause(ctx), &why) {
				return s.end(why) // the server ends the session
			}
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
					return s.end(nil) // a pending update is not an effect of it
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

// table returns the table of room settings.
func (s *Session) table() []lobby.Setting {
	if s.Settings == nil {
		s.Settings = lobby.RoomSettings()
	}
	return s.Settings
}

// catchUp sends the effects of the line that was just answered before the next one is read. It reports false if the
// output has failed.
func (s *Session) catchUp() bool {
	select {
	case update, open := <-s.Handle.Updates():
		return !open || s.tell(update) // Run notices the end as well
	default:
		return true
	}
}

// end sends why the session ends.
func (s *Session) end(reason error) error {
	why := prose.T("You left the room.")
	if reason != nil {
		why = prose.Reason(reason)
	}
	s.write(ended(why))
	return reason
}

func ended(why prose.Text) Ended { return Ended{"ended", why.String(), why} }

// tell sends an update, the view last. It reports false if the output has failed.
func (s *Session) tell(u lobby.Update) bool {
	s.newest, s.shown = max(s.newest, u.Revision), u
	s.shown.Events, s.shown.ByBot, s.shown.Ended, s.shown.Notes, s.shown.Chat = nil, nil, nil, nil, nil
	var all []any
	if !s.greeted {
		s.greeted = true
		s.Hello.Type, s.Hello.Protocol, s.Hello.Seat, s.Hello.Room = "hello", Version, u.You, RoomOf(s.table(), u)
		all = append(all, s.Hello)
		if len(u.Notes) > 0 {
			s.note = u.Notes[len(u.Notes)-1].ID // older notes do not concern the client
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

// write writes messages, one per line, skipping nil ones. It reports false if the output has failed.
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
