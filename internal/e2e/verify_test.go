package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/internal/cli"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/server/protocol"
)

// botMatch returns a match of bots as the over message.
func botMatch(t *testing.T, game engine.Game, seed engine.Seed) protocol.Over {
	t.Helper()
	match, err := game.Start(game.MinSeats, seed, nil)
	check(t, err)
	random := rand.New(rand.NewPCG(uint64(seed[0]), 1))
	for len(match.ToMove()) > 0 {
		seat := match.ToMove()[0]
		match, _, err = match.Play(seat, match.Think(seat, engine.FirstBot, random))
		check(t, err)
	}
	view, record := match.View(engine.Watcher), match.Record()
	return protocol.Over{
		Type: "over", Winners: view.Winners, Points: view.Totals, Scores: view.Scores, Proof: seed.Commitment(), Record: record,
	}
}

// text returns a document as JSON.
func text(t *testing.T, document any) string {
	t.Helper()
	data, err := json.Marshal(document)
	check(t, err)
	return string(data)
}

// verifies runs parlor verify with a document on standard input.
func verifies(t *testing.T, document string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	status = run(t.Context(), append([]string{"verify", "-"}, args...), strings.NewReader(document), &out, &errors)
	return status, out.String(), errors.String()
}

// wantSentence checks that standard error is one line that begins with the program's name.
func wantSentence(t *testing.T, stderr, want string) {
	t.Helper()
	if !strings.HasPrefix(stderr, "parlor: ") || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
		t.Errorf("standard error is %q, not one sentence with %q", stderr, want)
	}
}

func TestVerifyTakesTrueRecords(t *testing.T) {
	for i, kit := range games.All() {
		over := botMatch(t, kit.Game, engine.Seed{byte(i + 1), 0xee})
		proof := over.Proof
		finished := lobby.Finished{ID: "x", Winners: over.Winners, Totals: over.Points, Record: over.Record}
		result := map[string]any{"record": over.Record, "result": map[string]any{"winners": over.Winners, "points": over.Points}, "events": eventsOf(t, kit.Game, over.Record)}
		for name, row := range map[string]struct {
			document string
			args     []string
			want     string
		}{
			"a record":                    {text(t, over.Record), nil, "If it was shown"},
			"a record and its proof":      {text(t, over.Record), []string{"--commitment", proof}, "It is the commitment you gave"},
			"a proof in two rows":         {text(t, over.Record), []string{"--commitment=" + strings.ToUpper(proof[:32]) + "\n " + proof[32:]}, "It is the commitment you gave"},
			"the message over":            {text(t, over) + "\n", nil, "The document has the same commitment."},
			"the message, and its proof":  {text(t, over), []string{"--proof", proof}, "agree: points, scores, winners."},
			"a match that was kept":       {text(t, finished), nil, "agree: points, winners."},
			"with all that happened":      {text(t, result), nil, "agree: events, points, winners."},
			"fields that nobody knows of": {strings.Replace(text(t, over), "{", `{"new":[1],`, 1), nil, "The commitment to the seed is " + proof + "."},
		} {
			status, stdout, stderr := verifies(t, row.document, row.args...)
			if status != cli.StatusOK || stderr != "" {
				t.Fatalf("%s, %s: status %d, %q", kit.Game.Name, name, status, stderr)
			}
			for _, want := range []string{row.want, kit.Game.Title, "2 seats", " " + strconv.Itoa(len(over.Record.Moves)) + " moves in", "Seat ", "Points: Seat 1 "} {
				if !strings.Contains(stdout, want) {
					t.Errorf("%s, %s: no %q in\n%s", kit.Game.Name, name, want, stdout)
				}
			}
		}
	}
}

// eventsOf returns the public events of a match.
func eventsOf(t *testing.T, game engine.Game, record engine.Record) []engine.Event {
	t.Helper()
	verified, err := engine.Verify([]engine.Game{game}, []byte(text(t, record)), "")
	check(t, err)
	return verified.Events
}

// changed returns a document with a changed field.
func changed(t *testing.T, over protocol.Over, change func(*protocol.Over)) string {
	t.Helper()
	over.Record.Moves = append([]engine.Move{}, over.Record.Moves...)
	change(&over)
	return text(t, over)
}

func TestVerifyRefusesWhatDoesNotFit(t *testing.T) {
	davinci := games.All()[0].Game
	over := botMatch(t, davinci, engine.Seed{9})
	other := engine.Seed{8}
	last := len(over.Record.Moves)
	whole := text(t, over)
	for _, row := range []struct{ name, document, proof, want string }{
		{"another proof", whole, other.Commitment(), "the seed is not the one that was promised: its commitment is " + over.Proof},
		{"another seed", changed(t, over, func(o *protocol.Over) { o.Record.Seed = other }), "", "not the one that its own proof promises"},
		{"another seed, and its proof", changed(t, over, func(o *protocol.Over) { o.Record.Seed, o.Proof = other, other.Commitment() }), over.Proof, "the seed is not the one that was promised"},
		{"another seed for the same moves", changed(t, over, func(o *protocol.Over) { o.Record.Seed, o.Proof = other, other.Commitment() }), "", "does not follow from the committed deal"},
		{"a proof that is none", changed(t, over, func(o *protocol.Over) { o.Proof = "abc" }), "", "its own proof is not valid"},
		{"another move", changed(t, over, func(o *protocol.Over) { o.Record.Moves[2].Action = "stop" }), over.Proof, `move 3, "stop" by seat `},
		{"somebody else's move", changed(t, over, func(o *protocol.Over) { o.Record.Moves[2].Seat = 3 }), "", "move 3, "},
		{"a harmful move", changed(t, over, func(o *protocol.Over) { o.Record.Moves[0].Action = "\x1b[2J\n\u202edeal" }), "", "move 1, "},
		{"the end is missing", changed(t, over, func(o *protocol.Over) { o.Record.Moves = o.Record.Moves[:last-1] }), over.Proof, "before the match does: seat "},
		{"nothing was played", changed(t, over, func(o *protocol.Over) { o.Record.Moves = o.Record.Moves[:0] }), "", "ends after 0 moves"},
		{"a move too many", changed(t, over, func(o *protocol.Over) { o.Record.Moves = append(o.Record.Moves, engine.Move{Action: engine.Next}) }), "", "comes after the end"},
		{"other rules", changed(t, over, func(o *protocol.Over) { o.Record.Version++ }), "", "version 5 of the rules of Da Vinci Code, and this parlor knows versions 1 to 4"},
		{"another game", changed(t, over, func(o *protocol.Over) { o.Record.Game = "chess" }), "", `its game is "chess", and this parlor has davinci`},
		{"more seats", changed(t, over, func(o *protocol.Over) { o.Record.Seats = 9 }), "", "a match like that cannot be dealt"},
		{"an unknown option", changed(t, over, func(o *protocol.Over) { o.Record.Options = engine.Options{"odds": "even"} }), "", "a match like that cannot be dealt"},
		{"other winners", changed(t, over, func(o *protocol.Over) { o.Winners = []engine.Seat{0, 1} }), over.Proof, "the winners in it are not those"},
		{"other points", changed(t, over, func(o *protocol.Over) { o.Points = []float64{1, 2} }), "", "the points in it"},
		{"other scores", changed(t, over, func(o *protocol.Over) { o.Scores = nil }), "", ""},
		{"fewer scores", changed(t, over, func(o *protocol.Over) { o.Scores = o.Scores[:1] }), "", "the scores in it"},
		{"other events", strings.Replace(whole, "{", `{"events":["1 won"],`, 1), "", "the events in it"},
		{"another result", strings.Replace(whole, "{", `{"result":{"points":[0,0]},`, 1), "", "the points in it"},
		{"cut off", whole[:len(whole)/2], "", "cut off"},
		{"empty", " \n", "", "it is empty"},
		{"no JSON", "\x1b[2Jhello", "", "not JSON"},
		{"a list", "[" + whole + "]", "", "not an object"},
		{"null", "null", "", "not a JSON object"},
		{"two", whole + "\n" + whole, "", "something after the record"},
		{"nothing in it", "{}", "", `it has no "game"`},
		{"a record that is none", `{"record":7}`, "", "not a JSON object"},
		{"no seed", strings.Replace(whole, `"seed":`, `"sown":`, 1), "", `it has no "seed"`},
		{"a short seed", strings.Replace(whole, `"seed":"09`, `"seed":"`, 1), "", "a seed has 64"},
		{"a seat in letters", strings.Replace(whole, `"moves":["`, `"moves":["x`, 1), "", "is not a move; a move is"},
		{"a version in letters", strings.Replace(whole, `"version":4`, `"version":"two"`, 1), "", `its field "version" cannot be a string`},
	} {
		t.Run(row.name, func(t *testing.T) {
			var args []string
			if row.proof != "" {
				args = []string{"--commitment", row.proof}
			}
			status, stdout, stderr := verifies(t, row.document, args...)
			if row.want == "" {
				if status != cli.StatusOK {
					t.Errorf("refused with %q", stderr)
				}
				return
			}
			if status != cli.StatusError || stdout != "" {
				t.Errorf("status %d, standard output %q", status, stdout)
			}
			wantSentence(t, stderr, row.want)
			if !strings.HasPrefix(stderr, "parlor: standard input cannot be verified: ") || strings.ContainsAny(stderr, "\x1b\u202e") {
				t.Errorf("told %q", stderr)
			}
		})
	}
}

// namedStreams is the first version of the rules that draws from named streams, in games with versions before.
const namedStreams = 4

// TestVerifyTakesRecordsOfOldRules checks records of version 1, whose events did not tell who was ready for the next
// game.
func TestVerifyTakesRecordsOfOldRules(t *testing.T) {
	for i, kit := range games.All() {
		if kit.Game.Version < namedStreams {
			continue // it is newer than that
		}
		kit.Game = kit.Game.AtVersion(namedStreams - 1)
		over := botMatch(t, kit.Game, engine.Seed{byte(i + 1), 0xef})
		told := eventsOf(t, kit.Game, over.Record)
		old := slices.DeleteFunc(slices.Clone(told), func(event engine.Event) bool { return strings.Contains(event.String(), " ready ") })
		for _, row := range []struct {
			version int
			events  []engine.Event
			want    string
		}{{1, old, ""}, {1, told, ""}, {2, told, ""}, {2, old, "the events in it"}} {
			over.Record.Version = row.version
			status, stdout, stderr := verifies(t, text(t, map[string]any{"record": over.Record, "events": row.events}), "--commitment", over.Proof)
			switch {
			case row.want != "":
				wantSentence(t, stderr, row.want)
			case status != cli.StatusOK || !strings.Contains(stdout, fmt.Sprintf("version %d of its rules", row.version)):
				t.Errorf("%s by version %d: %s%s", kit.Game.Name, row.version, stdout, stderr)
			}
		}
	}
}

func TestVerifyReadsFiles(t *testing.T) {
	over := botMatch(t, games.All()[1].Game, engine.Seed{3})
	file := filepath.Join(t.TempDir(), "over.json")
	check(t, os.WriteFile(file, []byte(text(t, over)), 0o600))
	for _, args := range [][]string{{"verify", file, "--commitment", over.Proof}, {"verify", "--commitment", over.Proof, file}} {
		if status, stdout, stderr := command(t, args...); status != cli.StatusOK || stderr != "" || !strings.Contains(stdout, "It is the commitment you gave") {
			t.Errorf("status %d, %q, %q", status, stdout, stderr)
		}
	}
	status, _, stderr := command(t, "verify", file+"x")
	if status != cli.StatusError {
		t.Errorf("a file that is not there: status %d", status)
	}
	wantSentence(t, stderr, "cannot be read")
	status, _, stderr = verifies(t, strings.Repeat(" ", 16<<20+1))
	if status != cli.StatusError {
		t.Errorf("a file without end: status %d", status)
	}
	wantSentence(t, stderr, "larger than any record")
}

// TestVerifyHoldsWhatTheProtocolPageShows verifies the record on the page with the commitment shown there.
func TestVerifyHoldsWhatTheProtocolPageShows(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	check(t, err)
	example := func(name string) string {
		t.Helper()
		found := regexp.MustCompile("(?s)<!-- example: " + name + " -->\n```json\n(.*?)```").FindSubmatch(page)
		if found == nil {
			t.Fatalf("the page has no example %s", name)
		}
		return string(found[1])
	}
	var view protocol.View
	check(t, json.Unmarshal([]byte(example("view")), &view))
	if status, stdout, stderr := verifies(t, example("over"), "--commitment", view.Proof); status != cli.StatusOK {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// TestVerifySurvivesAnything checks that modified records yield a status and a sentence, and that none with another
// seed fits the commitment.
func TestVerifySurvivesAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for i, kit := range games.All() {
		over := botMatch(t, kit.Game, engine.Seed{byte(i)})
		whole := []byte(text(t, over))
		for range 300 {
			document := append([]byte{}, whole...)
			for range 1 + random.IntN(3) {
				document[random.IntN(len(document))] = whole[random.IntN(len(whole))]
			}
			status, stdout, stderr := verifies(t, string(document), "--commitment", over.Proof)
			if status != cli.StatusOK {
				wantSentence(t, stderr, "cannot be verified")
				if status != cli.StatusError || stdout != "" {
					t.Errorf("status %d, %q", status, stdout)
				}
				continue
			}
			var held protocol.Over
			if err := json.Unmarshal(document, &held); err != nil || held.Record.Seed != over.Record.Seed || stderr != "" {
				t.Errorf("this holds: %s (%v), %q", document, err, stderr)
			}
		}
	}
}

// TestVerifySaysThatAMatchIsVoid checks that the reason and the moves are shown, but no winner, and that an unknown
// reason is not repeated.
func TestVerifySaysThatAMatchIsVoid(t *testing.T) {
	over := botMatch(t, games.All()[0].Game, engine.Seed{9})
	over.Record.Moves = over.Record.Moves[:3]
	for reason, why := range map[string]string{lobby.VoidOperator: "the operator closed the room.", "\x1b[2J": "it does not count."} {
		finished := lobby.Finished{ID: "x", Winners: []engine.Seat{}, Void: reason, Record: over.Record}
		status, stdout, stderr := verifies(t, text(t, finished), "--commitment", over.Proof)
		if status != cli.StatusOK {
			t.Fatalf("status %d, %q", status, stderr)
		}
		for _, want := range []string{"The match is void: " + why, "Everything that was played follows from the seed: 3 moves.", "It is the commitment you gave"} {
			if !strings.Contains(stdout, want) {
				t.Errorf("no %q in\n%s", want, stdout)
			}
		}
		if strings.Contains(stdout, "won") || strings.Contains(stdout, "wins") || strings.Contains(stdout, "\x1b") {
			t.Errorf("it says\n%s", stdout)
		}
	}
}

// TestVerifySaysWhatBotsDid checks that moves of substitute bots are listed if the document has them.
func TestVerifySaysWhatBotsDid(t *testing.T) {
	over := botMatch(t, games.All()[0].Game, engine.Seed{9})
	var second []int
	for at, move := range over.Record.Moves {
		if move.Seat == 1 {
			second = append(second, at)
		}
	}
	marked := over
	marked.BotMoves = [][]int{{}, second[:2]}
	one := lobby.Finished{ID: "x", Winners: over.Winners, Totals: over.Points, Record: over.Record, Players: []lobby.Player{{Name: "anna"}, {Name: "bo", BotMoves: second[:1]}}}
	for name, row := range map[string]struct{ document, want string }{
		"the message over":  {text(t, marked), fmt.Sprintf("According to the document, a substitute bot made 2 moves for Seat 2: %d, %d.\nThe seed does not prove who made a move.\n", second[0]+1, second[1]+1)},
		"a match of before": {text(t, over), "The document lists no moves by substitute bots.\n"},
		"a kept match":      {text(t, one), fmt.Sprintf("a substitute bot made 1 move for Seat 2: %d.\n", second[0]+1)},
	} {
		status, stdout, stderr := verifies(t, row.document, "--commitment", over.Proof)
		if status != cli.StatusOK || !strings.Contains(stdout, row.want) {
			t.Errorf("%s: status %d, %q, and no %q in\n%s", name, status, stderr, row.want, stdout)
		}
	}
	marked.BotMoves = [][]int{second[:1]}
	_, _, stderr := verifies(t, text(t, marked))
	wantSentence(t, stderr, fmt.Sprintf("it says that a substitute bot made move %d for seat 1, and that is no move of that seat", second[0]+1))
}
