package protocol

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"parlor/engine"
	"parlor/lobby"
)

// changed is a plan with what a host wants otherwise; what is not named stays.
func changed(table []lobby.Setting, plan lobby.Plan, wanted json.RawMessage) (lobby.Plan, error) {
	fields, err := members(wanted, "change")
	if errors.Is(err, errNoObject) {
		return plan, isNot("change", `an object with fields of a room, such as {"seats":3}`)
	}
	if err != nil {
		return plan, err
	}
	known := make([]string, 0, len(table)+1)
	for _, one := range table {
		known = append(known, one.Name())
	}
	known = append(known, "options")
	if others := unknown(fields, known); len(others) > 0 {
		return plan, engine.Refuse(notAMessage, "A change cannot have %s; it has %s, and in options what can be chosen about the game.",
			quoted(others...), strings.Join(known, ", "))
	}
	for _, one := range table {
		raw, is := fields[one.Name()]
		if !is {
			continue
		}
		value, is := readValue(one.Kind, raw)
		if !is {
			return plan, isNot(one.Name(), needs(one))
		}
		one.Put(&plan, value)
	}
	if raw, is := fields["options"]; is && !setOptions(&plan, raw) {
		return plan, isNot("options", `an object with texts, such as {"rounds":"3"}`)
	}
	return plan, nil
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
