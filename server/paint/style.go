package paint

import (
	"image/color"
	"strconv"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// colour is a terminal color: the kind in the highest byte, and its index or RGB value below. The zero value is the
// default color.
type colour uint32

const (
	ofSixteen colour = (iota + 1) << 24
	of256
	ofAll
)

// style is the style of a cell, in colors that the terminal has.
type style struct {
	front, back, line colour // line is the color of an underline
	attributes        uint8  // as in ultraviolet
	underline         uv.Underline
}

const (
	// unseen contains the attributes that do not show on a blank cell.
	unseen = uv.AttrBold | uv.AttrFaint | uv.AttrItalic | uv.AttrBlink | uv.AttrRapidBlink
	// thick and blinking are attributes that are reset together.
	thick, blinking = uv.AttrBold | uv.AttrFaint, uv.AttrBlink | uv.AttrRapidBlink
)

// paper returns the part of a style that shows on a blank cell.
func (s style) paper() style {
	if s.attributes&^unseen != 0 || s.underline != uv.UnderlineNone {
		return s
	}
	return style{back: s.back}
}

// erases reports whether a blank cell in this style equals an erased one with its background.
func (s style) erases() bool { return s == style{back: s.back} }

// asked is a color to convert to a profile.
type asked struct {
	profile colorprofile.Profile
	colour  colour
}

// maxColours bounds the cached conversions.
const maxColours = 1 << 10

// colours caches color conversions, each of which searches for the nearest color.
type colours map[asked]colour

// style converts a style to a profile.
func (known colours) style(from *uv.Style, profile colorprofile.Profile) style {
	if profile <= colorprofile.NoTTY {
		return style{}
	}
	to := style{attributes: from.Attrs, underline: from.Underline}
	if profile >= colorprofile.ANSI {
		to.front, to.back, to.line = known.convert(from.Fg, profile), known.convert(from.Bg, profile), known.convert(from.UnderlineColor, profile)
	}
	return to
}

func (known colours) convert(from color.Color, profile colorprofile.Profile) colour {
	one := packed(from)
	if one < of256 || profile == colorprofile.TrueColor {
		return one
	}
	if to, ok := known[asked{profile, one}]; ok {
		return to
	}
	if len(known) >= maxColours {
		clear(known)
	}
	to := packed(profile.Convert(from))
	known[asked{profile, one}] = to
	return to
}

func packed(c color.Color) colour {
	switch c := c.(type) {
	case nil:
		return 0
	case ansi.BasicColor:
		return ofSixteen | colour(c)
	case ansi.IndexedColor:
		return of256 | colour(c)
	default:
		r, g, b, _ := c.RGBA()
		return ofAll | colour(r>>8<<16|g>>8<<8|b>>8)
	}
}

// appendColour appends the parameters for a color after a separator. Base is 30 for the foreground, 40 for the
// background, and 50 for the underline.
func appendColour(out []byte, base int64, c colour) []byte {
	number := int64(c & 0xffffff)
	switch kind := c &^ 0xffffff; {
	case c == 0:
		return appendNumber(out, base+9)
	case kind == ofSixteen && base < 50 && number < 8:
		return appendNumber(out, base+number)
	case kind == ofSixteen && base < 50:
		return appendNumber(out, base+60+number-8)
	case kind == ofAll:
		out = appendNumber(appendNumber(out, base+8), 2)
		out = appendNumber(out, number>>16)
		out = appendNumber(out, number>>8&0xff)
		return appendNumber(out, number&0xff)
	}
	return appendNumber(appendNumber(appendNumber(out, base+8), 5), number)
}

// appendNumber appends a parameter and a separator.
func appendNumber(out []byte, n int64) []byte {
	return append(strconv.AppendInt(out, n, 10), ';')
}

// appendOn appends the parameters that set attributes.
func appendOn(out []byte, attributes uint8) []byte {
	for bit, on := range [...]int64{1, 2, 3, 5, 6, 7, 8, 9} {
		if attributes&(1<<bit) != 0 {
			out = appendNumber(out, on)
		}
	}
	return out
}

// appendOff appends the parameters that reset attributes.
func appendOff(out []byte, attributes uint8) []byte {
	for _, one := range [...]struct {
		attributes uint8
		off        int64
	}{{thick, 22}, {uv.AttrItalic, 23}, {blinking, 25}, {uv.AttrReverse, 27}, {uv.AttrConceal, 28}, {uv.AttrStrikethrough, 29}} {
		if attributes&one.attributes != 0 {
			out = appendNumber(out, one.off)
		}
	}
	return out
}

func appendUnderline(out []byte, to uv.Underline) []byte {
	switch to {
	case uv.UnderlineNone:
		return append(out, "24;"...)
	case uv.UnderlineSingle:
		return append(out, "4;"...)
	}
	return append(out, '4', ':', '0'+to, ';')
}

// appendChange appends the parameters that change one style to another.
func appendChange(out []byte, from, to style) []byte {
	off := from.attributes &^ to.attributes
	on := to.attributes &^ from.attributes
	for _, together := range [...]uint8{thick, blinking} {
		if off&together != 0 { // a shared reset also resets attributes that are to stay
			on |= to.attributes & together
			off |= from.attributes & together
		}
	}
	out = appendOn(appendOff(out, off), on)
	if from.underline != to.underline {
		out = appendUnderline(out, to.underline)
	}
	if from.front != to.front {
		out = appendColour(out, 30, to.front)
	}
	if from.back != to.back {
		out = appendColour(out, 40, to.back)
	}
	if from.line != to.line {
		out = appendColour(out, 50, to.line)
	}
	return out
}
