package load

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlor/internal/bench/driver"
)

// room is a room in play.
type room struct {
	screens []*driver.Screen // two players at 80 × 24 who draw, and then spectators
	number  int              // the number that is guessed next
}

func (r *room) players() []*driver.Screen { return r.screens[:2] }

// codeOn returns the code of the room on a screen.
func codeOn(screen string) (string, error) {
	found := regexp.MustCompile(`  ·  ([A-Z0-9]{6})`).FindStringSubmatch(screen)
	if found == nil {
		return "", fmt.Errorf("there is no code on the screen:\n%s", screen)
	}
	return found[1], nil
}

// matchBegun is a text on a player's screen once a match of Da Vinci Code has begun.
const matchBegun = "one at a time"

// start starts the match.
func (r *room) start() error {
	host, other := r.screens[0], r.screens[1]
	if err := other.Type("r"); err != nil {
		return err
	}
	if err := host.See("(ready)"); err != nil {
		return err
	}
	if err := host.Type("\r"); err != nil {
		return err
	}
	return host.See(matchBegun)
}

// answer returns what to type for a screen of Da Vinci Code, and the key whose effect all
// screens show; both are empty if nothing is asked.
func (r *room) answer(screen string) (before, move string) {
	for _, one := range []struct{ asked, before, move string }{
		{"Your row is complete", "\r", ""},
		{"Choose where your", "\r", ""},
		{"for your row, one at a time", "d", ""},
		{"more tile", "d", ""},
		{"draw a tile, black only", "", "b"},
		{"draw a tile, white only", "", "w"},
		{"Your turn: draw a tile", "", "r"},
		{"Right! Stop (s)", "", "s"},
		{"to turn up", "", "\r"},
		{"Press Enter for game", "\r", ""},
		{"rematch", "\r", ""},
	} {
		if strings.Contains(screen, one.asked) {
			return one.before, one.move
		}
	}
	if strings.Contains(screen, "Type it.") {
		r.number = (r.number + 5) % 12
		return strings.Repeat("\x1b[C", r.number%3) + strconv.Itoa(r.number), "\r"
	}
	return "", ""
}

const (
	// still is how long there must be no output for a move, with its animation, to be over.
	still = 400 * time.Millisecond
	// soon is how long a screen may take to show a key that may have no effect.
	soon = time.Second
	// late is how long a screen may take to show a key that must have an effect.
	late = 10 * time.Second
)

// settle waits until there is no more output on the screens of the room.
func (r *room) settle() {
	for began := time.Now(); time.Since(began) < late; {
		rest := time.Duration(0)
		for _, v := range r.screens {
			_, last := v.Received()
			rest = max(rest, still-time.Since(last))
		}
		if rest <= 0 {
			return
		}
		time.Sleep(rest)
	}
}

var errNoOne = errors.New("no player is asked for anything")

// ready plays until a single key of a player is a move that all screens show, and returns the
// player's screen and the key.
func (r *room) ready() (mover *driver.Screen, key string, err error) {
	for began := time.Now(); time.Since(began) < driver.Patience; {
		r.settle() // what a screen asks for while it moves may be done already
		asked := false
		for _, seat := range r.players() {
			before, move := r.answer(seat.Text())
			if before == "" && move == "" {
				continue
			}
			asked = true
			if before != "" {
				if err := typeAndSee(seat, before); err != nil {
					return nil, "", err
				}
			}
			if move != "" {
				r.settle()
				return seat, move, nil
			}
			break // it may be another's turn now
		}
		if !asked {
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil, "", fmt.Errorf("%w:\n%s\n%s", errNoOne, r.screens[0].Text(), r.screens[1].Text())
}

// typeAndSee types keys, and waits until the screen shows them and has no more output.
func typeAndSee(v *driver.Screen, keys string) error {
	told := make(chan time.Time, 1)
	v.Next(told)
	if err := v.Type(keys); err != nil {
		return err
	}
	select {
	case <-told:
	case <-time.After(soon):
	}
	for {
		_, last := v.Received()
		rest := still/4 - time.Since(last)
		if rest <= 0 {
			return nil
		}
		time.Sleep(rest)
	}
}

// seen holds how long it took until screens showed a key.
type seen struct {
	took   []time.Duration // of the screens that showed it, unordered
	missed int             // the number of screens that did not
}

// last returns the time until all screens showed the key.
func (s seen) last() (longest time.Duration) {
	for _, one := range s.took {
		longest = max(longest, one)
	}
	return longest
}

// act types a key, and returns when each screen has shown its effect.
func act(mover *driver.Screen, key string, all []*driver.Screen) (seen, error) {
	told := make(chan time.Time, len(all))
	for _, v := range all {
		v.Next(told)
	}
	began := time.Now()
	if err := mover.Type(key); err != nil {
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
				v.Next(nil)
			}
			return s, nil
		}
	}
	return s, nil
}
