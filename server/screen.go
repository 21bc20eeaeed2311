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

// screenSession is a program that draws for one session.
type screenSession struct {
	sess    ssh.Session
	painter *painter
	program *tea.Program
	cancel  context.CancelFunc
	log     *slog.Logger
	work    *sync.WaitGroup // what the server waits for when it closes
	sized   chan struct{}   // closed when the program has its first size

	once sync.Once
	mu   sync.Mutex
	why  error // what ended it, if not the person
}

// serveScreen runs the screen until the person leaves, the line drops, or the server
// stops. Its error is a sentence for the person.
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
		tea.WithInput(nil), // listen brings it
		tea.WithoutRenderer(),
		tea.WithOutput(io.Discard),
		tea.WithFPS(1), // of the renderer that there is not; see begins
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
		if idle.Stop() { // not after the end
			idle.Reset(h.config.Limits.Idle)
		}
	})
	_, err := sc.program.Run()
	// A client that does not read cannot be left as it was.
	defer time.AfterFunc(endLimit, sc.cut).Stop()
	sc.painter.close()
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

// begins is called when the program has its first size. The program ticks all
// its life for a renderer, also without one, unless its terminal is released.
func (sc *screenSession) begins() {
	close(sc.sized)
	sc.sess.Context().(*sessionContext).window.tell(func(size tea.WindowSizeMsg) { sc.program.Send(size) })
	sc.work.Go(func() {
		defer recoverPanic(sc.log, func() { sc.leave(errBroke) })
		_ = sc.program.ReleaseTerminal() // takes half a second, and cannot fail
	})
}

// filter takes out of what the program is told what the painter does, what
// nobody has use for, and batches: the program would keep a goroutine for each
// that waits for the last of its commands.
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
	case tea.SuspendMsg: // ctrl+z has nothing to go back to
	default:
		return msg
	}
	return nil
}

// run tells the program what a command brings. The guard has caught what breaks
// in it.
func (sc *screenSession) run(cmd tea.Cmd) { sc.program.Send(cmd()) }

// leave ends the screen from outside, once. A program that waits for a client
// which does not read cannot end by itself: then the session is cut.
func (sc *screenSession) leave(why error) {
	sc.once.Do(func() {
		sc.mu.Lock()
		sc.why = why
		sc.mu.Unlock()
		time.AfterFunc(endLimit, sc.cut)
		go sc.program.Quit()
	})
}

// cut ends the session with all that waits for it.
func (sc *screenSession) cut() {
	sc.cancel()
	_ = sc.sess.Close()
}

func (sc *screenSession) reason() error {
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

// listen brings what a person does to the program until the input ends: then the
// line has dropped, or this session was closed on a connection that stays, and
// the screen ends. It calls awake for each key.
//
// The program's own reader is not used: when a program ends while somebody
// types, it keeps a goroutine, and all that hangs on it, for ever; it waits half
// a second for a read that nobody can cancel; and it holds a table of all keys.
func (sc *screenSession) listen(ctx context.Context, input *limitedReader, awake func()) {
	broke := func() { sc.leave(errBroke) }
	defer recoverPanic(sc.log, broke)
	// The program tells itself the size of the PTY, from another goroutine: keys
	// have to come later.
	select {
	case <-sc.sized:
	case <-ctx.Done():
	}
	k := keys{
		decoder: &uv.EventDecoder{},
		send: func(event uv.Event) {
			if input.press() {
				sc.program.Send(event) // which gives up when the program has ended
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
			err = nil // whatever happened to the line, it has ended
		}
		sc.leave(err)
		return
	}
}
