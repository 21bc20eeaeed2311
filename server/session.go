package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"charm.land/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/command"
	"parlor/server/lineio"
	"parlor/server/lines"
	"parlor/server/protocol"
	"parlor/tui"
)

// handle is one session from its beginning to its end.
func (s *Server) handle(sess ssh.Session) {
	if !s.begin() {
		return
	}
	defer s.work.Done()
	l := lineOf(sess.Context())
	l.begin()
	defer l.end()
	log := s.config.Log.With("from", sess.RemoteAddr().String())
	defer caught(log, func() { _ = sess.Exit(1) })
	if err := s.serve(sess, log); err != nil {
		var out io.Writer = sess.Stderr()
		if _, _, hasPTY := sess.Pty(); hasPTY {
			out = sess // in order with what restored the screen
		}
		_, _ = io.WriteString(out, "parlor: "+engine.Stop(err.Error())+"\r\n")
		_ = sess.Exit(1)
	}
}

// short is enough of an identity to tell people apart in the log.
func short(id string) string { return id[:min(len(id), 20)] }

// stay is one session: who came, how, and for what.
type stay struct {
	*Server
	sess   ssh.Session
	log    *slog.Logger
	person command.Person
	// account is what was remembered of the person at the beginning; zero where
	// nothing was.
	account lobby.Account
	pty     ssh.Pty
	hasPTY  bool
	order   command.Order // its Verb is empty where none was given
	code    string        // of the room that was named in place of a user; empty where none was
	notice  string        // a sentence to begin with; mostly empty
}

// maxCommand bounds the bytes of a command.
const maxCommand = 2000

// readOrder reads the command of a session.
func readOrder(sess ssh.Session) (command.Order, error) {
	raw, words := sess.RawCommand(), sess.Command()
	switch {
	case raw == "":
		return command.Order{}, nil
	case len(raw) > maxCommand:
		return command.Order{}, errors.New("that is no command: it is too long")
	case len(words) == 0:
		return command.Order{}, errors.New("that is no command; try help")
	}
	return command.Parse(words)
}

func (s *Server) serve(sess ssh.Session, log *slog.Logger) error {
	here := stay{Server: s, sess: sess, log: log}
	here.pty, _, here.hasPTY = sess.Pty()
	came, err := s.identify(sess)
	if err != nil {
		return err
	}
	who := came.who
	here.notice = came.notice
	if here.order, err = readOrder(sess); err != nil {
		return err
	}
	proved := who.ID
	if who, here.account, err = s.config.Lobby.Recognise(sess.Context(), who); err != nil {
		return err
	}
	if code, sure, ok := lobby.CodeIn(who.Name); ok && (sure || s.config.Lobby.Has(sess.Context(), who, code)) {
		who.Name, here.code = "", code
	}
	if !s.join(who.ID) {
		return fmt.Errorf("you are here %d times already; close one of your sessions first", s.config.Limits.SessionsPerPerson)
	}
	defer s.part(who.ID)
	who.Passing = here.mode() == answers
	visit, err := s.config.Lobby.Enter(sess.Context(), who)
	if err != nil {
		return err
	}
	defer visit.Close()
	here.person = command.Person{Visit: visit, Identity: who, Proved: proved}
	if came.token != "" {
		here.person.ReturnAs = userName(visit.Name()) + "+" + came.token
	}
	began := time.Now()
	here.log = log.With("person", short(who.ID))
	if here.order.Verb != "" {
		here.log = here.log.With("command", here.order.Verb)
	}
	left := "answered" // one line for who only gives an order and goes again
	if !who.Passing {
		here.log.Info("came", "name", visit.Name())
		left = "went"
	}
	defer func() { here.log.Info(left, "name", visit.Name(), "after", time.Since(began).Round(time.Second)) }()
	return here.run()
}

// mode is how a session is spoken with.
type mode int

const (
	onScreen mode = iota // Bubble Tea
	inLines              // sentences
	inJSON               // the text protocol
	answers              // one answer to one command
)

// mode of a session: screens need a terminal that can move its cursor, and
// --lines does without one.
func (t stay) mode() mode {
	screen := t.hasPTY && t.pty.Term != "dumb" && !t.order.Lines
	switch t.order.Verb {
	case command.Play:
		if t.order.Lines || t.hasPTY && t.pty.Term == "dumb" {
			return inLines
		}
		return inJSON
	case command.New, command.Join, command.Watch:
		if t.order.JSON || !t.hasPTY && !t.order.Lines {
			return answers
		}
	case "":
	default:
		return answers
	}
	if screen {
		return onScreen
	}
	return inLines
}

func (t stay) run() error {
	mode := t.mode()
	if t.notice != "" && mode != onScreen {
		_, _ = io.WriteString(t.sess.Stderr(), "parlor: "+t.notice+"\r\n")
	}
	if mode == answers {
		err := t.desk().Run(t.sess.Context(), t.person, t.order, t.sess)
		if err == nil && t.order.Delete {
			t.forgetSettings(t.person.Identity.ID)
		}
		return err
	}
	if mode == inJSON && t.hasPTY {
		return errors.New("programs play without a terminal: come with  " + strings.Replace(t.line(""), "ssh", "ssh -T", 1) + " play")
	}
	chair, err := t.sit()
	if err != nil && (mode != onScreen || t.order.Verb != "") {
		return err
	}
	if mode == inLines {
		return t.speak(chair)
	}
	if mode == inJSON {
		return t.talk(chair)
	}
	return t.show(chair, err)
}

func (s *Server) desk() command.Desk {
	return command.Desk{Lobby: s.config.Lobby, Kits: s.config.Kits, Version: s.config.Version, Line: s.line, History: s.config.History}
}

// patience is how long taking a place at a table may take.
const patience = 5 * time.Second

// sit takes the place that was asked for, by the command or by the user name;
// nil where none was.
func (t stay) sit() (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(t.sess.Context(), patience)
	defer cancel()
	named := t.code != "" && (t.order.Verb == "" || t.order.Verb == command.Play && len(t.order.Arguments) == 0)
	switch {
	case named && t.order.OnlyWatch:
		return t.person.Visit.Watch(ctx, t.code)
	case named && t.order.Verb == command.Play:
		return t.person.Visit.Join(ctx, t.code)
	case named:
		return t.straightTo(ctx, t.code)
	case t.order.Verb == "":
		return nil, nil
	}
	return t.desk().Sit(ctx, t.person, t.order)
}

// straightTo goes to a room: to a seat, or to watch where there is none.
func (t stay) straightTo(ctx context.Context, code string) (lobby.Handle, error) {
	if _, err := t.person.Visit.Look(ctx, code); err != nil {
		return nil, err
	}
	chair, err := t.person.Visit.Join(ctx, code)
	if err == nil {
		return chair, nil
	}
	if chair, watchErr := t.person.Visit.Watch(ctx, code); watchErr == nil {
		return chair, nil
	}
	return nil, err
}

// show runs the screen, at a table where there is one; problem is why there is
// none.
func (t stay) show(chair lobby.Handle, problem error) error {
	session := tui.Session{
		Visit: t.person.Visit, Kits: t.config.Kits, JoinLine: t.line, Notice: t.notice,
		History: t.config.History, Person: t.person.Identity.ID,
		Settings: t.settings(t.account, t.person.Identity.ID, t.sess.Environ()),
		Keep:     func(chosen tui.Settings) { t.keepSettings(t.person.Visit, t.person.Identity.ID, chosen) },
	}
	if t.person.ReturnAs != "" {
		session.ReturnLine = t.line(t.person.ReturnAs)
	}
	if chair != nil || problem != nil {
		session.Seat = func() (lobby.Handle, string, error) { return chair, "", problem }
	}
	return t.runScreen(t.sess, session, t.pty, t.log)
}

// input is what a session without a screen is sent: bounded, and the session
// ends when nothing comes for long.
func (t stay) input(ctx context.Context, idle func()) (input *typed, heard, stop func()) {
	timer := time.AfterFunc(t.config.Limits.Idle, func() {
		idle()
		// A session that waits for a client which does not read is cut.
		time.AfterFunc(endLimit, func() { _ = t.sess.Close() })
	})
	input = newTyped(ctx, t.sess)
	heard = func() {
		input.pending.Store(0)
		if timer.Stop() { // not after the end
			timer.Reset(t.config.Limits.Idle)
		}
	}
	return input, heard, func() { timer.Stop() }
}

// speak is a session in sentences.
func (t stay) speak(chair lobby.Handle) error {
	ctx, end := context.WithCancelCause(t.sess.Context())
	defer end(nil)
	input, heard, stop := t.input(ctx, func() { end(errIdle) })
	defer stop()
	session := lines.Session{Desk: t.desk(), Person: t.person, Out: t.sess, Heard: heard}
	if t.hasPTY {
		editor := lineio.Edit(ctx, input, t.sess)
		session.Source, session.Out = editor, editor
	} else {
		session.Source = lineio.Read(ctx, input)
	}
	return reasonOf(session.Run(ctx, chair), context.Cause(ctx))
}

// talk is a session in JSON.
func (t stay) talk(chair lobby.Handle) error {
	ctx, end := context.WithCancelCause(t.sess.Context())
	defer end(nil)
	input, heard, stop := t.input(ctx, func() { end(errIdle) })
	defer stop()
	session := protocol.Session{
		Chair: chair, In: input, Out: t.sess, Heard: heard, Stays: t.order.OnlyWatch,
		Hello: protocol.Hello{
			Server: t.config.Version, You: t.person.Visit.Name(), Guest: t.person.Identity.Guest, ReturnAs: t.person.ReturnAs,
		},
	}
	return reasonOf(session.Run(ctx), context.Cause(ctx))
}

// reasonOf is why a session ended: what it says itself, or that it was idle.
func reasonOf(err, cause error) error {
	if err == nil && errors.Is(cause, errIdle) {
		return errIdle
	}
	return err
}

// userName is a name as it can stand in an SSH command line.
func userName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return -1
	}, name)
	if plain == "" {
		return guestName
	}
	return plain
}

// Ends of a session that the person did not choose.
var (
	errIdle    = errors.New("nothing was typed for so long that this session has ended; your seat is kept")
	errTooMuch = errors.New("more came at once than anybody types, so this session has ended; your seat is kept")
	errBroke   = errors.New("this screen broke, and the fault is not yours; come back, your seat is kept")
)
