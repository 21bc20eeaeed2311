package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// pair is a match of Da Vinci Code between two programs, each over a connection of its own.
type pair struct {
	players [2]*player // the first one is the host
	random  *rand.Rand
}

// player is one of them, who notes when what came.
type player struct {
	*robot
	changed chan struct{} // one slot: something has come
	over    chan struct{} // closed when nothing comes any more

	mu      sync.Mutex // guards what follows
	view    heard      // the newest
	seen    time.Time  // when that came
	events  int        // that came so far: each of them goes to both players
	shown   int        // of these, before that view
	done    heard      // the newest answer
	told    time.Time  // when that came
	refused int        // the newest order that was not done
	err     error      // why nothing is done any more
}

// heard is what a player has to know of a message.
type heard struct {
	Type, Text string
	ID         any    // of an answer
	View       uint64 // of an answer: the number of the view that shows what came of it
	Number     uint64 // of a view, as the rest
	Stage      string
	YourTurn   bool `json:"your_turn"`
	Legal      []string
}

const playing = "playing"

// errRefused is why a move has not happened, or later than anybody waits for it: on a
// machine that has too much to do.
var errRefused = errors.New("a program was refused what it wanted to do")

var errSilent = errors.New("a program at a table has not been shown what it waits for")

// plays notes what comes to a robot from now on.
func plays(r *robot) *player {
	p := &player{robot: r, changed: make(chan struct{}, 1), over: make(chan struct{})}
	go func() {
		defer close(p.over)
		for r.lines.Scan() {
			p.note(r.lines.Bytes(), time.Now())
		}
		p.fail(fmt.Errorf("a program has lost its table: %w", errors.Join(errSilent, r.lines.Err())))
	}()
	return p
}

// note notes a line that has come.
func (p *player) note(line []byte, at time.Time) {
	var one heard
	if err := json.Unmarshal(line, &one); err != nil {
		p.fail(err)
		return
	}
	p.mu.Lock()
	switch one.Type {
	case "view":
		p.view, p.seen, p.shown = one, at, p.events
	case "event":
		p.events++
	case "done":
		p.done, p.told = one, at
	case "refused":
		id, _ := one.ID.(float64)
		p.refused = int(id)
	case "ended":
		if p.err == nil {
			p.err = fmt.Errorf("a program was told: %s", one.Text)
		}
	}
	p.mu.Unlock()
	p.wake()
}

func (p *player) fail(why error) {
	p.mu.Lock()
	if p.err == nil {
		p.err = why
	}
	p.mu.Unlock()
	p.wake()
}

func (p *player) wake() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// until waits until something is so, which is looked at with what has come.
func (p *player) until(is func() bool) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		p.mu.Lock()
		now, err := is(), p.err
		p.mu.Unlock()
		if now || err != nil {
			return err
		}
		select {
		case <-p.changed:
		case <-late.C:
			return errSilent
		}
	}
}

// orders gives an order, and returns when the answer was there and the view that shows
// what came of it. Also returned is how many events have been shown by then.
func (p *player) orders(order string) (at time.Time, events int, err error) {
	p.sent++
	if err := p.press(fmt.Sprintf(`{%s,"id":%d}`+"\n", order, p.sent)); err != nil {
		return at, 0, err
	}
	refused := false
	err = p.until(func() bool {
		id, _ := p.done.ID.(float64)
		refused = p.refused == p.sent
		if !refused && (int(id) < p.sent || p.view.Number < p.done.View) {
			return false
		}
		at, events = p.seen, p.shown
		if p.told.After(at) {
			at = p.told
		}
		return true
	})
	if err == nil && refused {
		err = errRefused
	}
	return at, events, err
}

// follows waits until so many events have been shown, and returns when the view with the
// last of them was there.
func (p *player) follows(events int) (at time.Time, err error) {
	err = p.until(func() bool {
		at = p.seen
		return p.shown >= events
	})
	return at, err
}

// sit has two programs sit down at a table and begin a match. Its host makes the room at
// one node; both play at another one, where that is not the same.
func (l *load) sit(room, at string, seed uint64) (*pair, error) {
	const plan = "play davinci seats=2 rounds=9"
	host, err := l.robot(room, plan)
	if err != nil {
		return nil, err
	}
	if room != at {
		again, err := robotOf(at, host.who, "play "+host.code)
		host.goes()
		if err != nil {
			return nil, err
		}
		host = again
	}
	other, err := l.robot(at, "play "+host.code)
	if err != nil {
		host.goes()
		return nil, err
	}
	p := &pair{players: [2]*player{plays(host), plays(other)}, random: rand.New(rand.NewPCG(seed, seed))}
	if _, _, err := p.players[0].orders(begin); err != nil {
		p.goes()
		return nil, err
	}
	return p, nil
}

// begin begins a match, or the next game of one.
const begin = `"start":true`

// goes has both hang up.
func (p *pair) goes() {
	for _, one := range p.players {
		one.goes()
	}
}

// leaves has both give their seats up, which ends the room.
func (p *pair) leaves() error {
	for _, one := range p.players {
		if err := one.press(`{"leave":true}` + "\n"); err != nil {
			return err
		}
		select {
		case <-one.over:
		case <-time.After(patience):
			return errSilent
		}
		one.goes()
	}
	return nil
}

// move plays any legal move, and returns how long it took from the order until both
// players had been shown what came of it, or its own player where nothing of it is for the
// other one.
func (p *pair) move() (time.Duration, error) {
	mover, other, action, err := p.next()
	if err != nil {
		return 0, err
	}
	before := mover.eventsShown()
	began := time.Now()
	last, events, err := mover.orders(fmt.Sprintf("\"do\":%q", action))
	if err != nil {
		return 0, err
	}
	if events > before {
		at, err := other.follows(events)
		if err != nil {
			return 0, err
		}
		if at.After(last) {
			last = at
		}
	}
	return last.Sub(began), nil
}

// next is who can do what. Where no game is played the host begins one.
func (p *pair) next() (mover, other *player, action string, err error) {
	host, guest := p.players[0], p.players[1]
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		for i, one := range p.players {
			view, err := one.newest()
			switch {
			case err != nil:
				return nil, nil, "", err
			case view.Stage == playing && view.YourTurn && len(view.Legal) > 0:
				return one, p.players[1-i], view.Legal[p.random.IntN(len(view.Legal))], nil
			case one == host && view.Stage != playing:
				if _, _, err := host.orders(begin); err != nil && !errors.Is(err, errRefused) {
					return nil, nil, "", err
				}
			}
		}
		select {
		case <-host.changed:
		case <-guest.changed:
		case <-time.After(time.Second):
		case <-late.C:
			return nil, nil, "", errSilent
		}
	}
}

func (p *player) newest() (heard, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.view, p.err
}

func (p *player) eventsShown() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown
}
