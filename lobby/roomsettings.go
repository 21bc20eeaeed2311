package lobby

import (
	"cmp"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// RoomSettings returns the table of the settings of a room, in the order of messages.
func RoomSettings() []Setting {
	return []Setting{
		titleSetting(),
		seatsSetting(),
		switched(Setting{
			Word: "public", Label: prose.T("Open to"), Default: Yes, Group: RoomGroup, Always: true,
			Help:   prose.T("Whether the lobby lists the room for everyone. If not, people need its code to join."),
			Format: either(prose.T("everyone"), prose.T("anyone who has the code")),
			Within: func(plan Plan) prose.Text {
				if plan.GameNight == "" {
					return prose.Text{}
				}
				return prose.T("the people at the game night")
			},
		}, func(p *Plan) *bool { return &p.Public }),
		switched(Setting{
			Word: "rated", Label: prose.T("Rated"), Default: No, Group: RoomGroup,
			Pages:    func(string) prose.Text { return prose.T("rated") },
			Help:     prose.T("Whether matches are rated. A match with a bot or a guest never is; one with a program, which is always marked, can be."),
			Sentence: prose.T("Matches here are rated if all players have a key."),
		}, func(p *Plan) *bool { return &p.Rated }),
		clockSetting(),
		absentSetting(),
		substituteSetting(),
		unless(Setting{
			Word: "assistance", Member: "aids", Label: prose.T("Assistance"), Default: Yes, Group: GameGroup,
			Help:   prose.T("Whether notes can fill in what follows from what you see, and whether there are hints (never in rated matches or at game nights). With the memory option there are no notes and no hints."),
			Format: either(prose.T("on"), prose.T("off")),
			Within: func(plan Plan) prose.Text {
				if plan.GameNight == "" || plan.Unaided {
					return prose.Text{}
				}
				return prose.T("notes, but no hints")
			},
		}, func(p *Plan) *bool { return &p.Unaided }),
		unless(Setting{
			Word: "spectators", Member: "watchers", Label: prose.T("Spectators"), Default: Yes, Group: WatchersGroup,
			Help:   prose.T("Whether people without a seat can watch."),
			Format: either(prose.T("welcome"), prose.T("none").In("watchers")),
		}, func(p *Plan) *bool { return &p.Unwatched }),
		switched(Setting{
			Word: "hide_spectator_chat", Member: "watchers_apart", Label: prose.T("Spectator chat"), Default: No, Group: WatchersGroup,
			Help:   prose.T("Whether spectator chat is hidden from players during games."),
			Format: either(prose.T("hidden during games"), prose.T("for everyone")), Idle: unwatchedText,
		}, func(p *Plan) *bool { return &p.Apart }),
		eyesSetting(),
	}
}

func titleSetting() Setting {
	return Setting{
		Word: "title", Label: prose.T("Title"), Group: RoomGroup, Anyway: true,
		Help: prose.T("The title in the lobby. If empty, it is named after you."),
		get:  func(p *Plan) string { return p.Title },
		set:  func(p *Plan, value string) { p.Title = value },
	}
}

func seatsSetting() Setting {
	return numbered(Setting{
		Word: "seats", Label: prose.T("Seats"), Group: RoomGroup, Anyway: true,
		Help: prose.T("The number of players. Bots can take some of the seats. You can start with fewer: empty seats are then removed."),
		For: func(s Setting, game engine.Game) Setting {
			s.Least, s.Most, s.Default = game.MinSeats, game.MaxSeats, strconv.Itoa(game.MaxSeats)
			for n := s.Least; n <= s.Most; n++ {
				s.Values = append(s.Values, strconv.Itoa(n))
			}
			s.Wrong = func(value string) error {
				return prose.Refuse("{game} is for {least} to {most} players, not {n}.",
					prose.Literal(game.Title), prose.N(s.Least), prose.N(s.Most), prose.Literal(value))
			}
			return s
		},
	}, func(p *Plan) *int { return &p.Seats })
}

func clockSetting() Setting {
	s := Setting{
		Word: "clock", Member: "clock_seconds", Label: prose.T("Clock"),
		Help: prose.T("Time per move. When it runs out, a move that harms no other player is made."),
		Kind: Span, Default: Off, Longest: 30 * 24 * time.Hour, Group: TimeGroup, InTimeControl: true,
		Format: sayTime,
		Pages:  func(value string) prose.Text { return prose.T("clock {time}", prose.Sub(sayTime(value))) },
		Wrong: func(string) error {
			return prose.Refuse("The clock must be off, or at most 30 days per move.")
		},
		get: func(p *Plan) string { return SpanOf(p.Clock) },
		set: func(p *Plan, value string) {
			clock := TimeOf(value)
			p.Usual = p.Usual && clock == p.Clock
			p.Clock = clock
		},
	}
	const second, day = time.Second, 24 * time.Hour
	for _, offered := range []time.Duration{0, 15 * second, 30 * second, 60 * second, 120 * second, 300 * second, day, 3 * day, 7 * day} {
		s.Values = append(s.Values, SpanOf(offered))
	}
	return s
}

func absentSetting() Setting {
	return Setting{
		Word: "absent", Label: prose.T("Absent players"),
		Help: prose.T("What happens when it is the turn of a disconnected player. How long a bot waits is a separate setting."),
		Kind: Choice, Values: Absences(), Default: AbsentClock, Group: TimeGroup, InTimeControl: true,
		Format: sayAbsent,
		Wrong: func(string) error {
			return prose.Refuse("For absent players, choose one of {values}.", prose.List(prose.Literals(Absences())))
		},
		get: func(p *Plan) string { return p.Absent },
		set: func(p *Plan, value string) { p.Absent = value },
	}
}

func substituteSetting() Setting {
	return Setting{
		Word: "substitute", Label: prose.T("Substitute bot"),
		Help: prose.T("How long a player must be away before a bot plays for them. Connected players always play for themselves, and in a rated match no bot plays for a player."),
		Kind: Choice, Values: []string{Substitute1m, Substitute2m, Substitute5m, SubstituteNever}, Default: Substitutes()[0], Group: TimeGroup,
		Format: func(value string) prose.Text {
			if value == SubstituteNever {
				return prose.T("never")
			}
			return prose.T("after {time}", prose.Duration(TimeOf(value)))
		},
		Idle: func(plan Plan) prose.Text {
			switch {
			case plan.Rated:
				return prose.T("In a rated match, bots never play for absent players.")
			case plan.Absent != AbsentBot && plan.Substitute != SubstituteNever:
				return prose.T("No bot starts automatically. The other players can let one play after a minute.")
			}
			return prose.Text{}
		},
		Wrong: func(string) error {
			return prose.Refuse("A bot can play for an absent player after {values}.", prose.List(prose.Literals(Substitutes())))
		},
		get: func(p *Plan) string { return cmp.Or(p.Substitute, Substitutes()[0]) },
		set: func(p *Plan, value string) {
			if p.Substitute = value; value == Substitutes()[0] {
				p.Substitute = "" // as in older stored rooms
			}
		},
	}
}

func eyesSetting() Setting {
	return numbered(Setting{
		Word: "hand_delay", Member: "eyes_delay_moves", Label: prose.T("Shared hands"), Group: WatchersGroup,
		Help: prose.T("Spectators can see the hand of a player who shares it: live, or some moves later."),
		Most: MaxEyesDelay, Default: "0", Values: []string{"0", "1", "2", "4", "8", strconv.Itoa(MaxEyesDelay)},
		Idle: func(plan Plan) prose.Text {
			if plan.Rated {
				return prose.T("In a rated room, players cannot share their hands.")
			}
			return unwatchedText(plan)
		},
		Format: func(value string) prose.Text {
			moves, err := strconv.Atoi(value)
			if err != nil || moves == 0 {
				return prose.T("live")
			}
			return prose.C("{n} move behind", "{n} moves behind", prose.N(moves))
		},
		Wrong: func(string) error {
			return prose.Refuse("Spectators can be 0 to {most} moves behind.", prose.N(MaxEyesDelay))
		},
	}, func(p *Plan) *int { return &p.EyesDelay })
}

// unwatchedText explains why a setting for spectators has no effect.
func unwatchedText(plan Plan) prose.Text {
	if plan.Unwatched {
		return prose.T("No effect without spectators.")
	}
	return prose.Text{}
}

// switched returns a setting with a bool field of the plan.
func switched(s Setting, field func(*Plan) *bool) Setting {
	s.Kind = Switch
	s.get = func(p *Plan) string { return switchOf(*field(p)) }
	s.set = func(p *Plan, value string) { *field(p) = value == Yes }
	return s
}

// unless returns a setting with a negated bool field of the plan.
func unless(s Setting, field func(*Plan) *bool) Setting {
	s.Kind = Switch
	s.get = func(p *Plan) string { return switchOf(!*field(p)) }
	s.set = func(p *Plan, value string) { *field(p) = value != Yes }
	return s
}

func switchOf(on bool) string {
	if on {
		return Yes
	}
	return No
}

// numbered returns a setting with an int field of the plan. 0 means not chosen, unless it
// is the default.
func numbered(s Setting, field func(*Plan) *int) Setting {
	s.Kind = Number
	s.get = func(p *Plan) string {
		if n := *field(p); n != 0 || s.Default == "0" {
			return strconv.Itoa(n)
		}
		return ""
	}
	s.set = func(p *Plan, value string) {
		n, err := strconv.Atoi(value)
		if err != nil {
			n = 0 // not chosen
		}
		*field(p) = n
	}
	return s
}

// either formats a switch.
func either(yes, no prose.Text) func(string) prose.Text {
	return func(value string) prose.Text {
		if value == Yes {
			return yes
		}
		return no
	}
}

// sayTime formats a time, such as "3 days" or "30 seconds".
func sayTime(value string) prose.Text {
	if d := TimeOf(value); d != 0 {
		return prose.T("{time}", prose.Duration(d))
	}
	return prose.T("off").In("clock")
}

func sayAbsent(value string) prose.Text {
	switch value {
	case AbsentWait:
		return prose.T("the clock waits")
	case AbsentBot:
		return prose.T("a bot plays for them")
	}
	return prose.T("the clock runs on")
}
