package masterdice

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlor/engine"
)

// TestScripts plays the games in testdata. A script names the option values
// and the dice of its boards, then has one line for each action; indented
// lines are what came of it, and the test writes them again and compares.
// UPDATE_SCRIPTS=1 keeps what it wrote, for review.
//
//	mode classic                     option mode; also: bonus_dice on
//	solver 2                         classic: the seat that solves
//	board 1 code 3 1 5 2             what seat 1 has to solve
//	board 1 rolls 3 5 5 1 / 2 2 6 4  the white dice by row; sixes from there on
//	1 place b3 y5                    an action of seat 1
//	look 0                           the boards as a seat sees them; 0 is a spectator
//	result                           winners and points
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := fs.ReadFile(os.DirFS("."), file)
			if err != nil {
				t.Fatal(err)
			}
			got := runScript(t, string(text))
			if got == string(text) {
				return
			}
			if os.Getenv("UPDATE_SCRIPTS") != "" {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s differs from what is played:\n%s", file, got)
		})
	}
}

// runScript answers the script with what came of each line.
func runScript(t *testing.T, script string) string {
	t.Helper()
	var out strings.Builder
	s := testState(Duel, testBoard(Line{}), testBoard(Line{}))
	started := false
	for line := range strings.Lines(script) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "    ") {
			continue // written again
		}
		fmt.Fprintln(&out, line)
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		switch fields[0] {
		case "mode", "bonus_dice", "solver", "board":
			if started {
				t.Fatalf("%q stands after the first action", line)
			}
			prepare(t, &s, fields)
			continue
		}
		if !started && s.mode == Classic {
			s.boards = s.boards[:1]
		}
		started = true
		for _, answer := range perform(t, &s, fields) {
			fmt.Fprintln(&out, "    "+answer)
		}
	}
	return out.String()
}

func prepare(t *testing.T, s *state, fields []string) {
	t.Helper()
	switch fields[0] {
	case "mode":
		s.mode = fields[1]
	case "bonus_dice":
		s.bonus = fields[1] == "on"
	case "solver":
		s.boards[0].solver = scriptSeat(t, fields[1])
		s.boards[1].solver = s.boards[0].codemaker()
	case "board":
		for i := range s.boards {
			if s.boards[i].solver != scriptSeat(t, fields[1]) {
				continue
			}
			if fields[2] == "code" {
				s.boards[i].code = scriptLine(t, fields[3:])
				continue
			}
			for row, roll := range strings.Split(strings.Join(fields[3:], " "), "/") {
				s.boards[i].rolls[row] = scriptLine(t, strings.Fields(roll))
			}
		}
	}
}

// perform does one line of a script and answers what there is to see.
func perform(t *testing.T, s *state, fields []string) []string {
	t.Helper()
	switch fields[0] {
	case "look":
		return look(s.View(scriptSeat(t, fields[1])))
	case "result":
		result := s.Result()
		return []string{fmt.Sprintf("winners %v points %v", result.Winners, result.Points)}
	}
	next, events, err := s.Play(scriptSeat(t, fields[0]), engine.Action(strings.Join(fields[1:], " ")))
	if err != nil {
		return []string{"refused: " + err.Error()}
	}
	*s = next.(state)
	var lines []string
	for _, event := range events {
		lines = append(lines, event.String())
	}
	return append(lines, fmt.Sprintf("to move %v", s.ToMove()))
}

// look is a view as lines.
func look(view View) []string {
	var lines []string
	for _, b := range view.Boards {
		line := fmt.Sprintf("board of %v: %s", b.Solver, b.Phase)
		if b.Outcome != Unsolved {
			line += " " + b.Outcome
		}
		line += fmt.Sprintf(", %d rows used", b.RowsUsed)
		if b.Open {
			line += fmt.Sprintf(", %d dice left, score now %d, points %d", b.DiceLeft, b.ScoreNow, b.Points)
		}
		if b.TimedOut > 0 {
			line += fmt.Sprintf(", timed out %d times", b.TimedOut)
		}
		if b.Code != (Line{}) {
			line += ", code" + numbersText(b.Code[:])
		}
		lines = append(lines, line)
		for i, row := range b.Rows {
			lines = append(lines, fmt.Sprintf("  row %d%s: equal %d high %d low %d", i+1, cellsText(row.Cells), row.Equal, row.High, row.Low))
		}
		if len(b.Rolled) > 0 {
			lines = append(lines, "  rolled"+numbersText(b.Rolled))
		}
		if b.Answer != (Line{}) {
			lines = append(lines, "  answer"+numbersText(b.Answer[:]))
		}
	}
	return lines
}

func scriptSeat(t *testing.T, text string) engine.Seat {
	t.Helper()
	seat, err := engine.ParseSeat(text)
	if err != nil {
		t.Fatal(err)
	}
	return seat
}

func scriptLine(t *testing.T, fields []string) Line {
	t.Helper()
	line, ok := parseLine(fields)
	if !ok || line.Dice() != Columns {
		t.Fatalf("%q is not four dice", fields)
	}
	return line
}
