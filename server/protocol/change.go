package protocol

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// setting is a field of a room that a host can change: what it has to be, in
// words, and how it is set, which is false where the value is something else.
type setting struct {
	name, what string
	set        func(plan *lobby.Plan, value json.RawMessage) bool
}

func settings() []setting {
	const text, count, yes = "a text", "a whole number", "true or false"
	return []setting{
		{"title", text, into(func(p *lobby.Plan) *string { return &p.Title })},
		{"seats", count, into(func(p *lobby.Plan) *int { return &p.Seats })},
		{"public", yes, into(func(p *lobby.Plan) *bool { return &p.Public })},
		{"rated", yes, into(func(p *lobby.Plan) *bool { return &p.Rated })},
		{"clock_seconds", "a number", setClock},
		{"absent", "one of " + strings.Join(lobby.Absences(), ", "), into(func(p *lobby.Plan) *string { return &p.Absent })},
		{"aids", yes, unless(func(p *lobby.Plan) *bool { return &p.Unaided })},
		{"watchers", yes, unless(func(p *lobby.Plan) *bool { return &p.Unwatched })},
		{"watchers_apart", yes, into(func(p *lobby.Plan) *bool { return &p.Apart })},
		{"eyes_delay_moves", count, into(func(p *lobby.Plan) *int { return &p.EyesDelay })},
		{"options", `an object with texts, such as {"rounds":"3"}`, setOptions},
	}
}

// changed is a plan with what a host wants otherwise; what is not named stays.
func changed(plan lobby.Plan, wanted json.RawMessage) (lobby.Plan, error) {
	fields, err := members(wanted, "change")
	if errors.Is(err, errNoObject) {
		return plan, isNot("change", `an object with fields of a room, such as {"seats":3}`)
	}
	if err != nil {
		return plan, err
	}
	var known []string
	for _, one := range settings() {
		known = append(known, one.name)
	}
	if others := unknown(fields, known); len(others) > 0 {
		return plan, engine.Refuse(notAMessage, "A change cannot have %s; it has %s, and in options what can be chosen about the game.",
			quoted(others...), strings.Join(known, ", "))
	}
	for _, one := range settings() {
		if value, is := fields[one.name]; is && (string(value) == "null" || !one.set(&plan, value)) {
			return plan, isNot(one.name, one.what)
		}
	}
	return plan, nil
}

// into sets a field of a plan.
func into[T any](field func(*lobby.Plan) *T) func(*lobby.Plan, json.RawMessage) bool {
	return func(plan *lobby.Plan, value json.RawMessage) bool { return json.Unmarshal(value, field(plan)) == nil }
}

// unless sets a field of a plan that says the contrary.
func unless(field func(*lobby.Plan) *bool) func(*lobby.Plan, json.RawMessage) bool {
	return func(plan *lobby.Plan, value json.RawMessage) bool {
		set := into(field)(plan, value)
		*field(plan) = !*field(plan)
		return set
	}
}

func setClock(plan *lobby.Plan, value json.RawMessage) bool {
	var seconds float64
	if json.Unmarshal(value, &seconds) != nil {
		return false
	}
	// Beyond a year nothing is meant, and a duration might overflow.
	plan.Clock = time.Duration(min(max(seconds, -1), 365*24*3600) * float64(time.Second))
	return true
}

// setOptions sets the game's own options; whether the game has them is for the
// room to say.
func setOptions(plan *lobby.Plan, value json.RawMessage) bool {
	named, err := members(value, "options")
	if err != nil {
		return false
	}
	options := engine.Options{}
	maps.Copy(options, plan.Options)
	for name, raw := range named {
		var text string
		if string(raw) == "null" || json.Unmarshal(raw, &text) != nil {
			return false
		}
		options[name] = text
	}
	plan.Options = options
	return true
}
