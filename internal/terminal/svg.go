package terminal

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// Size of a cell of an SVG picture, and the margin around the screen, in pixels.
const (
	cellWidth  = 9
	cellHeight = 20
	baseline   = 15
	margin     = 14
)

// SVG returns a screen as an SVG picture. The screen is text with escape codes; dark reports
// whether the picture has a dark background. Box characters are drawn as lines, so that they join
// in every font.
func SVG(screen string, width, height int, dark bool) string {
	cells := uv.NewScreenBuffer(width, height)
	uv.NewStyledString(screen).Draw(cells, cells.Bounds())
	p := picture{ink: rgb("#24292f"), paper: rgb("#ffffff")}
	if dark {
		p = picture{ink: rgb("#d7dae0"), paper: rgb("#16181d")}
	}
	w, h := width*cellWidth+2*margin, height*cellHeight+2*margin
	fmt.Fprintf(&p.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `, w, h, w, h)
	p.out.WriteString(`font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="15" xml:space="preserve">` + "\n")
	fmt.Fprintf(&p.out, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", w, h, hex(p.paper))
	for y := range height {
		for x := 0; x < width; {
			x += p.run(cells, x, y)
		}
	}
	p.out.WriteString("</svg>\n")
	return p.out.String()
}

// A picture is an SVG picture under construction.
type picture struct {
	out        strings.Builder
	ink, paper color.Color
}

// run draws the cells from x on that look alike, and returns their number.
func (p *picture) run(cells uv.ScreenBuffer, x, y int) (n int) {
	first := cells.CellAt(x, y)
	var text strings.Builder
	for x+n < cells.Width() {
		cell := cells.CellAt(x+n, y)
		if !cell.Style.Equal(&first.Style) {
			break
		}
		text.WriteString(cell.Content)
		n += max(cell.Width, 1)
	}
	p.draw(text.String(), first.Style, x, y, n)
	return n
}

// draw draws a text of n cells in one style: its background, its lines and its letters.
func (p *picture) draw(text string, style uv.Style, x, y, n int) {
	ink, paper := style.Fg, style.Bg
	if ink == nil {
		ink = p.ink
	}
	if style.Attrs&uv.AttrReverse != 0 {
		if paper == nil {
			paper = p.paper
		}
		ink, paper = paper, ink
	}
	left, top := margin+x*cellWidth, margin+y*cellHeight
	if paper != nil {
		fmt.Fprintf(&p.out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, n*cellWidth, cellHeight, hex(paper))
	}
	var letters strings.Builder
	var lines strings.Builder
	at := 0
	for _, r := range text {
		if path := box(r, left+at*cellWidth, top); path != "" {
			lines.WriteString(path)
			r = ' '
		}
		letters.WriteRune(r)
		at++
	}
	if lines.Len() > 0 {
		thick := 1
		if strings.ContainsAny(text, "┏┓┗┛━┃") {
			thick = 2
		}
		fmt.Fprintf(&p.out, `<path d="%s" fill="none" stroke="%s" stroke-width="%d"/>`+"\n", lines.String(), hex(ink), thick)
	}
	if style.Underline != 0 {
		fmt.Fprintf(&p.out, `<path d="M%d %dh%d" stroke="%s"/>`+"\n", left, top+baseline+2, n*cellWidth, hex(ink))
	}
	p.write(letters.String(), style, ink, left, top+baseline)
}

// write writes the letters of a text, each group of letters at its own cells.
func (p *picture) write(text string, style uv.Style, ink color.Color, left, bottom int) {
	weight := ""
	if style.Attrs&uv.AttrBold != 0 {
		weight = ` font-weight="bold"`
	}
	trimmed := strings.TrimLeft(text, " ")
	left += (len(text) - len(trimmed)) * cellWidth
	if trimmed = strings.TrimRight(trimmed, " "); trimmed == "" {
		return
	}
	var escaped strings.Builder
	// A strings.Builder takes everything.
	_ = xml.EscapeText(&escaped, []byte(trimmed))
	fmt.Fprintf(&p.out, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n",
		left, bottom, len([]rune(trimmed))*cellWidth, hex(ink), weight, escaped.String())
}

// box returns a box character as lines of a path, or "" for any other character.
func box(r rune, left, top int) string {
	const halfWidth, halfHeight, radius = cellWidth / 2, cellHeight / 2, 4
	x, y := left+halfWidth, top+halfHeight
	right, bottom := left+cellWidth, top+cellHeight
	line := fmt.Sprintf
	switch r {
	case '─', '━':
		return line("M%d %dH%d", left, y, right)
	case '│', '┃':
		return line("M%d %dV%d", x, top, bottom)
	case '┏', '┌':
		return line("M%d %dV%dH%d", x, bottom, y, right)
	case '┓', '┐':
		return line("M%d %dH%dV%d", left, y, x, bottom)
	case '┗', '└':
		return line("M%d %dV%dH%d", x, top, y, right)
	case '┛', '┘':
		return line("M%d %dH%dV%d", left, y, x, top)
	case '╭':
		return line("M%d %dV%dQ%d %d %d %dH%d", x, bottom, y+radius, x, y, x+radius, y, right)
	case '╮':
		return line("M%d %dH%dQ%d %d %d %dV%d", left, y, x-radius, x, y, x, y+radius, bottom)
	case '╰':
		return line("M%d %dV%dQ%d %d %d %dH%d", x, top, y-radius, x, y, x+radius, y, right)
	case '╯':
		return line("M%d %dH%dQ%d %d %d %dV%d", left, y, x-radius, x, y, x, y-radius, top)
	}
	return ""
}

// hex returns a colour in the notation of SVG.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// rgb parses a colour in the notation of hex.
func rgb(text string) color.Color {
	c := color.RGBA{A: 0xff}
	// The texts are constants of this file.
	_, _ = fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}
