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
	// escapeWaits is how long the beginning of a sequence waits for the rest before it counts as the Esc key.
	escapeWaits = 50 * time.Millisecond
	// mostRepeats bounds the repeat count of a key in the Windows input mode, which may be many thousand.
	mostRepeats = 9
)

// pasteEnds ends a bracketed paste.
const pasteEnds = "\x1b[201~"

// decoder decodes the event at the beginning of some bytes.
type decoder interface {
	Decode(text []byte) (n int, event uv.Event)
}

// keys decodes the bytes of a terminal into events. It holds no memory unless a sequence is unfinished.
type keys struct {
	send  func(uv.Event) // called in order, by one goroutine at a time
	heard func()         // called for each decoded sequence
	broke func()         // called when the handling of a delayed key panics
	log   *slog.Logger

	decoder decoder

	mu      sync.Mutex
	rest    []byte      // undecoded bytes
	plain   int         // length of the part of rest that is unwrapped
	looked  int         // length of the part of rest in which the first sequence does not end
	half    rune        // first half of a surrogate pair from Windows
	pasted  []byte      // content of the current paste
	pasting bool        // inside a paste
	timer   *time.Timer // runs while rest may be complete after all
}

// take decodes bytes as they arrive.
func (k *keys) take(bytes []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	k.rest = append(k.rest, bytes...)
	k.unwrap()
	k.read(false)
	switch {
	case len(k.rest) == 0:
		k.rest = nil
	case !k.pasting:
		k.wait()
	}
}

// end processes the remaining bytes when the input has ended.
func (k *keys) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	k.read(true)
}

// wait decodes an unfinished sequence as complete after escapeWaits. The caller holds mu.
func (k *keys) wait() {
	var timer *time.Timer
	timer = time.AfterFunc(escapeWaits, func() {
		defer recoverPanic(k.log, k.broke)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.timer == timer {
			k.timer = nil
			k.read(true)
		}
	})
	k.timer = timer
}

// read sends complete events. If late is set, it also sends those that may be complete. The caller holds mu.
func (k *keys) read(late bool) {
	if late {
		k.plain = len(k.rest)
	}
	for k.plain > 0 {
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
		k.cut(n)
		k.heard()
		k.pass(event)
	}
}

// cut removes n bytes from the beginning of rest.
func (k *keys) cut(n int) {
	k.rest = k.rest[n:]
	k.plain -= n
	k.looked = 0
}

// next returns the length and the event of the first sequence, or 0 to wait for more. No byte is decoded twice or
// before its sequence is complete.
func (k *keys) next(late bool) (n int, event uv.Event) {
	text := k.rest[:k.plain]
	n, whole := sequence(text, k.looked)
	switch {
	case !whole && !late:
		k.looked = n
		return 0, nil
	case !whole:
		return len(text), k.decode(text)
	case n == 0: // a grapheme, which may have several code points
		n, event = k.decoder.Decode(text)
		return max(n, 1), event
	}
	return n, k.decode(text[:n])
}

// decode returns the event of a complete sequence.
func (k *keys) decode(text []byte) (event uv.Event) {
	alt := withAlt(text)
	if alt {
		text = text[1:]
	}
	switch key, isConsole := console(text); {
	case isConsole:
		event = key
	case unheard(text):
		return uv.UnknownEvent(text)
	default:
		_, event = k.decoder.Decode(text)
	}
	if _, begins := event.(uv.PasteStartEvent); begins {
		k.pasting = true
	}
	if !alt {
		return event
	}
	if key, is := event.(uv.KeyPressEvent); is {
		key.Text = ""
		key.Mod |= uv.ModAlt
		return key
	}
	return uv.MultiEvent{uv.KeyPressEvent{Code: uv.KeyEscape}, event}
}

// console decodes a function key of the Linux console, whose first five have a special form.
func console(text []byte) (key uv.KeyPressEvent, is bool) {
	if len(text) != 4 || !bytes.HasPrefix(text, []byte("\x1b[[")) {
		return key, false
	}
	return uv.KeyPressEvent{Code: uv.KeyF1 + rune(text[3]-'A')}, true
}

// unheard reports whether a sequence must be kept from the decoder because no terminal sends it: a
// one-byte CSI, which is not valid UTF-8 and makes the decoder read past a mouse event, or a
// malformed key record of the Windows input mode.
func unheard(text []byte) bool {
	if text[0] == ansi.CSI {
		return true
	}
	if !bytes.HasPrefix(text, []byte("\x1b[")) || text[len(text)-1] != '_' {
		return false
	}
	_, ok, _ := recordAt(text)
	return !ok
}

// paste collects a paste and sends it once it has ended. It reports whether it has.
func (k *keys) paste() bool {
	text := k.rest[:k.plain]
	at := bytes.Index(text, []byte(pasteEnds))
	if at < 0 {
		at = len(text) - overlap(text, pasteEnds)
		k.pasted = append(k.pasted, text[:at]...)
		k.cut(at)
		return false
	}
	pasted := typedIn(append(k.pasted, text[:at]...))
	k.cut(at + len(pasteEnds))
	k.pasted, k.pasting = nil, false
	k.heard()
	k.pass(uv.PasteEvent{Content: pasted})
	return true
}

// overlap returns how many bytes at the end of text are a prefix of sequence.
func overlap(text []byte, sequence string) int {
	for n := min(len(text), len(sequence)-1); n > 0; n-- {
		if bytes.HasSuffix(text, []byte(sequence[:n])) {
			return n
		}
	}
	return 0
}

// pass sends the events that a screen uses. It drops window sizes, because they come, bounded, from
// the client's requests and not from typed sequences.
func (k *keys) pass(event uv.Event) {
	switch event := event.(type) {
	case uv.MultiEvent:
		for _, one := range event {
			k.pass(one)
		}
	case uv.KeyPressEvent:
		// Variation selectors and joiners arrive together with the next character. No terminal sends control
		// characters as text, including those above ASCII.
		typed := event.Text
		event.Text = strings.ToValidUTF8(typed, "")
		if (typed == "" || event.Text != "") && !strings.ContainsFunc(event.Text, unicode.IsControl) {
			k.send(event)
		}
	case uv.MouseClickEvent, uv.MouseWheelEvent, uv.PasteEvent, uv.BackgroundColorEvent, uv.ModeReportEvent:
		k.send(event)
	}
}

// record is a key in the Windows input mode: CSI, six numbers, and an underscore.
type record struct {
	key, character rune
	down           bool
	repeats        rune
	length         int // of the sequence
	last           int // start of its last number
}

// maxRecord bounds the length of a record; real ones have about thirty bytes.
const maxRecord = 64

// recordAt parses a record at the beginning of text. It reports partly if text may be the beginning of one.
func recordAt(text []byte) (r record, ok, partly bool) {
	const begins = "\x1b["
	if !bytes.HasPrefix(text, []byte(begins)) {
		return r, false, len(text) < len(begins) && strings.HasPrefix(begins, string(text))
	}
	var numbers [6]rune
	field := 0
	for i := len(begins); i < min(len(text), maxRecord); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			numbers[field] = min(numbers[field]*10+rune(c-'0'), utf8.MaxRune)
		case c == ';' && field < 5:
			field++
			r.last = i + 1
		case c == '_' && field == 5:
			r.key, r.character, r.down, r.repeats = numbers[0], numbers[2], numbers[3] == 1, numbers[5]
			r.length = i + 1
			return r, true, false
		default:
			return r, false, false
		}
	}
	return r, false, len(text) < maxRecord
}

// unwrap replaces records that carry a character or part of a sequence by their content. Records of keys stay, with a
// bounded repeat count. The possible beginning of a record waits.
func (k *keys) unwrap() {
	out, text := k.rest[:k.plain], k.rest[k.plain:] // the result is never longer
	for len(text) > 0 {
		r, ok, partly := recordAt(text)
		if partly {
			break
		}
		switch {
		case !ok:
			n := len(text)
			if next := bytes.IndexByte(text[1:], ansi.ESC); next >= 0 {
				n = 1 + next
			}
			out, text = append(out, text[:n]...), text[n:]
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
	k.plain = len(out)
	out = append(out, text...)
	k.rest = out
}

// character appends a character from Windows once both halves are there.
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

// typedIn returns pasted content as text, even if it came as keys.
func typedIn(pasted []byte) string {
	out := pasted[:0]
	for len(pasted) > 0 {
		r, ok, _ := recordAt(pasted)
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
