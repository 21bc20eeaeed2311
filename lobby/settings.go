package lobby

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
)

// Settings is the table of what a host may choose about a room, in the order of
// messages.
func Settings() []Setting {
	return []Setting{
		titleSetting(),
		seatsSetting(),
		switched(Setting{
			Word: "public", Label: "Open to", Brief: "Listed for everybody", Default: Yes, Place: Bottom, Always: true,
			Help: "Everybody sees the room in the hall, or only who is told its code can come in.",
			Say:  either("everybody", "who has the code"),
		}, func(p *Plan) *bool { return &p.Public }),
		switched(Setting{
			Word: "rated", Label: "Rated", Brief: "Whether matches count for ratings", Default: No, Hall: true,
			Help:     "Whether matches count for everybody's rating: those in which only people with a key play, no bot and no guest.",
			Sentence: "Matches here count for ratings, where only people with a key play.",
		}, func(p *Plan) *bool { return &p.Rated }),
		clockSetting(),
		absentSetting(),
		unless(Setting{
			Word: "aids", Label: "Aids", Brief: "Whether notes on a screen may fill in by themselves", Default: Yes,
			Help: "Whether notes may fill in by themselves what follows from what one sees; memory has no notes at all.",
			Say:  either("allowed", "by hand only"),
		}, func(p *Plan) *bool { return &p.Unaided }),
		unless(Setting{
			Word: "watchers", Label: "Watchers", Brief: "Whether others may watch", Default: Yes,
			Help: "Whether others may watch.",
			Say:  either("welcome", "none"),
		}, func(p *Plan) *bool { return &p.Unwatched }),
		switched(Setting{
			Word: "watchers_apart", Label: "Watchers' talk", Brief: "Their talk is not for players in a round", Default: No,
			Help: "Whether players hear in a round what watchers say.",
			Say:  either("apart in a round", "heard by all"), Idle: unwatched,
		}, func(p *Plan) *bool { return &p.Apart }),
		eyesSetting(),
	}
}

func titleSetting() Setting {
	return Setting{
		Word: "title", Label: "Title", Brief: "What the hall shows", Place: Above,
		Help: "What the hall shows, as you type it; empty is your name's table.",
		get:  func(p *Plan) string { return p.Title },
		set:  func(p *Plan, value string) { p.Title = value },
	}
}

func seatsSetting() Setting {
	return numbered(Setting{
		Word: "seats", Label: "Seats", Brief: "Seats", Place: Above,
		Help: "How many can play; you can begin with fewer, which drops the free ones, and bots can have some.",
		For: func(s Setting, game engine.Game) Setting {
			s.Least, s.Most, s.Default = game.MinSeats, game.MaxSeats, strconv.Itoa(game.MaxSeats)
			for n := s.Least; n <= s.Most; n++ {
				s.Values = append(s.Values, strconv.Itoa(n))
			}
			s.Wrong = func(value string) string {
				return fmt.Sprintf("%s is for %d to %d players, not %s", game.Title, s.Least, s.Most, value)
			}
			return s
		},
	}, func(p *Plan) *int { return &p.Seats })
}

func clockSetting() Setting {
	s := Setting{
		Word: "clock", Member: "clock_seconds", Label: "Clock", Brief: "Time for each decision",
		Help: "Time for each decision; when it runs out, the rules choose something harmless to the others.",
		Kind: Span, Default: Off, Longest: 30 * 24 * time.Hour, Always: true, Hall: true,
		Say: sayTime,
		Wrong: func(string) string {
			return "the clock is off, or up to 30 days for a decision"
		},
		get: func(p *Plan) string { return SpanOf(p.Clock) },
		set: func(p *Plan, value string) { p.Clock = TimeOf(value) },
	}
	const second, day = time.Second, 24 * time.Hour
	for _, offered := range []time.Duration{0, 15 * second, 30 * second, 60 * second, 120 * second, 300 * second, day, 3 * day, 7 * day} {
		s.Values = append(s.Values, SpanOf(offered))
	}
	return s
}

func absentSetting() Setting {
	return Setting{
		Word: "absent", Label: "Absent", Brief: "Decisions of somebody who is away",
		Help: "What happens to the decisions of somebody whose line has dropped; a bot waits ten seconds before it plays.",
		Kind: Choice, Values: Absences(), Default: AbsentClock,
		Say: func(value string) string {
			return map[string]string{
				AbsentClock: "the clock goes on", AbsentWait: "the clock waits", AbsentBot: "a bot plays meanwhile",
			}[value]
		},
		Wrong: func(string) string {
			return "the decisions of somebody who is away can be " + strings.Join(Absences(), ", ")
		},
		get: func(p *Plan) string { return p.Absent },
		set: func(p *Plan, value string) { p.Absent = value },
	}
}

func eyesSetting() Setting {
	return numbered(Setting{
		Word: "eyes_delay", Member: "eyes_delay_moves", Label: "Followed eyes",
		Brief: "Moves that a watcher who follows somebody's eyes is late",
		Help:  "Watchers may see with the eyes of a player who says yes: at once, or some moves late.",
		Most:  MaxEyesDelay, Default: "0", Values: []string{"0", "1", "2", "4", "8", strconv.Itoa(MaxEyesDelay)}, Idle: unwatched,
		Say: func(value string) string {
			if value == "0" {
				return "at once"
			}
			return several(value, "move") + " late"
		},
		Wrong: func(string) string { return fmt.Sprintf("watchers can lag 0 to %d moves behind", MaxEyesDelay) },
	}, func(p *Plan) *int { return &p.EyesDelay })
}

// unwatched says why what is for watchers has no effect.
func unwatched(plan Plan) string {
	if plan.Unwatched {
		return "It has no effect without watchers."
	}
	return ""
}

// switched is a setting that a field of the plan says.
func switched(s Setting, field func(*Plan) *bool) Setting {
	s.Kind = Switch
	s.get = func(p *Plan) string { return switchOf(*field(p)) }
	s.set = func(p *Plan, value string) { *field(p) = value == Yes }
	return s
}

// unless is a setting whose contrary a field of the plan says.
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

// numbered is a setting that a field of the plan says, in which 0 is not chosen
// yet where it cannot be chosen.
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

// either says a switch.
func either(yes, no string) func(string) string {
	return func(value string) string {
		if value == Yes {
			return yes
		}
		return no
	}
}

// sayTime is such as "3 days", "30 seconds".
func sayTime(value string) string {
	const day = 24 * time.Hour
	switch d := TimeOf(value); {
	case d == 0:
		return Off
	case d >= day:
		return several(strconv.Itoa(int(d/day)), "day")
	default:
		return strconv.Itoa(int(d/time.Second)) + " seconds"
	}
}

// several is such as "1 move", "3 moves".
func several(n, what string) string {
	if n != "1" {
		what += "s"
	}
	return n + " " + what
}
