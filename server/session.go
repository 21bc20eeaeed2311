package server

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"charm.land/ssh"

	"parlor/tui"
)

// handle is one session from its beginning to its end.
func (s *Server) handle(sess ssh.Session) {
	if !s.begin() {
		return
	}
	defer s.work.Done()
	log := s.config.Log.With("from", sess.RemoteAddr().String())
	defer caught(log, func() { _ = sess.Exit(1) })
	if err := s.serve(sess, log); err != nil {
		var out io.Writer = sess.Stderr()
		if _, _, hasPTY := sess.Pty(); hasPTY {
			out = sess // in order with what restored the screen
		}
		_, _ = io.WriteString(out, sentence(err.Error())+"\r\n")
		_ = sess.Exit(1)
	}
}

// short is enough of an identity to tell people apart in the log.
func short(id string) string { return id[:min(len(id), 20)] }

func sentence(text string) string {
	return "parlor: " + strings.TrimSuffix(text, ".") + "."
}

func (s *Server) serve(sess ssh.Session, log *slog.Logger) error {
	pty, _, hasPTY := sess.Pty()
	switch {
	case sess.RawCommand() != "":
		return errors.New("there are no commands here yet: with  " + s.line("") + "  alone you play")
	case !hasPTY:
		return errors.New("it is played on a screen: come with  " + strings.Replace(s.line(""), "ssh", "ssh -t", 1) + "  from a terminal")
	case pty.Term == "dumb":
		return errors.New("your terminal says that it cannot move its cursor (TERM=dumb); come from another one")
	}
	who, token, err := identify(sess)
	if err != nil {
		return err
	}
	if !s.join(who.ID) {
		return fmt.Errorf("you are here %d times already; close one of your sessions first", s.config.Limits.SessionsPerPerson)
	}
	defer s.part(who.ID)
	visit, err := s.config.Lobby.Enter(who)
	if err != nil {
		return err
	}
	defer visit.Close()
	began := time.Now()
	log = log.With("person", short(who.ID))
	log.Info("came", "name", visit.Name())
	defer func() { log.Info("went", "name", visit.Name(), "after", time.Since(began).Round(time.Second)) }()
	session := tui.Session{Visit: visit, Kits: s.config.Kits, JoinLine: func(string) string { return s.line("") }}
	if token != "" {
		session.ReturnLine = s.line(userName(visit.Name()) + "+" + token)
	}
	return s.show(sess, tui.New(session), pty, log)
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
