package protocol

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Settings holds the settings of a room. They are encoded as members of the containing object,
// named by Setting.Name and in the order of the table.
type Settings []member

type member struct {
	name  string
	value any
}

// settingsOf returns the settings in table for which told returns true, with their values.
func settingsOf(table []lobby.Setting, told func(lobby.Setting) bool, value func(lobby.Setting) string) Settings {
	var all Settings
	for _, one := range table {
		if told(one) {
			all = append(all, member{one.JSONName(), valueOf(one.Kind, value(one))})
		}
	}
	return all
}

// valueOf returns a setting's value for JSON.
func valueOf(kind lobby.Kind, value string) any {
	switch kind {
	case lobby.Switch:
		return value == lobby.Yes
	case lobby.Number:
		n, err := strconv.Atoi(value)
		if err != nil {
			return 0
		}
		return n
	case lobby.Span:
		return lobby.TimeOf(value).Seconds()
	default:
		return value
	}
}

// readValue parses a setting's JSON value and reports whether it has the right type.
func readValue(kind lobby.Kind, raw json.RawMessage) (value string, is bool) {
	switch kind {
	case lobby.Switch:
		var on bool
		is = json.Unmarshal(raw, &on) == nil
		value = map[bool]string{true: lobby.Yes, false: lobby.No}[on]
	case lobby.Number:
		var n int
		is = json.Unmarshal(raw, &n) == nil
		value = strconv.Itoa(n)
	case lobby.Span:
		var seconds float64
		is = json.Unmarshal(raw, &seconds) == nil
		// Longer than a year is not meant and might overflow.
		value = lobby.SpanOf(time.Duration(min(max(seconds, -1), 365*24*3600) * float64(time.Second)))
	default:
		is = json.Unmarshal(raw, &value) == nil
	}
	return value, is && string(raw) != "null"
}

// needs describes the valid values of a setting.
func needs(setting lobby.Setting) prose.Text {
	switch setting.Kind {
	case lobby.Switch:
		return prose.T("true or false")
	case lobby.Number:
		return prose.T("a whole number")
	case lobby.Span:
		return prose.T("a number of seconds")
	case lobby.Choice:
		return prose.T("one of {values}", prose.List(prose.Literals(setting.Values)))
	default:
		return prose.T("a string")
	}
}

// inline returns the JSON of a struct with the members of its Settings in place of the field.
func inline(of any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the outer encoder does that
	text.WriteByte('{')
	for _, one := range membersOf(reflect.ValueOf(of)) {
		if text.Len() > 1 {
			text.WriteByte(',')
		}
		text.WriteString(strconv.Quote(one.name) + ":") // sufficient for lower_snake names
		if err := encoder.Encode(one.value); err != nil {
			return nil, err
		}
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

func membersOf(of reflect.Value) []member {
	var all []member
	for i := range of.NumField() {
		value := of.Field(i).Interface()
		if settings, are := value.(Settings); are {
			all = append(all, settings...)
			continue
		}
		all = append(all, member{of.Type().Field(i).Tag.Get("json"), value})
	}
	return all
}
