package protocol

import (
	"context"
	"encoding/json"
	"errors"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/lineio"
)

// Night is a game night as a participant sees it. Each Night replaces the previous one.
type Night struct {
	Type  string            `json:"type"` // "night"
	You   string            `json:"you"`
	State string            `json:"your_state"` // lobby.GameNightPerson.State
	Table int               `json:"your_table"` // lobby.GameNightPerson.Table
	Night GameNightDocument `json:"night"`
}

// NightSession is the session of one API client at a game night. At a table, it is the Session of the table's room.
type NightSession struct {
	Night lobby.GameNightHandle
	// Join enters the room with a code.
	Join func(ctx context.Context, code string) (lobby.Handle, error)
	// Invitation returns the invitation to the game night with a code.
	Invitation func(code string) lobby.Invitation
	// Room is the session of a table, without Handle.
	Room Session

	newest  lobby.GameNightUpdate // sent last
	greeted bool
	chat    uint64       // newest chat message sent, or sent to others before the client came
	table   lobby.Handle // where the client goes after the answer; nil for nowhere
	left    bool         // by a message
}

// Run runs the session until either side ends it, like Session.Run.
func (s *NightSession) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.Night.Close()
	lines := lineio.Read(ctx, s.Room.In)
	for {
		heard, notices := lines.Next(), s.Room.Notices
		if !s.greeted {
			heard, notices = nil, nil // the game night comes first
		}
		select {
		case <-ctx.Done():
			var why *prose.Refusal
			if errors.As(context.Cause(ctx), &why) {
				return s.Room.end(why)
			}
			return nil
		case update, open := <-s.Night.Updates():
			switch {
			case !open && s.left:
				s.Room.write(ended(prose.T("You left the game night.")))
				return nil
			case !open:
				return s.Room.end(s.Night.Ended())
			case !s.tell(update):
				return nil
			}
		case text := <-notices:
			if !s.Room.write(Note{"note", text.String(), text}) {
				return nil
			}
		case line, open := <-heard:
			if !open {
				return s.hungUp(lines)
			}
			s.Room.Heard()
			if !s.Room.write(answer(ctx, line, s.verbs(), func() uint64 { return 0 })) {
				return nil
			}
			if goesOn, err := s.sit(ctx, lines); !goesOn {
				return err
			}
		}
	}
}

// hungUp ends the session after the end of its input.
func (s *NightSession) hungUp(lines *lineio.Lines) error {
	if lines.Err() != nil {
		return s.Room.end(lines.Err())
	}
	return nil
}

// sit runs the session of a table that the client has asked for. It reports false if the client has not left the table
// but ended the whole session.
func (s *NightSession) sit(ctx context.Context, lines *lineio.Lines) (goesOn bool, err error) {
	if s.table == nil {
		return true, nil
	}
	room := s.Room
	room.Handle, room.lines, s.table = s.table, lines, nil
	defer room.Handle.Close()
	err = room.Run(ctx)
	if ctx.Err() != nil || lines.Err() != nil || err == nil && !room.left {
		return false, err
	}
	return true, nil
}

// tell sends an update, after what was said. It reports false if the output has failed.
func (s *NightSession) tell(u lobby.GameNightUpdate) bool {
	var all []any
	for _, line := range u.Chat {
		switch {
		case line.ID <= s.chat:
		case !s.greeted: // said before the client came
		case line.Announced:
			text := lobby.AnnouncedText(line)
			all = append(all, Note{"note", text.String(), text})
		default:
			all = append(all, Chat{Type: "chat", Number: line.ID, Name: line.Name, Text: line.Text})
		}
		s.chat = max(s.chat, line.ID)
	}
	s.newest, s.greeted = u, true
	night := Night{Type: "night", You: s.Room.Hello.You, Night: GameNightOf(u, nil, s.Invitation(u.Code))}
	if u.You >= 0 && u.You < len(u.People) {
		night.You, night.State, night.Table = u.People[u.You].Name, u.People[u.You].State, u.People[u.You].Table
	}
	return s.Room.write(append(all, night)...)
}

// verbs returns the requests at a game night: to go to the table that waits, and the operations that have a message.
func (s *NightSession) verbs() []verb {
	all := []verb{{"table", func(ctx context.Context, value json.RawMessage) error {
		return onTrue(value, "table", func() error { return s.goToTable(ctx) })
	}}}
	for _, o := range lobby.OperationsOf(lobby.OfNight, s.Room.Operations...) {
		if o.Message != "" {
			all = append(all, verb{o.Message, func(ctx context.Context, value json.RawMessage) error { return s.ask(ctx, o, value) }})
		}
	}
	return all
}

// goToTable enters the room of the client's table.
func (s *NightSession) goToTable(ctx context.Context) error {
	t, is := s.newest.Table()
	if !is || t.Stage == engine.Over {
		return prose.Refuse("Your table is not ready.")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	handle, err := s.Join(ctx, t.Code)
	if err == nil {
		s.table = handle
	}
	return err
}

// ask performs an operation of the game night.
func (s *NightSession) ask(ctx context.Context, o lobby.Operation, value json.RawMessage) error {
	op, err := o.Read(value, func(value []byte, into any) error { return decodeValue(o, value, into) })
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = lobby.Perform(ctx, s.Night, op.(lobby.NightOp))
	_, leaves := op.(lobby.LeaveGameNight)
	s.left = s.left || leaves && err == nil
	return err
}
