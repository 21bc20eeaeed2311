package server

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// form is the form of a sequence.
type form int

const (
	character form = iota // also with Esc before it, which is Alt
	escape                // which may become anything
	control               // CSI: parameters, and one final character
	function              // SS3: digits, and one final character
	textual               // OSC, DCS, APC, PM and SOS: any text, up to an end of its own
)

// formOf is the form of what stands first in some bytes, and how many bytes say so.
func formOf(text []byte) (is form, begins int) {
	first := text[0]
	if first == ansi.ESC {
		if len(text) == 1 {
			return escape, 1
		}
		if text[1] < '@' || text[1] > '_' {
			return character, 1
		}
		first, begins = text[1]+ansi.PAD-'@', 1 // as one byte
	}
	switch first {
	case ansi.CSI:
		return control, begins + 1
	case ansi.SS3:
		return function, begins + 1
	case ansi.OSC, ansi.DCS, ansi.APC, ansi.PM, ansi.SOS:
		return textual, begins + 1
	}
	return character, begins
}

// withAlt reports whether there is an Esc before a sequence.
func withAlt(text []byte) bool {
	if len(text) < 2 || text[0] != ansi.ESC {
		return false
	}
	is, begins := formOf(text[1:])
	return text[1] == ansi.ESC || is != character && begins == 1
}

// sequence is how many bytes the sequence takes that stands first in some bytes; 0 is
// a character beyond ASCII, of which only the decoder knows where it ends. Where it
// may go on, whole is false, and before n it does not end. From is the n of the last
// time, with fewer bytes.
func sequence(text []byte, from int) (n int, whole bool) {
	alt := 0
	if withAlt(text) {
		alt = 1
	}
	body := text[alt:]
	is, begins := formOf(body)
	at := max(from-alt, begins)
	switch {
	case is == escape:
		return 0, false
	case is == character && body[0] == ansi.ESC && len(body) > 1 && body[1] == ansi.ESC, is == textual && alt > 0:
		return 1, true // that is a key for itself
	case is == character && body[begins] < utf8.RuneSelf:
		return alt + begins + 1, true
	case is == character:
		return 0, utf8.FullRune(body[begins:])
	case is == control:
		n, whole = controlEnds(body, begins, at)
	case is == function:
		n, whole = functionEnds(body, at)
	default:
		n, whole = textEnds(body, at, body[begins-1] == ']' || body[begins-1] == ansi.OSC)
	}
	return alt + n, whole
}

// controlEnds is where a CSI ends, which was looked at up to a place.
func controlEnds(text []byte, begins, at int) (n int, whole bool) {
	for at < len(text) && text[at] >= ' ' && text[at] <= '?' {
		at++
	}
	switch {
	case at == len(text):
		// Of URxvt, with Shift. An answer that goes on after it is longer.
		return at, at > begins && at <= begins+3 && text[at-1] == '$'
	case text[at] < '@' || text[at] > '~':
		return at, true // it is cut off
	case begins == 1:
		return at + 1, true
	case text[at] == '[' && at == begins: // of the Linux console
		switch {
		case len(text) == at+1:
			return at, false
		case text[at+1] >= 'A' && text[at+1] <= 'E':
			return at + 2, true
		}
	case text[at] == 'M' && (at == begins || text[begins] < '<' && text[at-1] >= '0'):
		const mouse = 3 // button and place
		if len(text) <= at+mouse {
			return at, false
		}
		return at + 1 + mouse, true
	}
	return at + 1, true
}

// functionEnds is where an SS3 ends.
func functionEnds(text []byte, at int) (n int, whole bool) {
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		at++
	}
	if at < len(text) && text[at] > ' ' && text[at] <= '~' {
		at++
		return at, true
	}
	return at, at < len(text)
}

// textEnds is where a text ends, which a bell may do.
func textEnds(text []byte, at int, bell bool) (n int, whole bool) {
	for ; at < len(text); at++ {
		switch text[at] {
		case ansi.ESC:
			switch {
			case at+1 == len(text):
				return at, false
			case text[at+1] == '\\':
				return at + 2, true
			}
			return at, true // it is cut off
		case ansi.ST, ansi.CAN, ansi.SUB:
			return at + 1, true
		case ansi.BEL:
			if bell {
				return at + 1, true
			}
		}
	}
	return at, false
}
