package local

import (
	"strconv"

	"parlor/lobby"
)

// names tracks which names are taken, by lobby.FoldName, so that similar names count as
// equal. Names belong to the people who are here and to the holders of seats. It is not
// safe for concurrent use. All methods run in time independent of the number of people.
type names struct {
	holders map[string]map[string]int // by folded name and identity: a count of the sessions and seats with that name
	next    map[string]int            // by folded wish: all smaller numbers are taken
	given   map[string]numberedName   // by folded name: the numbers that were tried or assigned
}

// numberedName is a wished name with a number appended.
type numberedName struct {
	wish   string // folded
	number int
}

func newNames() names {
	return names{holders: map[string]map[string]int{}, next: map[string]int{}, given: map[string]numberedName{}}
}

// take adds one use of a name by a person.
func (n names) take(folded, id string) {
	if n.holders[folded] == nil {
		n.holders[folded] = map[string]int{}
	}
	n.holders[folded][id]++
}

// give removes one use of a name.
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

// taken reports whether another person has the name.
func (n names) taken(folded, id string) bool {
	others := len(n.holders[folded])
	if n.holders[folded][id] > 0 {
		others--
	}
	return others > 0
}

// of returns a person who has the name, or "" if there is none.
func (n names) of(folded string) string {
	for id := range n.holders[folded] {
		return id
	}
	return ""
}

// firstNumber is appended to the name of the second person who wishes it.
const firstNumber = 2

// free returns the wished name, or if it is taken, the name with the lowest free number
// appended, at most cells wide. A wish that belongs to an absent person gets a number, too.
// own are the folded names that the person already has.
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
		if n.given[folded] == (numberedName{}) {
			n.given[folded] = numberedName{wish, number}
		}
		if n.next[wish] = max(n.next[wish], number+1); !n.taken(folded, id) {
			return name
		}
	}
}
