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

// request is what a session asks for: who came, how, and for what.
type request struct {
	*Server
	sess   ssh.Session
	log    *slog.Logger
	person command.Person
	// account is what was remembered of the person at the beginning; zero where
	// nothing was.
	account lobby.Account
	pty     ssh.Pty
	hasPTY  bool
	command command.Command // its Verb is empty where none was given
	code    string          // of the room that was named in place of a user; empty where none was
	notice  string          // a sentence to begin with; mostly empty
}

// maxCommand bounds the bytes of a command.
const maxCommand = 2000

// readCommand reads the command of a session.
func readCommand(sess ssh.Session) (command.Command, error) {
	raw, words := sess.RawCommand(), sess.Command()
	switch {
	case raw == "":
		return command.Command{}, nil
	case len(raw) > maxCommand:
		return command.Command{}, errors.New("that is no command: it is too long")
	case len(words) == 0:
		return command.Command{}, errors.New("that is no command; try help")
	}
	return command.Parse(words)
}

func (s *Server) serve(sess ssh.Session, log *slog.Logger) error {
	here := request{Server: s, sess: sess, log: log}
	here.pty, _, here.hasPTY = sess.Pty()
	came, err := s.identify(sess)
	if err != nil {
		return err
	}
	who := came.who
	here.notice = came.notice
	if here.command, err = readCommand(sess); err != nil {
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
	if here.command.Verb != "" {
		here.log = here.log.With("command", here.command.Verb)
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
func (r request) mode() mode {
	screen := r.hasPTY && r.pty.Term != "dumb" && !r.command.Lines
	switch r.command.Verb {
	case command.Play:
		if r.command.Lines || r.hasPTY && r.pty.Term == "dumb" {
			return inLines
		}
		return inJSON
	case command.New, command.Join, command.Watch:
		if r.command.JSON || !r.hasPTY && !r.command.Lines {
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

func (r request) run() error {
	mode := r.mode()
	if r.notice != "" && mode != onScreen {
		_, _ = io.WriteString(r.sess.Stderr(), "parlor: "+r.notice+"\r\n")
	}
	if mode == answers {
		err := r.commands().Run(r.sess.Context(), r.person, r.command, r.sess)
		if err == nil && r.command.Delete {
			r.forgetSettings(r.person.Identity.ID)
		}
		return err
	}
	if mode == inJSON && r.hasPTY {
		return errors.New("programs play without a terminal: come with  " + strings.Replace(r.line(""), "ssh", "ssh -T", 1) + " play")
	}
	handle, err := r.sit()
	if err != nil && (mode != onScreen || r.command.Verb != "") {
		return err
	}
	if mode == inLines {
		return r.speak(handle)
	}
	if mode == inJSON {
		return r.talk(handle)
	}
	return r.show(handle, err)
}

func (s *Server) commands() command.Commands {
	return command.Commands{Lobby: s.config.Lobby, GameUIs: s.config.GameUIs, Version: s.config.Version, Line: s.line, History: s.config.History}
}

// patience is how long taking a place at a table may take.
const patience = 5 * time.Second

// sit takes the place that was asked for, by the command or by the user name;
// nil where none was.
func (r request) sit() (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(r.sess.Context(), patience)
	defer cancel()
	named := r.code != "" && (r.command.Verb == "" || r.command.Verb == command.Play && len(r.command.Arguments) == 0)
	switch {
	case named && r.command.OnlyWatch:
		return r.person.Visit.Watch(ctx, r.code)
	case named && r.command.Verb == command.Play:
		return r.person.Visit.Join(ctx, r.code)
	case named:
		return r.straightTo(ctx, r.code)
	case r.command.Verb == "":
		return nil, nil
	}
	return r.commands().Sit(ctx, r.person, r.command)
}

// straightTo goes to a room: to a seat, or to watch where there is none.
func (r request) straightTo(ctx context.Context, code string) (lobby.Handle, error) {
	if _, err := r.person.Visit.Look(ctx, code); err != nil {
		return nil, err
	}
	handle, err := r.person.Visit.Join(ctx, code)
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := r.person.Visit.Watch(ctx, code); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

// show runs the screen, at a table where there is one; problem is why there is
// none.
func (r request) show(handle lobby.Handle, problem error) error {
	session := tui.Session{
		Visit: r.person.Visit, GameUIs: r.config.GameUIs, Rooms: r.config.Lobby.Settings(), JoinLine: r.line, Notice: r.notice,
		History: r.config.History, Person: r.person.Identity.ID,
		Settings: r.settings(r.account, r.person.Identity.ID, r.sess.Environ()),
		Keep:     func(chosen tui.Settings) { r.keepSettings(r.person.Visit, r.person.Identity.ID, chosen) },
	}
	if r.person.ReturnAs != "" {
		session.ReturnLine = r.line(r.person.ReturnAs)
	}
	if handle != nil || problem != nil {
		session.Seat = func() (lobby.Handle, string, error) { return handle, "", problem }
	}
	return r.runScreen(r.sess, session, r.pty, r.log)
}

// input is what a session without a screen is sent: bounded, and the session
// ends when nothing comes for long.
func (r request) input(ctx context.Context, idle func()) (input *typed, heard, stop func()) {
	timer := time.AfterFunc(r.config.Limits.Idle, func() {
		idle()
		// A session that waits for a client which does not read is cut.
		time.AfterFunc(endLimit, func() { _ = r.sess.Close() })
	})
	input = newTyped(ctx, r.sess)
	heard = func() {
		input.pending.Store(0)
		if timer.Stop() { // not after the end
			timer.Reset(r.config.Limits.Idle)
		}
	}
	return input, heard, func() { timer.Stop() }
}

// speak is a session in sentences.
func (r request) speak(handle lobby.Handle) error {
	ctx, end := context.WithCancelCause(r.sess.Context())
	defer end(nil)
	input, heard, stop := r.input(ctx, func() { end(errIdle) })
	defer stop()
	session := lines.Session{Commands: r.commands(), Person: r.person, Out: r.sess, Heard: heard}
	if r.hasPTY {
		editor := lineio.Edit(ctx, input, r.sess)
		session.Source, session.Out = editor, editor
	} else {
		session.Source = lineio.Read(ctx, input)
	}
	return reasonOf(session.Run(ctx, handle), context.Cause(ctx))
}

// talk is a session in JSON.
func (r request) talk(handle lobby.Handle) error {
	ctx, end := context.WithCancelCause(r.sess.Context())
	defer end(nil)
	input, heard, stop := r.input(ctx, func() { end(errIdle) })
	defer stop()
	session := protocol.Session{
		Handle: handle, Settings: r.config.Lobby.Settings(), In: input, Out: r.sess, Heard: heard, Stays: r.command.OnlyWatch,
		Hello: protocol.Hello{
			Server: r.config.Version, You: r.person.Visit.Name(), Guest: r.person.Identity.Guest, ReturnAs: r.person.ReturnAs,
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
