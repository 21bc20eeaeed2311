package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// difference is an accepted difference between this program's messages and the recordings. Before adding one, make
// sure that no client that follows docs/protocol.md can break by it, or raise the version of the protocol. Empty
// fields match everything.
type difference struct {
	setup string // of the recording
	file  string // name of the recording
	line  int    // line of the message; for an extra one, of the step before it
	to    int    // last line, if a range is meant
	who   string // whose session
	kind  string // type of the message; documents have none
	what  string // missing, extra or otherwise
	path  string // of a differing value, such as chairs/0/name; * matches one part
	was   string // the old value as JSON; * matches any text
	is    string // the new value

	reason string // why the difference is acceptable
}

// The kinds of differences.
const (
	missing   = "missing"   // the whole message
	extra     = "extra"     // the whole message
	otherwise = "otherwise" // one value, or an absent field
)

// differences returns the reviewed differences from the recordings of version 1.
func differences() []difference {
	const (
		ready    = "that somebody is ready for the next round is told to all as an event: a move without one would be secret"
		round    = "the round of a table of Kodeknacker is that of the last guess once it is over, as docs/protocol.md has it"
		sentence = "programs read the code; the text is for people, and has become a whole sentence"
		words    = "notes are for people, and are worded as a native speaker would"
		strict   = "a request that has more or other in it than docs/protocol.md names is refused, and did half of what was meant before"
		bots     = "bots have names that no person has: programs know them by their kind"
		named    = "a new name is the name at tables, too, as docs/protocol.md has it"
		apart    = "the table is told that somebody has come to the server, for whom no bot may play then, before they take their seat"
		longer   = "no bot plays for a player who has been away for ten seconds only"
		kept     = "nobody can take the name of somebody who is away and holds a seat under it"
	)
	return []difference{
		{kind: "event", what: extra, is: `*"round * ready *"*`, reason: ready},
		{kind: documentKind, what: otherwise, path: "steps/*/events", is: `["round * ready *"*]`, reason: ready},
		{kind: "view", what: otherwise, path: "match/table/round", reason: round},
		{kind: documentKind, what: otherwise, path: "steps/*/view/table/round", reason: round},
		{kind: "refused", what: otherwise, path: "text", reason: sentence},
		{kind: "note", what: otherwise, path: "text", reason: words},
		{kind: "ended", what: otherwise, path: "text", reason: sentence},
		{file: "13-gathering.jsonl", line: 65, what: missing, kind: "done", reason: strict},
		{file: "13-gathering.jsonl", line: 64, what: extra, kind: "refused", is: `*The value of swap*`, reason: strict},
		{what: otherwise, path: "chairs/*/name", was: `"Cecilia"`, is: `"Caliper"`, reason: bots},
		{what: otherwise, path: "chairs/*/name", was: `"Ludovico"`, is: `"Lodestar"`, reason: bots},
		{file: "14-bots.jsonl", what: otherwise, path: "chairs/*/name", was: `"Ludovico"`, is: `"Caliper"`, reason: bots},
		{kind: documentKind, what: otherwise, path: "*/*/names/*", was: `"Cecilia"`, is: `"Caliper"`, reason: bots},
		{file: "33-commands.jsonl", line: 77, what: missing, kind: documentKind, reason: kept},
		{file: "33-commands.jsonl", line: 78, what: otherwise, kind: endKind, reason: kept},
		{file: "33-commands.jsonl", line: 84, what: otherwise, kind: documentKind, path: "name", was: `"Annabel"`, is: `"bo"`, reason: kept},
		{file: "33-commands.jsonl", what: otherwise, was: `"anna"`, is: `"Annabel"`, reason: named},
		{file: "33-commands.jsonl", what: otherwise, was: `"anna's table"`, is: `"Annabel's table"`, reason: named},
		{file: "people.jsonl", who: "laptop", what: otherwise, was: `"laptop"`, is: `"anna"`, reason: "who holds a seat is called as on that seat"},
		{file: "people.jsonl", kind: documentKind, what: otherwise, path: "seen", reason: "whoever is here was here last just now"},
		{file: "15-refusals.jsonl", kind: "refused", what: otherwise, path: "code", was: `"not_your_turn"`, is: `"not_a_message"`, reason: strict},
		{file: "33-commands.jsonl", line: 40, kind: documentKind, what: otherwise, path: "chat", was: `[]`, reason: "whoever says something in the hall is shown it, too"},
		{file: "25-away.jsonl", line: 34, kind: "view", what: extra, who: "bo", reason: apart},
		{file: "25-away.jsonl", line: 52, kind: "view", what: extra, who: "anna again", reason: apart},
		{file: "26-absent.jsonl", line: 75, kind: "view", what: extra, who: "cy", reason: apart},
		// The bot does not play, and the rest of that room is another match.
		{file: "26-absent.jsonl", line: absentWaited, to: 111, who: "anna", what: missing, reason: longer},
		{file: "26-absent.jsonl", line: absentWaited, to: 111, who: "anna", what: extra, reason: longer},
		{file: "26-absent.jsonl", line: absentWaited, to: 111, who: "anna", what: otherwise, reason: longer},
		{file: "26-absent.jsonl", line: absentWaited, to: 111, who: "bo", what: otherwise, reason: longer},
		// A deal is refused for an unnamed field, and the rest is another match.
		{file: "15-refusals.jsonl", line: dealRefused, to: 149, what: missing, reason: strict},
		{file: "15-refusals.jsonl", line: dealRefused, to: 149, what: extra, reason: strict},
		{file: "15-refusals.jsonl", line: dealRefused, to: 149, what: otherwise, reason: strict},
	}
}

// dealRefused is the line of 15-refusals.jsonl where a deal is now refused.
const dealRefused = 78

// absentWaited is the line of 26-absent.jsonl from which a bot no longer plays.
const absentWaited = 52

// review accepts reviewed differences and remembers which occurred.
type review struct {
	differences []difference
	met         []bool
}

func newReview(reviewed []difference) *review {
	return &review{reviewed, make([]bool, len(reviewed))}
}

// allows reports whether a difference was reviewed.
func (r *review) allows(found difference) bool {
	is := func(reviewed, found string) bool { return reviewed == "" || reviewed == found }
	for i, one := range r.differences {
		fits, _ := path.Match(one.path, found.path)
		if is(one.setup, found.setup) && is(one.file, found.file) && is(one.who, found.who) && is(one.kind, found.kind) && one.what == found.what &&
			like(one.was, found.was) && like(one.is, found.is) && (one.path == "" || fits) && one.meets(found.line) {
			r.met[i] = true
			return true
		}
	}
	return false
}

// meets reports whether a line is in the range.
func (d difference) meets(line int) bool {
	return d.line == 0 || d.line == line || d.line < line && line <= d.to
}

// like reports whether a text matches a pattern with *; an empty pattern matches everything.
func like(pattern, text string) bool {
	first, rest, any := strings.Cut(pattern, "*")
	if !any {
		return pattern == "" || pattern == text
	}
	text, starts := strings.CutPrefix(text, first)
	for starts && rest != "" {
		var part string
		part, rest, any = strings.Cut(rest, "*")
		if !any {
			return strings.HasSuffix(text, part)
		}
		_, text, starts = strings.Cut(text, part)
	}
	return starts
}

// idle returns the differences that never occurred or have no reason.
func (r *review) idle() []string {
	var idle []string
	for i, one := range r.differences {
		if !r.met[i] {
			idle = append(idle, fmt.Sprintf("%+v", one))
		}
		if one.reason == "" {
			idle = append(idle, fmt.Sprintf("%+v has no reason", one))
		}
	}
	return idle
}

// recorded is a recorded message with its line.
type recorded struct {
	step
	line int
}

// compare describes how the effects of one step differ from the recorded ones, without reviewed differences. Order
// matters within each session.
func (r *review) compare(at difference, was []recorded, is []step) []string {
	then, now := map[string][]recorded{}, map[string][]step{}
	for _, one := range was {
		then[one.Who] = append(then[one.Who], one)
	}
	for _, one := range is {
		if !isNew(one) {
			now[one.Who] = append(now[one.Who], one)
		}
	}
	everybody := map[string]bool{}
	for who := range then {
		everybody[who] = true
	}
	for who := range now {
		everybody[who] = true
	}
	var problems []string
	for _, who := range slices.Sorted(maps.Keys(everybody)) {
		at.who = who
		problems = append(problems, r.compareSession(at, then[who], now[who])...)
	}
	return problems
}

// compareSession compares the messages of one session.
func (r *review) compareSession(at difference, was []recorded, is []step) (problems []string) {
	report := func(found difference) {
		if !r.allows(found) {
			problems = append(problems, found.tell())
		}
	}
	for len(was)+len(is) > 0 {
		switch found := at; align(at, was, is) {
		case missing:
			found.line, found.what, found.kind, found.was = was[0].line, missing, kindOfStep(was[0].step), string(was[0].Gets)
			report(found)
			was = was[1:]
		case extra:
			found.what, found.kind, found.is = extra, kindOfStep(is[0]), string(is[0].Gets)
			report(found)
			is = is[1:]
		default:
			found.line, found.what, found.kind = was[0].line, otherwise, kindOfStep(is[0])
			for _, one := range compareTold(found, was[0].step, is[0]) {
				report(one)
			}
			was, is = was[1:], is[1:]
		}
	}
	return problems
}

// align compares the next message with the recorded one: it is the same, an extra one, or a later one if the recorded
// one is missing.
func align(at difference, was []recorded, is []step) string {
	if len(is) == 0 {
		return missing
	}
	if len(was) == 0 {
		return extra
	}
	same := func(one recorded, other step) bool {
		at.kind = kindOfStep(other)
		return kindOfStep(one.step) == at.kind && len(compareTold(at, one.step, other)) == 0
	}
	sameKind := kindOfStep(was[0].step) == kindOfStep(is[0])
	switch {
	case same(was[0], is[0]):
		return otherwise
	case slices.ContainsFunc(is, func(later step) bool { return same(was[0], later) }):
		return extra
	case slices.ContainsFunc(was, func(later recorded) bool { return same(later, is[0]) }):
		return missing
	case !sameKind && slices.ContainsFunc(was, func(later recorded) bool { return kindOfStep(later.step) == kindOfStep(is[0]) }):
		return missing
	case !sameKind:
		return extra
	}
	return otherwise
}

// tell describes a difference in a sentence.
func (d difference) tell() string {
	where := fmt.Sprintf("line %d, %s", d.line, d.who)
	switch d.what {
	case missing:
		return fmt.Sprintf("%s: the message %s does not come: %s", where, d.kind, d.was)
	case extra:
		return fmt.Sprintf("%s: the message %s comes and did not: %s", where, d.kind, d.is)
	}
	return fmt.Sprintf("%s, %s: %s was %s and is %s", where, d.kind, d.path, d.was, d.is)
}

// The kind of a line that is no message.
const (
	endKind      = "the end of a session"
	documentKind = "document"
)

// kindOfStep returns the type of a message.
func kindOfStep(s step) string {
	if s.Gets == nil {
		return endKind
	}
	var message struct{ Type *string }
	if json.Unmarshal(s.Gets, &message) != nil || message.Type == nil {
		return documentKind
	}
	return *message.Type
}

// isNew reports whether a message's type did not exist in version 1. Clients ignore unknown types.
func isNew(s step) bool {
	return !slices.Contains([]string{
		"hello", "view", "event", "note", "chat", "done", "refused", "over", "ended", documentKind, endKind,
	}, kindOfStep(s))
}

// compareTold returns the differences between two messages of one type.
func compareTold(at difference, was, is step) []difference {
	if was.Gets == nil {
		// Only the exit status and that there is a sentence count.
		type ending struct {
			Sentence bool `json:"sentence"`
			Status   int  `json:"status"`
		}
		say := func(s step) json.RawMessage {
			text, err := json.Marshal(ending{s.Says != "", *s.Status})
			if err != nil {
				panic(err)
			}
			return text
		}
		return compareTold(at, step{Gets: say(was)}, step{Gets: say(is)})
	}
	var then, now any
	if err := json.Unmarshal(was.Gets, &then); err != nil {
		then = string(was.Gets)
	}
	if err := json.Unmarshal(is.Gets, &now); err != nil {
		now = string(is.Gets)
	}
	var found []difference
	diff(then, now, "", func(path string, was, is any) {
		if isVolatile(at, path) && sameKind(was, is) {
			return
		}
		one := at
		one.path, one.was, one.is = path, asJSON(was), asJSON(is)
		found = append(found, one)
	})
	return found
}

// isVolatile reports whether a value may differ with each program or run: times, versions, match IDs, and numbers
// that only order one reader's views.
func isVolatile(at difference, field string) bool {
	switch path.Base(field) {
	case "seconds_left", "away_seconds", "stops_in_seconds", "age_seconds", "server":
		return true
	case "number":
		return at.kind == "view"
	}
	ofMatch, _ := path.Match("results/*/id", field)
	return at.setup == emptySetup && (ofMatch || at.kind == "over" && field == "record/version")
}

// sameKind reports whether two values have the same JSON type.
func sameKind(one, other any) bool {
	return fmt.Sprintf("%T", one) == fmt.Sprintf("%T", other)
}

// absent stands for an absent field.
type absent struct{}

func asJSON(value any) string {
	if value == (absent{}) {
		return ""
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// diff reports every value that differs. New fields are no difference.
func diff(was, is any, at string, report func(path string, was, is any)) {
	switch then := was.(type) {
	case map[string]any:
		now, ok := is.(map[string]any)
		if !ok {
			report(at, was, is)
			return
		}
		for _, name := range slices.Sorted(maps.Keys(then)) {
			value, there := now[name]
			if !there {
				value = absent{}
			}
			diff(then[name], value, path.Join(at, strings.ReplaceAll(name, "/", "~1")), report)
		}
	case []any:
		now, ok := is.([]any)
		if !ok || len(now) != len(then) {
			report(at, was, is)
			return
		}
		for i := range then {
			diff(then[i], now[i], path.Join(at, strconv.Itoa(i)), report)
		}
	case float64:
		// The last digits of a computed number depend on the CPU.
		if now, ok := is.(float64); !ok || math.Abs(now-then) > 1e-9*max(1, math.Abs(then)) {
			report(at, was, is)
		}
	default:
		if was != is {
			report(at, was, is)
		}
	}
}

// TestTheComparisonIsStrict checks that everything that could break a client is found, and that what docs/protocol.md
// allows is not.
func TestTheComparisonIsStrict(t *testing.T) {
	const done, note = `{"type":"done","id":1}`, `{"type":"note","text":"bo is back."}`
	const over = `{"type":"over","record":{"version":1}}`
	const view = `{"type":"view","number":3,"seat":1,"chairs":[{"name":"anna","away_seconds":null},{"name":"bo","away_seconds":2.5}],"legal":["draw black","draw any"],"match":null}`
	for _, tt := range []struct {
		name    string
		was, is []string
		problem string // "" if there is none
	}{
		{"the same", []string{done, view}, []string{done, view}, ""},
		{"a new field", []string{done}, []string{`{"id":1,"type":"done","view":7}`}, ""},
		{"a new field deep inside", []string{view}, []string{strings.Replace(view, `{"name":"bo"`, `{"team":2,"name":"bo"`, 1)}, ""},
		{"a new type of message", []string{done, view}, []string{done, `{"type":"hint","text":"7"}`, view}, ""},
		{"another number of a view", []string{view}, []string{strings.Replace(view, `"number":3`, `"number":9`, 1)}, ""},
		{"the rules of a new match", []string{over}, []string{strings.Replace(over, `"version":1`, `"version":2`, 1)}, ""},
		{"another time", []string{view}, []string{strings.Replace(view, "2.5", "3", 1)}, ""},

		{"a field with another name", []string{view}, []string{strings.Replace(view, `"seat"`, `"place"`, 1)}, `seat was 1 and is `},
		{"a field with another name deep inside", []string{view}, []string{strings.Replace(view, `"name":"bo"`, `"nick":"bo"`, 1)}, `chairs/1/name was "bo" and is `},
		{"no field", []string{done}, []string{`{"type":"done"}`}, "id was 1 and is "},
		{"no number of a view", []string{view}, []string{strings.Replace(view, `"number":3,`, "", 1)}, "number was 3 and is "},
		{"another value", []string{note}, []string{`{"type":"note","text":"bo has come back."}`}, `text was "bo is back." and is "bo has come back."`},
		{"another kind of value", []string{done}, []string{`{"type":"done","id":"1"}`}, `id was 1 and is "1"`},
		{"a time where there was none", []string{view}, []string{strings.Replace(view, `{"name":"anna","away_seconds":null}`, `{"name":"anna","away_seconds":1}`, 1)}, "chairs/0/away_seconds was null and is 1"},
		{"no time where there was one", []string{view}, []string{strings.Replace(view, "2.5", "null", 1)}, "chairs/1/away_seconds was 2.5 and is null"},
		{"null for an object", []string{`{"type":"view","match":{}}`}, []string{`{"type":"view","match":null}`}, "match was {} and is null"},
		{"a longer list", []string{view}, []string{strings.Replace(view, `"draw any"`, `"draw any","stop"`, 1)}, "legal was"},
		{"a list in another order", []string{view}, []string{strings.Replace(view, `"draw black","draw any"`, `"draw any","draw black"`, 1)}, "legal/0 was"},
		{"a message less", []string{done, note, view}, []string{done, view}, "the message note does not come"},
		{"no answer", []string{done, view}, []string{view}, "the message done does not come"},
		{"a message more", []string{done}, []string{done, view}, "the message view comes and did not"},
		{"another order", []string{done, view}, []string{view, done}, "the message view comes and did not"},
		{"a message of the same type before", []string{note}, []string{`{"type":"note","text":"bo left."}`, note}, `the message note comes and did not: {"type":"note","text":"bo left."}`},
		{"the first of two of a type", []string{`{"type":"note","text":"bo left."}`, note}, []string{note}, `the message note does not come: {"type":"note","text":"bo left."}`},
		{"another type", []string{done}, []string{`{"type":"did","id":1}`}, "the message done does not come"},
		{"the number of a chat line", []string{`{"type":"chat","number":1}`}, []string{`{"type":"chat","number":2}`}, "number was 1 and is 2"},
		{"the rules of an old record", []string{`{"record":{"version":1}}`}, []string{`{"record":{"version":2}}`}, "record/version was 1 and is 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			problems := newReview(nil).compare(difference{file: "x", setup: emptySetup, line: 1}, toldThen(tt.was...), toldNow(tt.is...))
			if all := strings.Join(problems, "\n"); (tt.problem == "") != (all == "") || !strings.Contains(all, tt.problem) {
				t.Errorf("the problems are %q, want %q", problems, tt.problem)
			}
		})
	}
}

// TestTheEndOfASessionIsCompared checks the exit status and the sentence.
func TestTheEndOfASessionIsCompared(t *testing.T) {
	end := func(says string, status int) step { return step{Who: "anna", Says: says, Status: &status} }
	was := []recorded{{end("parlor: that is no room.", 1), 2}}
	for _, tt := range []struct {
		is       step
		problems int
	}{
		{end("parlor: there is no such room.", 1), 0},
		{end("", 1), 1},
		{end("parlor: there is no such room.", 0), 1},
		{step{Who: "anna", Gets: json.RawMessage(`{"type":"ended","text":"x"}`)}, 2},
	} {
		if problems := newReview(nil).compare(difference{file: "x", setup: emptySetup, line: 1}, was, []step{tt.is}); len(problems) != tt.problems {
			t.Errorf("%+v: %q", tt.is, problems)
		}
	}
}

// TestReviewedDifferences checks that a reviewed difference accepts nothing else, and that one that never occurs is
// reported.
func TestReviewedDifferences(t *testing.T) {
	const was, is = `{"type":"note","text":"a","seat":1}`, `{"type":"note","text":"b","seat":1}`
	for _, tt := range []struct {
		name     string
		reviewed difference
		allowed  bool
	}{
		{"all of it", difference{file: "x", line: 2, who: "anna", kind: "note", what: otherwise, path: "text", was: `"a"`, is: `"b"`}, true},
		{"any note", difference{kind: "note", what: otherwise, path: "text"}, true},
		{"any field", difference{what: otherwise, path: "*"}, true},
		{"another file", difference{file: "y", what: otherwise, path: "text"}, false},
		{"another line", difference{line: 3, what: otherwise, path: "text"}, false},
		{"some lines", difference{line: 1, to: 2, what: otherwise, path: "text"}, true},
		{"other lines", difference{line: 3, to: 9, what: otherwise, path: "text"}, false},
		{"somebody else", difference{who: "bo", what: otherwise, path: "text"}, false},
		{"another type", difference{kind: "chat", what: otherwise, path: "text"}, false},
		{"another field", difference{what: otherwise, path: "seat"}, false},
		{"another value", difference{what: otherwise, path: "text", is: `"c"`}, false},
		{"a value like it", difference{what: otherwise, path: "text", was: `"*`, is: `*b*`}, true},
		{"a value unlike it", difference{what: otherwise, path: "text", is: `*c*`}, false},
		{"a whole message", difference{what: missing}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.reviewed.reason = "a test"
			r := newReview([]difference{tt.reviewed})
			problems := r.compare(difference{file: "x", setup: emptySetup, line: 1}, toldThen(was), toldNow(is))
			if (len(problems) == 0) != tt.allowed || (len(r.idle()) == 0) != tt.allowed {
				t.Errorf("the problems are %q, idle is %q", problems, r.idle())
			}
		})
	}
	if idle := newReview([]difference{{what: missing, reason: ""}}).idle(); len(idle) != 2 {
		t.Errorf("without a reason: %q", idle)
	}
	for _, one := range []difference{{what: missing, kind: "note", line: 2}, {what: extra, kind: "note", line: 1}} {
		was, is := toldThen(was), toldNow(is)
		if one.what == missing {
			is = nil
		} else {
			was = nil
		}
		if problems := newReview([]difference{one}).compare(difference{file: "x", setup: emptySetup, line: 1}, was, is); len(problems) > 0 {
			t.Errorf("%q", problems)
		}
	}
}

func toldThen(lines ...string) (told []recorded) {
	for i, one := range toldNow(lines...) {
		told = append(told, recorded{one, i + 2})
	}
	return told
}

func toldNow(lines ...string) (told []step) {
	for _, line := range lines {
		told = append(told, step{Who: "anna", Gets: json.RawMessage(line)})
	}
	return told
}
