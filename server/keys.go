package server

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

const (
	// escapeWaits is how long what may be the beginning of a key waits for the rest
	// of it: after that Esc is Esc.
	escapeWaits = 50 * time.Millisecond
	// mostRepeats is how often one sequence of Windows' input mode counts: it may
	// say so many thousand times.
	mostRepeats = 9
)

const (
	// pasteEnds ends what is pasted.
	pasteEnds = "\x1b[201~"
	// consoleBegins is how the Linux console begins its first function keys.
	consoleBegins = "\x1b[["
)

// keys makes what a person does of the bytes that their terminal sends. It holds
// nothing while no sequence is unfinished.
type keys struct {
	send  func(uv.Event) // in order, and from one goroutine at a time
	heard func()         // called for whatever is understood
	broke func()         // called when a key fails that came by itself
	log   *slog.Logger

	mu      sync.Mutex
	decoder uv.EventDecoder
	rest    []byte      // what is no whole sequence yet
	half    rune        // of a character that Windows sends in two
	pasted  []byte      // since the beginning of a paste
	pasting bool        // a paste has not ended
	timer   *time.Timer // while rest may be whole after all
}

// take reads bytes as they come.
func (k *keys) take(bytes []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	k.rest = k.unwrap(append(k.rest, bytes...))
	k.read(false)
	switch {
	case len(k.rest) == 0:
		k.rest = nil
	case !k.pasting:
		k.wait()
	}
}

// end is called when nothing more comes.
func (k *keys) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	k.read(true)
}

// wait takes what is unfinished for whole after a moment. The caller holds mu.
func (k *keys) wait() {
	var timer *time.Timer
	timer = time.AfterFunc(escapeWaits, func() {
		defer caught(k.log, k.broke)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.timer == timer {
			k.timer = nil
			k.read(true)
		}
	})
	k.timer = timer
}

// read sends what is whole, and late also what may be. The caller holds mu.
func (k *keys) read(late bool) {
	for len(k.rest) > 0 {
		if k.pasting {
			if !k.paste() {
				return
			}
			continue
		}
		n, event := k.next(late)
		if n == 0 {
			return
		}
		k.rest = k.rest[n:]
		k.heard()
		k.pass(event)
	}
}

// next is what comes first, and how many bytes it takes; none where it is to
// wait for more.
func (k *keys) next(late bool) (n int, event uv.Event) {
	if bytes.HasPrefix(k.rest, []byte(consoleBegins)) {
		if n, event = k.console(); n > 0 || !late && len(k.rest) == len(consoleBegins) {
			return n, event
		}
	}
	if n = unheard(k.rest); n > 0 {
		return n, uv.UnknownEvent(k.rest[:n])
	}
	n, event = k.decoder.Decode(k.rest)
	switch event.(type) {
	case uv.UnknownEvent:
		switch {
		case !late:
			return 0, nil
		case !utf8.FullRune(k.rest):
			return len(k.rest), event // of a character that was cut off
		}
	case uv.PasteStartEvent:
		k.pasting = true
	default:
		if !late && mayGoOn(k.rest[:n], n == len(k.rest)) {
			return 0, nil
		}
	}
	return max(n, 1), event
}

// mayGoOn reports whether a sequence may be the beginning of another: Esc, a key
// with Alt, either of them after an Esc, or where it is the last that has come,
// an answer of which half of the end is missing.
func mayGoOn(sequence []byte, last bool) bool {
	if len(sequence) == 3 && sequence[1] == ansi.ESC {
		sequence = sequence[1:]
	}
	return sequence[0] == ansi.ESC && (len(sequence) <= 2 || last && sequence[len(sequence)-1] == ansi.ESC)
}

// console is a function key of the Linux console, which has an own form for the
// first five; none where it is something else.
func (k *keys) console() (n int, event uv.Event) {
	n = len(consoleBegins)
	if len(k.rest) == n || k.rest[n] < 'A' || k.rest[n] > 'E' {
		return 0, nil
	}
	return n + 1, uv.KeyPressEvent{Code: uv.KeyF1 + rune(k.rest[n]-'A')}
}

// paste takes what is pasted, sends it when it has ended, and reports whether it
// has.
func (k *keys) paste() bool {
	at := bytes.Index(k.rest, []byte(pasteEnds))
	if at < 0 {
		at = len(k.rest) - begun(k.rest, pasteEnds)
		k.pasted, k.rest = append(k.pasted, k.rest[:at]...), k.rest[at:]
		return false
	}
	text := typedIn(append(k.pasted, k.rest[:at]...))
	k.rest, k.pasted, k.pasting = k.rest[at+len(pasteEnds):], nil, false
	k.heard()
	k.pass(uv.PasteEvent{Content: text})
	return true
}

// begun is how many bytes of a sequence some bytes end with.
func begun(text []byte, sequence string) int {
	for n := min(len(text), len(sequence)-1); n > 0; n-- {
		if bytes.HasSuffix(text, []byte(sequence[:n])) {
			return n
		}
	}
	return 0
}

// pass sends on what a screen has use for. The size is not of these: it comes
// from the client, in bounds, and not from whoever types its sequence.
func (k *keys) pass(event uv.Event) {
	switch event := event.(type) {
	case uv.MultiEvent:
		for _, one := range event {
			k.pass(one)
		}
	case uv.KeyPressEvent:
		// A character that binds the next one to it comes together with that, which
		// may be none. No key of any terminal types controls, those above ASCII included.
		typed := event.Text
		event.Text = strings.ToValidUTF8(typed, "")
		if (typed == "" || event.Text != "") && !strings.ContainsFunc(event.Text, unicode.IsControl) {
			k.send(event)
		}
	case uv.MouseClickEvent, uv.MouseWheelEvent, uv.PasteEvent, uv.BackgroundColorEvent, uv.ModeReportEvent:
		k.send(event)
	}
}

// record is a key in Windows' input mode: CSI, six numbers, and an underscore.
type record struct {
	key, character rune
	down           bool
	repeats        rune
	length         int // of the sequence
	last           int // where its last number begins
}

// recordAt reads a record that stands first in some bytes.
func recordAt(text []byte) (r record, ok bool) {
	if !bytes.HasPrefix(text, []byte("\x1b[")) {
		return r, false
	}
	var numbers [6]rune
	field := 0
	for i := 2; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			numbers[field] = min(numbers[field]*10+rune(c-'0'), utf8.MaxRune)
		case c == ';' && field < 5:
			field++
			r.last = i + 1
		case c == '_' && field == 5:
			r.key, r.character, r.down, r.repeats = numbers[0], numbers[2], numbers[3] == 1, numbers[5]
			r.length = i + 1
			return r, true
		default:
			return r, false
		}
	}
	return r, false
}

// unheard is how long a sequence is that no terminal sends and the decoder is to be
// kept from; 0 where something else stands first. Such are those with a CSI of one
// byte, which is no text in UTF-8: the decoder reads beyond the end of a mouse's.
// And such are those that would count as a key of Windows' input mode, as often as
// they say, and are no record.
func unheard(text []byte) int {
	at := 0
	for len(text) > at+1 && text[at] == ansi.ESC && (text[at+1] == ansi.ESC || text[at+1] == ansi.CSI) {
		at++ // with Alt
	}
	sequence, begins, short := text[at:], 2, false
	if sequence[0] == ansi.CSI {
		begins, short = 1, true
	} else if !bytes.HasPrefix(sequence, []byte("\x1b[")) {
		return 0
	}
	end := begins
	for end < len(sequence) && sequence[end] >= ' ' && sequence[end] <= '?' {
		end++
	}
	switch {
	case end == len(sequence):
		return 0
	case short:
	case sequence[end] != '_':
		return 0
	default:
		if _, ok := recordAt(sequence); ok {
			return 0
		}
	}
	return at + end + 1
}

// unwrap takes what is no key of Windows' input mode out of its records: each
// holds a part of a character, or of a sequence. The keys stay, with a bound on
// how often they count.
func (k *keys) unwrap(text []byte) []byte {
	if bytes.IndexByte(text, '_') < 0 {
		return text
	}
	out := text[:0] // nothing grows
	for len(text) > 0 {
		r, ok := recordAt(text)
		switch {
		case !ok:
			out, text = append(out, text[0]), text[1:]
			continue
		case r.key != 0:
			if r.repeats > mostRepeats {
				out = append(append(out, text[:r.last]...), '0'+mostRepeats, '_')
			} else {
				out = append(out, text[:r.length]...)
			}
		case r.down:
			out = k.character(out, r.character)
		}
		text = text[r.length:]
	}
	return out
}

// character adds a character that Windows sends, once it is whole.
func (k *keys) character(out []byte, c rune) []byte {
	switch {
	case k.half != 0:
		c, k.half = utf16.DecodeRune(k.half, c), 0
	case utf16.IsSurrogate(c):
		k.half = c
		return out
	}
	return utf8.AppendRune(out, c)
}

// typedIn is what was pasted as text, also where it came as keys.
func typedIn(pasted []byte) string {
	out := pasted[:0]
	for len(pasted) > 0 {
		r, ok := recordAt(pasted)
		if !ok {
			out, pasted = append(out, pasted[0]), pasted[1:]
			continue
		}
		pasted = pasted[r.length:]
		if c := r.character; r.down && c == '\r' {
			out = append(out, '\n')
		} else if r.down && c != 0 {
			out = utf8.AppendRune(out, c)
		}
	}
	return strings.ToValidUTF8(string(out), "")
}
