package boardtest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/style"
)

// The space for titles and blurbs in the lists of a window of 80 cells.
const titleCells, blurbCells = 15, 44

// labelled returns an error if the title or the blurb of a game does not fit into a list.
func labelled(game engine.Game) error {
	switch {
	case style.Width(game.Title) > titleCells:
		return fmt.Errorf("the title %q is cut in lists: it has more than %d cells", game.Title, titleCells)
	case style.Width(game.Blurb) > blurbCells:
		return fmt.Errorf("the blurb %q is left out of lists: it has more than %d cells", game.Blurb, blurbCells)
	}
	return nil
}

// The size from which a drawing is checked as a whole.
const roomyWidth, roomyHeight = 200, 60

// leastShare limits the empty space in a large window: a drawing spans at least one part in this
// many.
const leastShare = 6

// spread returns an error if a drawing leaves a large window nearly empty, or if it ends in the
// upper half of any window while the player is asked for something, as the prompt is below it.
func spread(drawing string, size [2]int, asked bool) error {
	top, bottom, left, right := size[1], 0, size[0], 0
	for y, line := range strings.Split(ansi.Strip(drawing), "\n") {
		text := strings.TrimRight(line, " ")
		if text == "" {
			continue
		}
		top, bottom = min(top, y), y+1
		left, right = min(left, len(text)-len(strings.TrimLeft(text, " "))), max(right, style.Width(text))
	}
	switch {
	case asked && 2*bottom < size[1]:
		return fmt.Errorf("the last line is line %d of %d, far from what the player is asked below", bottom, size[1])
	case size[0] >= roomyWidth && size[1] >= roomyHeight && (right-left)*(bottom-top)*leastShare < size[0]*size[1]:
		return fmt.Errorf("of %d×%d cells it spans only %d×%d", size[0], size[1], right-left, bottom-top)
	}
	return nil
}

// shades holds the drawings of a game by their appearance without colours.
type shades map[string]string

// tell returns an error if a drawing of one moment differs from that of another by colours alone. A
// different prompt counts as a difference.
func (s shades) tell(drawing, asked string, size [2]int) error {
	key := fmt.Sprint(size, asked, "\n", colourless(drawing))
	other, known := s[key]
	s[key] = drawing
	if known && other != drawing {
		return fmt.Errorf("it differs from another moment by colours alone:\n%s", ansi.Strip(other))
	}
	return nil
}

// colourless returns a drawing with bold, underlined and reversed text, but without colours.
func colourless(drawing string) string {
	var plain, attributes, written strings.Builder
	for rest := drawing; rest != ""; {
		from := strings.Index(rest, "\x1b[")
		if from < 0 {
			plain.WriteString(rest)
			break
		}
		plain.WriteString(rest[:from])
		to := from + 2 + strings.IndexFunc(rest[from+2:], func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
		if to < from+2 || rest[to] != 'm' {
			plain.WriteString(rest[from : from+2])
			rest = rest[from+2:]
			continue
		}
		addAttributes(&attributes, strings.Split(rest[from+2:to], ";"))
		if attributes.String() != written.String() {
			written.Reset()
			written.WriteString(attributes.String())
			plain.WriteString("\x1b[" + attributes.String() + "m")
		}
		rest = rest[to+1:]
	}
	return plain.String()
}

// addAttributes adds the codes that are not colours to the active ones.
func addAttributes(attributes *strings.Builder, codes []string) {
	for i := 0; i < len(codes); i++ {
		code, _ := strconv.Atoi(codes[i])
		switch {
		case code == 0:
			attributes.Reset()
		case (code == 38 || code == 48 || code == 58) && i+1 < len(codes) && codes[i+1] == "2":
			i += 4
		case code == 38 || code == 48 || code == 58:
			i += 2
		case code < 30:
			attributes.WriteString(";" + codes[i])
		}
	}
}

// Goldens compares three moments of a match with the golden files of a test: the beginning, the
// middle and the end of the given moves, as the first seat and a spectator see them in windows of
// all sizes.
func Goldens(t *testing.T, kit board.Game, options engine.Options, moves ...engine.Move) {
	t.Helper()
	m, err := kit.Game.Start(kit.Game.MinSeats, engine.Seed{3}, options)
	for i := 0; err == nil && i <= len(moves); i++ {
		name, is := map[int]string{0: "beginning", len(moves) / 2: "middle", len(moves): "end"}[i]
		for _, size := range [][2]int{{50, 12}, {80, 20}, {120, 36}, {200, 60}} {
			for seat, who := range map[engine.Seat]string{0: "player", engine.Watcher: "spectator"} {
				if !is {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, who, size[0], size[1]), func(t *testing.T) {
					b := kit.Board(style.NewTheme(true), nil)
					b.See(Scene(m, seat))
					Golden(t, b, size[0], size[1])
				})
			}
		}
		if i < len(moves) {
			m, _, err = m.Play(moves[i].Seat, moves[i].Action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
