package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/protocol"
)

// crashPlayer plays any legal action and remembers all it has done and seen.
type crashPlayer struct {
	*crashWorld
	name   string
	makes  string        // plan of the room to create; "" for players who join
	told   chan<- string // to which its creator sends the code
	waits  <-chan string // from which a guest gets it
	people int           // at the table, in addition to bots
	choose func(heard) engine.Action

	code   string
	seat   engine.Seat
	acts   []act     // of this match
	events []string  // shown of this match
	number int       // messages so far, over all connections
	asking int       // id of the unanswered message on this connection; 0 if there is none
	fresh  uint64    // number of the first view with the effect of the newest answer
	last   heard     // last view of this connection
	over   bool      // the match has ended, and the next is due
	at     string    // client address of this connection
	asked  time.Time // when the unanswered message was sent
	ready  bool      // has seen the end of a match since the last crash
}

// act is a sent action, with the id of its message.
type act struct {
	id     int
	action engine.Action
	state  actState
}

type actState int

const (
	sent    actState = iota // not answered yet
	done                    // answered
	unknown                 // its outcome is unknown
)

// play reconnects after each crash, until all players have seen the end of a match after the last one.
func (p *crashPlayer) play() {
	if p.waits != nil {
		select {
		case p.code = <-p.waits:
		case <-p.done:
		}
	}
	for !p.isDone() {
		if err := p.stay(); err != nil && p.isFinal() && !p.isDone() {
			p.t.Logf("%s: %v", p.name, err)
		}
	}
}

// stay is one connection.
func (p *crashPlayer) stay() (err error) {
	// What was unanswered when the connection was lost may have been played or not.
	client, err := gossh.Dial("tcp", p.address(), &gossh.ClientConfig{
		User: p.name, Auth: []gossh.AuthMethod{gossh.PublicKeys(keyOf(p.t, p.name))},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Timeout:         patience,
	})
	if err != nil {
		time.Sleep(10 * time.Millisecond)
		return err
	}
	p.at = client.LocalAddr().String()
	if p.sees != nil {
		p.sees.Connected(p, p.at)
		defer func() { p.sees.Ended(p, p.at, err) }()
	}
	defer func() { _ = client.Close() }()
	gone := make(chan struct{})
	defer close(gone)
	go func() {
		select {
		case <-p.done:
			_ = client.Close()
		case <-gone:
		}
	}()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, inErr := session.StdinPipe()
	out, outErr := session.StdoutPipe()
	line := "play " + p.code
	if p.code == "" {
		line = "play " + p.makes
	}
	var said strings.Builder // standard error
	session.Stderr = &said
	if err := errors.Join(inErr, outErr, session.Start(line)); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if err := p.hear(lines.Bytes(), in); err != nil {
			return err
		}
	}
	if p.code != "" && p.address() == client.RemoteAddr().String() && (p.isFinal() || p.sees != nil) {
		err := errors.Join(lines.Err(), session.Wait())
		return fmt.Errorf("the session ended: %w: %s", err, said.String())
	}
	return nil
}

// heard has the fields of all messages.
type heard struct {
	protocol.View
	Event  string        `json:"event"`
	ID     int           `json:"id"`
	Seen   uint64        `json:"view"` // of an answer
	Code   string        `json:"code"`
	Record engine.Record `json:"record"`
	Text   string        `json:"text"`
}

func (p *crashPlayer) hear(line []byte, in io.Writer) error {
	var message heard
	if err := json.Unmarshal(line, &message); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	switch message.Type {
	case "hello":
		if p.code == "" {
			p.code = message.Room.Code
			p.told <- p.code
		}
		p.asking, p.fresh, p.last, p.seat = 0, 0, heard{}, message.Seat
		for i := range p.acts {
			if p.acts[i].state == sent {
				p.acts[i].state = unknown
			}
		}
		if p.sees != nil {
			p.sees.Seated(p, p.at)
		}
	case "event":
		p.events = append(p.events, message.Event)
	case "over":
		p.end(message)
	case "done", "refused":
		p.answered(message)
		return p.decide(in)
	case "view":
		if message.Number <= p.last.Number {
			p.wrong("%s is shown view %d after view %d", p.name, message.Number, p.last.Number)
		}
		p.last, p.seat = message, message.Seat
		return p.decide(in)
	}
	return nil
}

// answered records the outcome of the unanswered message.
func (p *crashPlayer) answered(answer heard) {
	p.asking, p.fresh = 0, answer.Seen
	if answer.Type == "done" {
		p.mu.Lock()
		p.orders++
		p.mu.Unlock()
		if p.sees != nil {
			p.sees.Answered(p, p.asked)
		}
	}
	i := slices.IndexFunc(p.acts, func(a act) bool { return a.id == answer.ID })
	switch {
	case answer.Type == "refused" && answer.Code != "no_answer":
		time.Sleep(time.Millisecond) // the disk may be full
		if i >= 0 {
			p.acts = slices.Delete(p.acts, i, i+1)
		}
	case i >= 0:
		p.acts[i].state = map[string]actState{"done": done, "refused": unknown}[answer.Type]
	}
}

// decide acts by the newest view, once that shows the effects of all that was done before.
func (p *crashPlayer) decide(in io.Writer) error {
	view := p.last
	if p.asking != 0 || view.Number < max(p.fresh, 1) {
		return nil
	}
	message := ""
	switch {
	case view.Stage == lobby.Gathering && view.Host:
		message = p.gather(view)
	case view.Stage == engine.Over:
		if p.over = true; !view.Chairs[p.seat].Ready {
			message = `"ready":true`
		}
	case view.YourTurn:
		p.begin()
		action := p.choose(view)
		p.acts = append(p.acts, act{p.number + 1, action, sent})
		message = fmt.Sprintf(`"do":%q`, action)
	}
	if message == "" {
		return nil
	}
	time.Sleep(p.think)
	p.number++
	p.asking, p.asked = p.number, time.Now()
	_, err := fmt.Fprintf(in, "{%s,\"id\":%d}\n", message, p.number)
	return err
}

// gather returns the host's next request before a match, or "".
func (p *crashPlayer) gather(view heard) string {
	taken := 0
	for _, seat := range view.Chairs {
		if seat.Kind != lobby.SeatEmpty {
			taken++
		}
	}
	switch {
	case taken < p.people:
		return ""
	case taken < len(view.Chairs):
		return `"add_bot":1`
	}
	return `"start":true`
}

// begin forgets a match whose end was seen or missed in a crash.
func (p *crashPlayer) begin() {
	if p.over {
		p.acts, p.events, p.over = nil, nil, false
	}
}

// choose returns a legal action; if there are too many to be listed, one of the common forms.
func choose(view heard) engine.Action {
	if len(view.Legal) > 0 {
		return view.Legal[rand.IntN(len(view.Legal))]
	}
	die := func() int { return 1 + rand.IntN(6) }
	for _, may := range view.Match.Grammar {
		switch form, _, _ := strings.Cut(may, " "); form {
		case "roll":
			return "roll"
		case "place":
			return engine.Action(fmt.Sprint("place ", string("bryg"[rand.IntN(4)]), die()))
		case "solve":
			return engine.Action(fmt.Sprint("solve ", die(), die(), die(), die()))
		}
	}
	return "code"
}

// end checks the record of a match against what was done and shown.
func (p *crashPlayer) end(over heard) {
	_, events, err := replayed(over.Record)
	if err != nil {
		p.wrong("%s: the match that ended does not replay: %v", p.name, err)
	}
	for at, seen := 0, 0; seen < len(p.events); at++ {
		if at == len(events) {
			p.wrong("%s was shown %q, which did not happen in\n%q", p.name, p.events[seen:], events)
			break
		}
		if events[at].String() == p.events[seen] {
			seen++
		}
	}
	p.checkActs(over.Record)
	p.mu.Lock()
	p.ended++
	p.seeds = append(p.seeds, over.Record.Seed)
	if p.over = true; p.final && !p.ready {
		p.ready = true
		if p.waiting--; p.waiting == 0 {
			p.allDone()
		}
	}
	p.mu.Unlock()
}

// checkActs checks that each answered action was played once and in order, and that one without an answer was played
// at most once.
func (p *crashPlayer) checkActs(record engine.Record) {
	var mine []engine.Action
	for _, move := range record.Moves {
		if move.Seat == p.seat {
			mine = append(mine, move.Action)
		}
	}
	if !explains(p.acts, mine) {
		p.wrong("%s did %+v, but the record says %q", p.name, p.acts, mine)
	}
}

// explains reports whether the acts can have led to what was played.
func explains(acts []act, played []engine.Action) bool {
	if len(acts) == 0 {
		return len(played) == 0
	}
	if len(played) > 0 && acts[0].action == played[0] && explains(acts[1:], played[1:]) {
		return true
	}
	return acts[0].state != done && explains(acts[1:], played)
}
