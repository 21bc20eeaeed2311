package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/lineio"
)

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// Session is one program's stay at a table.
type Session struct {
	Chair *lobby.Chair
	Hello Hello // You, Guest, ReturnAs and Server; the rest is filled in
	In    io.Reader
	Out   io.Writer
	// Stays says that the session goes on when In has ended, as for somebody
	// who only watches.
	Stays bool
	// Heard is called for each line that comes.
	Heard func()

	plan    lobby.Plan // of the room as it was last told
	left    bool       // by a message
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
	if err := s.order(ctx, s.Chair.List); err != nil {
		return err
	}
	next := lines.Next()
	for {
		select {
		case <-ctx.Done():
			return nil
		case update, open := <-s.Chair.Updates():
			if !open {
				return s.end(s.Chair.Ended())
			}
			if !s.tell(update) {
				return nil
			}
		case line, open := <-next:
			switch {
			case open:
				s.Heard()
				if !s.write(s.hear(ctx, line)) {
					return nil
				}
				if s.left {
					return s.end(nil) // what waits to be told is not what came of it
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

// end says why it ends.
func (s *Session) end(reason error) error {
	text := "You left the table."
	if reason != nil {
		text = reason.Error()
	}
	s.write(Ended{"ended", text})
	return reason
}

// tell says all that an update has to say, the view last. It is false when
// nobody can hear it any more.
func (s *Session) tell(u lobby.Update) bool {
	s.plan = u.Plan
	var all []any
	if !s.greeted {
		s.greeted = true
		s.Hello.Type, s.Hello.Protocol, s.Hello.Seat, s.Hello.Room = "hello", Version, u.You, RoomOf(u)
		all = append(all, s.Hello)
		if len(u.Notes) > 0 {
			s.note = u.Notes[len(u.Notes)-1].ID // what was before does not concern us
		}
	}
	for _, event := range u.Events {
		all = append(all, Event{"event", event})
	}
	for _, ending := range u.Ended {
		all = append(all, Over{"over", ending.Match.Winners, ending.Match.Totals, ending.Match.Scores, ending.Proof, ending.Record})
	}
	for _, note := range u.Notes {
		if note.ID > s.note {
			all = append(all, Note{"note", note.Text})
			s.note = note.ID
		}
	}
	for _, line := range u.Chat {
		if line.ID > s.chat {
			all = append(all, Chat{"chat", line.ID, line.Name, line.Watcher, line.Apart, line.Text})
			s.chat = line.ID
		}
	}
	return s.write(append(all, ViewOf(u))...)
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

// notAMessage is the code of a line that is none.
const notAMessage = "not_a_message"

// hear does what a line asks for, and answers the message to send back, nil
// for none.
func (s *Session) hear(ctx context.Context, line string) any {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil || fields == nil {
		return Refused{"refused", nil, notAMessage, `A message is one JSON object on a line, such as {"do":"resign"}.`}
	}
	id := identity(fields["id"])
	err := s.obey(ctx, fields)
	switch {
	case err != nil:
		return refusal(id, err)
	case id != nil:
		return Done{"done", id}
	}
	return nil
}

// identity is the id of a message: a short text or a number, or none.
func identity(raw json.RawMessage) any {
	const most = 64
	var id any
	if len(raw) > most || json.Unmarshal(raw, &id) != nil {
		return nil
	}
	switch id.(type) {
	case string, float64:
		return raw // as it was written
	}
	return nil
}

// refusal says no.
func refusal(id any, err error) Refused {
	refused := Refused{"refused", id, "refused", err.Error()}
	var engineRefusal *engine.Refusal
	if errors.As(err, &engineRefusal) {
		refused.Code = engineRefusal.Code
	}
	return refused
}

// verb is one thing that a message can ask for.
type verb struct {
	name string
	call func(s *Session, ctx context.Context, value json.RawMessage) error
}

func verbs() []verb {
	return []verb{
		{"do", func(s *Session, ctx context.Context, value json.RawMessage) error {
			action, err := read[engine.Action](value, "do", "a text, such as \"resign\"")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Do(ctx, action) })
		}},
		{"chat", func(s *Session, ctx context.Context, value json.RawMessage) error {
			text, err := read[string](value, "chat", "a text")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Say(ctx, text) })
		}},
		{"ready", func(s *Session, ctx context.Context, value json.RawMessage) error {
			ready, err := read[bool](value, "ready", "true or false")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Ready(ctx, ready) })
		}},
		{"start", func(s *Session, ctx context.Context, value json.RawMessage) error {
			return s.only(ctx, value, "start", s.Chair.Start)
		}},
		{"add_bot", func(s *Session, ctx context.Context, value json.RawMessage) error {
			level, err := read[engine.Level](value, "add_bot", "a level, such as 1")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.AddBot(ctx, level) })
		}},
		{"remove_bot", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "remove_bot", "the number of a seat")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.RemoveBot(ctx, seat) })
		}},
		{"pause", func(s *Session, ctx context.Context, value json.RawMessage) error {
			pause, err := read[bool](value, "pause", "true or false")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Pause(ctx, pause) })
		}},
		{"show_eyes", func(s *Session, ctx context.Context, value json.RawMessage) error {
			show, err := read[bool](value, "show_eyes", "true or false")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.ShowEyes(ctx, show) })
		}},
		{"follow", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "follow", "the number of a seat, 0 for none")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Follow(ctx, seat) })
		}},
		{"kick", func(s *Session, ctx context.Context, value json.RawMessage) error {
			name, err := read[string](value, "kick", "a name")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Kick(ctx, name, false) })
		}},
		{"ban", func(s *Session, ctx context.Context, value json.RawMessage) error {
			name, err := read[string](value, "ban", "a name")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Kick(ctx, name, true) })
		}},
		{"hand_over", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "hand_over", "the number of a seat")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.HandOver(ctx, seat) })
		}},
		{"swap", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seats, err := read[[2]engine.Seat](value, "swap", "the numbers of two seats, such as [1,2]")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Swap(ctx, seats[0], seats[1]) })
		}},
		{"change", func(s *Session, ctx context.Context, value json.RawMessage) error {
			wanted, err := read[change](value, "change", "an object with fields of a room, such as {\"seats\":3}")
			if err != nil {
				return err
			}
			return s.order(ctx, func(ctx context.Context) error { return s.Chair.Change(ctx, wanted.of(s.plan)) })
		}},
		{"leave", func(s *Session, ctx context.Context, value json.RawMessage) error {
			err := s.only(ctx, value, "leave", s.Chair.Leave)
			s.left = err == nil
			return err
		}},
	}
}

// obey does the one thing that a message asks for.
func (s *Session) obey(ctx context.Context, fields map[string]json.RawMessage) error {
	var asked []verb
	for _, one := range verbs() {
		if _, is := fields[one.name]; is {
			asked = append(asked, one)
		}
	}
	if len(asked) != 1 {
		return engine.Refuse(notAMessage, "A message asks for one thing: %s.", verbList())
	}
	return asked[0].call(s, ctx, fields[asked[0].name])
}

// change is what a host wants otherwise about a room; what is not there stays.
type change struct {
	Title         *string        `json:"title"`
	Seats         *int           `json:"seats"`
	Public        *bool          `json:"public"`
	Rated         *bool          `json:"rated"`
	ClockSeconds  *float64       `json:"clock_seconds"`
	Absent        *string        `json:"absent"`
	Aids          *bool          `json:"aids"`
	Watchers      *bool          `json:"watchers"`
	WatchersApart *bool          `json:"watchers_apart"`
	EyesDelay     *int           `json:"eyes_delay_moves"`
	Options       engine.Options `json:"options"`
}

// of is a plan with what is wanted in it.
func (c change) of(plan lobby.Plan) lobby.Plan {
	set(&plan.Title, c.Title)
	set(&plan.Seats, c.Seats)
	set(&plan.Public, c.Public)
	set(&plan.Rated, c.Rated)
	set(&plan.Absent, c.Absent)
	set(&plan.Apart, c.WatchersApart)
	set(&plan.EyesDelay, c.EyesDelay)
	if c.ClockSeconds != nil {
		// Beyond a year nothing is meant, and a duration might overflow.
		plan.Clock = time.Duration(min(max(*c.ClockSeconds, -1), 365*24*3600) * float64(time.Second))
	}
	if c.Aids != nil {
		plan.Unaided = !*c.Aids
	}
	if c.Watchers != nil {
		plan.Unwatched = !*c.Watchers
	}
	plan.Options = maps.Clone(plan.Options)
	maps.Copy(plan.Options, c.Options)
	return plan
}

func set[T any](value, to *T) {
	if to != nil {
		*value = *to
	}
}

// verbList names all verbs.
func verbList() string {
	var names []string
	for _, one := range verbs() {
		names = append(names, one.name)
	}
	return strings.Join(names, ", ")
}

// only does what true asks for.
func (s *Session) only(ctx context.Context, value json.RawMessage, name string, call func(context.Context) error) error {
	is, err := read[bool](value, name, "true")
	if err != nil {
		return err
	}
	if !is {
		return engine.Refuse(notAMessage, "What %s asks for can only be true.", name)
	}
	return s.order(ctx, call)
}

// read is a value of a message.
func read[T any](raw json.RawMessage, name, what string) (T, error) {
	var value T
	if string(raw) == "null" || json.Unmarshal(raw, &value) != nil {
		return value, engine.Refuse(notAMessage, "The value of %s has to be %s.", name, what)
	}
	return value, nil
}

// order runs a call into the room, for a limited time.
func (s *Session) order(ctx context.Context, call func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return call(limited)
}
