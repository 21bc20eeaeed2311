package kodeknacker

import "strings"

// pad is the person's own marks, one for each place and colour. They stay on
// this screen.
type pad struct {
	open   bool
	place  int
	color  int
	marked map[[2]int]mark // by place and colour
	auto   bool            // what follows from the answers is filled in
	can    [][]bool        // by place and colour; nil where that is not known
}

type mark int

const (
	unmarked mark = iota
	ruledOut
	certain
)

// key handles a key while the pad is open, or the one that opens it.
func (p *pad) key(name string, places int, letters string) bool {
	colors := len(letters)
	switch name {
	case "tab", "esc", "enter":
		p.open = !p.open
	case "left":
		p.place = (p.place + places - 1) % places
	case "right":
		p.place = (p.place + 1) % places
	case "up":
		p.color = (p.color + colors - 1) % colors
	case "down":
		p.color = (p.color + 1) % colors
	case "x", "space", "-":
		p.toggle(ruledOut)
	case "+":
		p.toggle(certain)
	case "a":
		p.auto = !p.auto
	case "backspace", "delete":
		p.toggle(p.at(p.place, p.color))
	default:
		// A letter goes to its colour.
		if at := strings.Index(letters, name); len(name) == 1 && at >= 0 {
			p.color = at
			return true
		}
		return false
	}
	return true
}

func (p *pad) at(place, color int) mark { return p.marked[[2]int{place, color}] }

// shown is the own mark, or what follows from the answers where that is filled
// in.
func (p *pad) shown(place, color int) mark {
	own := p.at(place, color)
	if own != unmarked || !p.auto || p.can == nil {
		return own
	}
	others := 0
	for _, is := range p.can[place] {
		if is {
			others++
		}
	}
	switch {
	case !p.can[place][color]:
		return ruledOut
	case others == 1:
		return certain
	}
	return unmarked
}

func (p *pad) toggle(to mark) {
	if p.marked == nil {
		p.marked = map[[2]int]mark{}
	}
	if p.at(p.place, p.color) == to {
		to = unmarked
	}
	p.marked[[2]int{p.place, p.color}] = to
}
