package driver

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// Patience bounds how long what a screen or a player waits for may take, where a limit is
// no figure.
const Patience = 2 * time.Minute

// Shown are bytes that every screen has, and no refusal.
const Shown = "\x1b"

// ScreenOptions are how a screen is opened.
type ScreenOptions struct {
	Command       string // empty for a shell
	Text          string // that the first screen has; empty waits for nothing
	Width, Height int    // 80 × 24 if zero
	Draw          bool   // what comes is drawn, so that it can be read
}

// Screen is a session with a terminal.
type Screen struct {
	stream
	client *ssh.Client
	shown  chan struct{} // closed when the first screen has come
	ended  chan struct{}

	mu       sync.Mutex // guards what follows
	text     string     // that is looked for; empty when it has come
	first    []byte     // what came until then
	size     int64      // bytes that have come
	last     time.Time  // when the last of them came
	next     chan<- time.Time
	emulator *vt.Emulator // nil if nothing is drawn
}

// OpenScreen opens a screen, and returns when the first of it has come.
func OpenScreen(client *ssh.Client, o ScreenOptions) (*Screen, error) {
	if o.Width == 0 {
		o.Width, o.Height = 80, 24
	}
	s := &Screen{client: client, shown: make(chan struct{}), ended: make(chan struct{}), text: o.Text}
	var err error
	if s.stream, err = pipes(client); err != nil {
		return nil, err
	}
	if err := s.RequestPty("xterm-256color", o.Height, o.Width, ssh.TerminalModes{}); err != nil {
		return nil, err
	}
	if o.Draw {
		s.emulator = vt.NewEmulator(o.Width, o.Height)
		s.emulator.SetScrollbackSize(1)
		go func() { _, _ = io.Copy(s.in, s.emulator) }() // what a terminal answers
	}
	go s.read()
	if o.Command == "" {
		err = s.Shell()
	} else {
		err = s.Start(o.Command)
	}
	if err != nil || o.Text == "" {
		return s, err
	}
	select {
	case <-s.shown:
		return s, nil
	case <-s.ended:
	case <-time.After(Patience):
	}
	return nil, fmt.Errorf("no screen with %q, but %.1000q", o.Text, s.First())
}

// read takes all that comes.
func (s *Screen) read() {
	defer close(s.ended)
	buffer := make([]byte, 16<<10)
	for {
		n, err := s.out.Read(buffer)
		if n > 0 {
			s.take(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

func (s *Screen) take(some []byte) {
	came := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size, s.last = s.size+int64(len(some)), came
	if s.next != nil {
		s.next <- came
		s.next = nil
	}
	if s.text != "" {
		if s.first = append(s.first, some...); bytes.Contains(s.first, []byte(s.text)) {
			s.text = ""
			close(s.shown)
		}
	}
	if s.emulator != nil {
		_, _ = s.emulator.Write(some) // takes everything
	}
}

// First returns the bytes of the first screen.
func (s *Screen) First() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.first)
}

// Next sends the time at which anything comes next to a channel with room for it; nil
// sends it nowhere.
func (s *Screen) Next(to chan<- time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = to
}

// Received returns how many bytes have come, and when the last of them.
func (s *Screen) Received() (size int64, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.last
}

// Text returns what a screen that is drawn shows.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.String()
}

// Styled returns what a screen that is drawn shows, with colours.
func (s *Screen) Styled() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.Render()
}

// See waits until a screen that is drawn shows a text.
func (s *Screen) See(text string) error {
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		screen := s.Text()
		if strings.Contains(screen, text) {
			return nil
		}
		if time.Since(began) > Patience {
			return fmt.Errorf("there is no %q on the screen:\n%s", text, screen)
		}
	}
}

// Type types keys.
func (s *Screen) Type(keys string) error {
	_, err := io.WriteString(s.in, keys)
	return err
}

// HangUp closes the connection.
func (s *Screen) HangUp() { _ = s.client.Close() }
