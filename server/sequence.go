package server

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// form is the syntactic form of an input sequence.
type form int

const (
	character form = iota // also after Esc, as Alt
	escape                // Esc, undecided so far
	control               // CSI: parameters and a final character
	function              // SS3: digits and a final character
	textual               // OSC, DCS, APC, PM and SOS: text up to a terminator
)

// formOf returns the form of the first sequence in text and the length of its introducer.
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

// withAlt reports whether an Esc precedes a sequence.
func withAlt(text []byte) bool {
	if len(text) < 2 || text[0] != ansi.ESC {
		return false
	}
	is, begins := formOf(text[1:])
	return text[1] == ansi.ESC || is != character && begins == 1
}

// sequence returns the length of the first sequence in text. 0 means a character beyond ASCII, whose length only the
// decoder knows. If it may continue, whole is false, and it does not end before n. From is the last n, for fewer
// bytes of the same text.
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
		return 1, true // a key of its own
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

// controlEnds returns where a CSI ends. The bytes before at were examined earlier.
func controlEnds(text []byte, begins, at int) (n int, whole bool) {
	for at < len(text) && text[at] >= ' ' && text[at] <= '?' {
		at++
	}
	switch {
	case at == len(text):
		// Shifted key of URxvt. A longer reply continues after it.
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
		const mouse = 3 // button and position
		if len(text) <= at+mouse {
			return at, false
		}
		return at + 1 + mouse, true
	}
	return at + 1, true
}

// functionEnds returns where an SS3 ends.
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

// textEnds returns where a text ends; a bell may end it if bell is set.
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
