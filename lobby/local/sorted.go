package local

import "iter"

// sorted is a list that is kept in order, without two items that compare as
// equal. It is a value: with and without return another list, which shares
// nearly everything with this one, so that whoever has a list can read it while
// others go on. Every method but items takes a time that grows with the
// logarithm of the length.
type sorted[T any] struct {
	root    *branch[T]
	compare func(a, b T) int
	grown   uint64 // items that were ever put in
}

// branch is a tree of a sorted list, a treap: items in order from left to right,
// and no weight above a greater one.
type branch[T any] struct {
	item        T
	weight      uint64
	size        int
	left, right *branch[T]
}

func (b *branch[T]) len() int {
	if b == nil {
		return 0
	}
	return b.size
}

// over is the branch with others below it.
func (b *branch[T]) over(left, right *branch[T]) *branch[T] {
	return &branch[T]{b.item, b.weight, 1 + left.len() + right.len(), left, right}
}

func (s sorted[T]) len() int { return s.root.len() }

// with is the list with an item, in place of one that compares as equal.
func (s sorted[T]) with(item T) sorted[T] {
	if root, found := s.replace(s.root, item); found {
		s.root = root
		return s
	}
	s.grown++
	less, more := s.split(s.root, item)
	alone := &branch[T]{item, mixed(s.grown), 1, nil, nil}
	s.root = merge(merge(less, alone), more)
	return s
}

// without is the list without the item that compares as equal, if there is one.
func (s sorted[T]) without(item T) sorted[T] {
	s.root, _ = s.cut(s.root, item)
	return s
}

// replace puts an item into a branch in place of the one that compares as equal,
// and reports whether there is one.
func (s sorted[T]) replace(b *branch[T], item T) (with *branch[T], found bool) {
	if b == nil {
		return nil, false
	}
	left, right := b.left, b.right
	order := s.compare(item, b.item)
	switch {
	case order == 0:
		return &branch[T]{item, b.weight, b.size, left, right}, true
	case order < 0:
		left, found = s.replace(left, item)
	default:
		right, found = s.replace(right, item)
	}
	if !found {
		return b, false
	}
	return &branch[T]{b.item, b.weight, b.size, left, right}, true
}

// cut takes an item out of a branch, and reports whether it was there.
func (s sorted[T]) cut(b *branch[T], item T) (rest *branch[T], found bool) {
	if b == nil {
		return nil, false
	}
	order := s.compare(item, b.item)
	switch {
	case order == 0:
		return merge(b.left, b.right), true
	case order < 0:
		rest, found = s.cut(b.left, item)
	default:
		rest, found = s.cut(b.right, item)
	}
	switch {
	case !found:
		return b, false
	case order < 0:
		return b.over(rest, b.right), true
	default:
		return b.over(b.left, rest), true
	}
}

// split parts a branch into what comes before an item and what comes after it.
func (s sorted[T]) split(b *branch[T], item T) (less, more *branch[T]) {
	switch {
	case b == nil:
		return nil, nil
	case s.compare(b.item, item) < 0:
		less, more = s.split(b.right, item)
		return b.over(b.left, less), more
	default:
		less, more = s.split(b.left, item)
		return less, b.over(more, b.right)
	}
}

// merge joins two branches, all items of one before all of the other.
func merge[T any](one, other *branch[T]) *branch[T] {
	switch {
	case one == nil:
		return other
	case other == nil:
		return one
	case one.weight > other.weight:
		return one.over(one.left, merge(one.right, other))
	default:
		return other.over(merge(one, other.left), other.right)
	}
}

// rank is how many items come before one, and whether it is in the list.
func (s sorted[T]) rank(item T) (before int, found bool) {
	for b := s.root; b != nil; {
		switch order := s.compare(item, b.item); {
		case order == 0:
			return before + b.left.len(), true
		case order < 0:
			b = b.left
		default:
			before += b.left.len() + 1
			b = b.right
		}
	}
	return before, false
}

// items are those from a place on, in order.
func (s sorted[T]) items(from int) iter.Seq[T] {
	return func(yield func(T) bool) { s.root.each(from, yield) }
}

// each yields the items of a branch without the first few, and reports whether
// more are wanted.
func (b *branch[T]) each(skip int, yield func(T) bool) bool {
	if skip >= b.len() {
		return true
	}
	before := b.left.len()
	if skip < before && !b.left.each(skip, yield) {
		return false
	}
	if skip <= before && !yield(b.item) {
		return false
	}
	return b.right.each(max(0, skip-before-1), yield)
}

// mixed spreads numbers over all 64 bits, so that branches are as good as at
// random above each other (the finalizer of SplitMix64).
func mixed(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
