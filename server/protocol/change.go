package protocol

import (
	"encoding/json"
	"errors"
	"maps"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// changed returns a plan with the settings in wanted; others are unchanged.
func changed(table []lobby.Setting, plan lobby.Plan, wanted json.RawMessage) (lobby.Plan, error) {
	fields, err := members(wanted)
	if errors.Is(err, errNoObject) {
		return plan, isNot("change", prose.T("an object with fields of a room, such as {example}", prose.Literal(`{"seats":3}`)))
	}
	if err != nil {
		return plan, err
	}
	known := make([]string, 0, len(table)+1)
	for _, one := range table {
		known = append(known, one.JSONName())
	}
	known = append(known, "options")
	if others := unknown(fields, known); len(others) > 0 {
		return plan, prose.Because(errMalformed, "A change cannot have {names}. It can have {fields}, and {options} holds the options of the game.",
			quoted(others...), prose.List(prose.Literals(known)), prose.Literal("options"))
	}
	for _, one := range table {
		raw, is := fields[one.JSONName()]
		if !is {
			continue
		}
		value, is := readValue(one.Kind, raw)
		if !is {
			return plan, isNot(one.JSONName(), needs(one))
		}
		one.Set(&plan, value)
	}
	if raw, is := fields["options"]; is && !setOptions(&plan, raw) {
		return plan, isNot("options", prose.T("an object whose values are strings, such as {example}", prose.Literal(`{"rounds":"3"}`)))
	}
	return plan, nil
}

// setOptions sets the game's options. The room validates them.
func setOptions(plan *lobby.Plan, value json.RawMessage) bool {
	named, err := members(value)
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
