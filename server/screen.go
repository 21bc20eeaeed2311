package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"

	"parlor/tui"
)

const (
	// framesPerSecond bounds how often a screen is drawn; it is played in turns.
	framesPerSecond = 30
	// wholeWindow lets all lines of a window scroll again, where a screen was in
	// its corner only, and leaves the cursor where it is.
	wholeWindow = "\x1b7\x1b[r\x1b8"
	// endLimit is how long a screen may take to end before its session is cut.
	endLimit = 5 * time.Second
)

// screen is a program that draws for one session.
type screen struct {
	sess    ssh.Session
	canvas  *canvas
	program *tea.Program
	cancel  context.CancelFunc
	log     *slog.Logger
	sized   chan struct{} // closed when the program has its first size

	once sync.Once
	mu   sync.Mutex
	why  error // what ended it, if not the person
}

// runScreen runs the screen until the person leaves, the line drops, or the server
// stops. Its error is a sentence for the person.
func (s *Server) runScreen(sess ssh.Session, session tui.Session, pty ssh.Pty, log *slog.Logger) error {
	ctx, cancel := context.WithCancel(sess.Context())
	defer cancel()
	sc := &screen{
		sess: sess, cancel: cancel, log: log, sized: make(chan struct{}),
		canvas: s.turns.canvas(sess, pty.Window.Width, pty.Window.Height, s.config.Limits.WatchPace),
	}
	session.Turn = sc.canvas.turn(ctx)
	root := tui.New(session)
	env := environment(sess.Environ(), pty.Term)
	sc.program = tea.NewProgram(
		&guard{
			model: root, log: log,
			broke: func() { sc.leave(errBroke) },
			sized: sync.OnceFunc(func() { close(sc.sized) }),
		},
		tea.WithContext(ctx),
		tea.WithInput(nil), // feed brings it
		tea.WithOutput(sc.canvas),
		tea.WithEnvironment(env),
		tea.WithColorProfile(colorprofile.Env(env)),
		tea.WithWindowSize(pty.Window.Width, pty.Window.Height),
		tea.WithFPS(framesPerSecond),
		tea.WithoutSignalHandler(),
		tea.WithFilter(ignoreSuspend),
	)
	idle := time.AfterFunc(s.config.Limits.Idle, func() { sc.leave(errIdle) })
	defer idle.Stop()
	go sc.feed(ctx, newTyped(ctx, sess), pty.Term, func() {
		if idle.Stop() { // not after the end
			idle.Reset(s.config.Limits.Idle)
		}
	})
	_, err := sc.program.Run()
	if !errors.Is(err, tea.ErrProgramKilled) {
		_, _ = io.WriteString(sess, wholeWindow)
	}
	if why := sc.reason(); why != nil {
		return why
	}
	if errors.Is(err, tea.ErrProgramPanic) {
		return errBroke
	}
	if errors.Is(err, tea.ErrProgramKilled) {
		return nil // the line dropped; nobody reads what would be said
	}
	if text := root.Farewell(); text != "" {
		_, _ = io.WriteString(sess, text+"\r\n")
	}
	return err
}

// leave ends the screen from outside, once. A program that waits for a client
// which does not read cannot end by itself: then the session is cut.
func (sc *screen) leave(why error) {
	sc.once.Do(func() {
		sc.mu.Lock()
		sc.why = why
		sc.mu.Unlock()
		time.AfterFunc(endLimit, func() {
			sc.cancel()
			_ = sc.sess.Close()
		})
		go sc.program.Quit()
	})
}

func (sc *screen) reason() error {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	return sc.why
}

// environment is what says how to draw on a terminal. Any value of NO_COLOR
// means what it says, and a client that does not name its terminal gets what
// nearly every one understands.
func environment(sent []string, term string) []string {
	env := make([]string, 0, len(sent)+1)
	for _, variable := range sent {
		if value, ok := strings.CutPrefix(variable, "NO_COLOR="); ok && value != "" {
			variable = "NO_COLOR=1"
		}
		env = append(env, variable)
	}
	if term == "" {
		term = "xterm"
	}
	return append(env, "TERM="+term)
}

// ignoreSuspend: ctrl+z has nothing to go back to.
func ignoreSuspend(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, suspend := msg.(tea.SuspendMsg); suspend {
		return tea.ResumeMsg{}
	}
	return msg
}
