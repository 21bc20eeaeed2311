//go:build etcd

package etcd_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parlor/cluster"
	"parlor/lobby"
)

// TestGameNightStore checks that only a shard's owner can write a game night, and that the next owner finds the last
// version.
func TestGameNightStore(t *testing.T) {
	places := &machines{client: startCluster(t, 1).dial(t), prefix: "diary/"}
	one, other := places.open(t), places.open(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := one.GameNights.SaveGameNight(t.Context(), "AAAAA3", []byte("early")); !errors.Is(err, lobby.ErrClaimed) {
		t.Errorf("who has no shard is answered with %v", err)
	}
	_, err := one.Journal.Headers(t.Context())
	must(err)
	long := strings.Repeat("who has sat with whom ", 1000)
	must(one.GameNights.SaveGameNight(t.Context(), "AAAAA3", []byte("first")))
	must(one.GameNights.SaveGameNight(t.Context(), "AAAAA3", []byte(long)))
	must(one.GameNights.SaveGameNight(t.Context(), "AAAAA4", []byte("gone")))
	must(one.GameNights.DeleteGameNight(t.Context(), "AAAAA4"))
	must(one.GameNights.DeleteGameNight(t.Context(), "AAAAA6"))
	must(one.GameNights.SaveGameNight(t.Context(), "AAAAA7", []byte("stays")))
	if answer, err := places.client.Get(t.Context(), "diary/g/"+shard("AAAAA3")+"/AAAAA3"); err != nil || len(answer.Kvs) != 1 || len(answer.Kvs[0].Value) > len(long)/10 {
		t.Errorf("%d letters are kept as %v (%v)", len(long), answer.Kvs, err)
	}

	owners, err := other.Claims.Owners(t.Context())
	must(err)
	_, _, err = other.Claims.Claim(t.Context(), []cluster.Shard{cluster.ShardOf("AAAAA3")}, owners)
	must(err)
	if err := one.GameNights.SaveGameNight(t.Context(), "AAAAA3", []byte("late")); !errors.Is(err, lobby.ErrClaimed) {
		t.Errorf("who had the shard before is answered with %v", err)
	}
	all, err := other.GameNights.GameNights(t.Context())
	must(err)
	if codes := slices.Sorted(maps.Keys(all)); len(codes) != 1 || string(all["AAAAA3"]) != long {
		t.Errorf("the next owner finds %v", codes)
	}
	must(other.GameNights.SaveGameNight(t.Context(), "AAAAA3", []byte("next"))) // replaces what it did not write
	all, err = other.GameNights.GameNights(t.Context())
	must(err)
	if string(all["AAAAA3"]) != "next" {
		t.Errorf("it is kept as %q", all["AAAAA3"])
	}
	if all, err = one.GameNights.GameNights(t.Context()); err != nil || string(all["AAAAA7"]) != "stays" || len(all) != 1 {
		t.Errorf("the other one finds %d nights (%v)", len(all), err)
	}
}

// shard returns the shard of a code as keys contain it.
func shard(code string) string { return fmt.Sprintf("%03x", int(cluster.ShardOf(code))) }
