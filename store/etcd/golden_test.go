//go:build etcd

package etcd

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"parlor/internal/filltest"
	"parlor/lobby"
)

// TestGoldenValues compares the values in etcd with those of earlier versions. Members and changes have tests of
// their own.
func TestGoldenValues(t *testing.T) {
	t.Parallel()
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("owner", reflect.TypeFor[owner](), json.Unmarshal)
	entry := lobby.Entry{Number: 7, Whole: true, Data: []byte(`{"a":1}`)}
	one := quarantined{Room: "ROOM", Why: "why", Entries: []lobby.Entry{entry}}
	g.AddValue("room set aside", one, json.Marshal, json.Unmarshal)
	key := keys("p/").entry("ROOM", entry.Number)
	g.AddText("key of an entry", []byte(key))
	g.AddValue("entry", entry, func(any) ([]byte, error) { return []byte(packEntry(entry)), nil }, func(data []byte, into any) (err error) {
		*into.(*lobby.Entry), err = unpackEntry(key, data)
		return err
	})
	g.AddText("header", []byte(packHeader([]byte(`{"a":1}`), time.Unix(1, 2))))
	g.Compare()
}
