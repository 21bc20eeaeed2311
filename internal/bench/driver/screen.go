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

// Patience bounds how long a screen or a player waits for anything whose duration is not measured.
const Patience = 2 * time.Minute

// Shown occurs in the output of every screen, but not in a refusal.
const Shown = "\x1b"

// ScreenOptions holds the options for opening a screen.
type ScreenOptions struct {
	Command       string // empty for a shell
	Text          string // expected on the first screen; if empty, OpenScreen waits for no text
	Width, Height int    // 80 × 24 if zero
	Draw          bool   // emulate a terminal, so that the screen can be read
}

// Screen is a session with a terminal.
type Screen struct {
	stream
	client *ssh.Client
	shown  chan struct{} // closed when the first screen has arrived
	ended  chan struct{}

	mu       sync.Mutex // guards the fields below
	text     string     // the expected text; empty once it has arrived
	first    []byte     // the output until then
	size     int64      // number of received bytes
	last     time.Time  // when the last of them arrived
	next     chan<- time.Time
	emulator *vt.Emulator // nil without ScreenOptions.Draw
}

// OpenScreen opens a screen, and returns when the expected text has arrived.
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

// read reads the output until the session ends.
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

// Next sends the time of the next output to a channel, which must have room for it. If to is nil,
// it cancels that.
func (s *Screen) Next(to chan<- time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = to
}

// Received returns the number of received bytes, and when the last of them arrived.
func (s *Screen) Received() (size int64, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.last
}

// Text returns the content of a screen opened with Draw.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.String()
}

// Styled returns the content of a screen opened with Draw, with its colours.
func (s *Screen) Styled() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emulator.Render()
}

// See waits until a screen opened with Draw shows a text.
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
