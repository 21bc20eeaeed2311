package enginetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"parlor/engine"
)

// marshal returns a value as JSON. If that fails it returns a text that is equal to no JSON.
func marshal(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return "not JSON: " + err.Error()
	}
	return string(data)
}

func unmarshal(text string, into any) error { return json.Unmarshal([]byte(text), into) }

// checkView checks that a view survives encoding as JSON, has no null lists, has snake_case keys,
// and shares no memory with the state.
func checkView[V any, E engine.GameEvent](state engine.State[V, E], seat engine.Seat) error {
	view := state.View(seat)
	text := marshal(view)
	var back V
	if err := unmarshal(text, &back); err != nil {
		return fmt.Errorf("its view does not come back from JSON: %w", err)
	}
	if !reflect.DeepEqual(view, back) {
		return fmt.Errorf("its view is not the same after JSON: %+v became %+v", view, back)
	}
	if path := nilList(reflect.ValueOf(view), "view"); path != "" {
		return fmt.Errorf("%s is null in JSON and not []", path)
	}
	var tree any
	if err := unmarshal(text, &tree); err != nil {
		return err
	}
	if key := badKey(tree); key != "" {
		return fmt.Errorf("the JSON key %q is not lower_snake", key)
	}
	spoil(reflect.ValueOf(&view).Elem())
	if now := marshal(state.View(seat)); now != text {
		return fmt.Errorf("its view shares memory with the state: %s", firstDifference(text, now))
	}
	return nil
}

// nilList returns the path of a nil slice or map in a value, or an empty string.
func nilList(value reflect.Value, path string) string {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return ""
		}
		return nilList(value.Elem(), path)
	case reflect.Struct:
		for i := range value.NumField() {
			if !value.Type().Field(i).IsExported() {
				return path + "." + value.Type().Field(i).Name + " (not exported)"
			}
			if found := nilList(value.Field(i), path+"."+value.Type().Field(i).Name); found != "" {
				return found
			}
		}
	case reflect.Map:
		if value.IsNil() {
			return path
		}
		for _, key := range value.MapKeys() {
			if found := nilList(value.MapIndex(key), fmt.Sprintf("%s[%v]", path, key)); found != "" {
				return found
			}
		}
	case reflect.Slice, reflect.Array:
		if value.Kind() == reflect.Slice && value.IsNil() {
			return path
		}
		for i := range value.Len() {
			if found := nilList(value.Index(i), fmt.Sprintf("%s[%d]", path, i)); found != "" {
				return found
			}
		}
	default:
	}
	return ""
}

// badKey returns a key of JSON objects that is not in snake_case, or an empty string.
func badKey(tree any) string {
	switch tree := tree.(type) {
	case map[string]any:
		for key, value := range tree {
			if strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || strings.Trim(key, "_0123456789") == "" {
				return key
			}
			if bad := badKey(value); bad != "" {
				return bad
			}
		}
	case []any:
		for _, value := range tree {
			if bad := badKey(value); bad != "" {
				return bad
			}
		}
	}
	return ""
}

// spoil changes everything that is reachable through a value.
func spoil(value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			spoil(value.Elem())
		}
	case reflect.Struct:
		for i := range value.NumField() {
			spoil(value.Field(i))
		}
	case reflect.Slice:
		// The memory that append would write to may be shared, too.
		for i := range value.Cap() {
			spoil(value.Slice(0, value.Cap()).Index(i))
		}
	case reflect.Array:
		for i := range value.Len() {
			spoil(value.Index(i))
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			entry := reflect.New(value.Type().Elem()).Elem() // map entries cannot be set in place
			entry.Set(value.MapIndex(key))
			spoil(entry)
			value.SetMapIndex(key, entry)
		}
	case reflect.Bool:
		value.SetBool(!value.Bool())
	case reflect.String:
		value.SetString(value.String() + "spoilt")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value.SetInt(value.Int() + 1)
	case reflect.Float32, reflect.Float64:
		value.SetFloat(value.Float() + 1)
	default:
		value.SetZero()
	}
}

// firstDifference returns the texts around the first difference.
func firstDifference(a, b string) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	part := func(text string) string {
		return strings.TrimSpace(text[max(0, min(at, len(text))-60):min(len(text), at+60)])
	}
	return fmt.Sprintf("\n  …%s…\n  …%s…", part(a), part(b))
}
