package e2e

import (
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/server/protocol"
	"parlor/store"
)

// dataHour is when the frozen folder begins.
func dataHour() time.Time { return time.Date(2026, 8, 1, 18, 0, 0, 0, time.UTC) }

// dataCodes returns the codes of its rooms, in the order of creation.
func dataCodes() []string {
	const letters = "34679ACDEFGHJKMNPQRTWXY"
	var codes []string
	for _, one := range letters[:2] {
		for _, other := range letters {
			codes = append(codes, "FRTT"+string(one)+string(other))
		}
	}
	return codes
}

// gustav is a returning guest.
const gustav = "gus+abcdefghijklmnop"

// freezeData plays the content of the folder.
func freezeData(t *testing.T, dir string) {
	t.Helper()
	h := openServer(t, dir, dataCodes())
	rememberGuests(t, h)
	h.delay = 500 * time.Millisecond
	r := recorderIn(h, step{})
	for _, part := range []func(*recorder){finishMatches, makePeople, leaveSlowRoom, leaveCorrespondence, leaveDaVinci, leaveOthers, leaveReports, leaveGathering, leaveNights} {
		part(r)
	}
	h.close()
	var ends []json.RawMessage
	for _, one := range r.steps {
		if kindOfStep(one) == "over" {
			ends = append(ends, one.Gets)
		}
	}
	writeEnds(t, filepath.Join(filepath.Dir(dir), "ends.jsonl"), ends)
}

// writeEnds writes each end of a match once, as a player was told it.
func writeEnds(t *testing.T, file string, ends []json.RawMessage) {
	t.Helper()
	var text []byte
	known := map[string]bool{}
	for _, end := range ends {
		if known[string(end)] {
			continue
		}
		known[string(end)] = true
		text = append(append(text, end...), '\n')
	}
	check(t, os.WriteFile(file, text, 0o600))
}

// finishMatches plays matches of every game to their ends.
func finishMatches(r *recorder) {
	for _, match := range []struct {
		room   string
		people []string
	}{
		{"davinci seats=2 rounds=1 rated=yes", []string{"anna", "bo"}},
		{"davinci seats=3 rounds=1 jokers=strict bots=2 bot_level=2 public=no", []string{"anna"}},
		{"davinci rounds=2 jokers=free memory=on points=classic", []string{"cy", "dan", "eve", "fay"}},
		{"davinci seats=3 rounds=1 rated=yes 'title=three of us'", []string{"bo", "cy", "anna"}},
		{"masterdice rated=yes", []string{"anna", "cy"}},
		{"masterdice mode=duel bonus_dice=on public=no", []string{"bo", "dan"}},
		{"masterdice memory=on bots=1", []string{"eve"}},
		{"kodeknacker rated=yes preset=free positions=3 colors=4 rows=8", []string{"bo", "cy"}},
		{"kodeknacker preset=classic rounds=1 bots=1 bot_level=2", []string{"hal"}},
		{"kodeknacker preset=super rounds=1 public=no", []string{"ida", "jon"}},
	} {
		r.begins(match.room, match.people...)
		r.plays(nil, match.people...)
		r.leave(match.people...)
	}
	// Lost by leaving, decided by the clock, and with a guest.
	r.begins("kodeknacker rated=yes rounds=1", "anna", "bo")
	r.leave("bo", "anna")
	r.begins("davinci seats=2 points=single clock=30s", "hal", "kim")
	for r.stage("hal") != engine.Over {
		r.waits("31s")
	}
	r.leave("hal", "kim")
	r.comes("cy", "play kodeknacker rounds=1")
	r.comesAs("gus", gustav, "", "play "+r.code("cy"))
	r.asks("cy", `"start":true`)
	r.plays(nil, "cy", "gus")
	r.leave("cy", "gus")
}

// leave gives up seats.
func (r *recorder) leave(people ...string) {
	r.t.Helper()
	for _, who := range people {
		r.asks(who, `"leave":true`)
	}
}

// hangUp disconnects players, whose seats are kept.
func (r *recorder) hangUp(people ...string) {
	r.t.Helper()
	for _, who := range people {
		r.ends(who)
	}
}

// makePeople chooses names, links a key, stores settings and deletes an account.
func makePeople(r *recorder) {
	r.runs("bo", "name Bo the Brave --json")
	r.comesAs("gus", gustav, "", "name Gustav --json")
	offer := r.comes("anna", "me --link --json")
	code := regexp.MustCompile(`"code":"(\w+)"`).FindSubmatch(offer[0].Gets)
	r.runs("laptop", "me --link "+string(code[1])+" --json")
	r.runs("fay", "me --delete --json")
	for who, settings := range map[string]string{"anna": `{"Contrast":true,"NoMouse":true}`, "cy": `{"ASCII":true,"Quiet":true}`} {
		visit := r.enterAs(who)
		lobby.Send(r.t.Context(), visit, lobby.SaveSettings{Settings: []byte(settings)})
		r.settle()
		visit.Close()
	}
}

// leaveSlowRoom leaves a correspondence match whose player has been away for hours.
func leaveSlowRoom(r *recorder) {
	r.begins("kodeknacker rounds=1 clock=48h absent=wait 'title=a move a day'", "bo", "ida")
	r.does("bo", "code rrgyo")
	r.does("ida", "code bpbpb")
	r.does("ida", "guess rgbyo")
	r.hangUp("ida")
	r.waits("5h")
	r.does("bo", "guess bbbpp", "guess ppppp")
	r.hangUp("bo")
	r.begins("davinci seats=2 rounds=1 rated=yes clock=72h first=2", "anna", "cy")
	r.does("anna", "deal")
	r.does("cy", "deal", "draw white")
	r.hangUp("anna", "cy")
}

// leaveCorrespondence leaves more correspondence matches, also in secret phases.
func leaveCorrespondence(r *recorder) {
	jokerFor(r, 3, "free")
	r.begins("davinci seats=3 jokers=free rounds=1 clock=24h 'title=by post'", "anna", "hal", "kim")
	r.does("anna", "deal")
	r.does("hal", "take black")
	r.hangUp("anna", "hal", "kim")
	r.begins("masterdice mode=duel rated=yes clock=48h", "bo", "cy")
	r.does("bo", "roll")
	r.hangUp("bo", "cy")
	r.begins("masterdice clock=72h first=1", "kim", "ida")
	r.rollAndPlace("kim")
	r.hangUp("kim", "ida")
	r.waits("26h") // no player of the first table moves in time
}

// leaveReports makes people report, mute and befriend each other.
func leaveReports(r *recorder) {
	r.runs("eve", "report dan \"He shouts.\" --json")
	r.runs("anna", "report cy \"Told me your tiles.\" --json", "friend bo --json", "mute cy --json")
	r.runs("hal", "report anna \"Was slow.\" --json")
}

// leaveDaVinci leaves matches of Da Vinci Code in all phases.
func leaveDaVinci(r *recorder) {
	// A turn, with some guesses behind it and a tile drawn.
	r.begins("davinci seats=2 first=1 points=international", "anna", "bo")
	r.does("anna", "deal")
	r.does("bo", "deal")
	r.moves(8, "anna", "bo")
	r.plays(func() bool { return tableOf[davinci.View](r.views["anna"]).Phase == davinci.PhaseGuess }, "anna", "bo")
	r.hangUp("anna", "bo")
	// Setups: a placed joker, two tiles taken, all tiles taken.
	jokerFor(r, 3, "free")
	r.begins("davinci seats=3 jokers=free first=1", "cy", "dan", "eve")
	r.does("cy", "deal", "place 2")
	r.does("dan", "take black", "take white")
	r.does("eve", "deal")
	r.hangUp("cy", "dan", "eve")
	// A setup with a joker that is not placed yet.
	jokerFor(r, 2, "strict")
	r.begins("davinci seats=2 jokers=strict memory=on rounds=1 'title=the joker'", "ida", "jon")
	r.does("ida", "deal")
	r.does("jon", "take any")
	r.hangUp("ida", "jon")
	leaveChoice(r)
	leaveInterval(r)
	leaveAgain(r)
	// One of four seats has left, and a bot plays with a guest.
	r.table("davinci seats=4 rounds=1 first=1 bots=1 'title=one has gone'", "dan", "jon")
	r.comesAs("gus", gustav, "", "play "+r.code("dan"))
	r.asks("dan", `"start":true`)
	for _, who := range []string{"dan", "jon", "gus"} {
		r.does(who, "deal")
	}
	r.waits("3s") // the bot takes its tiles
	r.leave("jon")
	r.does("dan", "draw any")
	r.hangUp("dan", "gus")
}

// jokerFor makes the next match deal a joker to seat 1.
func jokerFor(r *recorder, seats int, jokers string) {
	r.t.Helper()
	seed := dealt(r.t, "davinci", seats, engine.Options{"jokers": jokers}, func(m engine.Match) bool {
		m, _, err := m.Play(0, davinci.Deal)
		return err == nil && len(m.View(0).Table.(davinci.View).Racks[0].Unplaced) == 1
	})
	r.next(seed)
}

// leaveChoice leaves a turn with a gap chosen in secret.
func leaveChoice(r *recorder) {
	var moves []engine.Move
	for seat := range engine.Seat(4) {
		moves = append(moves, engine.Move{Seat: seat, Action: davinci.Deal})
	}
	moves = append(moves, engine.Move{Seat: 0, Action: davinci.Place(2)})
	for seat := range engine.Seat(4) {
		moves = append(moves, engine.Move{Seat: seat, Action: davinci.Ready})
	}
	moves = append(moves, engine.Move{Seat: 0, Action: davinci.Draw(davinci.Black)})
	r.next(dealt(r.t, "davinci", 4, engine.Options{"jokers": "strict", "first": "1"}, func(m engine.Match) bool {
		for _, move := range moves {
			next, _, err := m.Play(move.Seat, move.Action)
			if err != nil {
				return false
			}
			m = next
		}
		return m.View(0).Table.(davinci.View).Choice != nil
	}))
	people := []string{"hal", "ida", "jon", "kim"}
	r.begins("davinci jokers=strict first=1", people...)
	for _, move := range moves {
		r.does(people[move.Seat], move.Action)
	}
	gaps := tableOf[davinci.View](r.views["hal"]).Choice.Gaps
	r.does("hal", davinci.Place(gaps[len(gaps)-1]))
	r.hangUp(people...)
}

// leaveInterval leaves a match between two games: one player is ready, one is not, one has left.
func leaveInterval(r *recorder) {
	r.begins("davinci seats=3 rounds=3 points=classic first=3", "anna", "bo", "kim")
	for _, who := range []string{"anna", "bo", "kim"} {
		r.does(who, "deal")
	}
	r.leave("kim")
	r.does("bo", "resign")
	r.asks("anna", `"ready":true`)
	r.hangUp("anna", "bo")
}

// leaveAgain leaves a turn after a right guess.
func leaveAgain(r *recorder) {
	r.begins("davinci seats=2 rounds=1 first=1", "cy", "dan")
	r.does("cy", "deal")
	r.does("dan", "deal")
	r.does("cy", "draw white", davinci.Guess(1, 2, tableOf[davinci.View](r.views["dan"]).Racks[1].Tiles[1].Value))
	r.hangUp("cy", "dan")
}

// leaveOthers leaves matches of the other games.
func leaveOthers(r *recorder) {
	// Dice on the table.
	r.begins("masterdice first=1", "anna", "eve")
	r.rollAndPlace("anna")
	r.does("anna", "roll")
	r.hangUp("anna", "eve")
	// A secret roll and a used row.
	r.begins("masterdice mode=duel bonus_dice=on memory=on", "hal", "ida")
	r.does("hal", "roll")
	r.rollAndPlace("ida")
	r.hangUp("hal", "ida")
	// One guess of two.
	r.begins("kodeknacker", "cy", "dan")
	r.does("cy", "code rgbyo")
	r.does("dan", "code ppyyb", "guess rrgyo")
	r.does("cy", "guess oooop", "guess pppyy")
	r.hangUp("cy", "dan")
	// One code of two.
	r.begins("kodeknacker preset=free positions=8 colors=10 rows=20 memory=on public=no", "jon", "kim")
	r.does("jon", "code 12345678")
	r.hangUp("jon", "kim")
	// A paused match.
	r.begins("masterdice first=2 clock=1h", "eve", "hal")
	r.does("hal", "roll")
	r.asks("eve", `"pause":true`)
	r.asks("hal", `"pause":true`)
	r.hangUp("eve", "hal")
	// A bot would play for an absent player once there is something to do.
	r.begins("masterdice first=1 absent=bot eyes_delay=2", "hal", "kim")
	r.asks("hal", `"show_eyes":true`)
	r.does("hal", "roll")
	r.hangUp("kim", "hal")
}

// rollAndPlace uses a row.
func (r *recorder) rollAndPlace(who string) {
	r.t.Helper()
	r.does(who, "roll")
	r.does(who, placement(r.views[who], r.random))
}

// notForKim is the title of a room from which kim is banned.
const notForKim = "not for kim"

// leaveGathering leaves rooms without a match, whose people stay until the end.
func leaveGathering(r *recorder) {
	r.table("kodeknacker rounds=1 'title=over and over'", "eve")
	r.comesAs("gus", gustav, "", "play "+r.code("eve"))
	r.asks("eve", `"start":true`, `"show_eyes":true`, `"do":"resign"`, `"ready":true`)
	r.table("kodeknacker preset=free positions=4 colors=8 rows=9 rounds=5 memory=on 'title="+notForKim+"'", "eve", "jon")
	r.comes("kim", "play --watch "+r.code("eve"))
	r.asks("eve", `"ban":"kim"`)
	r.asks("jon", `"ready":true`)
	r.table("davinci seats=4 jokers=free clock=2h public=no rated=yes aids=no watchers_apart=yes eyes_delay=3 bots=1 bot_level=2 'title=by invitation'", "bo", "dan")
	r.asks("dan", `"ready":true`)
}

// freezePeople records what is seen of the restored folder outside of its rooms.
func freezePeople(t *testing.T, dir string) {
	t.Helper()
	head := step{Setup: dataSetup}
	inBubble(t, frozenHour(), func(t *testing.T) {
		head.About = "what people are told of themselves"
		r := record(t, dir, head)
		for _, who := range dataPeople() {
			for _, command := range []string{"me --json", "rooms --json", "history --json", "who me --json", "me --export --json"} {
				r.look(who, command)
			}
		}
		for _, command := range []string{"me --json", "rooms --json", "history --all --json", "top --json", "who cy --json", "who the brave bo --json"} {
			r.look("laptop", command)
			r.look("zoe", command)
		}
		var home protocol.RoomsDocument
		check(t, json.Unmarshal(r.comes("zoe", "rooms --json")[0].Gets, &home))
		at := slices.IndexFunc(home.Rooms, func(line protocol.RoomLine) bool { return line.Title == notForKim })
		for _, who := range []string{"kim", "zoe"} {
			r.look(who, "play --watch "+home.Rooms[at].Code)
		}
		r.write(filepath.Join(dir, "people", "people.jsonl"))
	})
	inBubble(t, frozenHour(), func(t *testing.T) {
		head.About = "the matches that have ended, move by move"
		r := record(t, dir, head)
		matches, err := r.kept.History.Matches(t.Context(), lobby.MatchFilter{})
		check(t, err)
		seen := map[string]bool{}
		for _, match := range matches {
			command := "replay " + match.ID + " --json"
			if !seen[match.Record.Game] {
				seen[match.Record.Game] = true
				r.look("zoe", command+" --seat 1")
			}
			r.look("zoe", command)
		}
		r.write(filepath.Join(dir, "matches", "matches.jsonl"))
	})
}

// freezeRooms records what is seen in the rooms that belong to no game night.
func freezeRooms(t *testing.T, dir string) {
	t.Helper()
	for _, code := range roomsOf(t, dir) {
		inBubble(t, frozenHour(), func(t *testing.T) {
			r := record(t, dir, step{Setup: dataSetup, About: "room " + code + " as each of its people and a stranger see it"})
			update, err := lobby.Ask(t.Context(), r.enterAs("zoe"), lobby.Look{Code: code})
			check(t, err)
			if update.Plan.GameNight != "" {
				return
			}
			for _, who := range append(dataPeople(), "zoe") {
				r.look(who, "watch "+code+" --json")
			}
			r.write(filepath.Join(dir, "rooms", code+".jsonl"))
		})
	}
}

// dataPeople returns the people in the frozen folder.
func dataPeople() []string {
	return []string{"anna", "bo", "cy", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim"}
}

// look runs a command as a person of the frozen folder, or as a stranger.
func (r *recorder) look(who, command string) {
	r.t.Helper()
	if who == "gus" {
		r.comesAs(who, gustav, "", command)
		return
	}
	r.comes(who, command)
}

// readFrozen reads from a copy of a frozen folder's store.
func readFrozen[R any](t *testing.T, version string, read func(*store.Store) (R, error)) R {
	t.Helper()
	dir := t.TempDir()
	copyData(t, version, dir)
	kept, err := store.Open(dir, slog.New(slog.DiscardHandler))
	check(t, err)
	defer func() { check(t, kept.Close()) }()
	found, err := read(kept)
	check(t, err)
	return found
}

// roomsOf returns the codes of the rooms in a frozen folder.
func roomsOf(t *testing.T, version string) []string {
	t.Helper()
	headers := readFrozen(t, version, func(kept *store.Store) (map[string]lobby.Header, error) { return kept.Journal.Headers(t.Context()) })
	return slices.Sorted(maps.Keys(headers))
}
