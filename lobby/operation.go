package lobby

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// Verb is a word that players type in text mode, and for an operation of a session also as a command.
type Verb struct {
	Name string     // in lower case
	Op   any        // the operation; if nil, it is parsed from the text after the verb
	Help prose.Text // for text mode; may be empty, or describe several verbs
	Does prose.Text // for the help of commands
	Done prose.Text // the answer of the command
}

// Define completes a definition with the types of an operation.
func Define[O Returns[R], R any](o Operation) Operation {
	o.op, o.answer = reflect.TypeFor[O](), reflect.TypeFor[R]()
	for i := range o.op.NumField() {
		if !o.op.Field(i).Anonymous {
			o.fields = append(o.fields, i)
		}
	}
	return o
}

// Operation is the definition of an operation.
type Operation struct {
	// Kind is the name of the operation between nodes, which may be older than that of its
	// type. It is unique among the operations of one target.
	Kind string
	Of   Target
	Rate Rate
	// Posted operations do not wait, have no answer, and are performed in order.
	Posted bool
	// Once marks operations of a session that are not idempotent. A request repeated with its ID
	// within a few minutes is performed only once per player; the repetition opens the same room or
	// game night again.
	Once bool
	// Code returns the code of the room or game night that the operation refers to, so that
	// the node that has it performs the operation. It is nil for other operations.
	Code func(op any) string
	// Player returns the name of the player that the operation refers to, at whose node it
	// is performed. It is nil for other operations.
	Player func(op any) string

	// Message is the member of API messages that requests the operation. Its value is the
	// Body, or true if the operation has no fields. If empty, there is no message.
	Message string
	// Value describes the value of Message if its type is not descriptive enough.
	Value prose.Text
	// Verbs are the verbs for the operation, which then has at most one field.
	Verbs []Verb

	op, answer reflect.Type
	fields     []int // indexes of the fields of op that are not embedded
}

// body returns the only field of an operation, or the whole operation if it does not have exactly one.
func (o Operation) body(op reflect.Value) reflect.Value {
	if len(o.fields) == 1 {
		return op.Field(o.fields[0])
	}
	return op
}

// Plain reports whether the operation has no fields.
func (o Operation) Plain() bool { return len(o.fields) == 0 }

// Usage returns the syntax of a verb, with optional parts in brackets.
func (o Operation) Usage(v Verb) string {
	switch {
	case v.Op != nil || o.Plain():
		return v.Name
	case o.BodyType().Kind() == reflect.Bool:
		return v.Name + " [on|off]"
	}
	return v.Name + " " + strings.ToUpper(o.op.Field(o.fields[0]).Name)
}

// Parse parses the text after a verb. On failure it returns an explanation.
func (o Operation) Parse(v Verb, rest string) (any, prose.Text) {
	op := reflect.New(o.op).Elem()
	if v.Op != nil {
		op.Set(reflect.ValueOf(v.Op))
	}
	if v.Op != nil || o.Plain() {
		if wrong := NothingFollows(v.Name, rest); !wrong.IsZero() {
			return nil, wrong
		}
		return op.Interface(), prose.Text{}
	}
	switch into := o.body(op).Addr().Interface().(type) {
	case *string:
		*into = rest
	case *bool:
		if rest != "" && rest != "on" && rest != "off" {
			return nil, prose.T("Type {on} or {off}.", prose.Literal(v.Name), prose.Literal(v.Name+" off"))
		}
		*into = rest != "off"
	case *engine.Seat:
		var err error
		if *into, err = engine.ParseSeat(rest); err != nil {
			return nil, prose.T("Usage: {command} SEAT", prose.Literal(v.Name))
		}
	default:
		panic(fmt.Sprintf("the verb %s cannot read a %T", v.Name, into)) // a test covers all verbs
	}
	return op.Interface(), prose.Text{}
}

// NothingFollows returns an explanation if text follows a verb that has no argument.
func NothingFollows(verb, rest string) prose.Text {
	if rest != "" {
		return prose.T("{command} takes no arguments.", prose.Literal(verb))
	}
	return prose.Text{}
}

// Targets of operations.
const (
	OfSession Target = iota
	OfRoom           // through a Handle
	OfNight          // through a GameNightHandle
)

// Target is the kind of object that performs an operation.
type Target int

// Rate is the rate limit of an operation of a room or a game night. Operations of a session
// are charged individually.
type Rate int

// Rates of operations.
const (
	RateMoves   Rate = iota // limit for moves
	RateChanges             // lower limit, for changes of a room
	RateFree                // no limit
)

// about adapts a function on operations of one type for Operation.Code and
// Operation.Player.
func about[O any](code func(O) string) func(any) string {
	return func(op any) string { return code(op.(O)) }
}

type targetKind struct {
	of   Target
	kind string
}

// Body returns an operation in the form in which it is sent: the value of its only field, or the
// whole operation.
func (o Operation) Body(op any) any { return o.body(reflect.ValueOf(op)).Interface() }

// BodyType returns the type of Body.
func (o Operation) BodyType() reflect.Type { return o.body(reflect.New(o.op).Elem()).Type() }

// Read decodes an operation from its Body.
func (o Operation) Read(body json.RawMessage, decode func([]byte, any) error) (any, error) {
	op := reflect.New(o.op).Elem()
	if err := decode(body, o.body(op).Addr().Interface()); err != nil {
		return nil, err
	}
	return op.Interface(), nil
}

// Type returns the type of the operation.
func (o Operation) Type() reflect.Type { return o.op }

// AnswerType returns the type of the answer.
func (o Operation) AnswerType() reflect.Type { return o.answer }
