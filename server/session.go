package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
	"parlor/server/command"
	"parlor/server/lineio"
	"parlor/server/lines"
	"parlor/server/protocol"
	"parlor/tui/program"
	"parlor/tui/screen"
)

// handle runs one session.
func (h *host) handle(sess ssh.Session) {
	if !h.begin() {
		return
	}
	defer h.work.Done()
	l := clientConnOf(sess.Context())
	l.begin()
	defer l.end()
	log := h.config.Log.With("from", sess.RemoteAddr().String())
	defer recoverPanic(log, func() { _ = sess.Exit(1) })
	here := sshSession{host: h, sess: sess, log: log}
	switch err := here.serve(); {
	case errors.Is(err, command.ErrNoTurn):
		_ = sess.Exit(1) // the error has been shown
	case err != nil:
		var out io.Writer = sess.Stderr()
		if _, _, hasPTY := sess.Pty(); hasPTY {
			out = sess // after the sequences that restore the screen
		}
		_, _ = io.WriteString(out, "parlor: "+here.voice.Say(prose.Reason(err))+"\r\n")
		if here.mayReturn(err) {
			back := prose.T("To come back as {name}, use  {command}", prose.Name(here.person.Session.Name()), prose.Literal(here.line(here.returnAs())))
			_, _ = io.WriteString(out, "parlor: "+here.voice.Say(back)+"\r\n")
		}
		_ = sess.Exit(1)
	}
}

// mayReturn reports whether an error has ended the session of a guest who is welcome back.
func (r *sshSession) mayReturn(err error) bool {
	ended := func(why error) bool { return errors.Is(err, why) }
	return r.token != "" && r.mode() != answers && slices.ContainsFunc([]error{lobby.ErrStopping, errRestart, errIdle, errBroke}, ended)
}

// short returns a part of an ID that distinguishes people in the log.
func short(id string) string { return id[:min(len(id), 20)] }

// sshSession is one SSH session: the person, the mode and the command.
type sshSession struct {
	*host
	sess   ssh.Session
	log    *slog.Logger
	person command.Person
	// account holds the data stored about the person when the session began, or the zero Account.
	account lobby.Account
	pty     ssh.Pty
	hasPTY  bool
	command command.Command // Verb is "" without a command
	code    string          // room code given as the user name, or ""
	notice  prose.Text      // text to show first; mostly zero
	until   time.Time       // when the notice disappears; zero means never
	voice   *prose.Voice    // the person's language
	here    *liveSession    // the session as the operator sees it
	first   bool            // ask the person for a name
	token   string          // of a guest; "" with a key
	rival   string          // game of a rated match to look for, or ""
	ends    []func()        // run at the end, last first
}

// maxCommand bounds the length of a command in bytes.
const maxCommand = 2000

// readCommand parses the command of a session.
func readCommand(sess ssh.Session) (command.Command, error) {
	raw := sess.RawCommand()
	switch {
	case raw == "":
		return command.Command{}, nil
	case len(raw) > maxCommand:
		return command.Command{}, prose.Refuse("Command too long.")
	}
	words := sess.Command()
	if len(words) == 0 {
		return command.Command{}, prose.Refuse("Unknown command. Type {help}.", prose.Literal(command.Help))
	}
	asked, err := command.Parse(words)
	if err == nil && asked.Verb == command.Spoken {
		asked.Verb, asked.Lines = "", true // no command, but text mode
	}
	return asked, err
}

// serve runs the session. Its error is for the person. It keeps little on the stack, because that memory stays in use
// while a screen is shown.
func (r *sshSession) serve() (err error) {
	defer r.leave()
	if r.pool.Do(func() { err = r.enter() }); err != nil {
		return err
	}
	session, err := r.run()
	if session == nil || err != nil {
		return err
	}
	return r.show(session)
}

// leave runs the functions in ends, even if some panic.
func (r *sshSession) leave() {
	for _, end := range r.ends {
		defer end()
	}
}

// enter enters the lobby, if the person may.
func (r *sshSession) enter() error {
	r.pty, _, r.hasPTY = r.sess.Pty()
	r.voice = r.speaking("", r.sess.Environ(), r.log)
	came, err := identities{r.tokens, r.config}.identify(r.sess)
	if err != nil {
		return err
	}
	who := came.who
	r.notice = came.notice
	asked, unreadable := readCommand(r.sess)
	r.command = asked
	proved := who.ID
	if err := throttle(r.sess.Context(), r.config.RateLimits.Allow(ratelimit.Sessions, ratelimit.Subject{Person: proved, Address: who.Address})); err != nil {
		return err
	}
	if err := r.mayEnter(who); err != nil {
		return err
	}
	if who, r.account, err = r.config.Lobby.Recognise(r.sess.Context(), who); err != nil {
		return err
	}
	r.voice = r.speaking(r.settings.of(r.account, who.ID, r.sess.Environ()).Language, r.sess.Environ(), r.log)
	ids := append([]string{proved, who.ID}, r.account.IDs...)
	if err := r.notBanned(who, ids...); err != nil {
		return err
	}
	if unreadable != nil {
		return unreadable
	}
	who.Name = r.readCode(who)
	if !r.register.join(who.ID, r.config.Limits.SessionsPerPerson) {
		return &prose.Refusal{Text: prose.C("You already have {n} session open. Close it first.", "You already have {n} sessions open. Close one of them first.",
			prose.N(r.config.Limits.SessionsPerPerson))}
	}
	r.ends = append(r.ends, func() { r.register.part(who.ID) })
	brief := r.mode() == answers
	who.Passing = brief || r.command.Verb == command.Board // which is not a person
	who.Program = r.mode() == inJSON
	asks := r.mode() == onScreen || r.mode() == inLines && (r.hasPTY || r.command.Verb == "") // not for what an API client types
	if r.first = !r.account.Chosen && asks; r.first {
		who.Name = lobby.SuggestName(who.Name, who.ID, r.config.Lobby.Limits().NameCells)
	}
	visit, err := r.config.Lobby.Enter(r.sess.Context(), who)
	if err != nil {
		return err
	}
	r.ends = append(r.ends, visit.Close)
	visit = throttled{visit}
	r.person = command.Person{Session: visit, Identity: who, Proved: proved, Voice: r.voice}
	r.token = came.token
	r.person.ReturnAs = r.returnAs()
	began := time.Now()
	r.here = &liveSession{
		SessionInfo: SessionInfo{
			Kind: r.mode().sessionKind(), Person: who.ID, Guest: who.Guest, Address: who.Address, Since: began,
		},
		ids: ids, name: visit.Name, lobby: visit, end: func(error) { _ = r.sess.Close() },
	}
	r.register.come(r.here)
	r.ends = append(r.ends, func() { r.register.leave(r.here) })
	// A ban made meanwhile did not find this session to end it.
	if err := r.notBanned(who, ids...); err != nil {
		return err
	}
	if !brief {
		r.noteUnheard()
	}
	if r.notice.IsZero() && !brief {
		r.notice, r.until = r.register.notice()
	}
	r.log = r.log.With("person", short(who.ID))
	if r.command.Verb != "" {
		r.log = r.log.With("command", r.command.Verb)
	}
	left := "answered" // one line for a command
	if !brief {
		r.log.Info("session opened", "name", visit.Name())
		left = "left"
	}
	r.ends = append(r.ends, func() { r.log.Info(left, "name", visit.Name(), "after", time.Since(began).Round(time.Second)) })
	return nil
}

// noteUnheard sets the notice to a person whose webhook was disabled.
func (r *sshSession) noteUnheard() {
	if r.notice.IsZero() && r.account.Unheard != "" {
		r.notice = prose.T("Your webhook at {host} was disabled after failed deliveries. Set it again in the settings, or with {command}.",
			prose.Literal(r.account.Unheard), prose.Literal(command.Webhook))
	}
}

// readCode treats a user name as a room code, if possible, and returns the name that remains. Text
// in capitals that looks like a code is a code, perhaps mistyped, unless it is the person's chosen
// name. Other text may be the user's local name if there is no such room, but it is not a valid
// name.
func (r *sshSession) readCode(who lobby.Identity) string {
	code, sure, ok := lobby.RecogniseCode(who.Name)
	if ok && (sure || r.config.Lobby.Has(r.sess.Context(), who, code)) {
		r.code = code
		return ""
	}
	var notice prose.Text
	switch shown := lobby.IsWrittenAsCode(who.Name); {
	case shown && r.account.Chosen && r.account.Name == who.Name:
		return who.Name
	case shown:
		notice = prose.T("There is no room {code}.", prose.Literal(who.Name))
	case ok && lobby.HasCodeForm(code):
		if !r.account.Chosen {
			notice = prose.T("There is no room {code}, and a name cannot look like a code.", prose.Literal(code))
		}
	default:
		return who.Name
	}
	if r.notice.IsZero() && r.mode() != answers {
		r.notice = notice
	}
	return ""
}

// returnAs returns the user name with which a guest returns under the current name, or "" with a key.
func (r *sshSession) returnAs() string {
	if r.token == "" {
		return ""
	}
	return userName(r.person.Session.Name()) + "+" + r.token
}

// mode is the kind of user interface of a session.
type mode int

const (
	onScreen mode = iota // Bubble Tea
	inLines              // text mode
	inJSON               // the JSON protocol
	answers              // one answer to one command
)

// notBanned returns an error if the address or one of the identities is banned.
func (r *sshSession) notBanned(who lobby.Identity, ids ...string) error {
	if !r.config.Bans.ContainsAddress(who.Address) && !r.config.Bans.Contains(ids...) {
		return nil
	}
	r.config.Refusals.Note(who.Address, WhyBanned)
	return ratelimit.ErrBanned
}

// mayEnter returns an error if the person is banned. It decides by what they proved, without looking them up.
func (r *sshSession) mayEnter(who lobby.Identity) error {
	if err := r.notBanned(who, who.ID); err != nil {
		return err
	}
	if !r.config.Bans.Contains(ratelimit.Newcomers) {
		return nil
	}
	known, err := r.config.Lobby.Knows(r.sess.Context(), who.ID)
	switch {
	case err != nil:
		r.log.Error("cannot look up a new player", "err", err)
		return errNotLookedUp
	case !known:
		r.config.Refusals.Note(who.Address, WhyNewcomer)
		return ratelimit.ErrNewcomers
	}
	return nil
}

// sessionKind returns the mode for operators.
func (m mode) sessionKind() Kind {
	return [...]Kind{onScreen: KindScreen, inLines: KindLines, inJSON: KindProgram, answers: KindCommand}[m]
}

// mode returns the mode of the session. A screen needs a terminal with cursor movement and no --lines.
func (r *sshSession) mode() mode {
	screen := r.hasPTY && r.pty.Term != "dumb" && !r.command.Lines
	switch r.command.Verb {
	case command.Play:
		if r.command.Lines || r.hasPTY && r.pty.Term == "dumb" {
			return inLines
		}
		return inJSON
	case command.Board:
		if r.command.JSON || !screen {
			return answers
		}
	case command.GameNight:
		if !r.command.OpensGameNight() || r.command.JSON || !r.hasPTY && !r.command.Lines {
			return answers
		}
	case command.New, command.Join, command.Watch, command.Quick:
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

// run runs a session without a screen, or returns the screen to show.
func (r *sshSession) run() (screen *program.Session, err error) {
	mode := r.mode()
	if !r.notice.IsZero() && mode != onScreen {
		_, _ = io.WriteString(r.sess.Stderr(), "parlor: "+r.voice.Say(r.notice)+"\r\n")
	}
	if mode == answers {
		err := r.commands().Run(r.sess.Context(), r.person, r.command, r.sess)
		if err == nil && r.command.Delete {
			r.settings.forget(r.person.Identity.ID)
		}
		return nil, err
	}
	if mode == inJSON && r.hasPTY {
		return nil, prose.Refuse("Programs play without a terminal. Connect with {line}.", prose.Literal(strings.Replace(r.line(""), "ssh", "ssh -T", 1)+" play"))
	}
	if r.command.Rated {
		game, err := r.commands().Rival(r.person, r.command)
		if err != nil {
			return nil, err
		}
		r.rival = game.Name
	}
	if r.first && !r.command.OpensGameNight() && r.command.Verb != command.Board {
		return r.welcome(mode)
	}
	var place destination
	r.pool.Do(func() { place = r.goes() })
	if place.err != nil && (mode != onScreen || r.command.Verb != "") {
		return nil, place.err
	}
	if mode == inLines {
		return nil, r.speak(lines.Session{GameNight: place.night}, place.handle)
	}
	if mode == inJSON {
		return nil, r.talk(place)
	}
	return place.screenFor(r.command.Verb), nil
}

// destination is the place where a session begins. The zero value is the lobby.
type destination struct {
	handle lobby.Handle
	night  lobby.GameNightHandle
	err    error
}

// goes enters the place that the command or the user name asks for, and returns it.
func (r *sshSession) goes() (p destination) {
	p.handle, p.err = r.sit()
	if errors.Is(p.err, lobby.ErrGameNight) || p.err == nil && (r.command.OpensGameNight() || r.command.Verb == command.Board) {
		p.night, p.err = r.attend()
	}
	return p
}

// screenFor returns the screen of a session that begins there.
func (p destination) screenFor(verb string) *program.Session {
	session := &program.Session{GameNight: p.night, Board: p.night != nil && verb == command.Board}
	if p.night == nil && (p.handle != nil || p.err != nil) {
		session.Seat = func() (lobby.Handle, prose.Text, error) { return p.handle, prose.Text{}, p.err }
	}
	return session
}

// welcome runs the session of a first-time visitor, who goes to the destination after choosing a name.
func (r *sshSession) welcome(mode mode) (screen *program.Session, err error) {
	if mode == inLines {
		return nil, r.speak(lines.Session{First: true, Welcome: r.config.Welcome, Sit: r.sit, Attend: r.attend}, nil)
	}
	session := &program.Session{First: true, Code: r.code}
	if r.command.Verb == command.Join {
		session.Code = r.command.Arguments[0]
	}
	if r.code != "" || r.command.Verb != "" && !r.command.Rated {
		session.Seat = func() (lobby.Handle, prose.Text, error) {
			handle, err := r.sit()
			if err != nil && r.command.Verb != "" && !errors.Is(err, lobby.ErrGameNight) {
				r.register.ends(r.here, err) // as for known people
			}
			return handle, prose.Text{}, err
		}
	}
	return session, nil
}

// seatTimeout bounds taking a seat.
const seatTimeout = 5 * time.Second

// sit takes the seat that the command or the user name asks for. It returns nil if neither does.
func (r *sshSession) sit() (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(r.sess.Context(), seatTimeout)
	defer cancel()
	named := r.code != "" && (r.command.Verb == "" || r.command.Verb == command.Play && len(r.command.Arguments) == 0)
	switch {
	case named && r.command.OnlyWatch:
		return lobby.Ask(ctx, r.person.Session, lobby.Watch{Code: r.code})
	case named && r.command.Verb == command.Play:
		return lobby.Ask(ctx, r.person.Session, lobby.Join{Code: r.code})
	case named:
		return r.straightTo(ctx, r.code)
	case r.command.Verb == "", r.command.OpensGameNight(), r.command.Verb == command.Board, r.command.Rated:
		return nil, nil
	}
	return r.commands().Sit(ctx, r.person, r.command)
}

// straightTo joins a room, or watches it if there is no free seat.
func (r *sshSession) straightTo(ctx context.Context, code string) (lobby.Handle, error) {
	if _, err := lobby.Ask(ctx, r.person.Session, lobby.Look{Code: code}); err != nil {
		return nil, err // also if a game night has the code
	}
	handle, err := lobby.Ask(ctx, r.person.Session, lobby.Join{Code: code})
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := lobby.Ask(ctx, r.person.Session, lobby.Watch{Code: code}); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

// attend joins the game night that the command or the user name asks for.
func (r *sshSession) attend() (lobby.GameNightHandle, error) {
	ctx, cancel := context.WithTimeout(r.sess.Context(), seatTimeout)
	defer cancel()
	switch {
	case r.command.OnlyWatch:
		return nil, lobby.ErrGameNight
	case r.command.OpensGameNight():
		return command.OpenGameNight(ctx, r.person, r.command)
	case r.command.Verb == command.Board:
		return lobby.Ask(ctx, r.person.Session, lobby.WatchGameNight{Code: r.command.Arguments[0]})
	case r.command.Verb == command.Join, r.command.Verb == command.Play && len(r.command.Arguments) > 0:
		return lobby.Ask(ctx, r.person.Session, lobby.JoinGameNight{Code: r.command.Arguments[0]})
	case r.code != "":
		return lobby.Ask(ctx, r.person.Session, lobby.JoinGameNight{Code: r.code})
	}
	return nil, lobby.ErrGameNight
}

// show runs the screen of a session.
func (r *sshSession) show(session *program.Session) error {
	session.Session, session.Games, session.Rooms = r.person.Session, r.config.Games, r.config.Lobby.Settings()
	session.NameCells = r.config.Lobby.Limits().NameCells
	session.Invitation, session.Welcome = r.invitation, r.config.Welcome
	session.Notice, session.NoticeEnds = r.voice.Say(r.notice), r.until
	session.History, session.Person, session.Analyse, session.SumUp = r.config.History, r.person.Identity.ID, r.minds.Analyse, r.sumUp()
	session.Highlights = r.highlights()
	session.Settings = r.settings.of(r.account, r.person.Identity.ID, r.sess.Environ())
	session.Keep = func(chosen screen.Settings) {
		r.settings.keep(r.sess.Context(), r.person.Session, r.person.Identity.ID, chosen)
		r.voice = r.speaking(chosen.Language, r.sess.Environ(), r.log)
	}
	session.Voice, session.Languages, session.Locale = r.voice, r.config.Languages, prose.Locale(r.sess.Environ(), "LC_MESSAGES")
	session.Rival = r.rival
	session.Themes, session.Boards, session.Signal = r.themes, r.boards, screen.SignalOf(r.sess.Environ(), r.pty.Term)
	if r.token != "" && !session.Board { // which others see
		session.ReturnLine = r.line(r.person.ReturnAs)
		session.Named = func() string { return r.line(r.returnAs()) }
	}
	return r.runScreen(r.sess, session, r.pty, r.here, r.log)
}

// openInput returns the limited input of a session without a screen. The session ends when it is idle for too long.
func (r *sshSession) openInput(ctx context.Context, idle func()) (input *limitedReader, heard, stop func()) {
	timer := time.AfterFunc(r.config.Limits.Idle, func() {
		idle()
		// A session blocked by a client that does not read is cut.
		time.AfterFunc(endLimit, func() { _ = r.sess.Close() })
	})
	input = newLimitedReader(ctx, r.sess, clientConnOf(r.sess.Context()).sent)
	heard = func() {
		input.pending.Store(0)
		r.here.typed.Store(time.Now().UnixNano())
		if timer.Stop() { // not after the end
			timer.Reset(r.config.Limits.Idle)
		}
	}
	return input, heard, func() { timer.Stop() }
}

// speak runs a session in text mode.
func (r *sshSession) speak(session lines.Session, handle lobby.Handle) error {
	ctx, end := context.WithCancelCause(r.sess.Context())
	defer end(nil)
	input, heard, stop := r.openInput(ctx, func() { end(errIdle) })
	defer stop()
	session.Commands, session.Person, session.Out, session.Heard = r.commands(), r.person, r.sess, heard
	session.Languages, session.Choose, session.ReturnAs = r.config.Languages, r.choose, r.returnAs
	session.Rival = r.rival
	session.Notices = r.register.reach(r.here, end)
	if r.hasPTY {
		editor := lineio.Edit(ctx, input, r.sess)
		var width atomic.Int64
		width.Store(int64(r.pty.Window.Width))
		r.sess.Context().(*sessionContext).window.tell(func(size tea.WindowSizeMsg) { width.Store(int64(size.Width)) })
		editor.Wraps(func() int { return int(width.Load()) })
		session.Source, session.Out = editor, editor
	} else {
		session.Source = lineio.Read(ctx, input)
	}
	return reasonOf(session.Run(ctx, handle), context.Cause(ctx))
}

// choose changes the person's language and stores it.
func (r *sshSession) choose(language string) *prose.Voice {
	chosen := r.settings.of(r.account, r.person.Identity.ID, r.sess.Environ())
	chosen.Language = language
	r.settings.keep(r.sess.Context(), r.person.Session, r.person.Identity.ID, chosen)
	r.voice = r.speaking(language, r.sess.Environ(), r.log)
	return r.voice
}

// talk runs a session of the JSON protocol, in a room or at a game night.
func (r *sshSession) talk(place destination) error {
	ctx, end := context.WithCancelCause(r.sess.Context())
	defer end(nil)
	input, heard, stop := r.openInput(ctx, func() { end(errIdle) })
	defer stop()
	session := protocol.Session{
		Handle: place.handle, Lobby: r.person.Session, Settings: r.config.Lobby.Settings(), Games: r.commands().Games, In: input, Out: r.sess, Heard: heard, Stays: r.command.OnlyWatch,
		Hello: protocol.Hello{
			Server: r.config.Version, You: r.person.Session.Name(), Guest: r.person.Identity.Guest, ReturnAs: r.person.ReturnAs,
		},
	}
	session.Notices = r.register.reach(r.here, end)
	if place.night == nil {
		return reasonOf(session.Run(ctx), context.Cause(ctx))
	}
	night := protocol.NightSession{
		Night: place.night, Invitation: r.invitation, Room: session,
		Join: func(ctx context.Context, code string) (lobby.Handle, error) {
			return lobby.Ask(ctx, r.person.Session, lobby.Join{Code: code})
		},
	}
	return reasonOf(night.Run(ctx), context.Cause(ctx))
}

// reasonOf returns why a session ended: its own error, or the cause of its context.
func reasonOf(err, cause error) error {
	var ended *prose.Refusal
	if err == nil && errors.As(cause, &ended) {
		return ended
	}
	return err
}

// userName returns a name in the form of an SSH user name.
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
