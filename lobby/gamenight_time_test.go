package lobby_test

import (
	"testing"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

func TestParseTime(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 26, 16, 40, 10, 0, berlin)
	for _, row := range []struct{ typed, want string }{
		{"17:00", "2026-11-26 17:00 CET"},
		{" 9:05 ", "2026-11-27 09:05 CET"},
		{"17:00:59", "2026-11-26 17:00 CET"},
		{"2026-12-24 18:00:59", "2026-12-24 18:00 CET"},
		{"16:40", "2026-11-26 16:40 CET"}, // it has just passed
		{"13:41", "2026-11-26 13:41 CET"},
		{"13:40", "2026-11-27 13:40 CET"},
		{"16:00 Europe/London", "2026-11-26 16:00 GMT"},
		{"16:00,Europe/London", "2026-11-26 16:00 GMT"},
		{"23:30 America/New_York", "2026-11-26 23:30 EST"},
		{"2026-12-24 18:00", "2026-12-24 18:00 CET"},
		{"2026-7-1t18:00", "2026-07-01 18:00 CEST"},
		{"2026-12-24,18:00,UTC", "2026-12-24 18:00 UTC"},
		{"none", "0001-01-01 00:00 UTC"},
		{"soon", `Invalid time: soon. Write it like 17:00, 2026-11-27,17:00 or 17:00,Europe/Berlin; none removes it.`},
		{"25:00", `Invalid time: 25:00. Write it like 17:00, 2026-11-27,17:00 or 17:00,Europe/Berlin; none removes it.`},
		{"2026-02-30 17:00", `Invalid time: 2026-02-30 17:00. Write it like 17:00, 2026-11-27,17:00 or 17:00,Europe/Berlin; none removes it.`},
		{"", `Invalid time: . Write it like 17:00, 2026-11-27,17:00 or 17:00,Europe/Berlin; none removes it.`},
		{"17:00 Mars/\x1b[2J", `There is no time zone Mars/[2J. Write it like Europe/Berlin.`},
		{"17:00 Local", `There is no time zone Local. Write it like Europe/Berlin.`},
		{"17:00 ../../etc/passwd", `There is no time zone ../../etc/passwd. Write it like Europe/Berlin.`},
	} {
		at, err := lobby.ParseTime(row.typed, now)
		got := at.Format("2006-01-02 15:04 MST")
		if err != nil {
			got = prose.Reason(err).String()
		}
		if got != row.want {
			t.Errorf("%q is %s, not %s", row.typed, got, row.want)
		}
	}
}

func TestParseEnd(t *testing.T) {
	now := time.Date(2026, 11, 26, 16, 40, 0, 0, time.UTC)
	for _, row := range []struct {
		typed        string
		begins, want time.Time
	}{
		{"19:00", time.Time{}, time.Date(2026, 11, 26, 19, 0, 0, 0, time.UTC)},
		{"19:00:30", time.Time{}, time.Date(2026, 11, 26, 19, 0, 30, 0, time.UTC)},
		{"19:00", time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 19, 0, 0, 0, time.UTC)},
		{"1:00", time.Date(2026, 12, 1, 22, 0, 0, 0, time.UTC), time.Date(2026, 12, 2, 1, 0, 0, 0, time.UTC)},
		{"16:00", time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC), time.Date(2026, 12, 2, 16, 0, 0, 0, time.UTC)},
	} {
		if got, err := lobby.ParseEnd(row.typed, row.begins, now); err != nil || !got.Equal(row.want) {
			t.Errorf("%s after %v is %v (%v)", row.typed, row.begins, got, err)
		}
	}
}

func TestCheckTimes(t *testing.T) {
	now := time.Date(2026, 11, 26, 16, 40, 0, 0, time.UTC)
	in := now.Add
	for _, row := range []struct {
		begins, ends time.Time
		refused      bool
	}{
		{},
		{begins: in(time.Hour)},
		{begins: in(time.Hour), ends: in(2 * time.Hour)},
		{begins: in(-time.Hour), ends: in(time.Hour)},
		{begins: in(time.Hour), ends: in(time.Hour), refused: true},
		{ends: in(-time.Second), refused: true},
		{begins: in(31 * 24 * time.Hour), refused: true},
	} {
		if err := (lobby.GameNightPlan{Begins: row.begins, Ends: row.ends}).CheckTimes(now); (err != nil) != row.refused {
			t.Errorf("from %v to %v: %v", row.begins, row.ends, err)
		}
	}
}
