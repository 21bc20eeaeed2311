package attack

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// spec is the description of an attack that is sent to the attackers' process.
type spec struct {
	Kind      string // kind of attack
	Server    string
	Network   byte          // second byte of the attackers' addresses
	Addresses int           // number of attackers' addresses
	Each      int           // attackers per address
	Span      time.Duration // maximum duration
	Tries     int           // maximum for all attackers together; 0 means no maximum
}

// result counts the answers to an attack.
type result struct {
	Answers map[string]int
	Late    map[string]int // answers to addresses that were refused earlier
	Refused float64        // total seconds that these addresses were refused
	Error   string
}

// process is a running attack, in a separate process.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	ended  chan struct{} // closed when the attackers have ended; the fields below are valid from then on
	result result
	err    error
}

// launch starts the attackers' process. Polite attackers leave the CPU to the server and to the
// bystanders, as if they were on another machine.
func launch(r spec, polite bool, log io.Writer) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{self, roleAttackers}
	if nice, err := exec.LookPath("nice"); err == nil && polite {
		args = append([]string{nice, "-n", "19"}, args...)
	}
	s := &process{cmd: exec.Command(args[0], args[1:]...), ended: make(chan struct{})} //nolint:gosec,noctx // itself; it ends with its input
	s.cmd.Stderr = log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go s.follow(out, r.Span+patience)
	return s, json.NewEncoder(s.in).Encode(r)
}

// follow waits until the attackers have ended, and records their result.
func (s *process) follow(out io.Reader, limit time.Duration) {
	defer close(s.ended)
	late := time.AfterFunc(limit, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	s.err = json.NewDecoder(out).Decode(&s.result)
	if s.err == nil && s.result.Error != "" {
		s.err = errors.New(s.result.Error)
	}
	s.err = errors.Join(s.err, s.cmd.Wait())
}

// end stops the attackers by closing their input.
func (s *process) end() { _ = s.in.Close() }

// wait waits until the attackers have ended, and returns their result.
func (s *process) wait() (result, error) {
	<-s.ended
	return s.result, s.err
}

// attackers runs the attackers' process. It reads a spec from one line, attacks until that is done
// or the input ends, and returns the exit status.
func attackers(in io.Reader, out, log io.Writer) int {
	lines := bufio.NewReader(in)
	text, err := lines.ReadBytes('\n')
	var r spec
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		_, _ = fmt.Fprintln(log, "attack:", err)
		return 1
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.Span)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		cancel()
	}()
	_ = json.NewEncoder(out).Encode(r.run(ctx))
	return 0
}

// run attacks until ctx ends or no tries are left.
func (r spec) run(ctx context.Context) result {
	do, known := kinds()[r.Kind]
	if !known {
		return result{Error: fmt.Sprintf("there is no attack %q", r.Kind)}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &tally{spec: r, began: time.Now(), end: cancel, answers: map[string]int{}, late: map[string]int{}, refused: map[string]time.Time{}}
	if r.Tries > 0 {
		t.left.Store(int64(r.Tries))
	} else {
		t.left.Store(1 << 50)
	}
	var work sync.WaitGroup
	for n := range r.Addresses * r.Each {
		work.Go(func() {
			for at := 0; ctx.Err() == nil && t.left.Load() > 0; at++ {
				own, cancel := context.WithCancel(ctx)
				a := &attacker{ctx: own, server: r.Server, from: address(r.Network, n/r.Each), number: n, life: at, tally: t}
				if err := do(a); err != nil && ctx.Err() == nil {
					a.count("cut: " + err.Error())
					t.left.Add(-1)
				}
				cancel()
			}
		})
	}
	work.Wait()
	all := result{Answers: most(t.answers), Late: most(t.late)}
	for _, since := range t.refused {
		all.Refused += time.Since(since).Seconds()
	}
	return all
}

// tally counts the tries and answers of all attackers of an attack.
type tally struct {
	spec  spec
	began time.Time
	end   context.CancelFunc // when the attack ends
	left  atomic.Int64

	mu            sync.Mutex
	answers, late map[string]int
	refused       map[string]time.Time // when each address was first refused
}

// attacker is one attacker on one connection.
type attacker struct {
	*tally
	ctx    context.Context //nolint:containedctx // it is the attacker's life
	server string
	from   net.IP
	number int // from 0
	life   int // number of earlier connections
}

// mayTry takes one of the remaining tries and reports whether there was one.
func (a *attacker) mayTry() bool { return a.ctx.Err() == nil && a.left.Add(-1) >= 0 }

// maxAnswers bounds the number of distinct answers that are counted.
const maxAnswers = 500

// count counts an answer, ignoring the codes and numbers in it, and returns how often it has
// occurred.
func (a *attacker) count(answer string) int {
	answer = regexp.MustCompile(`\b[0-9A-Z]{6}\b|[0-9]+`).ReplaceAllString(strings.TrimSpace(answer), "#")
	answer = answer[:min(len(answer), 100)]
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, known := a.answers[answer]; !known && len(a.answers) >= maxAnswers {
		answer = "other answers"
	}
	a.answers[answer]++
	from := a.from.String()
	if _, refused := a.refused[from]; refused {
		a.late[answer]++
	} else if strings.Contains(answer, "from your address") {
		a.refused[from] = time.Now()
	}
	return a.answers[answer]
}

// most returns the most frequent of the answers.
func most(all map[string]int) map[string]int {
	const told = 40
	names := slices.SortedFunc(maps.Keys(all), func(one, other string) int { return cmp.Compare(all[other], all[one]) })
	short := map[string]int{}
	for _, name := range names[:min(len(names), told)] {
		short[name] = all[name]
	}
	return short
}

// String lists the most frequent answers, one per line.
func (s result) String() string {
	names := slices.SortedFunc(maps.Keys(s.Answers), func(one, other string) int {
		return cmp.Or(cmp.Compare(s.Answers[other], s.Answers[one]), cmp.Compare(one, other))
	})
	var text strings.Builder
	for _, name := range names[:min(len(names), 8)] {
		fmt.Fprintf(&text, "    %8d × %s\n", s.Answers[name], name)
	}
	return text.String()
}
