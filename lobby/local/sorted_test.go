package local

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortedIsASortedList: whatever is put in and taken out, the list is that of
// a slice which is sorted anew each time, and lists from before stay as they were.
func TestSortedIsASortedList(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list, plain := sorted[int]{compare: cmp.Compare[int]}, []int{}
	old, oldPlain := list, []int{}
	for n := range 3000 {
		item := random.IntN(200)
		at, in := slices.BinarySearch(plain, item)
		if before, found := list.rank(item); before != at || found != in {
			t.Fatalf("%d stands at %d (%v), not %d (%v)", item, before, found, at, in)
		}
		switch {
		case random.IntN(2) == 0:
			list = list.without(item)
			if in {
				plain = slices.Delete(plain, at, at+1)
			}
		default:
			list = list.with(item)
			if !in {
				plain = slices.Insert(plain, at, item)
			}
		}
		if n == 1000 {
			old, oldPlain = list, slices.Clone(plain)
		}
		from := random.IntN(len(plain) + 1)
		if got := slices.Collect(list.items(from)); list.len() != len(plain) || !slices.Equal(got, plain[from:]) {
			t.Fatalf("from %d on there is %v, not %v", from, got, plain[from:])
		}
	}
	if got := slices.Collect(old.items(0)); !slices.Equal(got, oldPlain) {
		t.Errorf("an old list has become %v, not %v", got, oldPlain)
	}
	if tall := height(list.root); tall > 40 {
		t.Errorf("%d items stand %d high", list.len(), tall)
	}
}

func height[T any](b *branch[T]) int {
	if b == nil {
		return 0
	}
	return 1 + max(height(b.left), height(b.right))
}

func TestSortedStaysLow(t *testing.T) {
	list := sorted[int]{compare: cmp.Compare[int]}
	for n := range 100_000 {
		list = list.with(n) // in order, which is the worst for a plain tree
	}
	if tall := height(list.root); tall > 60 {
		t.Errorf("%d items stand %d high", list.len(), tall)
	}
}

// TestSortedReplaces: an item takes the place of one that compares as equal, and
// lists from before keep the one that they had.
func TestSortedReplaces(t *testing.T) {
	type item struct{ order, version int }
	list := sorted[item]{compare: func(a, b item) int { return cmp.Compare(a.order, b.order) }}
	for n := range 100 {
		list = list.with(item{n * 37 % 100, 1})
	}
	before := list
	for n := range 50 {
		list = list.with(item{2 * n, 2})
	}
	for n, got := range slices.Collect(list.items(0)) {
		if want := (item{n, 2 - n%2}); got != want {
			t.Errorf("%d. %+v, not %+v", n, got, want)
		}
	}
	for n, got := range slices.Collect(before.items(0)) {
		if want := (item{n, 1}); got != want {
			t.Errorf("before, %d. %+v, not %+v", n, got, want)
		}
	}
	if list.len() != 100 || height(list.root) != height(before.root) {
		t.Errorf("%d items stand %d high, not %d as before", list.len(), height(list.root), height(before.root))
	}
}
