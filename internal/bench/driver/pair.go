package driver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Pair is two players in a match of Da Vinci Code, each with a connection of their own.
type Pair struct {
	seats  [2]*seat // the first is the host
	random *rand.Rand
}

// ErrSilent is returned if an expected message did not arrive in time.
var ErrSilent = errors.New("a player has not been shown what it waits for")

// The requests of a pair.
const (
	start = `"start":true` // a match, or the next game of one
	leave = `"leave":true`
)

// inPlay is the stage of a match in which players move.
const inPlay = "playing"

// Sit seats two clients in a room, which the first enters by a command, and starts a match. limit
// bounds every later wait for a message.
func Sit(clients [2]*ssh.Client, command string, seed uint64, limit time.Duration) (*Pair, error) {
	p := &Pair{random: rand.New(rand.NewPCG(seed, seed))}
	for i, client := range clients {
		player, err := Play(client, command)
		if err != nil {
			return nil, err
		}
		p.seats[i] = follow(player, limit)
		command = "play " + player.Code
	}
	_, _, err := p.seats[0].do(start)
	return p, err
}

// Code returns the code of the room.
func (p *Pair) Code() string { return p.seats[0].Code }

// Over returns the number of matches that have ended.
func (p *Pair) Over() int {
	p.seats[0].mu.Lock()
	defer p.seats[0].mu.Unlock()
	return p.seats[0].over
}

// HangUp closes both connections.
func (p *Pair) HangUp() {
	for _, one := range p.seats {
		one.HangUp()
	}
}

// Leave gives up both seats, which ends the room.
func (p *Pair) Leave() error {
	for _, one := range p.seats {
		if err := one.Send(leave); err != nil {
			return err
		}
		select {
		case <-one.ended:
		case <-time.After(one.limit):
			return ErrSilent
		}
		one.HangUp()
	}
	return nil
}

// Move holds the duration of a move: until its own player had the answer and the resulting view,
// and until the other player had theirs, which is 0 if the move has no event for them.
type Move struct{ Own, Other time.Duration }

// Both returns how long it took until both players had the resulting view.
func (m Move) Both() time.Duration { return max(m.Own, m.Other) }

// Move plays any legal move. If no game is in play, the host first starts one.
func (p *Pair) Move() (m Move, err error) {
	mover, other, action, err := p.next()
	if err != nil {
		return m, err
	}
	before := mover.events()
	began := time.Now()
	at, events, err := mover.do(fmt.Sprintf(`"do":%q`, action))
	if err != nil {
		return m, err
	}
	m.Own = at.Sub(began)
	if events > before {
		if at, err = other.await(events); err == nil {
			m.Other = at.Sub(began)
		}
	}
	return m, err
}

// next returns a player who is to move, the other player, and a legal action.
func (p *Pair) next() (mover, other *seat, action string, err error) {
	host, guest := p.seats[0], p.seats[1]
	late := time.NewTimer(host.limit)
	defer late.Stop()
	for {
		for i, one := range p.seats {
			view, err := one.newest()
			switch {
			case err != nil:
				return nil, nil, "", err
			case view.Stage == inPlay && view.YourTurn && len(view.Legal) > 0:
				return one, p.seats[1-i], view.Legal[p.random.IntN(len(view.Legal))], nil
			case one == host && view.Stage != inPlay:
				if _, _, err := host.do(start); err != nil && !errors.Is(err, ErrRefused) {
					return nil, nil, "", err
				}
			}
		}
		select {
		case <-host.changed:
		case <-guest.changed:
		case <-time.After(time.Second):
		case <-late.C:
			return nil, nil, "", ErrSilent
		}
	}
}

// seat is one of the players. It records the received messages and when they came.
type seat struct {
	*Player
	limit   time.Duration
	changed chan struct{} // one slot; signals that something has arrived
	ended   chan struct{} // closed when nothing more arrives

	mu     sync.Mutex  // guards the fields below
	view   Message     // the newest view
	viewed time.Time   // when view arrived
	came   int         // number of events so far; each is sent to both players
	shown  []time.Time // when the first view with that number of events arrived
	answer Message     // the newest answer, done or refused
	told   time.Time   // when answer arrived
	over   int         // number of matches that have ended
	err    error       // why nothing more arrives
}

// follow starts to record the messages to a player.
func follow(p *Player, limit time.Duration) *seat {
	s := &seat{Player: p, limit: limit, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		for {
			one, err := p.Next()
			s.note(one, err, time.Now())
			if err != nil {
				return
			}
		}
	}()
	return s
}

func (s *seat) note(one Message, err error, at time.Time) {
	s.mu.Lock()
	switch {
	case err != nil:
		s.err = fmt.Errorf("a player has lost its seat: %w", err)
	case one.Type == "view":
		s.view, s.viewed = one, at
		for len(s.shown) <= s.came {
			s.shown = append(s.shown, at)
		}
	case one.Type == "event":
		s.came++
	case one.Type == "over":
		s.over++
	case one.Type == "done", one.Type == "refused":
		s.answer, s.told = one, at
	}
	s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// until waits until a condition holds. The condition is called with mu held.
func (s *seat) until(holds func() bool) error {
	late := time.NewTimer(s.limit)
	defer late.Stop()
	for {
		s.mu.Lock()
		done, err := holds(), s.err
		s.mu.Unlock()
		if done || err != nil {
			return err
		}
		select {
		case <-s.changed:
		case <-late.C:
			return ErrSilent
		}
	}
}

// do sends a request. When the answer and the resulting view have arrived, it returns the time of
// that and the number of events shown by then.
func (s *seat) do(request string) (at time.Time, events int, err error) {
	if err := s.Send(request); err != nil {
		return at, 0, err
	}
	var refused error
	err = s.until(func() bool {
		if s.answer.ID < s.sent {
			return false
		}
		if s.answer.Type == "refused" {
			refused = fmt.Errorf("%w: %s", ErrRefused, s.answer.Text)
			return true
		}
		at, events = s.viewed, len(s.shown)-1
		if s.told.After(at) {
			at = s.told
		}
		return s.view.Number >= s.answer.View
	})
	return at, events, errors.Join(err, refused)
}

// await waits for the first view with at least the given number of events and returns when it arrived.
func (s *seat) await(events int) (at time.Time, err error) {
	err = s.until(func() bool {
		if len(s.shown) <= events {
			return false
		}
		at = s.shown[events]
		return true
	})
	return at, err
}

func (s *seat) newest() (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view, s.err
}

// events returns the number of events shown so far.
func (s *seat) events() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.shown) - 1
}
