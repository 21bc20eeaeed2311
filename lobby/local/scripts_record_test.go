package local_test

import (
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// teller records what clients receive: as a hash, and optionally as text. Zero fields are
// omitted, so that a new field without a value changes nothing. The wording of notes and
// refusals is not part of it.
type teller struct {
	sum   hash.Hash
	text  *strings.Builder // nil if not wanted
	start time.Time
	views map[*engine.View]string // views are shared and immutable
}

func newTeller(asText bool) *teller {
	told := &teller{sum: sha256.New(), start: time.Now(), views: map[*engine.View]string{}}
	if asText {
		told.text = &strings.Builder{}
	}
	return told
}

// hash returns the hash so far.
func (t *teller) hash() string { return hex.EncodeToString(t.sum.Sum(nil)[:8]) }

// line records a line with the current time.
func (t *teller) line(format string, args ...any) {
	for i, arg := range args {
		if _, refused := arg.(error); refused {
			args[i] = "refused"
		}
	}
	t.write(fmt.Sprintf("%s  %s\n", time.Since(t.start), fmt.Sprintf(format, args...)))
}

func (t *teller) write(text string) {
	_, _ = t.sum.Write([]byte(text)) // it never fails
	if t.text != nil {
		t.text.WriteString(text)
	}
}

// page records a page of the lobby with the recorded fields. A page on which only newer
// fields have changed is omitted.
func (t *teller) page(v *guestVisit, page lobby.Page) {
	before := v.page
	if v.page = &page; before != nil && !before.Same(page) && withoutNews(*before).Same(withoutNews(page)) {
		return
	}
	t.line("%s is shown the hall", v.label)
	t.fields(reflect.ValueOf(pageOnRecord{
		personRow{page.You.Name, page.You.Guest, page.You.Room}, page.Yours, page.Rooms, unbusied(page.People), page.Chat,
	}))
}

// withoutNews returns a page without the fields that the recordings do not have.
func withoutNews(page lobby.Page) lobby.Page {
	page.Calls, page.People = nil, slices.Clone(page.People)
	for i := range page.People {
		page.People[i].Busy = false
	}
	return page
}

// pageOnRecord is the recorded form of a page.
type pageOnRecord struct {
	You    personRow
	Yours  []lobby.RoomRow
	Rooms  []lobby.RoomRow
	People []personRow
	Chat   []lobby.ChatMessage
}

// update records an update of a handle. Notes and chat are recorded once.
func (t *teller) update(c *guestHandle, u lobby.Update) {
	t.line("%s is shown", c.label)
	notes, chat := len(u.Notes), len(u.Chat)
	u.Notes = slices.DeleteFunc(slices.Clone(u.Notes), func(note lobby.Note) bool { return note.ID <= c.note })
	u.Chat = slices.DeleteFunc(slices.Clone(u.Chat), func(line lobby.ChatMessage) bool { return line.ID <= c.line })
	if len(u.Notes) > 0 {
		c.note = u.Notes[len(u.Notes)-1].ID
	}
	if len(u.Chat) > 0 {
		c.line = u.Chat[len(u.Chat)-1].ID
	}
	// These fields are newer than the recordings, and the ID is random.
	u.Past, u.Moved = "", nil
	t.write(fmt.Sprintf("    %d notes, %d lines of talk\n", notes, chat))
	t.fields(reflect.ValueOf(u))
}

// fields records the fields of a struct, one per line.
func (t *teller) fields(of reflect.Value) {
	for i := range of.NumField() {
		if field := of.Field(i); of.Type().Field(i).IsExported() && !field.IsZero() {
			t.write("    " + recordedName(of.Type().Field(i).Name) + " " + t.dump(field) + "\n")
		}
	}
}

// recordedName returns the name of a field in the recordings, which are older than some
// names.
func recordedName(field string) string {
	switch field {
	case "Revision":
		return "Seq"
	case "Seats":
		return "Chairs"
	}
	return field
}

// recordedInner is like recordedName, for fields of inner values.
func recordedInner(field string) string {
	switch field {
	case "ClaimFrom":
		return "Claim"
	case "BotPlays":
		return "Standing"
	case "SubstituteFrom":
		return "StandIn"
	}
	return field
}

// recordedChoices returns settings as the fields that the recordings have for them.
func recordedChoices(told lobby.Choices) []string {
	var parts []string
	if clock, is := told["clock"]; is {
		parts = append(parts, "Clock:"+clock)
	}
	if _, is := told["rated"]; is {
		parts = append(parts, "Rated:true")
	}
	return parts
}

// recordedPlan returns a plan with the recorded fields.
func recordedPlan(plan lobby.Plan) any {
	return struct {
		Game, Title                      string
		Seats                            int
		Public                           bool
		Options                          engine.Options
		Clock                            time.Duration
		Absent                           string
		Rated, Unaided, Unwatched, Apart bool
		EyesDelay                        int
	}{
		plan.Game, plan.Title, plan.Seats, plan.Public, plan.Options, plan.Clock, plan.Absent,
		plan.Rated, plan.Unaided, plan.Unwatched, plan.Apart, plan.EyesDelay,
	}
}

// dump returns a value as text that is the same on every machine.
func (t *teller) dump(v reflect.Value) string {
	switch value := v.Interface().(type) {
	case time.Time:
		return value.Sub(t.start).String()
	case *engine.View:
		return t.view(value)
	case lobby.Note:
		return fmt.Sprintf("{ID:%d At:%v}", value.ID, value.At.Sub(t.start))
	case engine.Event:
		return strconv.Quote(value.String())
	case encoding.TextMarshaler:
		text, err := value.MarshalText()
		if err != nil {
			panic(err)
		}
		return string(text)
	case fmt.Stringer:
		return value.String()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nothing"
		}
		return t.dump(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			field := v.Field(i)
			if !v.Type().Field(i).IsExported() || field.IsZero() {
				continue
			}
			if told, is := field.Interface().(lobby.Choices); is {
				parts = append(parts, recordedChoices(told)...)
				continue
			}
			parts = append(parts, recordedInner(v.Type().Field(i).Name)+":"+t.dump(field))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range v.Len() {
			parts[i] = t.dump(v.Index(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Map:
		var parts []string
		for entries := v.MapRange(); entries.Next(); {
			parts = append(parts, t.dump(entries.Key())+":"+t.dump(entries.Value()))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	default:
		return fmt.Sprint(v.Interface())
	}
}

// view returns a view of a match as JSON.
func (t *teller) view(view *engine.View) string {
	if view == nil {
		return "nothing"
	}
	if text, known := t.views[view]; known {
		return text
	}
	text, err := json.Marshal(view)
	if err != nil {
		panic(err)
	}
	t.views[view] = string(text)
	return string(text)
}

// randomFor returns a random source that depends only on a view.
func randomFor(view any) *rand.Rand {
	text, err := json.Marshal(view)
	if err != nil {
		panic(err)
	}
	sum := fnv.New64a()
	_, _ = sum.Write(text)
	return rand.New(rand.NewPCG(sum.Sum64(), 3))
}

// personRow is a lobby.PersonRow with the recorded fields.
type personRow struct {
	Name  string
	Guest bool
	Room  string
}

func unbusied(people []lobby.PersonRow) []personRow {
	var all []personRow
	for _, one := range people {
		all = append(all, personRow{one.Name, one.Guest, one.Room})
	}
	return all
}
