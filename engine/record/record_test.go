package record_test

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/engine/record"
	"parlor/engine/record/recordtest"
)

func games() []engine.Game {
	return []engine.Game{davinci.Rules().Game(), masterdice.Rules().Game(), kodeknacker.Rules().Game(), bullscows.Rules().Game()}
}

// made returns a match that was played by chance.
func made(t testing.TB, random *rand.Rand) (engine.Game, record.Match) {
	t.Helper()
	game, m, err := recordtest.Genuine(random, games(), recordtest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return game, m
}

func written(t testing.TB, game engine.Game, m record.Match) string {
	t.Helper()
	w, err := m.Write(game)
	if err != nil {
		t.Fatalf("%s: %v", game.Name, err)
	}
	return w.Text
}

// TestGenuineRecordsHold, and say the same when they are read again.
func TestGenuineRecordsHold(t *testing.T) {
	sizes, void := map[string]int{}, 0
	for n := range 60 {
		game, m := made(t, rand.New(rand.NewPCG(1, uint64(n))))
		text := written(t, game, m)
		c, err := record.Check(games(), text)
		if err != nil {
			t.Fatalf("%d: %v\n%s", n, err, text)
		}
		if c.Void != "" {
			void++
		}
		if again := written(t, game, c.Match); again != text {
			t.Errorf("%d: what was read is written as\n%s", n, again)
		}
		sizes[game.Name] = max(sizes[game.Name], len(text))
	}
	if void == 0 || len(sizes) != 4 {
		t.Errorf("%d void, the largest are %v", void, sizes)
	}
}

// TestNoChangedRecordHolds changes records in one place: no text but the written one holds.
func TestNoChangedRecordHolds(t *testing.T) {
	tried := 0
	for n := range 8 {
		random := rand.New(rand.NewPCG(2, uint64(n)))
		game, m := made(t, random)
		text := written(t, game, m)
		for _, change := range recordtest.Changes(text, random) {
			tried++
			if _, err := record.Check(games(), change.Text); err == nil {
				t.Errorf("%s holds, in line %d:\n%s", change.Kind, change.Line, change.Text)
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d changes", tried)
	}
}

// TestProblemsHaveLines lists texts that cannot be read, with the line and the reason.
func TestProblemsHaveLines(t *testing.T) {
	game, m := made(t, rand.New(rand.NewPCG(3, 3)))
	text := written(t, game, m)
	replaced := func(old, other string) string { return strings.Replace(text, old, other, 1) }
	_, after, _ := strings.Cut(text, "seal ")
	before, _, _ := strings.Cut(text, "seat 1")
	for _, row := range []struct{ name, text, want string }{
		{"nothing", "", "it is empty"},
		{"no newline", strings.TrimSuffix(text, "\n"), "the last line has no newline"},
		{"another format", replaced("match 2", "match 3"), "line 1: it is not a record of format 2"},
		{"carriage return", strings.ReplaceAll(text, "\n", "\r\n"), "line 1: it has a character that is not printable ASCII"},
		{"cut", before, "line 19: the record is incomplete"},
		{"another time zone", replaced("21:00:00Z", "22:00:00+01:00"), "line 7: \"2026-11-27T22:00:00+01:00\" is not a time such as"},
		{"a leading zero", replaced("game "+game.Name+" ", "game "+game.Name+" 0"), "line 8: \"0"},
		{"a commitment", strings.Replace(text, " -\nseat 2", " "+strings.Repeat("ab", 32)+"\nseat 2", 1), "the last word of a seat must be -"},
		{"opened", replaced("\ndealt\n", "\nopen 1 "+strings.Repeat("ab", 32)+"\ndealt\n"), "\"open\" is where \"dealt\" must be"},
		{"another seal", before + "seat 1" + strings.Replace(text[len(before)+6:], "seal "+after[:4], "seal 0000", 1), "the seal is not that of the secret at the end"},
		{"text after the end", text + "end\n", "there is text after the end"},
	} {
		_, err := record.Check(games(), row.text)
		var problem *record.ParseError
		if !errors.As(err, &problem) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if _, err := record.Check(nil, text); !errors.Is(err, record.ErrUnknown) {
		t.Errorf("without games: %v", err)
	}
	if _, err := record.Check(games(), replaced("game "+game.Name+" ", "game "+game.Name+" 9")); !errors.Is(err, record.ErrUnknown) {
		t.Errorf("newer rules: %v", err)
	}
}

// TestRecordVectors compares the record of one match with a file, and with what another
// implementation computes of its hashes.
func TestRecordVectors(t *testing.T) {
	m := vector(t)
	text := written(t, masterdice.Rules().Game(), m)
	const file = "testdata/masterdice.record"
	if want, err := os.ReadFile(file); err != nil || string(want) != text {
		t.Errorf("%s is not (%v)\n%s", file, err, text)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	got, err := exec.CommandContext(t.Context(), python, "-B", "testdata/hashes.py", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	seed := m.Seed(m.Secret)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	want := strings.Join([]string{
		"seal " + hex.EncodeToString(m.Seal[:]), "name " + hex.EncodeToString(m.Seats[0].Name[:]), "seed " + hex.EncodeToString(seed[:]),
		lines[len(lines)-3], lines[len(lines)-2],
	}, "\n") + "\n"
	if string(got) != want {
		t.Errorf("testdata/hashes.py writes\n%s, and this program\n%s", got, want)
	}
}

// vector is the match of testdata.
func vector(t testing.TB) record.Match {
	t.Helper()
	counted := func(from, n int) (bytes []byte) {
		for i := range n {
			bytes = append(bytes, byte(from+i))
		}
		return bytes
	}
	secret := record.Hash(counted(0, 32))
	options, err := engine.Complete(masterdice.Rules().Options, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := record.Match{
		Frozen: record.Frozen{
			Server: "play.example.com", Key: "SHA256:KTN1Wz1txS8YT1Oagvb7tJ3je6SW3IQHRuQXAXL2F8g", Room: "E93TDD", RoomID: hex.EncodeToString(counted(0, 16)),
			Number: 1, Time: time.Date(2026, 11, 21, 21, 0, 0, 0, time.UTC), Game: "masterdice", Version: 4,
			Settings: map[string]string{"absent": "bot", "clock": "60", "hand_delay": "0", "hand_sharing": "on", "rated": "off"}, Options: options,
			Seats: []record.Seat{
				{Kind: record.Person, Name: record.NameHash(counted(0x60, 16), "anna")},
				{Kind: record.Person, Name: record.NameHash(counted(0x70, 16), "bo"), Program: true},
			},
			Seal: record.SealOf(secret),
		},
		Secret: secret,
	}
	match, err := masterdice.Rules().Game().Begin(engine.Record{Game: "masterdice", Version: 4, Seats: 2, Seed: m.Seed(secret), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; len(match.ToMove()) > 0; n++ {
		line := record.Line{Seat: match.ToMove()[0], Action: engine.Timeout, ByRoom: true}
		if n == 1 {
			m.Lines = append(m.Lines, record.Line{Seat: line.Seat, Kind: record.Bot, Level: 1}, record.Line{Seat: line.Seat, Kind: record.Person})
		}
		if match, _, err = match.Play(line.Seat, line.Action); err != nil {
			t.Fatal(err)
		}
		m.Lines = append(m.Lines, line)
	}
	return m
}

// FuzzCheck: no text breaks the parser, and one that holds is written as it is.
func FuzzCheck(f *testing.F) {
	for n := range 4 {
		game, m := made(f, rand.New(rand.NewPCG(4, uint64(n))))
		f.Add(written(f, game, m))
	}
	f.Add("parlor match 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := record.Check(games(), text)
		if err == nil && c.Text != text {
			t.Errorf("%q holds and is written as %q", text, c.Text)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 5))
	for {
		game, m := made(b, random)
		if game.Name != "davinci" || m.Void != "" {
			continue
		}
		text := written(b, game, m)
		b.ReportMetric(float64(len(text)), "bytes")
		for b.Loop() {
			if _, err := record.Check(games(), text); err != nil {
				b.Fatal(err)
			}
		}
		return
	}
}
