package local_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// kindOfOrder is a kind of operation in a script.
type kindOfOrder struct {
	name      string
	weight    int
	refusable bool
	// give performs it with the script's random choices and returns what was asked for. It
	// returns errNotNow, without an effect, if no one could.
	give func(s *script) (what string, err error)
}

var errNotNow = errors.New("nobody can do that now")

// orders returns all kinds.
func orders() []kindOfOrder {
	return []kindOfOrder{
		{"enter", 6, false, (*script).enter},
		{"go", 2, false, (*script).goAway},
		{"create", 5, true, (*script).create},
		{"join", 6, true, (*script).join},
		{"watch", 6, true, (*script).watch},
		{"quick", 2, true, (*script).quick},
		{"return", 4, true, (*script).back},
		{"look", 2, true, (*script).look},
		{"hall talk", 2, true, (*script).talk},
		{"rename", 1, true, (*script).rename},

		{"begin", 12, false, (*script).begin},
		{"play", 34, false, (*script).play},
		{"act", 5, true, (*script).act},
		{"ready", 5, true, handleOrder(func(s *script, c *guestHandle) (string, error) {
			ready := s.random.IntN(4) > 0
			return fmt.Sprint("ready ", ready), lobby.Perform(s.t.Context(), c, lobby.SetReady{Ready: ready})
		})},
		{"start", 4, true, hostOrder(func(s *script, c *guestHandle) (string, error) {
			return "start", lobby.Perform(s.t.Context(), c, lobby.Start{})
		})},
		{"say", 5, true, handleOrder(func(s *script, c *guestHandle) (string, error) {
			text := s.one("hello", "who is it?", "", "a\u202eb", strings.Repeat("long ", 20))
			return "say " + text, lobby.Perform(s.t.Context(), c, lobby.Say{Text: text})
		})},
		{"pause", 5, true, handleOrder(func(s *script, c *guestHandle) (string, error) {
			pause := s.random.IntN(3) > 0
			return fmt.Sprint("pause ", pause), lobby.Perform(s.t.Context(), c, lobby.Pause{Pause: pause})
		})},
		{"kick", 3, true, hostOrder(func(s *script, c *guestHandle) (string, error) {
			name, out := s.nameAt(c), s.random.IntN(3) == 0
			if !s.mayGetBot(c) {
				return "sends nobody away, for a bot might come", nil
			}
			return fmt.Sprint("kick ", name, " ", out), lobby.Perform(s.t.Context(), c, lobby.Kick{Name: name, KeepOut: out})
		})},
		{"hand over", 2, true, hostOrder(func(s *script, c *guestHandle) (string, error) {
			seat := s.seat()
			return "hand over to " + seat.String(), lobby.Perform(s.t.Context(), c, lobby.HandOver{To: seat})
		})},
		{"swap", 2, true, hostOrder(func(s *script, c *guestHandle) (string, error) {
			one, other := s.seat(), s.seat()
			return "swap " + one.String() + " " + other.String(), lobby.Perform(s.t.Context(), c, lobby.Swap{One: one, Other: other})
		})},
		{"add bot", 5, true, hostOrder((*script).addBot)},
		{"remove bot", 2, true, hostOrder(func(s *script, c *guestHandle) (string, error) {
			seat := s.seat()
			for i, line := range c.now.Seats {
				if line.Kind == lobby.SeatBot {
					seat = engine.Seat(i)
				}
			}
			return "remove bot " + seat.String(), lobby.Perform(s.t.Context(), c, lobby.RemoveBot{Seat: seat})
		})},
		{"change", 3, true, hostOrder((*script).change)},
		{"show eyes", 3, true, handleOrder(func(s *script, c *guestHandle) (string, error) {
			show := s.random.IntN(4) > 0
			return fmt.Sprint("show eyes ", show), lobby.Perform(s.t.Context(), c, lobby.ShowEyes{Show: show})
		})},
		{"follow", 9, true, (*script).follow},
		{"list", 3, false, handleOrder(func(s *script, c *guestHandle) (string, error) {
			return "list", lobby.Perform(s.t.Context(), c, lobby.ListLegal{})
		})},
		{"leave", 2, false, handleOrder(func(s *script, c *guestHandle) (string, error) {
			return "leave", lobby.Perform(s.t.Context(), c, lobby.Leave{})
		})},
		{"hang up", 3, false, handleOrder(func(_ *script, c *guestHandle) (string, error) {
			c.Close()
			return "hang up", nil
		})},

		{"time", 5, false, (*script).time},
		{"restart", 1, false, (*script).restart},
		{"drain", 1, false, (*script).drain},
		{"disk", 1, false, (*script).disk},
	}
}

// order performs a random operation.
func (s *script) order() {
	all, sum := orders(), 0
	for _, kind := range all {
		sum += kind.weight
	}
	for {
		at := s.random.IntN(sum)
		for _, kind := range all {
			if at -= kind.weight; at >= 0 {
				continue
			}
			what, err := kind.give(s)
			if errors.Is(err, errNotNow) {
				break
			}
			s.done.note(kind.name, err)
			s.told.line("> %s: %v", what, err)
			s.settle()
			return
		}
	}
}

// one returns one of the texts.
func (s *script) one(texts ...string) string { return texts[s.random.IntN(len(texts))] }

// seat returns a random seat.
func (s *script) seat() engine.Seat { return engine.Seat(s.random.IntN(4)) }

// session returns a random session, or nil.
func (s *script) session() *guestVisit {
	if len(s.sessions) == 0 {
		return nil
	}
	return s.sessions[s.random.IntN(len(s.sessions))]
}

// handle returns a random matching handle with its session, or nil.
func (s *script) handle(fits func(*guestHandle) bool) (*guestVisit, *guestHandle) {
	var (
		sessions []*guestVisit
		handles  []*guestHandle
	)
	for _, v := range s.sessions {
		for _, c := range v.handles {
			if fits(c) {
				sessions, handles = append(sessions, v), append(handles, c)
			}
		}
	}
	if len(handles) == 0 {
		return nil, nil
	}
	at := s.random.IntN(len(handles))
	return sessions[at], handles[at]
}

func anyHandle(*guestHandle) bool { return true }

// handleOrder returns an operation on a random handle.
func handleOrder(give func(*script, *guestHandle) (string, error)) func(*script) (string, error) {
	return func(s *script) (string, error) {
		_, c := s.handle(anyHandle)
		if c == nil {
			return "", errNotNow
		}
		what, err := give(s, c)
		return c.label + " " + what, err
	}
}

// hostOrder returns an operation of a host, or sometimes of any handle.
func hostOrder(give func(*script, *guestHandle) (string, error)) func(*script) (string, error) {
	return func(s *script) (string, error) {
		_, c := s.handle(func(c *guestHandle) bool { return c.now.Host })
		if c == nil || s.random.IntN(6) == 0 {
			_, c = s.handle(anyHandle)
		}
		if c == nil {
			return "", errNotNow
		}
		what, err := give(s, c)
		return c.label + " " + what, err
	}
}

// identities returns the people of the scripts.
func identities() []lobby.Identity {
	return []lobby.Identity{
		{ID: "key:anna", Name: "anna"},
		{ID: "key:bo", Name: "bo"},
		{ID: "key:cecilia", Name: "Cecilia"}, // has the name of a bot
		{ID: "key:dan", Name: "dan"},
		{ID: "guest:dan", Name: "Dan", Guest: true},
		{ID: "guest:gus", Name: "gu\u202es\x07 <b>", Guest: true},
	}
}

const mostVisits = 8

func (s *script) enter() (string, error) {
	if len(s.sessions) >= mostVisits {
		return "", errNotNow
	}
	who := identities()[s.random.IntN(len(identities()))]
	who.Passing = s.random.IntN(12) == 0
	v, err := s.rooms.Enter(context.Background(), who)
	if err != nil {
		return who.ID + " enters", err
	}
	s.came++
	lobby.Send(s.t.Context(), v, lobby.Show{Window: lobby.WholeLobby()})
	session := &guestVisit{Session: v, who: who, label: fmt.Sprintf("%s/%d", who.ID, s.came)}
	s.sessions = append(s.sessions, session)
	return session.label + " enters as " + v.Name(), nil
}

// goAway ends a session. It closes the handles one by one, so that effects in several rooms
// do not coincide.
func (s *script) goAway() (string, error) {
	v := s.session()
	if v == nil {
		return "", errNotNow
	}
	for i, c := range v.handles {
		if i < len(v.handles)-1 {
			c.Close()
			s.pause(time.Duration(31+i) * time.Millisecond)
		}
	}
	v.Close()
	synctest.Wait()
	s.takeHandles()
	for i, other := range s.sessions {
		if other == v {
			s.sessions = append(s.sessions[:i:i], s.sessions[i+1:]...)
			break
		}
	}
	return v.label + " goes", nil
}

// sit adds a handle to a session.
func (s *script) sit(v *guestVisit, c lobby.Handle) {
	s.came++
	// The recordings use the older word.
	handle := &guestHandle{Handle: c, label: fmt.Sprintf("%s chair %d", v.label, s.came)}
	v.handles = append(v.handles, handle)
}

// plan returns a random plan, sometimes an invalid one; see the remark on scripts about
// bots that decide simultaneously.
func (s *script) plan(bots int) lobby.Plan {
	plan := lobby.Plan{
		Game: s.one("davinci", "davinci", "masterdice", "kodeknacker", "cups", "cups"), Title: s.one("", "late night", strings.Repeat("wide ", 9)),
		Seats: 2 + s.random.IntN(3), Public: s.random.IntN(4) > 0, Rated: s.random.IntN(3) == 0, Unaided: s.random.IntN(5) == 0,
		Unwatched: s.random.IntN(8) == 0, Apart: s.random.IntN(3) == 0, EyesDelay: []int{0, 0, 1, 3, 20}[s.random.IntN(5)],
		Clock:  []time.Duration{0, 0, 31_700 * time.Millisecond, 123_300 * time.Millisecond, 72 * time.Hour}[s.random.IntN(5)],
		Absent: s.one("", lobby.AbsentClock, lobby.AbsentWait),
	}
	rounds := s.one("1", "1", "2", "3")
	switch plan.Game {
	case "davinci":
		plan.Options = engine.Options{"jokers": s.one("none", "free", "strict"), "memory": s.one("off", "off", "on")}
	case "masterdice":
		plan.Options, plan.Seats, rounds = engine.Options{"mode": s.one("classic", "duel")}, 2, "2"
	case "kodeknacker":
		plan.Options, plan.Seats = engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6"}, 2
	case "cups":
		plan.Options = engine.Options{"begin": s.one("calls", "calls", "picks", "only")}
	}
	if bots > 1 {
		rounds = "1"
	}
	plan.Options["rounds"] = rounds
	if manyMayDecide(plan) && !s.paced && s.random.IntN(3) == 0 {
		plan.Absent = lobby.AbsentBot
	}
	if s.random.IntN(8) == 0 {
		s.spoil(&plan)
	}
	return plan
}

// spoil makes a plan invalid.
func (s *script) spoil(plan *lobby.Plan) {
	switch s.random.IntN(5) {
	case 0:
		plan.Seats = 1
	case 1:
		plan.Clock = -time.Second
	case 2:
		plan.Absent = "sleep"
	case 3:
		plan.EyesDelay = lobby.MaxEyesDelay + 1
	case 4:
		plan.Options["colour"] = "red"
	}
}

// manyMayDecide reports whether several bots in a room never act at the same time, if they
// take only the time to think.
func manyMayDecide(plan lobby.Plan) bool {
	return plan.Options["rounds"] == "1" && (plan.Game == "davinci" || plan.Game == "kodeknacker")
}

func (s *script) create() (string, error) {
	v := s.session()
	if v == nil {
		return "", errNotNow
	}
	plan := s.plan(0)
	if s.random.IntN(15) == 0 {
		plan.Game = "chess"
	}
	return s.seated(v, fmt.Sprintf("creates %+v", recordedPlan(plan)), func() (lobby.Handle, error) { return lobby.Ask(s.t.Context(), v, lobby.Create{Plan: plan}) })
}

// seated enters a room.
func (s *script) seated(v *guestVisit, what string, ask func() (lobby.Handle, error)) (string, error) {
	c, err := ask()
	if err == nil {
		s.sit(v, c)
	}
	return v.label + " " + what, err
}

// aCode returns a random code, mostly of a room that someone is in.
func (s *script) aCode() string {
	_, c := s.handle(anyHandle)
	switch {
	case c != nil && s.random.IntN(6) > 0:
		return c.now.Code
	case len(s.codes) > 0 && s.random.IntN(6) > 0:
		return s.codes[max(0, len(s.codes)-1-s.random.IntN(3))]
	}
	return "QQQQQQ"
}

func (s *script) join() (string, error) {
	v, code := s.session(), s.aCode()
	if v == nil {
		return "", errNotNow
	}
	return s.seated(v, "joins "+code, func() (lobby.Handle, error) { return lobby.Ask(s.t.Context(), v, lobby.Join{Code: code}) })
}

func (s *script) watch() (string, error) {
	v, code := s.session(), s.aCode()
	if v == nil {
		return "", errNotNow
	}
	return s.seated(v, "watches "+code, func() (lobby.Handle, error) { return lobby.Ask(s.t.Context(), v, lobby.Watch{Code: code}) })
}

func (s *script) quick() (string, error) {
	v, game := s.session(), s.one("", "davinci", "cups", "chess")
	if v == nil {
		return "", errNotNow
	}
	return s.seated(v, "wants "+game, func() (lobby.Handle, error) {
		return lobby.Ask(s.t.Context(), v, lobby.QuickPlay{Plan: lobby.Plan{Game: game}})
	})
}

func (s *script) back() (string, error) {
	v := s.session()
	if v == nil {
		return "", errNotNow
	}
	return s.seated(v, "returns", func() (lobby.Handle, error) {
		c, err := lobby.Ask(s.t.Context(), v, lobby.Return{})
		if err != nil {
			return nil, errors.New("there is nowhere to return to")
		}
		return c, nil
	})
}

func (s *script) look() (string, error) {
	v, code := s.session(), s.aCode()
	if v == nil {
		return "", errNotNow
	}
	seen, err := lobby.Ask(s.t.Context(), v, lobby.Look{Code: code})
	if err == nil {
		s.told.update(&guestHandle{label: v.label + " looking at " + code}, seen)
	}
	return v.label + " looks at " + code, err
}

func (s *script) talk() (string, error) {
	v, text := s.session(), s.one("good evening", "", "\x1b[2J", strings.Repeat("x", 50))
	if v == nil {
		return "", errNotNow
	}
	return v.label + " says " + text, lobby.Perform(s.t.Context(), v, lobby.SayInLobby{Text: text})
}

func (s *script) rename() (string, error) {
	v, name := s.session(), s.one("Annabel", "bo", "B0", "", "\x07", "a very long name that is cut")
	if v == nil {
		return "", errNotNow
	}
	return v.label + " is " + name, lobby.Perform(s.t.Context(), v, lobby.Rename{Name: name})
}

// nameAt returns the name of a random person in a room, or an unknown name.
func (s *script) nameAt(c *guestHandle) string {
	var names []string
	for _, seat := range c.now.Seats {
		if seat.Kind == lobby.SeatPerson {
			names = append(names, seat.Name)
		}
	}
	return s.one(append(append(names, c.now.Watchers...), "nobody")...)
}

// botsAt returns the number of bots in a room.
func botsAt(c *guestHandle) (bots int) {
	for _, seat := range c.now.Seats {
		if seat.Kind == lobby.SeatBot {
			bots++
		}
	}
	return bots
}

// mayGetBot reports whether another bot can never act at the same time as the others.
func (s *script) mayGetBot(c *guestHandle) bool {
	return botsAt(c) == 0 || !s.paced && manyMayDecide(c.now.Plan)
}

func (s *script) addBot(c *guestHandle) (string, error) {
	if !s.mayGetBot(c) {
		return "keeps its bot", nil
	}
	level := engine.Level(s.random.IntN(4))
	return fmt.Sprint("add bot ", level), lobby.Perform(s.t.Context(), c, lobby.AddBot{Level: level})
}

func (s *script) change(c *guestHandle) (string, error) {
	var plan lobby.Plan
	for plan = s.plan(botsAt(c)); plan.Game != c.now.Plan.Game; plan = s.plan(botsAt(c)) {
		continue
	}
	return fmt.Sprintf("change %+v", recordedPlan(plan)), lobby.Perform(s.t.Context(), c, lobby.Change{Plan: plan})
}

func (s *script) follow() (string, error) {
	_, c := s.handle(func(c *guestHandle) bool { return c.now.You == engine.Watcher })
	if c == nil {
		return "", errNotNow
	}
	seat := s.seat()
	for i, line := range c.now.Seats {
		if line.Eyes && s.random.IntN(4) > 0 {
			seat = engine.Seat(i)
		}
	}
	if c.now.Follows != engine.Watcher && s.random.IntN(3) == 0 {
		seat = engine.Watcher
	}
	return c.label + " follow " + seat.String(), lobby.Perform(s.t.Context(), c, lobby.Follow{Seat: seat})
}

// act plays a random action, legal or not.
func (s *script) act() (string, error) {
	_, c := s.handle(anyHandle)
	if c == nil {
		return "", errNotNow
	}
	action := engine.Action(s.one("deal", "draw any", "guess 2 1 5", "roll", "solve 1 2 3 4", "code rgb", "guess rgb", "hide 1", "call 1",
		"resign", "next", "timeout", "dance", ""))
	if s.random.IntN(40) == 0 && c.now.Plan.Game == "cups" {
		action = "boom"
	}
	return c.label + " " + string(action), lobby.Perform(s.t.Context(), c, lobby.Play{Action: action})
}

// begin fills a room with the present people or a bot, and begins its match.
func (s *script) begin() (string, error) {
	host, c := s.handle(func(c *guestHandle) bool { return c.now.Host && c.now.Stage == lobby.Gathering })
	if c == nil {
		return "", errNotNow
	}
	step := func(what string, err error) {
		s.told.line("> %s: %v", what, err)
		s.settle()
	}
	for _, v := range s.sessions {
		if v.who.ID != host.who.ID && s.random.IntN(3) > 0 {
			step(s.seated(v, "joins "+c.now.Code, func() (lobby.Handle, error) { return lobby.Ask(s.t.Context(), v, lobby.Join{Code: c.now.Code}) }))
		}
	}
	if s.random.IntN(3) == 0 {
		what, err := s.addBot(c)
		step(c.label+" "+what, err)
	}
	step(c.label+" start", lobby.Perform(s.t.Context(), c, lobby.Start{}))
	return "so they begin in " + c.now.Code, nil
}

// play plays some turns of a match.
func (s *script) play() (string, error) {
	_, c := s.handle(isToMove)
	if c == nil {
		return "", errNotNow
	}
	code := c.now.Code
	for range 1 + s.random.IntN(8) {
		_, c := s.handle(func(c *guestHandle) bool { return c.now.Code == code && isToMove(c) })
		if c == nil {
			break
		}
		action := s.legal(c)
		err := lobby.Perform(s.t.Context(), c, lobby.Play{Action: action})
		synctest.Wait()
		s.told.line("> %s %s: %v", c.label, action, err)
		s.takeHandles()
		s.pause(time.Duration(s.random.Int64N(2e9)))
	}
	return "so they play in " + code, nil
}

// isToMove reports whether a handle is to move.
func isToMove(c *guestHandle) bool {
	if c.now.Match == nil || c.now.You == engine.Watcher || c.now.Match.Stage == engine.Over || !c.now.Paused.IsZero() {
		return false
	}
	for _, seat := range c.now.Match.ToMove {
		if seat == c.now.You {
			return true
		}
	}
	return false
}

// legal returns a legal action, mostly from the list.
func (s *script) legal(c *guestHandle) engine.Action {
	if c.now.Match.Stage == engine.Interval {
		return engine.Next
	}
	if len(c.now.Legal) > 0 {
		byVerb, verbs := map[string][]engine.Action{}, []string{}
		for _, action := range c.now.Legal {
			verb, _, _ := strings.Cut(string(action), " ")
			if byVerb[verb] == nil {
				verbs = append(verbs, verb)
			}
			byVerb[verb] = append(byVerb[verb], action)
		}
		actions := byVerb[s.one(verbs...)]
		return actions[s.random.IntN(len(actions))]
	}
	switch c.now.Plan.Game {
	case "davinci":
		return engine.Action(s.one("deal", "ready", "draw any", "stop", "place 1", fmt.Sprint("guess ", 1+s.random.IntN(3), " ", 1+s.random.IntN(5), " ", s.random.IntN(12))))
	case "masterdice":
		return engine.Action(s.one("roll", "roll", fmt.Sprint("place b", 1+s.random.IntN(6)), fmt.Sprint("place r", 1+s.random.IntN(6)), "solve 1 2 3 4"))
	case "kodeknacker":
		code := s.one("r", "g", "b", "y") + s.one("r", "g", "b", "y") + s.one("r", "g", "b", "y")
		return engine.Action(s.one("code "+code, "guess "+code, "guess "+code))
	}
	return engine.Action(s.one("pick 1", "hide 1", "call 1", "call 2"))
}

// time lets time pass, for bots, timeouts and deadlines.
func (s *script) time() (string, error) {
	span := []time.Duration{3 * time.Second, 11 * time.Second, 33 * time.Second, 45 * time.Second, 130 * time.Second, 5 * time.Minute}[s.random.IntN(6)]
	switch s.random.IntN(12) {
	case 0:
		span = 40 * time.Minute
	case 1:
		span = 80 * time.Hour
	}
	span += time.Duration(s.random.Int64N(1e9))
	s.pause(span)
	return "time passes", nil
}

// restart crashes the lobby and starts it again later.
func (s *script) restart() (string, error) {
	left := s.book.crash()
	s.closeLobby()
	s.book = left
	time.Sleep(time.Duration(s.random.Int64N(600e9)))
	s.openLobby()
	return "the server was started anew", nil
}

// drain stops the lobby gracefully and starts it again.
func (s *script) drain() (string, error) {
	if s.random.IntN(3) > 0 {
		return "", errNotNow
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		s.rooms.Drain(ctx)
	}()
	s.told.line("> the server is told to stop")
	s.settle()
	for range 6 {
		s.pause(time.Duration(s.random.Int64N(20e9)))
		if what, err := s.play(); err == nil {
			s.told.line("> %s", what)
		}
		s.settle()
	}
	cancel()
	<-drained
	s.closeLobby()
	time.Sleep(time.Duration(s.random.Int64N(60e9)))
	s.openLobby()
	return "the server has stopped and was started anew", nil
}

// disk makes the journal fail for a while.
func (s *script) disk() (string, error) {
	s.book.fail(lobby.ErrNoRoom)
	s.told.line("> the disk is full")
	for range 3 {
		s.pause(time.Duration(s.random.Int64N(3e9)))
		if what, err := s.play(); err == nil {
			s.told.line("> %s", what)
		}
		s.settle()
	}
	s.book.fail(nil)
	s.pause(1700 * time.Millisecond)
	return "the disk has room again", nil
}
