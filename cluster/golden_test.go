package cluster_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/cluster"
	"parlor/internal/filltest"
)

// TestGoldenMember compares what a node tells of itself with what nodes have always told.
func TestGoldenMember(t *testing.T) {
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("member", reflect.TypeFor[cluster.Member](), json.Unmarshal)
	g.Compare()
}
