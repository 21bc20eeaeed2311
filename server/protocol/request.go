package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Codes of refusals beside those of engine.
const (
	notAMessage   = "not_a_message" // the line is none, or not as it has to be
	noAnswer      = "no_answer"     // it may still be done
	refusedByRoom = "refused"       // everything else
)

// errMalformed is the cause of every refusal of a line that is no message, or
// not as it has to be.
var errMalformed = errors.New(notAMessage)

// hear does what a line asks for, and returns the message to send back, nil
// for none. What is not a message in all its parts is not done at all.
func (s *Session) hear(ctx context.Context, line string) any {
	var id json.RawMessage
	fields, err := members([]byte(line))
	if errors.Is(err, errNoObject) {
		err = prose.Because(errMalformed, "A message is one JSON object on a line, such as {example}.", prose.Literal(`{"do":"resign"}`))
	}
	if err == nil {
		id, err = identity(fields)
	}
	if err == nil {
		err = s.obey(ctx, fields)
	}
	switch {
	case err != nil:
		return s.refusal(id, err)
	case id != nil:
		return Done{"done", id, s.seen()}
	}
	return nil
}

// seen is the number of the first view that shows what came of a message that
// was just done or refused.
func (s *Session) seen() uint64 {
	if s.left {
		return uint64(s.newest + 1) // which does not come: there is nothing more to decide
	}
	return uint64(s.newest)
}

// refusal says no.
func (s *Session) refusal(id json.RawMessage, err error) Refused {
	why := prose.Reason(err)
	refused := Refused{"refused", nil, refusedByRoom, why.String(), why, s.seen()}
	if id != nil {
		refused.ID = id
	}
	var engineRefusal *engine.Refusal
	switch {
	case errors.Is(err, errMalformed):
		refused.Code = notAMessage
	case errors.As(err, &engineRefusal):
		refused.Code = engineRefusal.Code
	case errors.Is(err, lobby.ErrNoAnswer):
		refused.Code = noAnswer
	}
	return refused
}

// errNoObject is what members returns for anything but one JSON object.
var errNoObject = prose.Refuse("That is not one JSON object.")

// members are what a JSON object has, by name. It refuses one that has a name
// twice: which of the two is meant, readers take differently.
func members(text []byte) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errNoObject
	}
	all := map[string]json.RawMessage{}
	for decoder.More() {
		name, err := decoder.Token()
		text, isText := name.(string)
		if err != nil || !isText {
			return nil, errNoObject
		}
		if all[text] != nil {
			return nil, prose.Because(errMalformed, "The name {name} appears twice in the same object.", quoted(text))
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil, errNoObject
		}
		all[text] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errNoObject // it is cut off
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoObject // something stands behind it
	}
	return all, nil
}

// quoted are names that somebody made up, the first few of them.
func quoted(names ...string) prose.Arg {
	const most = 3
	var all []prose.Text
	for _, name := range names[:min(len(names), most)] {
		all = append(all, prose.T("{name}", prose.Literal(strconv.Quote(lobby.CleanText(name, 20)))))
	}
	if len(names) > most {
		all = append(all, prose.C("{n} more", "{n} more", prose.N(len(names)-most)))
	}
	return prose.And(all)
}

// unknown are the names in fields that are not among the known ones, sorted.
func unknown(fields map[string]json.RawMessage, known []string) []string {
	var others []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			others = append(others, name)
		}
	}
	return others
}

// longestID is how many bytes an id may have as it is written, with the quotes
// of a text.
const longestID = 64

// identity is the id of a message as it was written, nil where it has none.
func identity(fields map[string]json.RawMessage) (json.RawMessage, error) {
	raw, is := fields["id"]
	if !is {
		return nil, nil
	}
	var id any
	if len(raw) <= longestID && utf8.Valid(raw) && json.Unmarshal(raw, &id) == nil {
		switch id.(type) {
		case string, float64:
			return raw, nil
		}
	}
	return nil, prose.Because(errMalformed, "The value of {id} has to be a number or a text of at most {n} bytes as it is written. Nothing was done.",
		prose.Literal("id"), prose.N(longestID))
}

// obey does the one thing that a message asks for.
func (s *Session) obey(ctx context.Context, fields map[string]json.RawMessage) error {
	var asked []verb
	var names, known []string
	for _, one := range verbs() {
		known = append(known, one.name)
		if _, is := fields[one.name]; is {
			asked, names = append(asked, one), append(names, one.name)
		}
	}
	if others := unknown(fields, append(known, "id")); len(others) > 0 {
		return prose.Because(errMalformed, "A message cannot have {names}. Besides {id}, it has one of {fields}.",
			quoted(others...), prose.Literal("id"), prose.List(prose.Literals(known)))
	}
	switch len(asked) {
	case 0:
		return prose.Because(errMalformed, "A message asks for one of {fields}.", prose.List(prose.Literals(known)))
	case 1:
		return asked[0].call(s, ctx, fields[names[0]])
	}
	return prose.Because(errMalformed, "A message asks for one thing, not for {fields} at once.", prose.And(prose.Literals(names)))
}

// verb is one thing that a message can ask for.
type verb struct {
	name string
	call func(s *Session, ctx context.Context, value json.RawMessage) error
}

func verbs() []verb {
	return []verb{
		{"do", func(s *Session, ctx context.Context, value json.RawMessage) error {
			action, err := read[engine.Action](value, "do", prose.T("a text, such as {example}", prose.Literal(`"resign"`)))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Play{Action: action})
		}},
		{"chat", func(s *Session, ctx context.Context, value json.RawMessage) error {
			text, err := read[string](value, "chat", prose.T("a text"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Say{Text: text})
		}},
		{"ready", func(s *Session, ctx context.Context, value json.RawMessage) error {
			ready, err := read[bool](value, "ready", prose.T("true or false"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Ready{Ready: ready})
		}},
		{"start", func(s *Session, ctx context.Context, value json.RawMessage) error {
			return s.only(ctx, value, "start", lobby.Start{})
		}},
		{"add_bot", func(s *Session, ctx context.Context, value json.RawMessage) error {
			level, err := read[engine.Level](value, "add_bot", prose.T("a level, such as {example}", prose.Literal("1")))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.AddBot{Level: level})
		}},
		{"remove_bot", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "remove_bot", prose.T("the number of a seat"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.RemoveBot{Seat: seat})
		}},
		{"pause", func(s *Session, ctx context.Context, value json.RawMessage) error {
			pause, err := read[bool](value, "pause", prose.T("true or false"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Pause{Pause: pause})
		}},
		{"show_eyes", func(s *Session, ctx context.Context, value json.RawMessage) error {
			show, err := read[bool](value, "show_eyes", prose.T("true or false"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.ShowEyes{Show: show})
		}},
		{"follow", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "follow", prose.T("the number of a seat, or {none} for none", prose.Literal("0")))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Follow{Seat: seat})
		}},
		{"kick", func(s *Session, ctx context.Context, value json.RawMessage) error {
			name, err := read[string](value, "kick", prose.T("a name"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Kick{Name: name, KeepOut: false})
		}},
		{"ban", func(s *Session, ctx context.Context, value json.RawMessage) error {
			name, err := read[string](value, "ban", prose.T("a name"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Kick{Name: name, KeepOut: true})
		}},
		{"hand_over", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "hand_over", prose.T("the number of a seat"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.HandOver{To: seat})
		}},
		{"swap", func(s *Session, ctx context.Context, value json.RawMessage) error {
			what := prose.T("the numbers of two seats, such as {example}", prose.Literal("[1,2]"))
			seats, err := read[[]engine.Seat](value, "swap", what)
			if err != nil {
				return err
			}
			if len(seats) != 2 {
				return isNot("swap", what)
			}
			return s.order(ctx, lobby.Swap{One: seats[0], Other: seats[1]})
		}},
		{"change", func(s *Session, ctx context.Context, value json.RawMessage) error {
			plan, err := changed(s.table(), s.shown.Plan, value)
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Change{Plan: plan})
		}},
		{"stand_in", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "stand_in", prose.T("the number of a seat"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.StandIn{Seat: seat})
		}},
		{"claim", func(s *Session, ctx context.Context, value json.RawMessage) error {
			seat, err := read[engine.Seat](value, "claim", prose.T("the number of a seat"))
			if err != nil {
				return err
			}
			return s.order(ctx, lobby.Claim{Seat: seat})
		}},
		{"close", func(s *Session, ctx context.Context, value json.RawMessage) error {
			return s.only(ctx, value, "close", lobby.Close{})
		}},
		{"hint", func(s *Session, _ context.Context, value json.RawMessage) error {
			return s.onTrue(value, "hint", s.askHint)
		}},
		{"leave", func(s *Session, ctx context.Context, value json.RawMessage) error {
			err := s.only(ctx, value, "leave", lobby.Leave{})
			s.left = err == nil
			return err
		}},
	}
}

// only does what true asks for.
func (s *Session) only(ctx context.Context, value json.RawMessage, name string, do lobby.RoomOp) error {
	return s.onTrue(value, name, func() error { return s.order(ctx, do) })
}

// onTrue does something where the value is true, and refuses any other.
func (s *Session) onTrue(value json.RawMessage, name string, do func() error) error {
	is, err := read[bool](value, name, prose.T("{value}", prose.Literal("true")))
	if err != nil {
		return err
	}
	if !is {
		return isNot(name, prose.T("{value}", prose.Literal("true")))
	}
	return do()
}

// read is a value of a message.
func read[T any](raw json.RawMessage, name string, what prose.Text) (T, error) {
	var value T
	if string(raw) == "null" || json.Unmarshal(raw, &value) != nil {
		return value, isNot(name, what)
	}
	return value, nil
}

// isNot refuses a value.
func isNot(name string, what prose.Text) error {
	return prose.Because(errMalformed, "The value of {name} has to be {kind}.", prose.Literal(name), prose.Sub(what))
}

// order runs a call into the room, for a limited time.
func (s *Session) order(ctx context.Context, do lobby.RoomOp) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done, err := lobby.Ask(limited, s.Handle, do)
	s.newest = max(s.newest, done.Revision)
	return err
}
