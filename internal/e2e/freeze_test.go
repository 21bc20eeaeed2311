package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlor/engine"
	"parlor/server/protocol"
)

// freezeTo is set in the environment to a new directory, such as testdata/v2, to which the files of a new version are
// written.
const freezeTo = "PARLOR_FREEZE"

// freezeSessions is set as well if sessions are to be recorded: a new version of the protocol must be compared with
// them, and a new schema need not.
const freezeSessions = "PARLOR_FREEZE_SESSIONS"

// TestFreeze writes what this program stores and sends to a new directory, for later versions. Existing directories
// are never written again.
func TestFreeze(t *testing.T) {
	dir := os.Getenv(freezeTo)
	if dir == "" {
		t.Skip("nothing is frozen without " + freezeTo)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Fatalf("%s is there already, and stays as it is", dir)
	}
	for _, folder := range []string{"data", "rooms"} {
		check(t, os.MkdirAll(filepath.Join(dir, folder), 0o700))
	}
	inBubble(t, dataHour(), func(t *testing.T) { freezeData(t, filepath.Join(dir, "data")) })
	freezeRooms(t, dir)
	if os.Getenv(freezeSessions) == "" {
		return
	}
	for _, folder := range []string{"people", "matches", "sessions"} {
		check(t, os.MkdirAll(filepath.Join(dir, folder), 0o700))
	}
	freezePeople(t, dir)
	for i, one := range slices.Concat(frozenGames(), frozenTables()) {
		inBubble(t, frozenHour(), func(t *testing.T) {
			r := record(t, dir, step{About: one.about, Setup: emptySetup, Delay: "500ms"})
			one.script(r)
			r.write(filepath.Join(dir, "sessions", fmt.Sprintf("%02d-%s.jsonl", i+1, one.name)))
		})
	}
}

// session is a recorded session.
type session struct {
	name, about string
	script      func(r *recorder)
}

// recorder records what people do and are sent.
type recorder struct {
	*frozenServer
	steps  []step
	random *rand.Rand
	asked  int                      // messages with an id
	tired  int                      // number of actions after which people resign; 0 means never
	views  map[string]protocol.View // newest of each session
	heard  map[string]string        // type of the newest answer to each session
}

func record(t *testing.T, version string, head step) *recorder {
	t.Helper()
	return recorderIn(openFor(t, version, head), head)
}

// recorderIn records in an open house.
func recorderIn(h *frozenServer, head step) *recorder {
	return &recorder{
		frozenServer: h, steps: []step{head}, random: rand.New(rand.NewPCG(1, 1)),
		views: map[string]protocol.View{}, heard: map[string]string{},
	}
}

// write writes the recording.
func (r *recorder) write(file string) {
	r.t.Helper()
	r.close()
	writeRecording(r.t, file, r.steps)
}

// did performs a step, records it, and returns its effects.
func (r *recorder) did(s step) []step {
	r.t.Helper()
	told := r.perform(s)
	r.steps = append(append(r.steps, s), told...)
	for _, one := range told {
		switch kind := kindOfStep(one); kind {
		case "view":
			var view protocol.View
			check(r.t, json.Unmarshal(one.Gets, &view))
			r.views[one.Who] = view
		case "done", "refused":
			r.heard[one.Who] = kind
		}
	}
	return told
}

// comes connects with the key of that name.
func (r *recorder) comes(who, command string) []step {
	r.t.Helper()
	return r.did(step{Who: who, Comes: &coming{who, who, command}})
}

// comesAs connects with or without a key.
func (r *recorder) comesAs(who, user, key, command string) []step {
	r.t.Helper()
	return r.did(step{Who: who, Comes: &coming{user, key, command}})
}

// runs runs commands, each in a session of its own.
func (r *recorder) runs(who string, commands ...string) {
	r.t.Helper()
	for _, command := range commands {
		r.comes(who, command)
	}
}

// sends sends lines unchanged.
func (r *recorder) sends(who string, lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		r.did(step{Who: who, Sends: &line})
	}
}

// asks sends messages and awaits the answers. Each message is the fields of an object without id.
func (r *recorder) asks(who string, messages ...string) {
	r.t.Helper()
	for _, message := range messages {
		r.asked++
		r.sends(who, fmt.Sprintf(`{%s,"id":%d}`, message, r.asked))
	}
}

// does plays actions.
func (r *recorder) does(who string, actions ...engine.Action) {
	r.t.Helper()
	for _, action := range actions {
		r.asks(who, fmt.Sprintf(`"do":%q`, action))
	}
}

func (r *recorder) waits(span string)       { r.t.Helper(); r.did(step{Waits: span}) }
func (r *recorder) drops(who string)        { r.t.Helper(); r.did(step{Who: who, Drops: true}) }
func (r *recorder) ends(who string)         { r.t.Helper(); r.did(step{Who: who, Ends: true}) }
func (r *recorder) code(who string) string  { return r.views[who].Room.Code }
func (r *recorder) stage(who string) string { return r.views[who].Stage }

// mostSteps bounds a random match.
const mostSteps = 3000

// plays plays at random until the match is over or until returns true.
func (r *recorder) plays(until func() bool, people ...string) {
	r.t.Helper()
	for range mostSteps {
		if until != nil && until() || r.stage(people[0]) == engine.Over {
			return
		}
		mover := slices.IndexFunc(people, func(who string) bool { return r.views[who].YourTurn })
		switch {
		case mover < 0:
			r.waits("1s") // a bot or the clock
		case r.stage(people[mover]) == engine.Interval:
			r.asks(people[mover], `"ready":true`)
		case r.tired > 0 && r.asked > r.tired:
			r.does(people[mover], engine.Resign)
		default:
			r.does(people[mover], pick(r.views[people[mover]], r.random))
		}
	}
	r.t.Fatalf("the match of %v does not end", people)
}

// moves plays some random actions of those who have something to decide.
func (r *recorder) moves(number int, people ...string) {
	r.t.Helper()
	for range number {
		if who := r.mover(people...); who != "" {
			r.does(who, pick(r.views[who], r.random))
		}
	}
}

// mover returns which of them has something to decide, or "".
func (r *recorder) mover(people ...string) string {
	for _, who := range people {
		if r.views[who].YourTurn && r.stage(who) == engine.Playing {
			return who
		}
	}
	return ""
}

// table creates a room and lets others join with its code.
func (r *recorder) table(room string, people ...string) {
	r.t.Helper()
	r.comes(people[0], "play "+room)
	for _, who := range people[1:] {
		r.comes(who, "play "+r.code(people[0]))
	}
}

// begins is table with a started match.
func (r *recorder) begins(room string, people ...string) {
	r.t.Helper()
	r.table(room, people...)
	r.asks(people[0], `"start":true`)
}

// dealt returns a seed with which a new match satisfies wanted.
func dealt(t *testing.T, game string, seats int, options engine.Options, wanted func(engine.Match) bool) engine.Seed {
	t.Helper()
	for _, one := range recordedGames() {
		for n := range 65536 {
			if one.Name != game {
				break
			}
			seed := engine.Seed{17, byte(n), byte(n >> 8)}
			match, err := one.Start(seats, seed, options)
			check(t, err)
			if wanted(match) {
				return seed
			}
		}
	}
	t.Fatalf("no deal of %s is as wanted", game)
	return engine.Seed{}
}
