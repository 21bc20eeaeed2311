package lobby

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// Verb is what players type in text mode, and for an operation of a session as a command too.
type Verb struct {
	Name string     // in lower case
	Op   any        // the operation that it asks for; nil is read from what follows the verb
	Help prose.Text // in the help of text mode; it may be empty, or tell of several verbs
	Does prose.Text // in the help of the commands
	Done prose.Text // what the command answers
}

// Define completes a definition by the types of an operation.
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
	// Kind is the name of the operation between nodes, which may be older than that of
	// its type. The operations of one target have different ones.
	Kind string
	Of   Target
	Rate Rate
	// Posted operations wait for nothing, have no answer, and are done in the order in
	// which they were asked for.
	Posted bool
	// Once operations of a session would come to more if they were done twice. A request that
	// is repeated under its ID within a few minutes is done once for each player; what it has
	// opened is opened again.
	Once bool
	// Code returns the code of the room or game night that the operation is about, which
	// the node that has it does. It is nil for all other operations.
	Code func(op any) string
	// Player returns the name of the player whom the operation is about, at whose node it is
	// done. It is nil for all other operations.
	Player func(op any) string

	// Message is the member of the messages of API clients that asks for the operation. Its
	// value is the Body, or true if the operation has no fields. Empty is no message.
	Message string
	// Value says what the value of Message has to be, if its type does not say enough.
	Value prose.Text
	// Verbs are what players type for the operation, which has at most one field.
	Verbs []Verb

	op, answer reflect.Type
	fields     []int // of op, without what is embedded
}

// body is the only field of an operation, or all of it.
func (o Operation) body(op reflect.Value) reflect.Value {
	if len(o.fields) == 1 {
		return op.Field(o.fields[0])
	}
	return op
}

// Plain reports whether the operation has no fields.
func (o Operation) Plain() bool { return len(o.fields) == 0 }

// Usage is how a verb of the operation is typed, with what may be left out in brackets.
func (o Operation) Usage(v Verb) string {
	switch {
	case v.Op != nil || o.Plain():
		return v.Name
	case o.BodyType().Kind() == reflect.Bool:
		return v.Name + " [on|off]"
	}
	return v.Name + " " + strings.ToUpper(o.op.Field(o.fields[0]).Name)
}

// Parse reads what follows a verb of the operation, and returns what is wrong with it.
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
			return nil, prose.T("Type {on}, or {off}.", prose.Literal(v.Name), prose.Literal(v.Name+" off"))
		}
		*into = rest != "off"
	case *engine.Seat:
		var err error
		if *into, err = engine.ParseSeat(rest); err != nil {
			return nil, prose.T("Type {command} and the number of a seat.", prose.Literal(v.Name))
		}
	default:
		panic(fmt.Sprintf("the verb %s cannot read a %T", v.Name, into)) // a test types all verbs
	}
	return op.Interface(), prose.Text{}
}

// NothingFollows refuses what follows a verb that is typed alone; it returns no text if that
// is nothing.
func NothingFollows(verb, rest string) prose.Text {
	if rest != "" {
		return prose.T("Nothing can follow {command}. Type it alone.", prose.Literal(verb))
	}
	return prose.Text{}
}

// Targets of operations.
const (
	OfSession Target = iota
	OfRoom           // through a Handle
	OfNight          // through a GameNightHandle
)

// Target is who does an operation.
type Target int

// Rate is the rate limit of an operation of a room or a game night. Operations of a
// session are charged by what they come to.
type Rate int

// Rates of operations.
const (
	RateMoves   Rate = iota // as often as moves
	RateChanges             // as often as changes of a room, which nobody needs as fast as moves
	RateFree                // as often as asked
)

// about is Operation.Code or Operation.Player for operations of a type.
func about[O any](code func(O) string) func(any) string {
	return func(op any) string { return code(op.(O)) }
}

type targetKind struct {
	of   Target
	kind string
}

// Body returns an operation as it is sent: the value of its only field, or all of it.
func (o Operation) Body(op any) any { return o.body(reflect.ValueOf(op)).Interface() }

// BodyType is the type of what Body returns.
func (o Operation) BodyType() reflect.Type { return o.body(reflect.New(o.op).Elem()).Type() }

// Read reads an operation that was sent as its Body.
func (o Operation) Read(body json.RawMessage, decode func([]byte, any) error) (any, error) {
	op := reflect.New(o.op).Elem()
	if err := decode(body, o.body(op).Addr().Interface()); err != nil {
		return nil, err
	}
	return op.Interface(), nil
}

// Type is the type of the operation.
func (o Operation) Type() reflect.Type { return o.op }

// AnswerType is the type of the answer.
func (o Operation) AnswerType() reflect.Type { return o.answer }
