// Package lines implements text mode: parlor as lines of text, for screen readers, terminals without cursor movement,
// and people who prefer it.
package lines

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// language is the verb that chooses a language.
const language = "language"

// Source yields typed lines.
type Source interface {
	Next() <-chan string
	Err() error // why the lines ended; nil at the end of the input
}

// Session is one player's session in text mode. It moves between the lobby, rooms and game nights,
// and answers the lines typed there.
type Session struct {
	Commands command.Commands
	Person   command.Person
	Source   Source
	Out      io.Writer
	Heard    func() // called for each line
	// Languages are the languages to choose from. Choose switches to one.
	Languages *prose.Languages
	Choose    func(language string) *prose.Voice
	// First marks a first-time visitor, who is asked for a name, then shown the paragraphs of Welcome, and goes where
	// Sit or, if that finds a game night, Attend leads. ReturnAs returns Person.ReturnAs under the new name.
	First    bool
	Welcome  []string
	Sit      func() (lobby.Handle, error)
	Attend   func() (lobby.GameNightHandle, error)
	ReturnAs func() string
	// Notices delivers texts to show. It may be nil.
	Notices <-chan prose.Text

	// Rival is the game of a rated match to look for from the start, or "".
	Rival string
	// GameNight is the game night where the session begins, or nil.
	GameNight lobby.GameNightHandle

	*console
	home   home
	calls  invitations
	rated  matchmaking
	room   *room      // nil in the lobby and between the tables of a game night
	night  *gameNight // nil if the player takes part in none
	lesson *lesson    // tutorial in the lobby; nil if there is none

	early  string // command typed at the name prompt, until it can run
	closed bool   // the player has quit
}

// Run runs the session until the player leaves, the connection is lost or the server stops. It begins in the given
// room, or in the lobby if handle is nil. Its error is for the player.
func (s *Session) Run(ctx context.Context, handle lobby.Handle) error {
	s.console = &console{commands: s.Commands, person: s.Person, returnAs: s.ReturnAs, out: s.Out}
	s.calls, s.rated = invitations{console: s.console}, matchmaking{console: s.console}
	s.home = home{console: s.console, rated: &s.rated, language: s.Languages.Several()}
	next := s.Source.Next()
	if s.First {
		if err := s.introduce(ctx, next); err != nil || s.closed || s.dropped {
			return err
		}
		var err error
		if handle, err = s.Sit(); errors.Is(err, lobby.ErrGameNight) {
			s.GameNight, err = s.Attend()
		}
		if err != nil {
			return err
		}
	}
	s.begin(ctx, handle)
	completes := asked(s.Source)
	for s.answerEarly(ctx); !s.closed && !s.dropped; s.answerEarly(ctx) {
		typed := next
		if s.loading() {
			typed = nil // what is typed now waits for the room or game night
		}
		select {
		case <-ctx.Done():
			return nil
		case page, open := <-s.person.Session.Pages():
			if !open {
				return s.person.Session.Ended()
			}
			s.home.showChat(page.Chat, s.room == nil)
			s.calls.show(ctx, page.Calls)
		case update, open := <-s.night.updates():
			if !open {
				s.leaveNight(ctx)
				continue
			}
			s.night.show(update, s.room)
		case text := <-s.Notices:
			s.say(text)
		case found := <-s.rated.found():
			s.move(ctx, s.rated.meet(found))
		case update, open := <-s.room.updates():
			if open {
				s.room.show(update)
				continue
			}
			reason := s.room.handle.Ended()
			if errors.Is(reason, lobby.ErrStopping) {
				return reason
			}
			s.leaveRoom(ctx, reason)
		case line := <-completes:
			s.complete(line)
		case line, open := <-typed:
			switch {
			case open:
				s.Heard()
				s.answer(ctx, line)
			case s.Source.Err() != nil:
				return s.Source.Err()
			case s.room != nil && !s.room.seated():
				next = nil // only watching from now on
			default:
				s.closed = true
			}
		}
	}
	return nil
}

// introduce asks for a name until the player has one. An empty line accepts the suggestion. The end of the input
// keeps it for this session, and so does a command, which runs once the player has arrived.
func (s *Session) introduce(ctx context.Context, typed <-chan string) error {
	for !s.dropped {
		suggested := s.person.Session.Name()
		s.say(prose.T("What is your name? Type one of up to {n} letters, or press Enter to be {name}.", prose.N(s.Commands.Lobby.Limits().NameCells), prose.Name(suggested)))
		select {
		case <-ctx.Done():
			s.closed = true
			return nil
		case line, open := <-typed:
			if !open {
				s.closed = true
				return s.Source.Err()
			}
			s.Heard()
			name, isCommand := s.nameIn(line)
			switch {
			case isCommand && isGoodbye(strings.ToLower(strings.TrimSpace(line))):
				s.sayGoodbye()
				return nil
			case isCommand:
				s.early = line
				s.say(prose.T("You are {name} for now. To change your name, type {command} and your name.", prose.Name(suggested), prose.Literal(command.Name)))
				s.tell(s.Welcome)
				return nil
			case name == "":
				name = suggested
			}
			if s.rename(ctx, name) {
				s.tell(s.Welcome)
				return nil
			}
		}
	}
	return nil
}

// nameIn returns the name in a line typed at the prompt, or reports that it is a command. The command that changes
// the name counts as a name.
func (s *Session) nameIn(line string) (name string, isCommand bool) {
	in := parse(line)
	if in.verb == command.Name {
		return in.rest, false
	}
	return in.line, command.IsVerb(in.verb, s.Commands.Operations...) || isGoodbye(strings.ToLower(in.line)) || in.verb == tutorial || in.verb == rated
}

// answerEarly runs the command typed at the name prompt once the room or game night is there.
func (s *Session) answerEarly(ctx context.Context) {
	if s.early == "" || s.closed || s.dropped || s.loading() {
		return
	}
	line := s.early
	s.early = ""
	s.answer(ctx, line)
}

// loading reports whether the room or game night that the player has entered has sent nothing yet.
func (s *Session) loading() bool {
	if s.room != nil {
		return !s.room.told
	}
	return s.night != nil && !s.night.told
}

// begin welcomes the player and goes where the session begins.
func (s *Session) begin(ctx context.Context, handle lobby.Handle) {
	s.say(prose.T("Welcome to {program}, {name}.", prose.Name("parlor"), prose.Name(s.person.Session.Name())))
	if s.person.ReturnAs != "" {
		s.say(prose.T("You are a guest. To come back as the same person, type {line}.", prose.Literal(s.Commands.Line(s.person.ReturnAs))))
	}
	if handle == nil && s.GameNight == nil {
		if back, err := ask(ctx, s.console, lobby.Return{}); err == nil {
			s.say(prose.T("Your seat was kept."))
			handle = back
		}
	}
	if handle != nil {
		s.room = newRoom(s.console, handle)
	}
	if s.GameNight != nil {
		s.attend(s.GameNight)
	} else {
		s.attendAgain(ctx)
	}
	if handle == nil {
		if s.night == nil {
			s.home.show(ctx, input{})
		}
		if s.night == nil && s.First {
			s.say(prose.T("New to these games? {tutorial} GAME teaches you one in five minutes. Do you have a code? Type {join} CODE.",
				prose.Literal(tutorial), prose.Literal(command.Join)))
		}
		s.home.follow(ctx)
	}
	if s.Rival != "" {
		s.rated.seek(ctx, s.Rival)
	}
}

// answer answers a line by the tables of the current place.
func (s *Session) answer(ctx context.Context, line string) {
	s.next()
	if s.room != nil {
		s.room.leaving = false
	}
	next, wrong := answer(ctx, parse(line), s.tables())
	if !wrong.IsZero() {
		s.say(wrong)
	}
	s.move(ctx, next)
}

// tables returns the tables of what can be typed in the place where the player is.
func (s *Session) tables() []table {
	room, at, tables := "", "", []table{s.table()}
	if s.night != nil {
		at = s.night.Code
	}
	if s.room != nil {
		if room = s.room.Code; s.room.Plan.GameNight == "" {
			at = room
		}
	}
	anywhere := []table{s.calls.table(room, at), s.rated.table()}
	switch {
	case s.room != nil:
		if s.night != nil && s.night.told {
			anywhere = append(anywhere, table{verbs: []verb{
				{names: []string{verbControls}, do: s.night.control},
				{names: []string{verbTable}, when: alone, goes: s.night.sit},
			}})
		}
		return append(append(tables, anywhere...), s.room.table())
	case s.lesson != nil:
		return append(tables, s.lesson.table())
	case s.night != nil:
		return append(append(tables, anywhere...), s.lessons(), s.night.table(), s.home.table())
	}
	return append(append(tables, anywhere...), s.lessons(), s.home.table())
}

// table returns the verbs available everywhere, also in a tutorial.
func (s *Session) table() table {
	return table{verbs: []verb{
		{names: goodbyes(), goes: func(context.Context, input) move { return move{to: goodbye} }},
		{names: []string{language}, when: func(string) bool { return s.Languages.Several() }, do: func(_ context.Context, in input) { s.chooseLanguage(in.rest) }},
	}}
}

// lessons returns the verbs that start a tutorial.
func (s *Session) lessons() table {
	return table{verbs: []verb{{names: []string{tutorial}, do: func(_ context.Context, in input) { s.lesson = learn(s.console, in.rest) }}}}
}

// goodbyes returns the words that end the session.
func goodbyes() []string { return []string{"quit", "exit", "bye"} }

func isGoodbye(verb string) bool { return slices.Contains(goodbyes(), verb) }

// chooseLanguage lists the languages or switches to one.
func (s *Session) chooseLanguage(chosen string) {
	tags := s.Languages.Tags()
	at := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, chosen) })
	if at < 0 {
		s.say(prose.T("Type {command} and one of these: {languages}.", prose.Literal("language"), prose.List(prose.Literals(tags))))
		return
	}
	s.person.Voice = s.Choose(tags[at])
	s.say(prose.T("The language is now {language}.", prose.Literal(s.person.Voice.Name())))
	if s.room != nil && s.room.Match != nil {
		s.room.learn() // it was shown already
	}
}

// move goes to the place to which an answer leads.
func (s *Session) move(ctx context.Context, next move) {
	switch {
	case next.err != nil:
		s.refuse(next.err)
	case next.to == toRoom:
		if s.room != nil {
			s.room.handle.Close() // the seat there is kept
		}
		s.lesson, s.room = nil, newRoom(s.console, next.room)
		lobby.Send(ctx, s.person.Session, lobby.Show{})
	case next.to == toNight:
		s.attend(next.night)
	case next.to == toLobby && s.room != nil:
		s.room.handle.Close()
		s.leaveRoom(ctx, nil)
	case next.to == toLobby:
		s.lesson = nil
	case next.to == goodbye:
		s.sayGoodbye()
	}
}

func (s *Session) attend(night lobby.GameNightHandle) {
	s.night = &gameNight{console: s.console, handle: night}
}

// attendAgain returns to the player's game night, if there is one.
func (s *Session) attendAgain(ctx context.Context) {
	code, err := ask(ctx, s.console, lobby.CurrentGameNight{})
	if err != nil || code == "" || s.night != nil {
		return
	}
	night, err := ask(ctx, s.console, lobby.JoinGameNight{Code: code})
	s.move(ctx, enterNight(night, err))
}

// leaveNight handles the end of the game night for the player: it has ended, or the player has left it.
func (s *Session) leaveNight(ctx context.Context) {
	reason := s.night.handle.Ended()
	s.night = nil
	if reason != nil {
		s.refuse(reason)
	}
	if s.room == nil {
		s.leaveRoom(ctx, nil)
	}
}

// leaveRoom returns to the lobby or the game night for a reason, which may be nil.
func (s *Session) leaveRoom(ctx context.Context, reason error) {
	ofNight := s.room != nil && s.room.Plan.GameNight != ""
	s.room = nil
	s.home.followAgain(ctx)
	if reason != nil {
		s.refuse(reason)
	}
	if ofNight && s.night == nil {
		s.attendAgain(ctx)
	}
	if s.night != nil {
		s.say(prose.T("You are back at the game night. Type {night} for the standings.", prose.Literal(command.GameNight)))
		s.night.showCalled(lobby.GameNightUpdate{You: -1}, nil)
		return
	}
	s.say(prose.T("You are in the lobby. Type {rooms} for the rooms, or {help} for the list of commands.", prose.Literal(command.Rooms), prose.Literal(command.Help)))
}

func (s *Session) sayGoodbye() {
	s.closed = true
	back := prose.Literal(s.Commands.Line(s.person.ReturnAs))
	switch {
	case s.room != nil && s.room.You != engine.Watcher:
		s.say(prose.T("Goodbye. Your seat is kept. To come back, type {line}.", back))
	case s.person.ReturnAs != "":
		s.say(prose.T("Goodbye. To come back as {name}, type {line}.", prose.Name(s.person.Session.Name()), back))
	default:
		s.say(prose.T("Goodbye."))
	}
}
