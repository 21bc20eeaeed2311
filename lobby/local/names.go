package local

import (
	"strconv"

	"parlor/lobby"
)

// names knows which names are taken, as people could mistake them: lobby.FoldName
// of all who are here, and of the seats that are held. It is not safe for concurrent
// use. No method walks over people.
type names struct {
	holders map[string]map[string]int // by folded name and identity: how often they have it, by being here, and by each seat
	next    map[string]int            // by folded wish: no number below it is free for that wish
	given   map[string]given          // by folded name: numbers that were passed over or given
}

// given is the number that was put behind a wish.
type given struct {
	wish   string // folded
	number int
}

func newNames() names {
	return names{holders: map[string]map[string]int{}, next: map[string]int{}, given: map[string]given{}}
}

// take notes that a person has a name once more.
func (n names) take(folded, id string) {
	if n.holders[folded] == nil {
		n.holders[folded] = map[string]int{}
	}
	n.holders[folded][id]++
}

// give undoes take.
func (n names) give(folded, id string) {
	held := n.holders[folded]
	if held[id]--; held[id] > 0 {
		return
	}
	delete(held, id)
	if len(held) > 0 {
		return
	}
	delete(n.holders, folded)
	if was, numbered := n.given[folded]; numbered {
		delete(n.given, folded)
		if n.next[was.wish] > was.number {
			n.next[was.wish] = was.number
		}
		if n.next[was.wish] <= firstNumber {
			delete(n.next, was.wish)
		}
	}
}

// taken reports whether another person has a name.
func (n names) taken(folded, id string) bool {
	others := len(n.holders[folded])
	if n.holders[folded][id] > 0 {
		others--
	}
	return others > 0
}

// of is a person who has a name; empty where nobody has.
func (n names) of(folded string) string {
	for id := range n.holders[folded] {
		return id
	}
	return ""
}

// firstNumber is put behind the name of the second of several who wish the same.
const firstNumber = 2

// free is the name for a person who wishes one: it, or it with the first number
// that makes it nobody else's, at most that many cells wide. A wish that belongs to
// a person who is not here gets a number too. Own are the folded names that the person
// has already.
func (n names) free(wished, id string, cells int, belongs bool, own []string) string {
	wish := lobby.FoldName(wished)
	if !belongs && !n.taken(wish, id) {
		return wished
	}
	number := max(firstNumber, n.next[wish])
	for _, one := range own {
		if was := n.given[one]; was.wish == wish && was.number > 0 {
			number = min(number, was.number)
		}
	}
	for ; ; number++ {
		suffix := "~" + strconv.Itoa(number)
		name := lobby.CleanText(wished, cells-len(suffix)) + suffix
		folded := lobby.FoldName(name)
		if n.given[folded] == (given{}) {
			n.given[folded] = given{wish, number}
		}
		if n.next[wish] = max(n.next[wish], number+1); !n.taken(folded, id) {
			return name
		}
	}
}
