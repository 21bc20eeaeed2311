package local

import (
	"iter"
	"sort"

	"github.com/tidwall/btree"
)

// sorted is a list that is kept in order, without two items that compare as
// equal. It is not safe for concurrent use, but what view returns is.
type sorted[T any] struct {
	compare func(a, b T) int
	tree    *btree.BTreeG[T]
	last    *sortedView[T] // of the list as it is; nil while nobody has asked for one
}

func newSorted[T any](compare func(a, b T) int) *sorted[T] {
	less := func(a, b T) bool { return compare(a, b) < 0 }
	return &sorted[T]{compare: compare, tree: btree.NewBTreeGOptions(less, btree.Options{NoLocks: true})}
}

func (s *sorted[T]) len() int { return s.tree.Len() }

// first returns the first item, if there is one.
func (s *sorted[T]) first() (T, bool) { return s.tree.Min() }

// put adds an item, in place of one that compares as equal.
func (s *sorted[T]) put(item T) {
	s.last = nil
	s.tree.Set(item)
}

// remove takes out the item that compares as equal, if there is one.
func (s *sorted[T]) remove(item T) {
	s.last = nil
	s.tree.Delete(item)
}

// view returns the list as it is now. It shares nearly everything with the list,
// and never changes.
func (s *sorted[T]) view() *sortedView[T] {
	if s.last == nil {
		s.last = &sortedView[T]{compare: s.compare, tree: s.tree.Copy()}
	}
	return s.last
}

// sortedView is a sorted list as it was at one moment. A nil view is empty. Its
// methods may be called from any goroutine.
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

// rank returns how many items come before one, and whether it is in the list.
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
