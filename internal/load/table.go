package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// played is one room in play: two people at 80 × 24 and some who watch.
type played struct {
	seats    [2]*visitor
	watchers []*visitor
	number   int // that is guessed next
}

// everybody in the room.
func (p *played) everybody() []*visitor {
	return append([]*visitor{p.seats[0], p.seats[1]}, p.watchers...)
}

// codeOn finds the code of the room on a screen.
func codeOn(screen string) (string, error) {
	found := regexp.MustCompile(`  ·  ([A-Z0-9]{6})`).FindStringSubmatch(screen)
	if found == nil {
		return "", fmt.Errorf("there is no code on the screen:\n%s", screen)
	}
	return found[1], nil
}

// open opens a room, and begins a match in it.
func (l *load) open(addr string, watchers []guest) (*played, error) {
	host, err := l.come(addr, guest{command: "new davinci seats=2 rounds=9", text: "(you, host)", draws: true})
	if err != nil {
		return nil, err
	}
	p := &played{seats: [2]*visitor{host}}
	code, err := codeOn(host.stands())
	if err != nil {
		return p, err
	}
	if p.seats[1], err = l.come(addr, guest{command: "join " + code, text: "(you)", draws: true}); err != nil {
		return p, err
	}
	for i := range watchers {
		watchers[i].command, watchers[i].text = "watch "+code, "Watching:"
	}
	if p.watchers, err = l.comeAll(addr, watchers); err != nil {
		return p, err
	}
	return p, p.begin()
}

// begin begins the match.
func (p *played) begin() error {
	if err := p.seats[1].press("r"); err != nil {
		return err
	}
	if err := p.seats[0].sees("(ready)"); err != nil {
		return err
	}
	if err := p.seats[0].press("\r"); err != nil {
		return err
	}
	return p.seats[0].sees("one at a time")
}

// answer is what to type for a screen of Da Vinci Code, and the key with which
// everybody sees what was done; both are empty where nothing is asked.
func (p *played) answer(screen string) (before, move string) {
	for _, one := range []struct{ asked, before, move string }{
		{"Your row is complete", "\r", ""},
		{"Choose where your", "\r", ""},
		{"for your row, one at a time", "d", ""},
		{"more tile", "d", ""},
		{"draw a tile, black only", "", "b"},
		{"draw a tile, white only", "", "w"},
		{"Your turn: draw a tile", "", "r"},
		{"Right! Stop (s)", "", "s"},
		{"of your own to turn up", "", "\r"},
		{"Press Enter for game", "\r", ""},
		{"rematch", "\r", ""},
	} {
		if strings.Contains(screen, one.asked) {
			return one.before, one.move
		}
	}
	if strings.Contains(screen, "Type it.") {
		p.number = (p.number + 5) % 12
		return strings.Repeat("\x1b[C", p.number%3) + strconv.Itoa(p.number), "\r"
	}
	return "", ""
}

const (
	// still is how long nothing came where a move is over, with all that it moved.
	still = 400 * time.Millisecond
	// soon is how long a screen may take to show what was typed, where perhaps it
	// shows nothing.
	soon = time.Second
	// late is how long it may take where it has to.
	late = 10 * time.Second
)

// settle waits until nothing moves in the room.
func (p *played) settle() {
	for began := time.Now(); time.Since(began) < late; {
		rest := time.Duration(0)
		for _, v := range p.everybody() {
			_, last := v.came()
			rest = max(rest, still-time.Since(last))
		}
		if rest <= 0 {
			return
		}
		time.Sleep(rest)
	}
}

var errNobody = errors.New("nobody is asked for anything")

// ready plays until a single key of somebody is a move that everybody sees, and
// returns who it is and the key.
func (p *played) ready() (mover *visitor, key string, err error) {
	for began := time.Now(); time.Since(began) < patience; {
		p.settle() // what a screen asks for while it moves may be done already
		asked := false
		for _, seat := range p.seats {
			before, move := p.answer(seat.stands())
			if before == "" && move == "" {
				continue
			}
			asked = true
			if before != "" {
				if err := seat.types(before); err != nil {
					return nil, "", err
				}
			}
			if move != "" {
				p.settle()
				return seat, move, nil
			}
			break // it may be another's turn now
		}
		if !asked {
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil, "", fmt.Errorf("%w:\n%s\n%s", errNobody, p.seats[0].stands(), p.seats[1].stands())
}

// types types keys, and waits until they are seen and nothing more comes.
func (v *visitor) types(keys string) error {
	told := make(chan time.Time, 1)
	v.expects(told)
	if err := v.press(keys); err != nil {
		return err
	}
	select {
	case <-told:
	case <-time.After(soon):
	}
	for {
		_, last := v.came()
		rest := still/4 - time.Since(last)
		if rest <= 0 {
			return nil
		}
		time.Sleep(rest)
	}
}

// seen is how long it took until a key was seen by whom.
type seen struct {
	took   []time.Duration // of each who saw it, without an order
	missed int             // who did not
}

// last is when all had seen it.
func (s seen) last() (longest time.Duration) {
	for _, one := range s.took {
		longest = max(longest, one)
	}
	return longest
}

// act presses a key, and returns when each has seen what came of it.
func act(mover *visitor, key string, all []*visitor) (seen, error) {
	told := make(chan time.Time, len(all))
	for _, v := range all {
		v.expects(told)
	}
	began := time.Now()
	if err := mover.press(key); err != nil {
		return seen{}, err
	}
	var s seen
	end := time.After(late)
	for range all {
		select {
		case came := <-told:
			s.took = append(s.took, came.Sub(began))
		case <-end:
			s.missed = len(all) - len(s.took)
			for _, v := range all {
				v.expects(nil)
			}
			return s, nil
		}
	}
	return s, nil
}
