package attack

import (
	"time"

	"parlor/internal/bench/driver"
)

// attack is a row of the table: what attackers do, and the goals that must hold meanwhile.
type attack struct {
	name string
	what string // for the table; {n} is the number of attackers
	kind string // kind of attack; the name if empty
	// The number of addresses, of attackers at each, and of attackers at each in the small run.
	addresses, each, few int
	span                 time.Duration                     // duration; 0 means the usual one
	tireless             bool                              // the small run does not bound the tries
	local                bool                              // private networks have higher limits, as by default
	seeded               bool                              // attackers have played matches before
	rehearsed            bool                              // in the small run, one attacker attacks before the measurement, because a new server has not loaded everything yet
	patient              bool                              // the small run has the same duration, because the attack ends earlier
	over                 func(*outcome, driver.Usage) bool // reports whether the attack can end because nothing more will happen; nil means never
	goals                []goal
}

// attacks returns all attacks, in the order of the table.
func attacks() []attack {
	flood := []goal{moves(), codes(), disk(), memory()}
	typing := []goal{movesOfTyping(), memoryOfTyping(), codes(), memory()}
	return []attack{
		{name: "orders", what: "{n} guests at one address toggle whether they are ready", addresses: 1, each: 20, few: 5, span: 20 * time.Second, goals: []goal{diskInAll(), startAgain()}},
		{name: "screens", what: "{n} screens of 500×200 from one address", addresses: 1, each: 80, few: 20, span: 20 * time.Second, tireless: true, goals: []goal{memoryOfScreens()}},
		{name: "silent", what: "{n} silent connections from 10 addresses", addresses: 10, each: 20, few: 20, tireless: true, goals: []goal{logins(), loginTime()}},
		{name: "silent-many", what: "{n} silent connections from 100 addresses", kind: "silent", addresses: 100, each: 20, few: 5, tireless: true, goals: []goal{logins(), loginTime()}},
		{name: "versions", what: "{n} connections from 10 addresses that send a version and no more", addresses: 10, each: 40, few: 20, tireless: true, goals: []goal{logins(), loginTime()}},
		{
			name: "shells", what: "{n} connections from 5 addresses, with channels and without a shell", addresses: 5, each: 100, few: 20, span: 3 * time.Minute, patient: true, tireless: true,
			over: (*outcome).placesAreBack, goals: []goal{places()},
		},
		{name: "rooms", what: "rooms, from 5 addresses, as all that follow", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "names", what: "names", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "matches", what: "matches that are begun and resigned", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "chat", what: "chat", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "commands", what: "commands", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "codes", what: "wrong codes, from 3 addresses", addresses: 3, each: 4, few: 2, goals: append([]goal{guesses()}, flood...)},
		{name: "links", what: "codes of `me --link`", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "exports", what: "exports, by people who have played matches", addresses: 5, each: 4, few: 2, seeded: true, goals: flood},
		{name: "requests", what: "requests of connections and of sessions that want no answer", addresses: 5, each: 4, few: 2, goals: flood},
		{name: "rekeys", what: "exchanges of keys, every 256 bytes", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "channels", what: "channels of all kinds, opened and closed", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "handshakes", what: "logins", addresses: 5, each: 4, few: 1, goals: flood},
		{name: "typing-escape", what: "{n} screens of one address that send Esc without end", kind: "escapes", addresses: 1, each: 40, few: 5, tireless: true, rehearsed: true, goals: typing},
		{name: "typing-name", what: "{n} screens of one address that hold a letter down where a name is asked for", kind: "letters", addresses: 1, each: 40, few: 5, tireless: true, rehearsed: true, goals: typing},
		{name: "typing-arrows", what: "{n} screens of one address that hold arrow keys down in the lobby", kind: "arrows", addresses: 1, each: 40, few: 5, tireless: true, rehearsed: true, goals: typing},
		{name: "router", what: "{n} people behind one router in 10 s, in a private network", kind: "people", addresses: 1, each: 60, few: 60, span: time.Minute, patient: true, tireless: true, local: true, goals: []goal{allIn()}},
		{name: "router-public", what: "{n} people with keys behind one router in 10 s, at a public address", kind: "people", addresses: 1, each: 60, few: 60, span: time.Minute, patient: true, tireless: true, goals: []goal{allIn()}},
	}
}

// spec returns the description of the attack for the attackers' process.
func (r attack) spec(s sizes, server string) spec {
	all := spec{Kind: r.kind, Server: server, Network: fromAttackers, Addresses: r.addresses, Each: r.each, Span: s.attack, Tries: s.tries}
	if r.kind == "" {
		all.Kind = r.name
	}
	if r.kind == "people" {
		all.Network = fromRouter
	}
	if !s.full {
		all.Each = r.few
	}
	if s.full && r.span > 0 || r.patient {
		all.Span = r.span
	}
	if r.tireless {
		all.Tries = 0
	} else if s.tries > 0 {
		all.Span = patience // or until nothing is left to try
	}
	return all
}
