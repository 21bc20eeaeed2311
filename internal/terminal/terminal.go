// Package terminal is an SSH client for tests: a real connection with a PTY, a terminal emulator, typed keys, and a
// record of the bytes received.
package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// Options configure a Client. The zero value is valid.
type Options struct {
	User string     // SSH user name
	Key  ssh.Signer // if nil, the client is a guest
	// Auth replaces Key as the authentication method, if not nil.
	Auth          []ssh.AuthMethod
	Width, Height int // 80 × 24 if zero
	// ClaimWidth and ClaimHeight replace the size reported to the server, if not zero.
	ClaimWidth, ClaimHeight int
	Term                    string // xterm-256color if empty
	Env                     map[string]string
	Command                 string // empty asks for a shell
	// Newcomer leaves the questions to first-time visitors to the test. Otherwise the client accepts the suggested
	// name and goes to the lobby.
	Newcomer bool
	// Drawn, if not nil, is called with each screen by another goroutine.
	Drawn func(screen string)
	// Through opens the connection to the server. If nil, the client dials it.
	Through func(context.Context) (net.Conn, error)
}

// Client is a person at a terminal.
type Client struct {
	conn    *ssh.Client
	session *ssh.Session
	keys    io.Writer
	drawn   func(screen string)
	answers []answer      // remaining answers for first-time visitors; used by the drawing goroutine
	told    chan struct{} // closed when standard error has ended
	done    chan struct{} // closed when the session and its output have ended
	copied  chan struct{} // closed when all replies of the emulator are sent

	mu      sync.Mutex // guards the following fields; the emulator is not safe for concurrent use
	screen  *vt.Emulator
	bytes   bytes.Buffer
	changed chan struct{} // closed and replaced at each output
}

// Dial connects, requests a PTY and a shell, and starts to draw.
func Dial(ctx context.Context, addr string, o Options) (*Client, error) {
	o = o.withDefaults()
	conn, err := dial(ctx, addr, o)
	if err != nil {
		return nil, err
	}
	session, err := conn.NewSession()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	c := &Client{
		conn: conn, session: session, drawn: o.Drawn, screen: vt.NewEmulator(o.Width, o.Height),
		answers: o.answers(), told: make(chan struct{}), done: make(chan struct{}), copied: make(chan struct{}), changed: make(chan struct{}),
	}
	if err := c.start(o); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

func (o Options) withDefaults() Options {
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 80, 24
	}
	if o.ClaimWidth == 0 || o.ClaimHeight == 0 {
		o.ClaimWidth, o.ClaimHeight = o.Width, o.Height
	}
	if o.Term == "" {
		o.Term = "xterm-256color"
	}
	if o.User == "" {
		o.User = "player"
	}
	return o
}

// answer is a key to type when a text appears.
type answer struct{ asked, key string }

// answers returns the answers of a first-time visitor who accepts the suggestions.
func (o Options) answers() []answer {
	if o.Newcomer {
		return nil
	}
	return []answer{{Question, "\r"}, {formerQuestion, "\r"}, {Card, "\x1b"}}
}

// Texts that a first-time visitor sees.
const (
	Question = "What is your name?"
	Card     = "What would you like to do?"

	formerQuestion = "What shall the others call you?" // as the last release asks for the name
)

// answer types the answer to the current screen, if any.
func (c *Client) answer() {
	c.mu.Lock()
	screen := c.text()
	c.mu.Unlock()
	for i, one := range c.answers {
		if strings.Contains(screen, one.asked) {
			c.answers = c.answers[i+1:]
			// A lost connection is noticed by the caller of Until.
			_ = c.Type(one.key)
			return
		}
	}
}

func dial(ctx context.Context, addr string, o Options) (*ssh.Client, error) {
	config := &ssh.ClientConfig{
		User: o.User,
		// The tests start the server themselves, on the loopback.
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // see above
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(
			func(_, _ string, questions []string, _ []bool) ([]string, error) {
				return make([]string, len(questions)), nil
			})},
	}
	if o.Key != nil {
		config.Auth = []ssh.AuthMethod{ssh.PublicKeys(o.Key)}
	}
	if o.Auth != nil {
		config.Auth = o.Auth
	}
	through := o.Through
	if through == nil {
		through = func(ctx context.Context) (net.Conn, error) { return (&net.Dialer{}).DialContext(ctx, "tcp", addr) }
	}
	tcp, err := through(ctx)
	if err != nil {
		return nil, err
	}
	conn, channels, requests, err := ssh.NewClientConn(tcp, addr, config)
	if err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	return ssh.NewClient(conn, channels, requests), nil
}

func (c *Client) start(o Options) error {
	for name, value := range o.Env {
		// A server may refuse a variable; OpenSSH continues as well.
		_ = c.session.Setenv(name, value)
	}
	if err := c.session.RequestPty(o.Term, o.ClaimHeight, o.ClaimWidth, ssh.TerminalModes{}); err != nil {
		return fmt.Errorf("asking for a PTY: %w", err)
	}
	keys, err := c.session.StdinPipe()
	if err != nil {
		return err
	}
	output, err := c.session.StdoutPipe()
	if err != nil {
		return err
	}
	c.keys = &input{to: keys}
	errs, err := c.session.StderrPipe()
	if err != nil {
		return err
	}
	if err := c.ask(o.Command); err != nil {
		return err
	}
	go c.draw(output)
	go func() {
		defer close(c.told)
		_, _ = io.Copy(stderr{c}, errs)
	}()
	// The emulator replies to queries on an unbuffered pipe, which must be read or drawing would block.
	go func() {
		defer close(c.copied)
		_, _ = io.Copy(c.keys, c.screen)
	}()
	return nil
}

func (c *Client) ask(command string) error {
	if command != "" {
		if err := c.session.Start(command); err != nil {
			return fmt.Errorf("asking for %q: %w", command, err)
		}
		return nil
	}
	if err := c.session.Shell(); err != nil {
		return fmt.Errorf("asking for a shell: %w", err)
	}
	return nil
}

func (c *Client) draw(output io.Reader) {
	defer func() {
		<-c.told
		close(c.done)
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := output.Read(buffer)
		c.write(buffer[:n])
		if len(c.answers) > 0 {
			c.answer()
		}
		if err != nil {
			return
		}
	}
}

// write draws output.
func (c *Client) write(output []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes.Write(output)
	// The emulator ignores what it does not know.
	_, _ = c.screen.Write(output)
	if c.drawn != nil {
		c.drawn(c.text())
	}
	close(c.changed)
	c.changed = make(chan struct{})
}

// stderr draws standard error on the same screen, like a real terminal.
type stderr struct{ client *Client }

func (s stderr) Write(output []byte) (int, error) {
	s.client.write(output)
	return len(output), nil
}

// Screen returns the screen without trailing blanks.
func (c *Client) Screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text()
}

func (c *Client) text() string {
	lines := strings.Split(c.screen.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \r")
	}
	return strings.Join(lines, "\n")
}

// Styled returns the screen with escape codes for styles.
func (c *Client) Styled() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Render()
}

// AltScreen reports whether the alternate screen is on.
func (c *Client) AltScreen() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.IsAltScreen()
}

// Bytes returns all bytes received so far.
func (c *Client) Bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.bytes.Bytes())
}

// input is the input of a session, for concurrent use: keys and the emulator's replies are written to it.
type input struct {
	mu sync.Mutex
	to io.Writer
}

func (i *input) Write(data []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.to.Write(data)
}

// Type sends keys; "\r" is Enter, "\x1b[A" the up arrow.
func (c *Client) Type(keys string) error {
	_, err := io.WriteString(c.keys, keys)
	return err
}

// Resize changes the window size.
func (c *Client) Resize(width, height int) error {
	c.mu.Lock()
	c.screen.Resize(width, height)
	c.mu.Unlock()
	return c.session.WindowChange(height, width)
}

// Until waits until the screen satisfies test and returns it. If ctx or the session ends first, the error includes
// the screen.
func (c *Client) Until(ctx context.Context, test func(screen string) bool) (string, error) {
	for {
		c.mu.Lock()
		screen, changed := c.text(), c.changed
		c.mu.Unlock()
		if test(screen) {
			return screen, nil
		}
		select {
		case <-changed:
		case <-c.done:
			if screen = c.Screen(); test(screen) {
				return screen, nil
			}
			return screen, fmt.Errorf("the session ended; the screen was:\n%s", screen)
		case <-ctx.Done():
			return screen, fmt.Errorf("%w; the screen was:\n%s", ctx.Err(), screen)
		}
	}
}

// See waits until all texts are on the screen.
func (c *Client) See(ctx context.Context, texts ...string) (string, error) {
	screen, err := c.Until(ctx, func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return screen, fmt.Errorf("waiting for %q: %w", texts, err)
	}
	return screen, nil
}

// Settle waits until there was no output for the given time, and returns the screen.
func (c *Client) Settle(ctx context.Context, quiet time.Duration) string {
	for {
		c.mu.Lock()
		screen, changed := c.text(), c.changed
		c.mu.Unlock()
		select {
		case <-changed:
		case <-time.After(quiet):
			return screen
		case <-c.done:
			return c.Screen()
		case <-ctx.Done():
			return screen
		}
	}
}

// Done returns a channel that is closed when the server has ended the session.
func (c *Client) Done() <-chan struct{} { return c.done }

// HangUp cuts the connection like a lost network.
func (c *Client) HangUp() {
	_ = c.conn.Close()
	<-c.done
	// Only the emulator's input pipe is closed, because its Close races with Write.
	if pipe, ok := c.screen.InputPipe().(io.Closer); ok {
		_ = pipe.Close()
	}
	<-c.copied
}

// ExitStatus waits for the end of the session and returns its exit status.
func (c *Client) ExitStatus() (int, error) {
	err := c.session.Wait()
	var exit *ssh.ExitError
	if errors.As(err, &exit) {
		return exit.ExitStatus(), nil
	}
	return 0, err
}
