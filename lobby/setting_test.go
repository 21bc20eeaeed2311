package lobby_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// chess is a game for two or three.
func chess() engine.Game { return engine.Game{Name: "chess", Title: "Chess", MinSeats: 2, MaxSeats: 3} }

// candles and motto are settings for this test.
func candles() lobby.Setting {
	return lobby.Setting{Word: "candles", Label: prose.T("Candles"), Kind: lobby.Number, Default: "2", Most: 12, Pages: lit}
}

// lit formats the number of candles.
func lit(value string) prose.Text { return prose.T("candles {n}", prose.Literal(value)) }

func motto() lobby.Setting { return lobby.Setting{Word: "motto", Label: prose.T("Motto")} }

// TestTableOfSettings: every setting has names and texts, and its values can be set and
// read back.
func TestTableOfSettings(t *testing.T) {
	names := map[string]bool{}
	for _, one := range append(lobby.RoomSettings(), candles(), motto()) {
		one = one.ForGame(chess())
		for _, name := range []string{one.Word, one.JSONName()} {
			if !regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`).MatchString(name) {
				t.Errorf("%q is not lower_snake", name)
			}
		}
		if names[one.Word] || names[one.JSONName()] {
			t.Errorf("%s is there twice", one.Word)
		}
		names[one.Word], names[one.JSONName()] = true, true
		if one.Label.IsZero() || one.Can().IsZero() {
			t.Errorf("%s cannot be told: %+v", one.Word, one)
		}
		for _, value := range append(one.Values, one.Default) {
			read, err := one.Read(value)
			if err != nil || read != value {
				t.Errorf("%s=%s is read as %q, %v", one.Word, value, read, err)
			}
			var plan lobby.Plan
			if one.Set(&plan, value); one.ValueIn(plan) != value {
				t.Errorf("%s=%s becomes %q", one.Word, value, one.ValueIn(plan))
			}
			if one.Kind != lobby.Words && one.FormatValue(value).IsZero() {
				t.Errorf("%s=%s cannot be told", one.Word, value)
			}
		}
	}
}

// TestReadSettings parses settings as people type them.
func TestReadSettings(t *testing.T) {
	table := append(lobby.RoomSettings(), candles(), motto())
	for _, row := range []struct{ word, text, value, refused string }{
		{"clock", "off", "off", ""},
		{"clock", "0", "off", ""},
		{"clock", "45", "45s", ""},
		{"clock", "2m", "2m0s", ""},
		{"clock", "-5s", "-5s", ""}, // which the room refuses
		{"clock", "soon", "", `Invalid clock: "soon". Use off, or a time such as 30s or 2m.`},
		{"rated", "on", "yes", ""},
		{"aids", "false", "no", ""},
		{"aids", "maybe", "", `Invalid aids: "maybe". Use yes or no.`},
		{"candles", "+3", "3", ""},
		{"candles", "three\x1b[2J", "", `Invalid candles: "three[2J". Use a number.`},
		{"absent", "sleep", "sleep", ""}, // which the room refuses
		{"motto", "all is well", "all is well", ""},
	} {
		for _, one := range table {
			if one.Word != row.word {
				continue
			}
			value, err := one.Read(row.text)
			if value != row.value || (err == nil) != (row.refused == "") || err != nil && err.Error() != row.refused {
				t.Errorf("%s=%s is read as %q, %v", row.word, row.text, value, err)
			}
		}
	}
}

// TestCompletePlan: defaults are filled in, texts are cleaned, and impossible values are
// refused, whatever their source.
func TestCompletePlan(t *testing.T) {
	table := append(lobby.RoomSettings(), candles(), motto())
	plan, err := lobby.CompletePlan(table, chess(), lobby.Plan{Game: "chess", More: lobby.Choices{"motto": " a\x1b[2Jb\u202e " + strings.Repeat("c", 50), "gone": "1"}}, 20)
	if err != nil {
		t.Fatal(err)
	}
	more := lobby.Choices{"candles": "2", "motto": "a[2Jb " + strings.Repeat("c", 14)}
	if !reflect.DeepEqual(plan.More, more) || plan.Seats != 3 || plan.Absent != lobby.AbsentClock {
		t.Errorf("it is completed to %+v", plan)
	}
	for _, row := range []struct {
		plan    lobby.Plan
		refused string
	}{
		{lobby.Plan{Seats: 4}, "Chess is for 2 to 3 players, not 4"},
		{lobby.Plan{Seats: -1}, "not -1"},
		{lobby.Plan{Clock: -1}, "at most 30 days"},
		{lobby.Plan{Absent: "sleep"}, "choose one of clock, wait, bot"},
		{lobby.Plan{EyesDelay: 21}, "0 to 20 moves"},
		{lobby.Plan{More: lobby.Choices{"candles": "13"}}, "candles must be 0 to 12"},
		{lobby.Plan{More: lobby.Choices{"candles": "\x1b"}}, "candles must be 0 to 12"},
		{lobby.Plan{More: lobby.Choices{"candles": "+3"}}, "candles must be 0 to 12"},
		{lobby.Plan{Options: engine.Options{"colour": "red"}}, `no option "colour"`},
	} {
		if _, err := lobby.CompletePlan(table, chess(), row.plan, 20); err == nil || !strings.Contains(err.Error(), row.refused) {
			t.Errorf("%+v is answered %v", row.plan, err)
		}
	}
}

// TestCopiesOfPlanAreIndependent although they share memory.
func TestCopiesOfPlanAreIndependent(t *testing.T) {
	plan := lobby.NewPlan([]lobby.Setting{candles(), motto()}, chess())
	other := plan
	candles().Set(&other, "7")
	if candles().ValueIn(plan) != "2" || candles().ValueIn(other) != "7" {
		t.Errorf("one has %s candles and the other %s", candles().ValueIn(plan), candles().ValueIn(other))
	}
}

// TestPlanEncoding: a plan without additional settings is encoded as before there was a
// table of settings.
func TestPlanEncoding(t *testing.T) {
	const kept = `{"game":"chess","title":"late","seats":3,"public":true,"options":{},"clock_ns":30000000000,"absent":"wait",` +
		`"rated":true,"unaided":true,"unwatched":true,"apart":true,"eyes_delay_moves":4}`
	var plan lobby.Plan
	if err := json.Unmarshal([]byte(kept), &plan); err != nil {
		t.Fatal(err)
	}
	for _, one := range lobby.RoomSettings() {
		if value := one.ValueIn(plan); value == one.ForGame(chess()).Default && one.Word != "public" && one.Word != "seats" && one.Word != "substitute" {
			t.Errorf("%s was chosen and is %q", one.Word, value)
		}
	}
	if plan.Absent = lobby.AbsentBot; plan.SubstituteAfter() != 2*time.Minute {
		t.Errorf("in a room of before, a bot plays after %v", plan.SubstituteAfter())
	}
	plan.Absent = lobby.AbsentWait
	plan, err := lobby.CompletePlan(lobby.RoomSettings(), chess(), plan, 20)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(plan); err != nil || string(again) != kept {
		t.Errorf("it is written as %s, %v", again, err)
	}
}

// TestLobbyChoices returns what differs from the defaults, and nil if nothing does.
func TestLobbyChoices(t *testing.T) {
	table := append(lobby.RoomSettings(), candles())
	plan := lobby.NewPlan(table, chess())
	if told := lobby.LobbyChoices(table, plan); told != nil {
		t.Errorf("it tells %v", told)
	}
	plan.Rated, plan.Clock, plan.Unwatched = true, 30e9, true
	candles().Set(&plan, "7")
	if said := strings.Join(prose.English().SayAll(lobby.LobbyChoiceTexts(table, lobby.LobbyChoices(table, plan))), " · "); said != "rated · clock 30 seconds · candles 7" {
		t.Errorf("it tells %s", said)
	}
}

// TestTitleText: a default title is localized, and stored in English; any other stays as typed.
func TestTitleText(t *testing.T) {
	kept := lobby.DefaultTitle("anna")
	for title, want := range map[string]string{kept: prose.Pseudo().Say(prose.T("{name}'s table", prose.Name("anna"))), "late night": "late night", "'s table": "'s table", "": ""} {
		if said := prose.Pseudo().Say(lobby.TitleText(title)); said != want {
			t.Errorf("%q is said %q", title, said)
		}
		if said := lobby.TitleText(title).String(); said != title {
			t.Errorf("%q is said %q in English", title, said)
		}
	}
}

// TestHintsCostNoPoints: there are hints only if the match does not count.
func TestHintsCostNoPoints(t *testing.T) {
	for name, row := range map[string]struct {
		plan lobby.Plan
		want bool
	}{
		"a room":            {lobby.Plan{}, true},
		"rated":             {lobby.Plan{Rated: true}, false},
		"a game night":      {lobby.Plan{GameNight: "AAAAAA"}, false},
		"without aids":      {lobby.Plan{Unaided: true}, false},
		"with memory":       {lobby.Plan{Options: engine.Options{"memory": "on"}}, false},
		"with memory off":   {lobby.Plan{Options: engine.Options{"memory": "off"}}, true},
		"a night of memory": {lobby.Plan{GameNight: "AAAAAA", Options: engine.Options{"memory": "on"}}, false},
	} {
		if got := row.plan.Hints(); got != row.want {
			t.Errorf("%s: there are hints: %v", name, got)
		}
	}
}
