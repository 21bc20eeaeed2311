package e2e

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parlor/internal/terminal"
)

// guest is a person at an evening, with a screen or in text mode. What they do follows from what they see.
type guest struct {
	*evening
	name    string
	text    bool
	keyless bool
	late    bool
	comes   time.Time

	*terminal.Client
	player *player // answers the prompts of Da Vinci Code
	called string  // the last call that was seen
	at     string  // the table of the last match
	stays  bool    // does not come to the called table
	read   int     // bytes that were read in text mode
	named  bool    // the name was typed on the screen of this connection
	done   bool    // the results were seen
}

// Texts that guests look for.
const (
	callText    = "Your table is ready: table "
	inPlayText  = "is still in play. Press Enter"
	resultsText = "Thank you all for playing."
	slowText    = "The server's disk is slow"
	outScreen   = "You are sitting out. Press s"
	outLines    = "You are sitting out"
)

// attend comes to the game night, and again after each lost connection, and returns once the results were seen.
func (g *guest) attend(ctx context.Context) error {
	time.Sleep(time.Until(g.comes))
	for {
		err := g.come(ctx)
		if err == nil {
			err = g.stay(ctx)
			g.HangUp()
		}
		switch {
		case g.done:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("has not seen the results: %w", err)
		case g.keyless:
			return fmt.Errorf("a guest is sent away: %w", err)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// come connects: with the code as user name, as the invitation says, or by a command.
func (g *guest) come(ctx context.Context) (err error) {
	o := terminal.Options{User: g.code, Newcomer: true}
	if !g.keyless {
		o.Key = keyOf(g.t, g.name+g.evening.name)
	}
	if g.text {
		o.User, o.Command = g.name, "join "+g.code+" --lines"
		o.Width, o.Height = 200, 50
	}
	g.read, g.called, g.named = 0, "", false
	g.Client, err = terminal.Dial(ctx, g.address(), o)
	return err
}

// stay acts until the connection ends or the results are seen.
func (g *guest) stay(ctx context.Context) error {
	g.player = &player{Client: g.Client, t: g.t, ctx: ctx, name: g.name, number: rand.IntN(12), asked: askLine}
	for {
		seen := g.player.Screen()
		keys := g.keys(seen)
		if g.done {
			return nil
		}
		if keys == hangUp {
			return errors.New("the connection was lost")
		}
		if keys == "" {
			from := len(g.Bytes())
			if _, err := g.player.Until(ctx, func(now string) bool { return now != seen || g.text && len(g.Bytes()) > from }); err != nil {
				return err
			}
			continue
		}
		if g.think > 0 {
			time.Sleep(g.think/2 + time.Duration(rand.Int64N(int64(g.think))))
		}
		if err := g.Type(keys); err != nil {
			return err
		}
		if !g.text {
			g.Settle(ctx, 50*time.Millisecond)
		}
	}
}

// hangUp is returned by keys for a connection that is lost.
const hangUp = "lost"

// keys returns what the guest types next, or "".
func (g *guest) keys(screen string) string {
	if g.text {
		return g.line()
	}
	switch {
	case strings.Contains(screen, terminal.Question):
		return g.enterName(screen)
	case strings.Contains(strings.Join(strings.Fields(screen), " "), resultsText):
		g.done = true
		return ""
	case strings.Contains(screen, outScreen):
		return "s"
	case strings.Contains(screen, callText):
		return g.answerCall(after(screen, callText, ","), enter)
	case strings.Contains(screen, inPlayText):
		return enter
	case strings.Contains(screen, "enter back to the game night"), strings.Contains(screen, "enter points"):
		return enter
	}
	ask := askLine(screen)
	keys := g.screenMove(screen, ask)
	if keys != "" && g.loses() {
		return hangUp
	}
	return keys
}

// enterName returns the keys that answer the question for the name. A busy server takes a while.
func (g *guest) enterName(screen string) string {
	switch {
	case !g.named:
		g.named = true
		return g.name + enter
	case strings.Contains(screen, slowText):
		return enter
	}
	return ""
}

// screenMove returns the keys of a move, or "".
func (g *guest) screenMove(screen, ask string) string {
	switch {
	case strings.Contains(ask, "Press Enter to make"), strings.Contains(ask, "Press Enter to guess"):
		return enter
	case strings.Contains(ask, "different digits"), strings.Contains(ask, "fill the row") && strings.Contains(screen, "0-9 digit"):
		return randomDigits()
	case strings.Contains(ask, "Make your code"), strings.Contains(ask, "fill the row"):
		return randomColors()
	}
	return g.player.answer(screen)
}

// answerCall returns what answers the call to a table, or "" if the guest does not come this time.
func (g *guest) answerCall(table, keys string) string {
	if table != g.called {
		g.called, g.stays = table, g.misses(g.late)
	}
	if g.stays {
		return ""
	}
	return keys
}

// loses reports whether the connection is lost now, at the first move at a table.
func (g *guest) loses() bool {
	if g.at == g.called {
		return false
	}
	g.at = g.called
	return g.breaksOff(g.keyless)
}

// misses counts a call, and reports whether it is to be missed, never by one who comes late.
func (e *evening) misses(late bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	misses := !late && e.absent > 0 && e.calls%e.absent == 0 && e.missed < e.absences
	if misses {
		e.missed++
	}
	return misses
}

// breaksOff counts a seat, and reports whether its connection is to be lost. A guest without a key would be another
// person after that.
func (e *evening) breaksOff(keyless bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seats++
	breaks := e.lost > 0 && e.seats/e.lost > e.breaks && !keyless
	if breaks {
		e.breaks++
	}
	return breaks
}

func randomDigits() string {
	var digits strings.Builder
	for _, digit := range rand.Perm(10)[:4] {
		fmt.Fprint(&digits, digit)
	}
	return digits.String()
}

func randomColors() string {
	var colors strings.Builder
	for range 5 {
		colors.WriteByte("rgbyop"[rand.IntN(6)])
	}
	return colors.String()
}

// example matches what the text mode gives as an example of a move.
var example = regexp.MustCompile(`(?:such as|Type) (place \d+|show \d+|draw black|draw white|guess \d+ \d+ \d+)`)

// line returns the answer to what came last in text mode, or "".
func (g *guest) line() string {
	came := string(g.Bytes()[g.read:])
	came = came[:strings.LastIndex(came, "\n")+1]
	g.read += len(came)
	answer := ""
	for line := range strings.Lines(ansi.Strip(came)) {
		line = strings.TrimSpace(line)
		if next := g.lineFor(line); next != "" {
			answer = next
		}
	}
	if g.done || answer == hangUp || answer == "" {
		return answer
	}
	return answer + enter
}

// lineFor returns the answer to a line, or "".
func (g *guest) lineFor(line string) string {
	switch {
	case strings.Contains(line, terminal.Question):
		return g.name
	case strings.HasPrefix(line, resultsText):
		g.done = true
	case strings.HasPrefix(line, outLines):
		return "in"
	case strings.Contains(line, callText):
		return g.answerCall(after(line, callText, ","), "table")
	case strings.HasPrefix(line, "leave: back to the game night"):
		return "leave"
	}
	move := lineMove(line)
	if move != "" && g.loses() {
		return hangUp
	}
	return move
}

// lineMove returns a move, or "".
func lineMove(line string) string {
	switch {
	case strings.Contains(line, "such as secret"):
		return "secret " + randomDigits()
	case strings.Contains(line, "different digits"):
		return "guess " + randomDigits()
	case strings.Contains(line, "such as code"):
		return "code " + randomColors()
	case strings.Contains(line, "type guess and the letters"), strings.Contains(line, "type guess and 5"):
		return "guess " + randomColors()
	case strings.Contains(line, "Or type deal"):
		return "deal"
	case strings.Contains(line, "Type ready when"):
		return "ready"
	case strings.Contains(line, "type stop, or"):
		return "stop"
	}
	if found := example.FindStringSubmatch(line); found != nil {
		if move := found[1]; strings.HasPrefix(move, "guess ") && strings.HasSuffix(move, " 7") {
			return strings.TrimSuffix(move, "7") + strconv.Itoa(rand.IntN(12))
		}
		return found[1]
	}
	return ""
}

// after returns the part of a text between two others, or "".
func after(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	found, _, _ := strings.Cut(rest, to)
	return found
}
