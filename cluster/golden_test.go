package cluster_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/cluster"
	"parlor/internal/filltest"
)

// TestGoldenMember compares the encoding of a Member with the one of all earlier versions.
func TestGoldenMember(t *testing.T) {
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("member", reflect.TypeFor[cluster.Member](), json.Unmarshal)
	g.Compare()
}
