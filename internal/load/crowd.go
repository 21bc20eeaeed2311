package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

const (
	// patience is how long anything may take that somebody waits for.
	patience = 2 * time.Minute
	// atOnce is how many connect at the same time: fewer than a server begins to
	// drop connections at.
	atOnce = 40
)

// guest is somebody who comes, and how.
type guest struct {
	command       string // empty asks for a shell
	text          string // in the first screen that counts
	width, height int    // 80 × 24 if zero
	draws         bool   // what comes is drawn, so that it can be read
	program       bool   // without a terminal
	stalls        bool   // can be stalled
}

// visitor is a guest who is there.
type visitor struct {
	conn    *ssh.Client
	session *ssh.Session
	keys    io.Writer
	line    *line
	shown   chan struct{} // closed when the first screen is there
	ended   chan struct{}

	mu     sync.Mutex
	text   string // that is looked for; empty once it was found
	head   []byte // what came until then
	size   int64  // bytes that came
	last   time.Time
	expect chan<- time.Time // is told once when anything comes
	screen *vt.Emulator     // nil for who does not draw
}

// line is a connection on which reading can stop.
type line struct {
	net.Conn
	stalled atomic.Bool
	closed  chan struct{}
	once    sync.Once
}

func (l *line) Read(into []byte) (int, error) {
	if l.stalled.Load() {
		<-l.closed
		return 0, net.ErrClosed
	}
	return l.Conn.Read(into)
}

func (l *line) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Conn.Close()
}

// come lets one more person come, from an address that is nobody else's, and
// returns when the first screen is there.
func (l *load) come(addr string, g guest) (*visitor, error) {
	all, err := l.comeAll(addr, []guest{g})
	return all[0], err
}

// comeAll lets many come, some at once, and returns all who came. They have been there
// before, and have names.
func (l *load) comeAll(addr string, guests []guest) ([]*visitor, error) {
	first, err := l.introduce(addr, guests)
	if err != nil {
		return make([]*visitor, len(guests)), err
	}
	return enter(addr, first, guests)
}

// enter lets those come who have names, the first of them as this person.
func enter(addr string, first int, guests []guest) ([]*visitor, error) {
	all, problems := make([]*visitor, len(guests)), make([]error, len(guests))
	some(guests, func(i int) { all[i], problems[i] = come(addr, first+i, guests[i]) })
	return all, errors.Join(problems...)
}

// introduce has people choose their names, so that they are not asked for them later,
// and returns who the first of them is.
func (l *load) introduce(addr string, guests []guest) (first int, err error) {
	first = int(l.people.Add(int64(len(guests)))) - len(guests) + 1
	problems := make([]error, len(guests))
	some(guests, func(i int) {
		if !guests[i].program {
			problems[i] = choose(addr, first+i)
		}
	})
	return first, errors.Join(problems...)
}

// choosing is the command by which somebody chooses a name.
const choosing = "name p"

// choose has person n choose a name.
func choose(addr string, n int) error {
	v, err := dial(addr, n, guest{})
	if err != nil {
		return fmt.Errorf("person %d: %w", n, err)
	}
	defer v.goes()
	session, err := v.conn.NewSession()
	if err != nil {
		return err
	}
	if said, err := session.CombinedOutput(fmt.Sprint(choosing, n)); err != nil {
		return fmt.Errorf("person %d has no name: %w: %s", n, err, said)
	}
	return nil
}

// some does something for each guest, for some at once.
func some(guests []guest, do func(i int)) {
	places := make(chan struct{}, atOnce)
	var work sync.WaitGroup
	for i := range guests {
		places <- struct{}{}
		work.Go(func() {
			do(i)
			<-places
		})
	}
	work.Wait()
}

// come lets person n come.
func come(addr string, n int, g guest) (*visitor, error) {
	v, err := dial(addr, n, g)
	if err != nil {
		return nil, fmt.Errorf("person %d: %w", n, err)
	}
	if err := v.begin(g); err != nil {
		return nil, errors.Join(fmt.Errorf("person %d: %w", n, err), v.conn.Close())
	}
	if g.text == "" {
		return v, nil
	}
	select {
	case <-v.shown:
		return v, nil
	case <-v.ended:
	case <-time.After(patience):
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return nil, errors.Join(fmt.Errorf("person %d never saw %q, but %q", n, g.text, v.head[:min(len(v.head), 4000)]), v.conn.Close())
}

func dial(addr string, n int, g guest) (*visitor, error) {
	seed := sha256.Sum256(fmt.Append(nil, "person ", n))
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		return nil, err
	}
	from := &net.TCPAddr{IP: net.IPv4(127, byte(10+n>>16), byte(n>>8), byte(n))} //nolint:gosec // the parts of a number
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	dialer := &net.Dialer{LocalAddr: from}
	if g.stalls {
		dialer.Control = stalling
	}
	tcp, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	v := &visitor{
		line: &line{Conn: tcp, closed: make(chan struct{})}, shown: make(chan struct{}), ended: make(chan struct{}), text: g.text,
	}
	conn, channels, requests, err := ssh.NewClientConn(v.line, addr, &ssh.ClientConfig{
		User: fmt.Sprintf("p%d", n), Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)},
		HostKeyCallback:   ssh.InsecureIgnoreHostKey(), //nolint:gosec // the server was started by this program
		HostKeyAlgorithms: hostKeyAlgorithms(),
	})
	if err != nil {
		return nil, errors.Join(err, v.line.Close())
	}
	v.conn = ssh.NewClient(conn, channels, requests)
	return v, nil
}

// hostKeyAlgorithms are those of a client, the one it likes best first: the order is
// that of OpenSSH. The library's own begins with RSA, of which one signature costs
// more than all else of a connection.
func hostKeyAlgorithms() []string {
	return []string{
		ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256,
	}
}

// begin begins the session.
func (v *visitor) begin(g guest) (err error) {
	if g.width == 0 {
		g.width, g.height = 80, 24
	}
	if v.session, err = v.conn.NewSession(); err != nil {
		return err
	}
	if v.keys, err = v.session.StdinPipe(); err != nil {
		return err
	}
	out, err := v.session.StdoutPipe()
	if err != nil {
		return err
	}
	if !g.program {
		if err := v.session.RequestPty("xterm-256color", g.height, g.width, ssh.TerminalModes{}); err != nil {
			return err
		}
	}
	if g.draws {
		v.screen = vt.NewEmulator(g.width, g.height)
		v.screen.SetScrollbackSize(1)
		go func() { _, _ = io.Copy(v.keys, v.screen) }() // what a terminal answers
	}
	go v.read(out)
	if g.command == "" {
		return v.session.Shell()
	}
	return v.session.Start(g.command)
}

// read takes all that comes.
func (v *visitor) read(out io.Reader) {
	defer close(v.ended)
	buffer := make([]byte, 16<<10)
	for {
		n, err := out.Read(buffer)
		if n > 0 {
			v.take(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

func (v *visitor) take(some []byte) {
	came := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.size, v.last = v.size+int64(len(some)), came
	if v.expect != nil {
		v.expect <- came
		v.expect = nil
	}
	if v.text != "" {
		if v.head = append(v.head, some...); bytes.Contains(v.head, []byte(v.text)) {
			v.text = ""
			close(v.shown)
		}
	}
	if v.screen != nil {
		_, _ = v.screen.Write(some) // takes everything
	}
}

// expects has the next moment told at which anything comes.
func (v *visitor) expects(told chan<- time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.expect = told
}

// text is what stands on the screen.
func (v *visitor) stands() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.screen.String()
}

// styled is the screen with its colours.
func (v *visitor) styled() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.screen.Render()
}

// came is how many bytes have come, and when the last.
func (v *visitor) came() (size int64, last time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.size, v.last
}

// sees waits until a text stands on the screen.
func (v *visitor) sees(text string) error {
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		screen := v.stands()
		if strings.Contains(screen, text) {
			return nil
		}
		if time.Since(began) > patience {
			return fmt.Errorf("there is no %q on the screen:\n%s", text, screen)
		}
	}
}

// press types keys.
func (v *visitor) press(keys string) error {
	_, err := io.WriteString(v.keys, keys)
	return err
}

// goes hangs up.
func (v *visitor) goes() {
	if v.conn != nil {
		_ = v.conn.Close()
	}
}

func goAll(all []*visitor) {
	var work sync.WaitGroup
	for _, v := range all {
		if v != nil {
			work.Go(v.goes)
		}
	}
	work.Wait()
}
