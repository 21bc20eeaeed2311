package local

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSorted compares a list with a sorted slice. Older views do not change.
func TestSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list, plain := newSorted(cmp.Compare[int]), []int{}
	old, oldPlain := list.view(), []int{}
	for n := range 3000 {
		item, view := random.IntN(200), list.view()
		at, in := slices.BinarySearch(plain, item)
		if before, found := view.rank(item); before != at || found != in {
			t.Fatalf("%d stands at %d (%v), not %d (%v)", item, before, found, at, in)
		}
		switch {
		case random.IntN(2) == 0:
			list.remove(item)
			if in {
				plain = slices.Delete(plain, at, at+1)
			}
		default:
			list.put(item)
			if !in {
				plain = slices.Insert(plain, at, item)
			}
		}
		if n == 1000 {
			old, oldPlain = list.view(), slices.Clone(plain)
		}
		from := random.IntN(len(plain) + 1)
		if got := slices.Collect(list.view().items(from)); list.len() != len(plain) || !slices.Equal(got, plain[from:]) {
			t.Fatalf("from %d on there is %v, not %v", from, got, plain[from:])
		}
	}
	if got := slices.Collect(old.items(0)); !slices.Equal(got, oldPlain) {
		t.Errorf("an old view has become %v, not %v", got, oldPlain)
	}
	var none *sortedView[int]
	if got := slices.Collect(none.items(0)); none.len() != 0 || len(got) > 0 {
		t.Errorf("a nil view has %v", got)
	}
}

// TestSortedReplaces: an item replaces an equal one, but not in older views.
func TestSortedReplaces(t *testing.T) {
	type item struct{ order, version int }
	list := newSorted(func(a, b item) int { return cmp.Compare(a.order, b.order) })
	for n := range 100 {
		list.put(item{n * 37 % 100, 1})
	}
	before := list.view()
	for n := range 50 {
		list.put(item{2 * n, 2})
	}
	for n, got := range slices.Collect(list.view().items(0)) {
		if want := (item{n, 2 - n%2}); got != want {
			t.Errorf("%d. %+v, not %+v", n, got, want)
		}
	}
	for n, got := range slices.Collect(before.items(0)) {
		if want := (item{n, 1}); got != want {
			t.Errorf("before, %d. %+v, not %+v", n, got, want)
		}
	}
}
