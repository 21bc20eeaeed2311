package stream

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/engine"
	"parlor/internal/filltest"
	"parlor/lobby"
)

// TestGoldenChanges compares the encodings of changes of every kind and of a log's origin with those of earlier
// versions.
func TestGoldenChanges(t *testing.T) {
	filler := filltest.New(t, filltest.Is(engine.Seed{1, 2, 3}), filltest.Is(engine.Move{Seat: 2, Action: "draw black"}))
	g := filltest.NewGolden(t, filler)
	change := filltest.Fill[Change](filler, "change")
	change.Version = Version
	change.Ended.Match.Titled = change.Ended.Titled
	g.AddValue("change", change, func(change any) ([]byte, error) { return encode(change.(Change)) }, func(data []byte, into any) (err error) {
		*into.(*Change), err = decode(data)
		return err
	})
	for kind := range reflect.TypeFor[Change]().NumField() { // each of them set and zero
		if field := reflect.TypeFor[Change]().Field(kind); field.Type.Kind() == reflect.Pointer {
			empty := reflect.New(reflect.TypeFor[Change]()).Elem()
			empty.Field(kind).Set(reflect.New(field.Type.Elem()))
			g.AddValue("change "+field.Name+", empty", empty.Interface(), json.Marshal, json.Unmarshal)
		}
	}
	match := filltest.Fill[lobby.Finished](filler, "match")
	ended, err := EncodeEnded(&match)
	if err != nil {
		t.Fatal(err)
	}
	g.AddText("match that has ended", ended)
	g.Add("origin", reflect.TypeFor[Origin](), json.Unmarshal)
	g.Compare()
}
