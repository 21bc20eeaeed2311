package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"parlor/prose"
	"parlor/tui"
)

// screenSession runs a session's screen program.
type screenSession struct {
	sess    ssh.Session
	painter *painter
	program *tea.Program
	cancel  context.CancelFunc
	log     *slog.Logger
	work    *sync.WaitGroup // goroutines that the server waits for when it closes
	sized   chan struct{}   // closed at the program's first size

	once sync.Once
	mu   sync.Mutex
	why  error // why it ended, if not by the person
}

// runScreen runs the screen until the person leaves, the connection is lost or the server stops. Its error is for the
// person.
func (h *host) runScreen(sess ssh.Session, session *program.Session, pty ssh.Pty, here *liveSession, log *slog.Logger) error {
	ctx, cancel := context.WithCancel(sess.Context())
	defer cancel()
	sc := &screenSession{sess: sess, cancel: cancel, log: log, work: &h.work, sized: make(chan struct{})}
	env := environment(sess.Environ(), pty.Term)
	profile := colorprofile.Env(env)
	sc.painter = &painter{
		canvas: h.turns.canvas(sess, pty.Window.Width, pty.Window.Height, h.config.Limits.WatchPace, func() { sc.program.Send(redrawMsg{}) }),
		screen: h.turns.box.Screen(profile, pty.Term), log: log, broke: func() { sc.leave(errBroke) },
	}
	session.Turn = sc.painter.canvas.turn(ctx)
	var root *tui.Root
	h.pool.Do(func() { root = program.New(*session) })
	plot := &windowGrant{area: h.area, address: addressOf(sess.RemoteAddr())}
	defer plot.end()
	sc.program = tea.NewProgram(
		paintedModel{
			model:   &panicGuard{model: root, log: log, broke: func() { sc.leave(errBroke) }, sized: sync.OnceFunc(sc.begins)},
			painter: sc.painter, plays: root.Plays, plot: plot, pool: h.pool,
		},
		tea.WithContext(ctx),
		tea.WithInput(nil), // listen sends the input
		tea.WithoutRenderer(),
		tea.WithOutput(io.Discard),
		tea.WithFPS(1), // for the unused renderer; see begins
		tea.WithEnvironment(env),
		tea.WithColorProfile(profile),
		tea.WithWindowSize(pty.Window.Width, pty.Window.Height),
		tea.WithoutSignalHandler(),
		tea.WithFilter(sc.filter),
	)
	h.register.reachScreen(here, func(text prose.Text, lasts time.Duration) { go sc.program.Send(tui.Notice{Text: text, Lasts: lasts}) }, sc.leave)
	idle := time.AfterFunc(h.config.Limits.Idle, func() { sc.leave(errIdle) })
	defer idle.Stop()
	go sc.listen(ctx, newLimitedReader(ctx, sess, clientConnOf(sess.Context()).sent), func() {
		here.typed.Store(time.Now().UnixNano())
		if idle.Stop() { // not after the end
			idle.Reset(h.config.Limits.Idle)
		}
	})
	_, err := sc.program.Run()
	// The terminal of a client that does not read cannot be restored.
	defer time.AfterFunc(endLimit, sc.cut).Stop()
	sc.painter.close()
	if why := sc.reason(); why != nil {
		return why
	}
	if errors.Is(err, tea.ErrProgramPanic) {
		return errBroke
	}
	if errors.Is(err, tea.ErrProgramKilled) {
		return nil // the connection is lost; a message would not be read
	}
	if text := root.Farewell(); text != "" {
		_, _ = io.WriteString(sess, text+"\r\n")
	}
	return err
}

// begins handles the first size of the program: it passes on further sizes, and releases the
// program's terminal, as otherwise the program would tick for a renderer that does not exist.
func (sc *screenSession) begins() {
	close(sc.sized)
	sc.sess.Context().(*sessionContext).window.tell(func(size tea.WindowSizeMsg) { sc.program.Send(size) })
	sc.work.Go(func() {
		defer recoverPanic(sc.log, func() { sc.leave(errBroke) })
		_ = sc.program.ReleaseTerminal() // takes half a second and cannot fail
	})
}

// filter removes messages that the painter handles or no one uses, and batches, for each of which the program would
// keep a goroutine until its last command ends.
func (sc *screenSession) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			if cmd != nil {
				go sc.run(cmd)
			}
		}
	case tea.RawMsg:
		sc.painter.say(fmt.Sprint(msg.Msg))
	case tea.ModeReportMsg:
		sc.painter.learn(msg)
	case tea.ColorProfileMsg, tea.EnvMsg:
	case tea.SuspendMsg: // ctrl+z has no shell to return to
	default:
		return msg
	}
	return nil
}

// run sends the result of a command to the program. The guard recovers its panics.
func (sc *screenSession) run(cmd tea.Cmd) { sc.program.Send(cmd()) }

// leave ends the screen from outside, once. A program that is blocked by a client that does not read cannot end by
// itself, so the session is cut.
func (sc *screenSession) leave(why error) {
	sc.once.Do(func() {
		sc.mu.Lock()
		sc.why = why
		sc.mu.Unlock()
		time.AfterFunc(endLimit, sc.cut)
		go sc.program.Quit()
	})
}

// cut ends the session and everything that waits for it.
func (sc *screenSession) cut() {
	sc.cancel()
	_ = sc.sess.Close()
}

func (sc *screenSession) reason() error {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	return sc.why
}

// environment returns the variables that affect drawing. Any value of NO_COLOR counts, and a client without TERM gets
// the most common terminal.
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

// listen sends the person's input to the program until the input ends, because the connection is lost or the session
// was closed, and then ends the screen. It calls awake for each key.
//
// The program's own reader is not used: if a program ends during input, it leaks a goroutine with all it refers to;
// it waits half a second for a read that cannot be canceled; and it holds a table of all keys.
func (sc *screenSession) listen(ctx context.Context, input *limitedReader, awake func()) {
	broke := func() { sc.leave(errBroke) }
	defer recoverPanic(sc.log, broke)
	// The program sends itself the PTY's size from another goroutine, and keys must come later.
	select {
	case <-sc.sized:
	case <-ctx.Done():
	}
	k := keys{
		decoder: &uv.EventDecoder{},
		send: func(event uv.Event) {
			if input.press() {
				sc.program.Send(event) // returns when the program has ended
			}
		},
		heard: func() { input.pending.Store(0); awake() },
		broke: broke, log: sc.log,
	}
	buffer := make([]byte, readAtOnce)
	for {
		n, err := input.Read(buffer)
		k.take(buffer[:n])
		if err == nil {
			continue
		}
		k.end()
		if !errors.Is(err, errTooMuch) {
			err = nil // whatever happened to the connection, it has ended
		}
		sc.leave(err)
		return
	}
}
