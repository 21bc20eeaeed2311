package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/cluster/stream"
	"parlor/lobby"
	"parlor/ratelimit"
	"parlor/store"
)

// TestMigrations opens a database of every version, filled from testdata, and checks that all its data is there in
// the newest version.
func TestMigrations(t *testing.T) {
	for i, file := range store.MigrationFiles() {
		version := i + 1
		if want := fmt.Sprintf("migrations/%04d_", version); !strings.HasPrefix(file, want) {
			t.Fatalf("%s is number %d; its name should begin with %s", file, version, want)
		}
		t.Run(fmt.Sprint("from version ", version), func(t *testing.T) {
			dir := t.TempDir()
			oldDatabase(t, dir, version)
			isAllThere(t, open(t, dir), version)
		})
	}
}

// oldDatabase creates a database as a version wrote it, with one row of everything.
func oldDatabase(t *testing.T, dir string, version int) {
	t.Helper()
	rows, err := os.ReadFile(fmt.Sprintf("testdata/%04d.sql", version))
	must(t, err)
	path := filepath.Join(dir, store.File)
	script(t, path, strings.Join(store.Migrations()[:version], ";\n"))
	// Rooms that were in quarantine for too long are deleted.
	today := fmt.Sprintf("'it is cut off', %d)", time.Now().UnixNano())
	script(t, path, strings.Replace(string(rows), "'it is cut off', 1767225600000000000)", today, 1))
	script(t, path, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", store.AppID, version))
}

func isAllThere(t *testing.T, s *store.Store, version int) {
	t.Helper()
	alive, err := s.Alive(t.Context())
	if err != nil || !alive.Equal(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("it was alive at %v (%v)", alive, err)
	}
	rooms, err := s.Rooms(t.Context())
	if err != nil || !slices.Equal(rooms, []string{"A"}) {
		t.Errorf("the rooms are %v (%v)", rooms, err)
	}
	headers, err := s.Journal.Headers(t.Context())
	header := headers["A"]
	if err != nil || len(headers) != 1 || (string(header.Data) == `{"all":4}`) != (version > 4) || header.Since.IsZero() || header.Stood < time.Hour {
		t.Errorf("the headers are %+v (%v)", headers, err)
	}
	holds(t, s.Journal, "A", whole(3), entry(4))
	must(t, s.Claim(t.Context(), "A"))
	must(t, s.Journal.Append(t.Context(), "A", entry(5)))
	was := *finished("m1", 1)
	was.Began, was.Ended = was.Began.AddDate(-70, 0, 0), was.Ended.AddDate(-70, 0, 0) // the year of the rows
	was.Public = version > 2                                                          // older rows say that it was private
	if version > 15 {
		was.Void = lobby.VoidOperator
	}
	if was.Players = slices.Clone(was.Players); version > 11 {
		was.Players[0].Claimed = 1
	}
	if version > 17 {
		was.Players[0].Substitute, was.Players[0].BotMoves = true, []int{0}
	}
	if version > 18 {
		was.Text, was.Signature = "parlor match 2", "a signature"
		was.Names = []lobby.RecordName{{Seat: 0, Name: "Ann", Salt: "000102030405060708090a0b0c0d0e0f"}}
	}
	if match, err := s.History.Match(t.Context(), "m1"); err != nil || !reflect.DeepEqual(match, was) {
		t.Errorf("the match is %+v (%v)", match, err)
	}
	if got := ids(t, s, lobby.MatchFilter{Person: "laptop", Game: "davinci"}); !slices.Equal(got, []string{"m1"}) {
		t.Errorf("the matches are %v", got)
	}
	want := account("ann")
	want.IDs = []string{"ann", "laptop"}
	isAccount(t, s, "laptop", want)
	if named, err := s.Ratings.Named(t.Context(), "The One called Ann"); err != nil || !slices.Equal(named, []string{"ann"}) {
		t.Errorf("of that name are %v (%v)", named, err)
	}
	if version > 2 {
		all, err := s.Ratings.Standings(t.Context(), "laptop")
		want := lobby.Standing{
			Person: "ann", Name: "the one called ann", Game: "davinci", Rating: 1731, Deviation: 105, Place: 1,
			Matches: 41, Wins: 23, Streak: -2, Best: 6, Program: version > 9,
		}
		if err != nil || !slices.Equal(all, []lobby.Standing{want}) {
			t.Errorf("the standings are %+v (%v)", all, err)
		}
	}
	if version > 5 {
		bans, err := s.Bans.Bans(t.Context())
		day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		want := []ratelimit.Ban{{Who: "203.0.113.7/32", Made: day, Until: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), Note: "it was too loud"}}
		if err != nil || !slices.Equal(bans, want) {
			t.Errorf("the bans are %+v (%v)", bans, err)
		}
	}
	if nights, err := s.GameNights.GameNights(t.Context()); err != nil || (string(nights["E"]) == `{"code":"E"}`) != (version > 8) {
		t.Errorf("the evenings are %s (%v)", nights, err)
	}
	reports, err := s.Reports.All(t.Context())
	if err != nil || (len(reports) == 1 && reports[0].Number == 7 && reports[0].ByName == "Ann" && reports[0].AboutName == "Bea" && reports[0].Words == "She was rude.") != (version > 10) {
		t.Errorf("the reports are %+v (%v)", reports, err)
	}
	hook, err := s.Webhooks.Webhook(t.Context(), "laptop")
	if err != nil || (hook.URL == "https://hooks.example.com/secret" && hook.Failures == 2 && hook.Stopped.IsZero() && !hook.Since.IsZero()) != (version > 12) {
		t.Errorf("the webhook is %+v (%v)", hook, err)
	}
	if protected, err := s.Count("SELECT count(*) FROM tie WHERE other IN (SELECT person FROM deleted)"); err != nil || (protected == 1) != (version > 16) {
		t.Errorf("%d mutes of deleted accounts are there (%v)", protected, err)
	}
	place, err := s.Replica.Position(t.Context())
	if want := (stream.Position{Origin: "a cluster", Number: 57}); err != nil || (place == want) != (version > 13) {
		t.Errorf("the place is %+v (%v)", place, err)
	}
	if person, err := s.Replica.Offered(t.Context(), "CODE", time.Now()); (person == "ann") != (version > 13) {
		t.Errorf("the code leads to %q (%v)", person, err)
	}
	if aside, err := s.Count("SELECT count(*) FROM aside WHERE room = 'B'"); err != nil || aside != 1 {
		t.Errorf("%d entries are aside (%v)", aside, err)
	}
}
