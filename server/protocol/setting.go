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

// Settings are what was chosen about a room, as members of the object that has
// them: by Setting.Name, in the order of the table.
type Settings []member

type member struct {
	name  string
	value any
}

// settingsOf are those of a table that are to be told, with what value tells of
// each.
func settingsOf(table []lobby.Setting, told func(lobby.Setting) bool, value func(lobby.Setting) string) Settings {
	var all Settings
	for _, one := range table {
		if told(one) {
			all = append(all, member{one.JSONName(), valueOf(one.Kind, value(one))})
		}
	}
	return all
}

// valueOf is a value of a setting as messages write it.
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

// readValue is a value of a setting as a message has it. It is false where the
// message has something else there.
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
		// Beyond a year nothing is meant, and a duration might overflow.
		value = lobby.SpanOf(time.Duration(min(max(seconds, -1), 365*24*3600) * float64(time.Second)))
	default:
		is = json.Unmarshal(raw, &value) == nil
	}
	return value, is && string(raw) != "null"
}

// needs says what the value of a setting has to be in a message.
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
		return prose.T("a text")
	}
}

// inline is a struct as a JSON object in which the members of its Settings
// stand where the field does.
func inline(of any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // that is for whoever encodes the whole
	text.WriteByte('{')
	for _, one := range membersOf(reflect.ValueOf(of)) {
		if text.Len() > 1 {
			text.WriteByte(',')
		}
		text.WriteString(strconv.Quote(one.name) + ":") // lower_snake needs no more
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
