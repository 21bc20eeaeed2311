package local

import (
	"iter"
	"sort"

	"github.com/tidwall/btree"
)

// sorted is an ordered set. No two items compare as equal. It is not safe for concurrent
// use, but its views are.
type sorted[T any] struct {
	compare func(a, b T) int
	tree    *btree.BTreeG[T]
	last    *sortedView[T] // view of the current items; nil if none has been taken
}

func newSorted[T any](compare func(a, b T) int) *sorted[T] {
	less := func(a, b T) bool { return compare(a, b) < 0 }
	return &sorted[T]{compare: compare, tree: btree.NewBTreeGOptions(less, btree.Options{NoLocks: true})}
}

func (s *sorted[T]) len() int { return s.tree.Len() }

// first returns the smallest item.
func (s *sorted[T]) first() (T, bool) { return s.tree.Min() }

// put adds an item, or replaces the equal one.
func (s *sorted[T]) put(item T) {
	s.last = nil
	s.tree.Set(item)
}

// remove removes the equal item, if any.
func (s *sorted[T]) remove(item T) {
	s.last = nil
	s.tree.Delete(item)
}

// view returns an immutable snapshot of the set. It shares most of its memory with the set.
func (s *sorted[T]) view() *sortedView[T] {
	if s.last == nil {
		s.last = &sortedView[T]{compare: s.compare, tree: s.tree.Copy()}
	}
	return s.last
}

// sortedView is an immutable snapshot of a sorted set. A nil view is empty. It is safe for
// concurrent use.
type sortedView[T any] struct {
	compare func(a, b T) int
	tree    *btree.BTreeG[T]
}

func (v *sortedView[T]) len() int {
	if v == nil {
		return 0
	}
	return v.tree.Len()
}

// rank returns the number of smaller items, and whether the item is in the set.
func (v *sortedView[T]) rank(item T) (before int, found bool) {
	return sort.Find(v.len(), func(i int) int {
		other, _ := v.tree.GetAt(i)
		return v.compare(item, other)
	})
}

// items yields the items from a position on, in order.
func (v *sortedView[T]) items(from int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if v == nil {
			return
		}
		if first, found := v.tree.GetAt(from); found {
			v.tree.Ascend(first, yield)
		}
	}
}
