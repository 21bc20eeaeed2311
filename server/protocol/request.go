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

// Codes of refusals in addition to those of engine.
const (
	notAMessage   = "not_a_message" // the line is no valid message
	noAnswer      = "no_answer"     // it may still be done
	refusedByRoom = "refused"       // everything else
)

// errMalformed is the cause of every refusal of an invalid message.
var errMalformed = errors.New(notAMessage)

// hear handles a line and returns the message to answer with, or nil. An invalid message has no effect.
func (s *Session) hear(ctx context.Context, line string) any {
	return answer(ctx, line, s.verbs(), s.seen)
}

// answer performs the request in a line by one of the verbs, and returns the message to answer with, or nil. seen
// returns the number of the first view that shows the effect.
func answer(ctx context.Context, line string, verbs []verb, seen func() uint64) any {
	var id json.RawMessage
	fields, err := members([]byte(line))
	if errors.Is(err, errNoObject) {
		err = prose.Because(errMalformed, "A message is one JSON object on a line, such as {example}.", prose.Literal(`{"do":"resign"}`))
	}
	if err == nil {
		id, err = identity(fields)
	}
	if err == nil {
		err = obey(ctx, fields, verbs)
	}
	switch {
	case err != nil:
		return refusal(id, err, seen())
	case id != nil:
		return Done{"done", id, seen()}
	}
	return nil
}

// seen returns the number of the first view that shows the effect of a message that was just handled.
func (s *Session) seen() uint64 {
	if s.left {
		return uint64(s.newest + 1) // which will not come, as the match is over
	}
	return uint64(s.newest)
}

// refusal returns the answer to a refused message.
func refusal(id json.RawMessage, err error, view uint64) Refused {
	why := prose.Reason(err)
	refused := Refused{"refused", nil, refusedByRoom, why.String(), why, view}
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

// errNoObject is returned by members for anything but one JSON object.
var errNoObject = prose.Refuse("That is not one JSON object.")

// maxMembers bounds the members of an object; every request has far fewer.
const maxMembers = 64

// members returns the members of a JSON object by name. It refuses duplicate names, which parsers treat differently.
func members(text []byte) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errNoObject
	}
	all := map[string]json.RawMessage{}
	for decoder.More() {
		if len(all) == maxMembers {
			return nil, prose.Because(errMalformed, "An object has at most {n} members.", prose.N(maxMembers))
		}
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
		return nil, errNoObject // something follows it
	}
	return all, nil
}

// quoted returns the first few of some client-chosen names.
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

// unknown returns the names in fields that are not known, sorted.
func unknown(fields map[string]json.RawMessage, known []string) []string {
	var others []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			others = append(others, name)
		}
	}
	return others
}

// longestID bounds the length of an id in bytes, as written in JSON.
const longestID = 64

// identity returns the id of a message as written, or nil.
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
	return nil, prose.Because(errMalformed, "The value of {id} must be a number, or a string of at most {n} bytes including quotes. Nothing was done.",
		prose.Literal("id"), prose.N(longestID))
}

// obey performs the one request in a message by one of the verbs.
func obey(ctx context.Context, fields map[string]json.RawMessage, verbs []verb) error {
	var asked []verb
	var names, known []string
	for _, one := range verbs {
		known = append(known, one.name)
		if _, is := fields[one.name]; is {
			asked, names = append(asked, one), append(names, one.name)
		}
	}
	if others := unknown(fields, append(known, "id")); len(others) > 0 {
		return prose.Because(errMalformed, "A message cannot have {names}. In addition to {id}, it has one of {fields}.",
			quoted(others...), prose.Literal("id"), prose.List(prose.Literals(known)))
	}
	switch len(asked) {
	case 0:
		return prose.Because(errMalformed, "A message must have one of {fields}.", prose.List(prose.Literals(known)))
	case 1:
		return asked[0].call(ctx, fields[names[0]])
	}
	return prose.Because(errMalformed, "A message can make only one request, not {fields} together.", prose.And(prose.Literals(names)))
}

// verb is a request that a message can contain.
type verb struct {
	name string
	call func(ctx context.Context, value json.RawMessage) error
}

// verbs returns the verbs of operations, with special code where the value differs from the operation's encoding, and
// the verbs without an operation.
func (s *Session) verbs() (all []verb) {
	own := map[string][]verb{
		"kick":   {{"kick", s.kick("kick", false)}, {"ban", s.kick("ban", true)}},
		"swap":   {{"swap", s.swap}},
		"change": {{"change", s.change}},
		"leave":  {{"hint", func(_ context.Context, value json.RawMessage) error { return onTrue(value, "hint", s.askHint) }}, {"leave", s.leave}},
	}
	operations := lobby.OperationsOf(lobby.OfRoom, s.Operations...)
	if s.Lobby != nil {
		operations = append(operations, lobby.OperationsOf(lobby.OfSession, s.Operations...)...)
	}
	for _, o := range operations {
		switch special, is := own[o.Message]; {
		case is:
			all = append(all, special...)
		case o.Message != "":
			all = append(all, verb{o.Message, func(ctx context.Context, value json.RawMessage) error { return s.ask(ctx, o, value) }})
		}
	}
	return all
}

// ask performs the operation of a message.
func (s *Session) ask(ctx context.Context, o lobby.Operation, value json.RawMessage) error {
	var doer lobby.Doer = s.Handle
	if o.Of == lobby.OfSession {
		doer = s.Lobby
	}
	op, err := o.Read(value, func(value []byte, into any) error {
		if action, is := into.(*engine.Action); is && value[0] == '{' {
			written, err := actionOf(value, s.forms())
			*action = written
			return err
		}
		return decodeValue(o, value, into)
	})
	if err != nil {
		return err
	}
	return s.do(ctx, doer, op)
}

// decodeValue decodes the value of an operation's message.
func decodeValue(o lobby.Operation, value []byte, into any) error {
	switch {
	case o.Plain():
		return onTrue(value, o.Message, func() error { return nil })
	case string(value) == "null" || json.Unmarshal(value, into) != nil:
		return isNot(o.Message, describeValue(o, into))
	}
	return nil
}

// describeValue describes the valid values of an operation's message.
func describeValue(o lobby.Operation, body any) prose.Text {
	if !o.Value.IsZero() {
		return o.Value
	}
	switch body.(type) {
	case *bool:
		return prose.T("true or false")
	case *engine.Seat:
		return prose.T("the number of a seat")
	case *engine.Level:
		return prose.T("a level, such as {example}", prose.Literal("1"))
	case *engine.Action:
		return prose.T("a string, such as {example}", prose.Literal(`"resign"`))
	}
	return prose.T("a string")
}

// kick kicks a player by name, and bans the player if out is set.
func (s *Session) kick(message string, out bool) func(context.Context, json.RawMessage) error {
	return func(ctx context.Context, value json.RawMessage) error {
		name, err := read[string](value, message, prose.T("a name"))
		if err != nil {
			return err
		}
		return s.do(ctx, s.Handle, lobby.Kick{Name: name, KeepOut: out})
	}
}

// swap swaps two seats.
func (s *Session) swap(ctx context.Context, value json.RawMessage) error {
	what := prose.T("the numbers of two seats, such as {example}", prose.Literal("[1,2]"))
	seats, err := read[[]engine.Seat](value, "swap", what)
	if err != nil {
		return err
	}
	if len(seats) != 2 {
		return isNot("swap", what)
	}
	return s.do(ctx, s.Handle, lobby.Swap{One: seats[0], Other: seats[1]})
}

// change changes the settings that a message names.
func (s *Session) change(ctx context.Context, value json.RawMessage) error {
	plan, err := changed(s.table(), s.shown.Plan, value)
	if err != nil {
		return err
	}
	return s.do(ctx, s.Handle, lobby.Change{Plan: plan})
}

// leave leaves the room permanently.
func (s *Session) leave(ctx context.Context, value json.RawMessage) error {
	err := onTrue(value, "leave", func() error { return s.do(ctx, s.Handle, lobby.Leave{}) })
	s.left = err == nil
	return err
}

// onTrue calls do if the value is true and refuses any other value.
func onTrue(value json.RawMessage, name string, do func() error) error {
	is, err := read[bool](value, name, prose.T("{value}", prose.Literal("true")))
	if err != nil {
		return err
	}
	if !is {
		return isNot(name, prose.T("{value}", prose.Literal("true")))
	}
	return do()
}

// read decodes a value of a message.
func read[T any](raw json.RawMessage, name string, what prose.Text) (T, error) {
	var value T
	if string(raw) == "null" || json.Unmarshal(raw, &value) != nil {
		return value, isNot(name, what)
	}
	return value, nil
}

// isNot returns the refusal of a value.
func isNot(name string, what prose.Text) error {
	return prose.Because(errMalformed, "The value of {name} must be {kind}.", prose.Literal(name), prose.Sub(what))
}

// do performs an operation with a timeout.
func (s *Session) do(ctx context.Context, doer lobby.Doer, op any) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := doer.Do(limited, lobby.NewRequest(op))
	if done, is := answer.(lobby.Done); is {
		s.newest = max(s.newest, done.Revision)
	}
	return err
}
