package lobby_test

import (
	"reflect"
	"testing"
	"time"

	"parlor/lobby"
)

// TestSameComparesAllFields: rows or pages that differ in any one field are not the same.
func TestSameComparesAllFields(t *testing.T) {
	differs(t, lobby.RoomRow.Same)
	differs(t, lobby.Page.Same)
}

func differs[T any](t *testing.T, same func(one, other T) bool) {
	t.Helper()
	kind := reflect.TypeFor[T]()
	for i := range kind.NumField() {
		var one, other T
		change(reflect.ValueOf(&other).Elem().Field(i))
		if name := kind.Name() + "." + kind.Field(i).Name; same(one, other) || same(other, one) {
			t.Errorf("%s makes no difference", name)
		} else if !same(other, other) {
			t.Errorf("%s differs from itself", name)
		}
	}
	var one T
	if !same(one, one) {
		t.Errorf("a %s differs from itself", kind.Name())
	}
}

// change changes a zero value.
func change(value reflect.Value) {
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(true)
	case reflect.Int:
		value.SetInt(1)
	case reflect.String:
		value.SetString("x")
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
	case reflect.Map:
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(reflect.ValueOf("x"), reflect.ValueOf("y"))
	case reflect.Struct:
		if value.Type() == reflect.TypeFor[time.Time]() {
			value.Set(reflect.ValueOf(time.Unix(1, 0)))
			return
		}
		change(value.Field(0))
	default:
		panic("a " + value.Kind().String() + " is not changed yet")
	}
}
