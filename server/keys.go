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

// pasteEnds ends what is pasted.
const pasteEnds = "\x1b[201~"

// decoder makes an event of bytes that begin with a sequence.
type decoder interface {
	Decode(text []byte) (n int, event uv.Event)
}

// keys makes what a person does of the bytes that their terminal sends. It holds
// nothing while no sequence is unfinished.
type keys struct {
	send  func(uv.Event) // in order, and from one goroutine at a time
	heard func()         // called for whatever is understood
	broke func()         // called when a key fails that came by itself
	log   *slog.Logger

	decoder decoder

	mu      sync.Mutex
	rest    []byte      // what is no whole sequence yet
	plain   int         // of rest, bytes that are no part of a record any more
	looked  int         // of rest, bytes among which the first sequence does not end
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

// read sends what is whole, and late also what may be. The caller holds mu.
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

// cut takes so many bytes off the beginning of rest.
func (k *keys) cut(n int) {
	k.rest = k.rest[n:]
	k.plain -= n
	k.looked = 0
}

// next is what comes first, and how many bytes it takes; none where it is to
// wait for more. No byte is decoded twice, and none before its sequence is whole.
func (k *keys) next(late bool) (n int, event uv.Event) {
	text := k.rest[:k.plain]
	n, whole := sequence(text, k.looked)
	switch {
	case !whole && !late:
		k.looked = n
		return 0, nil
	case !whole:
		return len(text), k.decode(text)
	case n == 0: // a character, which may take more than one code point
		n, event = k.decoder.Decode(text)
		return max(n, 1), event
	}
	return n, k.decode(text[:n])
}

// decode is what a sequence stands for.
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

// console is a function key of the Linux console, which has a form of its own for
// the first five.
func console(text []byte) (key uv.KeyPressEvent, is bool) {
	if len(text) != 4 || !bytes.HasPrefix(text, []byte("\x1b[[")) {
		return key, false
	}
	return uv.KeyPressEvent{Code: uv.KeyF1 + rune(text[3]-'A')}, true
}

// unheard reports whether a sequence is one that no terminal sends and the decoder is
// to be kept from. Such are those with a CSI of one byte, which is no text in UTF-8:
// the decoder reads beyond the end of a mouse's. And such are those that would count
// as a key of Windows' input mode, as often as they say, and are no record.
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

// paste takes what is pasted, sends it when it has ended, and reports whether it
// has.
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

// overlap returns how many bytes at the end of text begin the sequence.
func overlap(text []byte, sequence string) int {
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

// maxRecord is the most bytes of a record; those that are sent have some thirty.
const maxRecord = 64

// recordAt reads a record that stands first in some bytes. Where these may be the
// beginning of one, partly is true.
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

// unwrap takes what is no key of Windows' input mode out of the records that have
// come: each holds a part of a character, or of a sequence. The keys stay, with a
// bound on how often they count. What may be the beginning of a record waits.
func (k *keys) unwrap() {
	out, text := k.rest[:k.plain], k.rest[k.plain:] // nothing grows
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
