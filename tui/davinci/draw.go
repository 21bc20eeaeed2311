package davinci

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

// layout is one way to lay the table on the screen. The roomiest that fits is
// taken.
type layout struct {
	round     bool // the others left, top and right, the log beside the table
	tall      bool // the others' tiles have three rows
	tallOwn   bool // the tiles at the bottom have three rows
	minWidth  int
	minHeight int
	anyhow    bool // drawn also where it does not fit, and cut off
}

func layouts() []layout {
	return []layout{
		{round: true, tall: true, tallOwn: true, minWidth: 112, minHeight: 26},
		{tall: true, tallOwn: true},
		{tallOwn: true},
		{anyhow: true},
	}
}

const (
	panelCells = 38 // the log beside the table
	infoCells  = 20 // what is said of a seat, beside its rack
	logRows    = 4  // under the table, at least
	poolRows   = 1  // between the others and the own rack
	aidRows    = 1  // under the own rack
)

// Draw implements tui.Board.
func (b *board) Draw(width, height int) string {
	if len(b.view.Racks) == 0 || width < 1 || height < 1 {
		return ""
	}
	if b.notes.open {
		return b.drawNotes(width, height)
	}
	for _, l := range layouts() {
		if width < l.minWidth || height < l.minHeight {
			continue
		}
		draw := b.drawStack
		if l.round {
			draw = b.drawRound
		}
		if lines, fits := draw(l, width, height); fits {
			return clip(lines, width, height)
		}
	}
	return ""
}

// clip holds the promise that nothing is larger than asked for.
func clip(lines []string, width, height int) string {
	lines = slices.Clone(lines[:min(len(lines), height)])
	for i, line := range lines {
		lines[i] = ansi.Truncate(strings.TrimRight(line, " "), width, "")
	}
	return strings.Join(lines, "\n")
}

// fitting is the roomiest size at which the racks of all seats have at most
// these cells.
func (b *board) fitting(seats []engine.Seat, cells int, tall bool) (size, bool) {
	var s size
	for _, s = range []size{{5, 1, tall}, {5, 0, tall}, {4, 0, tall}} {
		if !slices.ContainsFunc(seats, func(seat engine.Seat) bool { return b.cells(seat, s) > cells }) {
			return s, true
		}
	}
	return s, false
}

// drawStack puts the racks one above the other, each with its owner's name
// right of it, where a name of doubtful width can push nothing aside.
func (b *board) drawStack(l layout, width, height int) ([]string, bool) {
	seats := append(b.around(), b.anchor())
	room := width - infoCells
	s, fits := b.fitting(seats, room, l.tall)
	own := size{s.width, s.gap, l.tallOwn}
	if b.watching() {
		own = s
	}
	rows := (len(seats)-1)*(s.height()+1) + poolRows + aidRows + own.height() + 1 + logRows
	spare := height - rows
	if (!fits || spare < 0) && !l.anyhow {
		return nil, false
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, beside(b.drawRack(seat, s), b.info(seat), room, width))
	}
	blocks = append(blocks, []string{strings.Repeat(" ", margin) + b.pool()})
	blocks = append(blocks, beside(b.drawRack(b.anchor(), own), b.info(b.anchor()), room, width))
	blocks = append(blocks, []string{strings.Repeat(" ", margin) + b.aid()})
	lines := spread(blocks, min(max(0, spare/2), len(blocks)-1))
	log := b.log(width-margin, max(0, height-len(lines)))
	for _, line := range log {
		lines = append(lines, strings.Repeat(" ", margin)+line)
	}
	return lines, true
}

// spread joins blocks, with an empty line after each of the first few.
func spread(blocks [][]string, empty int) []string {
	var lines []string
	for i, block := range blocks {
		lines = append(lines, block...)
		if i < empty {
			lines = append(lines, "")
		}
	}
	return lines
}

// beside puts info right of a rack, at column room.
func beside(rack, info []string, room, width int) []string {
	lines := make([]string, max(len(rack), len(info)))
	for i := range lines {
		if i < len(rack) {
			lines[i] = ansi.Truncate(rack[i], room-1, "")
		}
		if i < len(info) {
			pad := max(0, room-lipgloss.Width(lines[i]))
			lines[i] += strings.Repeat(" ", pad) + ansi.Truncate(info[i], width-room, "…")
		}
	}
	return lines
}

// drawRound sits the others round the table and the log beside it.
func (b *board) drawRound(l layout, width, height int) ([]string, bool) {
	room := width - panelCells - 2
	around := b.around()
	rows := [][]engine.Seat{around}
	if len(around) == 3 {
		rows = [][]engine.Seat{around[1:2], {around[0], around[2]}}
	}
	cells := room
	if len(around) > 1 {
		cells = (room - 2) / 2
	}
	s, fits := b.fitting(around, cells, l.tall)
	own, ownFits := b.fitting([]engine.Seat{b.anchor()}, room, l.tallOwn)
	if !fits || !ownFits {
		return nil, false
	}
	var blocks [][]string
	for _, row := range rows {
		blocks = append(blocks, b.abreast(row, s, room))
	}
	blocks = append(blocks, b.poolTiles(room), b.seatBlock(b.anchor(), own, room))
	panel := b.panel(panelCells, height)
	return beside(apartBy(blocks, height), panel, room+2, width), true
}

// apartBy joins blocks to height lines, with the spare ones shared out above,
// between and below them.
func apartBy(blocks [][]string, height int) []string {
	spare := height
	for _, block := range blocks {
		spare -= len(block)
	}
	spare = max(0, spare)
	var lines []string
	for i, block := range blocks {
		empty := spare*(i+1)/(len(blocks)+1) - spare*i/(len(blocks)+1)
		lines = append(append(lines, make([]string, empty)...), block...)
	}
	return pad(lines, height)
}

// pad adds empty lines up to height.
func pad(lines []string, height int) []string {
	return append(lines, make([]string, max(0, height-len(lines)))...)
}

// abreast puts one seat in the middle, or two left and right.
func (b *board) abreast(seats []engine.Seat, s size, room int) []string {
	if len(seats) == 1 {
		return b.seatBlock(seats[0], s, room)
	}
	half := room / 2
	left, right := b.seatBlock(seats[0], s, half), b.seatBlock(seats[1], s, room-half)
	for i := range left {
		left[i] = lipgloss.PlaceHorizontal(half, lipgloss.Left, left[i]) + right[i]
	}
	return left
}

// seatBlock is a name line over a rack, centred.
func (b *board) seatBlock(seat engine.Seat, s size, room int) []string {
	line := strings.Join(b.info(seat), " ")
	lines := append([]string{line}, b.drawRack(seat, s)...)
	indent := strings.Repeat(" ", max(0, (room-b.cells(seat, s))/2))
	lines[0] = strings.Repeat(" ", margin) + lines[0]
	for i := range lines {
		lines[i] = ansi.Truncate(indent+lines[i], room, "")
	}
	return lines
}

// info is the name of a seat and what there is to say of it.
func (b *board) info(seat engine.Seat) []string {
	rack := b.rack(seat)
	name := b.name(seat)
	marker, style := "  ", b.theme.Strong
	switch {
	case rack.Out && b.view.Phase != game.PhaseOver:
		style = b.theme.Faint
	case b.toMove(seat) && b.view.Phase != game.PhaseSetup:
		marker, style = "▶ ", b.theme.Accent
	}
	name = ansi.Truncate(name, infoCells-len("▶ "), "…")
	lines := []string{style.Render(marker + name)}
	if facts := b.facts(seat); len(facts) > 0 {
		lines = append(lines, "  "+strings.Join(facts, " · "))
	}
	if int(seat) < len(b.view.Points) {
		lines = append(lines, b.theme.Faint.Render("  "+b.say(points(b.view.Points[seat]))))
	}
	return lines
}

// facts are the few words beside a name.
func (b *board) facts(seat engine.Seat) []string {
	rack := b.rack(seat)
	var facts []string
	if b.who.IsYou(seat) {
		facts = append(facts, b.theme.Faint.Render(b.say(prose.T("you"))))
	}
	switch {
	case b.view.Phase == game.PhaseSetup && rack.Ready:
		facts = append(facts, b.theme.Good.Render(b.say(prose.T("ready"))))
	case b.view.Phase == game.PhaseSetup:
		facts = append(facts, b.theme.Text.Render(b.say(prose.T("{n} of {all}", prose.N(rack.Taken), prose.N(b.share())))))
	case b.view.Phase == game.PhaseOver && slices.Contains(b.scene.View.Winners, seat):
		facts = append(facts, b.theme.Good.Render(b.say(prose.T("won"))))
	case b.view.Phase == game.PhaseOver:
	case rack.Out:
		facts = append(facts, b.theme.Faint.Render(b.say(prose.T("out"))))
	case b.toMove(seat):
		facts = append(facts, b.theme.Accent.Render(b.say(prose.T("to play"))))
	}
	if seat >= 0 && int(seat) < len(b.scene.Away) && b.scene.Away[seat] {
		facts = append(facts, b.theme.Warning.Render(b.say(prose.T("(away)"))))
	}
	return facts
}

// pool says in one line what is left to draw.
func (b *board) pool() string {
	black, white := b.view.Pool.Black, b.view.Pool.White
	if black+white == 0 {
		return b.theme.Faint.Render(b.say(b.tellPool()))
	}
	return b.theme.Faint.Render(b.say(prose.T("pool"))+"  ") +
		b.chip(game.Black) + " " + b.say(prose.C("{n} black", "{n} black", prose.N(black))) + "    " +
		b.chip(game.White) + " " + b.say(prose.C("{n} white", "{n} white", prose.N(white)))
}

// chip is the smallest picture of a tile's back.
func (b *board) chip(color game.Color) string {
	e := edgesOf(color)
	return tui.Zone(b.inks[look{color: color}].edge.write(e.left+letter(color)+e.right), part(color))
}

// part is what a click on a colour of the pool is told as.
func part(color game.Color) string { return "pool " + color.String() }

// poolTiles shows the pool as two piles in the middle of the table.
func (b *board) poolTiles(room int) []string {
	s := size{width: 5, tall: true}
	black, white := game.Tile{Color: game.Black}, game.Tile{Color: game.White}
	left := s.draw(black, strconv.Itoa(b.view.Pool.Black), b.inks[look{color: game.Black}])
	right := s.draw(white, strconv.Itoa(b.view.Pool.White), b.inks[look{color: game.White}])
	label := b.say(prose.T("pool")) + "  "
	words := []string{"", b.theme.Faint.Render(label), ""}
	cells := tui.Width(label)
	lines := make([]string, len(left))
	for i := range left {
		lines[i] = lipgloss.PlaceHorizontal(cells, lipgloss.Left, words[i]) + tui.Zone(left[i], part(game.Black)) + "  " + tui.Zone(right[i], part(game.White))
		lines[i] = strings.Repeat(" ", max(0, (room-cells-12)/2)) + lines[i]
	}
	return lines
}
