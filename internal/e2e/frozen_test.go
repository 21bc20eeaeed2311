package e2e

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/protocol"
)

// version1 is the folder of the first program; see its README.md.
const version1 = "testdata/v1"

// frozenVersions returns all folders of earlier programs, each with a README.md.
func frozenVersions(t *testing.T) []string {
	t.Helper()
	folders, err := filepath.Glob("testdata/v*")
	check(t, err)
	if len(folders) < 2 {
		t.Fatalf("there are only %v", folders)
	}
	return folders
}

// eachVersion runs a test on every frozen folder.
func eachVersion(t *testing.T, test func(t *testing.T, version string)) {
	t.Helper()
	for _, version := range frozenVersions(t) {
		t.Run(filepath.Base(version), func(t *testing.T) { test(t, version) })
	}
}

// TestFrozenRecordings repeats the recordings of the first program, on an empty folder and on its own. All messages
// are the same, apart from reviewed differences.
func TestFrozenRecordings(t *testing.T) {
	t.Parallel()
	reviewed, ran := newReview(differences()), 0
	recordings := frozenRecordings(t)
	for _, name := range slices.Sorted(maps.Keys(recordings)) {
		t.Run(name, func(t *testing.T) {
			ran++
			inBubble(t, frozenHour(), func(t *testing.T) {
				problems := replay(t, version1, recordings[name], reviewed)
				const most = 20
				for i, problem := range problems {
					if i == most {
						t.Errorf("and %d more differences", len(problems)-most)
						break
					}
					t.Error(problem)
				}
			})
		})
	}
	for _, one := range reviewed.idle() {
		if ran == len(recordings) { // not if only some were selected
			t.Errorf("a reviewed difference is met nowhere: %s", one)
		}
	}
}

// frozenRecordings returns the files of each test: those of the frozen rooms together, because they only look, and
// every session by itself.
func frozenRecordings(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(version1, "*", "*.jsonl"))
	check(t, err)
	recordings := map[string][]string{}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), version1+"/"), ".jsonl")
		if folder, _, _ := strings.Cut(name, "/"); folder != "sessions" {
			name = folder
		}
		recordings[name] = append(recordings[name], file)
	}
	if len(files) < 50 || len(recordings) < 30 {
		t.Fatalf("there are only %d recordings", len(files))
	}
	return recordings
}

// TestFrozenRoomsComeBack checks that no room is quarantined and that nothing is logged as an error.
func TestFrozenRoomsComeBack(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, version string) {
		want := len(roomsOf(t, version))
		inBubble(t, frozenHour(), func(t *testing.T) {
			h := openFor(t, version, step{Setup: dataSetup})
			if h.back != want || want < 15 {
				t.Errorf("%d rooms came back of %d", h.back, want)
			}
		})
	})
}

// TestFrozenMatchesVerify verifies the recorded ends of matches against their commitments and the stored matches.
func TestFrozenMatchesVerify(t *testing.T) {
	t.Parallel()
	eachVersion(t, testFrozenMatches)
}

func testFrozenMatches(t *testing.T, version string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(version, "ends.jsonl"))
	check(t, err)
	told := map[engine.Seed]engine.Record{}
	for line := range bytes.Lines(text) {
		var over protocol.Over
		check(t, json.Unmarshal(line, &over))
		if _, err := engine.Verify(offered(), line, over.Proof); err != nil {
			t.Errorf("%v\n%s", err, line)
		}
		if len(over.Record.Moves) > 1 { // a match resigned at once is not stored
			told[over.Record.Seed] = over.Record
		}
	}
	inBubble(t, frozenHour(), func(t *testing.T) {
		h := openFor(t, version, step{Setup: dataSetup})
		verified := 0
		for _, match := range remembered(t, h) {
			if _, was := told[match.Record.Seed]; !was {
				continue // of a game night, which API clients do not see, or resigned at once
			}
			verified++
			is, was := asJSON(match.Record), asJSON(told[match.Record.Seed])
			if is != was {
				t.Errorf("match %s is remembered as\n%s\nand was\n%s", match.ID, is, was)
			}
		}
		if verified != len(told) || verified < 12 {
			t.Errorf("%d matches are remembered, and %d were told", verified, len(told))
		}
	})
}

// remembered returns all stored matches with their moves.
func remembered(t *testing.T, h *frozenServer) []lobby.Finished {
	t.Helper()
	matches, err := h.kept.History.Matches(t.Context(), lobby.MatchFilter{Limit: 1000})
	check(t, err)
	for i := range matches {
		matches[i], err = h.kept.History.Match(t.Context(), matches[i].ID)
		check(t, err)
	}
	return matches
}

// TestFrozenRoomsGoOn plays every room to the end of its match, and finds the result after a restart.
func TestFrozenRoomsGoOn(t *testing.T) {
	t.Parallel()
	eachVersion(t, playOn)
}

func playOn(t *testing.T, version string) {
	t.Helper()
	inBubble(t, frozenHour(), func(t *testing.T) {
		dir := t.TempDir()
		copyData(t, version, dir)
		h := openServer(t, dir, frozenCodes())
		before, rooms := remembered(t, h), frozenRooms(t, version)
		for _, room := range rooms {
			playToTheEnd(t, h, room)
		}
		h.close()
		again := openServer(t, dir, frozenCodes())
		after := remembered(t, again)
		for _, room := range rooms {
			if !slices.ContainsFunc(after, func(match lobby.Finished) bool { return match.Room == room.code && !has(before, match) }) {
				t.Errorf("the match of room %s is not remembered", room.code)
			}
		}
		for _, match := range before {
			if !has(after, match) {
				t.Errorf("match %s is forgotten", match.ID)
			}
		}
		left, err := again.kept.Journal.Headers(t.Context())
		check(t, err)
		for _, room := range rooms {
			if _, back := left[room.code]; back {
				t.Errorf("room %s came back, and all players have left it", room.code)
			}
		}
	})
}

func has(matches []lobby.Finished, match lobby.Finished) bool {
	return slices.ContainsFunc(matches, func(one lobby.Finished) bool { return one.ID == match.ID })
}

// frozenRoom is one of the frozen folder.
type frozenRoom struct {
	code   string
	people []string // who have seats
	stage  string
	absent string
}

// frozenRooms returns all rooms of the frozen folder, those that would soon act by themselves first.
func frozenRooms(t *testing.T, version string) []frozenRoom {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(version, "rooms", "*.jsonl"))
	check(t, err)
	var rooms []frozenRoom
	for _, file := range files {
		room := frozenRoom{code: strings.TrimSuffix(filepath.Base(file), ".jsonl")}
		for _, one := range readRecording(t, file) {
			if one.Gets == nil {
				continue
			}
			var view struct {
				protocol.View
				Room struct {
					Absent string `json:"absent"`
				} `json:"room"`
			}
			check(t, json.Unmarshal(one.Gets, &view))
			if room.stage, room.absent = view.Stage, view.Room.Absent; view.Seat != engine.Watcher {
				room.people = append(room.people, one.Who)
			}
		}
		rooms = append(rooms, room)
	}
	urgency := func(room frozenRoom) int {
		switch {
		case room.absent == lobby.AbsentBot:
			return 0
		case room.stage == lobby.Gathering || room.stage == engine.Over:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(rooms, func(a, b frozenRoom) int { return cmp.Compare(urgency(a), urgency(b)) })
	return rooms
}

// playToTheEnd makes the players of a frozen room return, play, and leave.
func playToTheEnd(t *testing.T, h *frozenServer, room frozenRoom) {
	t.Helper()
	r, code, people := recorderIn(h, step{}), room.code, room.people
	for _, who := range people {
		r.look(who, "play "+code)
		if r.views[who].Seat == engine.Watcher || r.code(who) != code {
			t.Fatalf("%s has no seat in room %s any more", who, code)
		}
	}
	for _, who := range people {
		switch view := r.views[who]; {
		case view.Stage == lobby.Gathering && view.Host:
			r.asks(who, `"start":true`)
		case view.Stage == engine.Over:
			r.asks(who, `"ready":true`)
		case view.Paused:
			r.asks(who, `"pause":false`)
		}
	}
	r.tired = 60 // a long match ends a game early
	r.plays(nil, people...)
	if !slices.ContainsFunc(r.steps, func(one step) bool { return kindOfStep(one) == "over" }) {
		t.Errorf("nobody in room %s was told of the end", code)
	}
	r.leave(people...)
}

// TestTheProgramServesAFrozenFolder starts the real program on a frozen folder.
func TestTheProgramServesAFrozenFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	copyData(t, version1, dir)
	addr := startProgram(t, "--data", dir)
	if told := answerOf(t, addr, "laptop", "me"); !strings.Contains(told, "You are anna.") && !strings.Contains(told, "your turn") {
		t.Errorf("a linked key is told: %s", told)
	}
	if told := answerOf(t, addr, "zoe", "rooms"); !strings.Contains(told, frozenRooms(t, version1)[0].code) {
		t.Errorf("the rooms are: %s", told)
	}
}
