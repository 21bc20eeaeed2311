package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"github.com/charmbracelet/colorprofile"

	"parlor/lobby"
	"parlor/tui"
)

// framesPerSecond bounds how often a screen is drawn; it is played in turns.
const framesPerSecond = 30

// handle is one session from its beginning to its end.
func (s *Server) handle(sess ssh.Session) {
	s.work.Add(1)
	defer s.work.Done()
	who, token := identify(sess)
	log := s.config.Log.With("person", short(who.ID), "from", sess.RemoteAddr().String())
	defer func() {
		if broken := recover(); broken != nil {
			// The values are not logged: they could be somebody's tiles.
			log.Error("a session broke", "kind", fmt.Sprintf("%T", broken), "stack", string(debug.Stack()))
			_ = sess.Exit(1)
		}
	}()
	if err := s.serve(sess, who, token, log); err != nil {
		wish.Errorln(sess, sentence(err.Error()))
		_ = sess.Exit(1)
	}
}

// short is enough of an identity to tell people apart in the log.
func short(id string) string { return id[:min(len(id), 20)] }

func sentence(text string) string {
	return "parlor: " + strings.TrimSuffix(text, ".") + ".\r"
}

func (s *Server) serve(sess ssh.Session, who lobby.Identity, token string, log *slog.Logger) error {
	pty, windows, hasPTY := sess.Pty()
	switch {
	case sess.RawCommand() != "":
		return errors.New("there are no commands here yet; come without one and play: " + s.line(""))
	case !hasPTY:
		return errors.New("it is played on a screen; come with a terminal: ssh -t")
	case !s.join(who.ID):
		return fmt.Errorf("you are here %d times already; close one of your sessions first", s.config.Limits.SessionsPerPerson)
	}
	defer s.part(who.ID)
	visit, err := s.config.Lobby.Enter(who)
	if err != nil {
		return err
	}
	defer visit.Close()
	began := time.Now()
	log.Info("came", "name", visit.Name())
	defer func() { log.Info("went", "name", visit.Name(), "after", time.Since(began).Round(time.Second)) }()
	session := tui.Session{Visit: visit, Kits: s.config.Kits, JoinLine: func(string) string { return s.line("") }}
	if token != "" {
		session.ReturnLine = s.line(userName(visit.Name()) + "+" + token)
	}
	return s.show(sess, tui.New(session), pty, windows)
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

// show runs the screen until the person leaves, the line drops, or the server
// stops.
func (s *Server) show(sess ssh.Session, root *tui.Root, pty ssh.Pty, windows <-chan ssh.Window) error {
	ctx, cancel := context.WithCancel(sess.Context())
	defer cancel()
	env := append(sess.Environ(), "TERM="+pty.Term)
	program := tea.NewProgram(root,
		tea.WithContext(ctx),
		tea.WithInput(nil), // feed brings it
		tea.WithOutput(sess),
		tea.WithEnvironment(env),
		tea.WithColorProfile(colorprofile.Env(env)),
		tea.WithWindowSize(pty.Window.Width, pty.Window.Height),
		tea.WithFPS(framesPerSecond),
		tea.WithoutSignalHandler(),
		tea.WithFilter(ignoreSuspend),
	)
	go resize(program, windows)
	go feed(ctx, cancel, program, sess, pty.Term)
	_, err := program.Run()
	if errors.Is(err, tea.ErrProgramKilled) {
		return nil // the line dropped; nobody reads what would be said
	}
	if text := root.Farewell(); text != "" {
		_, _ = io.WriteString(sess, text+"\r\n")
	}
	return err
}

// ignoreSuspend: ctrl+z has nothing to go back to.
func ignoreSuspend(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, suspend := msg.(tea.SuspendMsg); suspend {
		return tea.ResumeMsg{}
	}
	return msg
}
