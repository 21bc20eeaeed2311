package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// hand collects what keys has decoded.
type hand struct {
	keys
	done  []uv.Event
	heard int
}

func newHand() *hand {
	h := &hand{}
	h.keys = keys{decoder: &uv.EventDecoder{}, send: func(event uv.Event) { h.done = append(h.done, event) }, heard: func() { h.heard++ }, broke: func() {}, log: slog.New(slog.DiscardHandler)}
	return h
}

// said returns the decoded events in words.
func (h *hand) said() (all []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, event := range h.done {
		switch event := event.(type) {
		case uv.PasteEvent:
			all = append(all, "paste "+event.Content)
		case uv.MouseClickEvent:
			all = append(all, fmt.Sprint("click ", event.X, " ", event.Y))
		case uv.MouseWheelEvent:
			all = append(all, fmt.Sprint("wheel ", event.X, " ", event.Y))
		default:
			all = append(all, fmt.Sprint(event))
		}
	}
	return all
}

// typing is some input and the expected events.
type typing struct {
	bytes string
	done  []string
}

func typings() []typing {
	one := func(bytes, done string) typing { return typing{bytes, []string{done}} }
	return []typing{
		one("a", "a"), one("A", "A"), one("é", "é"), one("日", "日"), one("👩‍👩‍👧", "👩‍👩‍👧"), one(" ", "space"), one("\r", "enter"), one("\n", "ctrl+j"),
		one("\t", "tab"), one("\x7f", "backspace"), one("\b", "ctrl+h"), one("\x03", "ctrl+c"), one("\x00", "ctrl+space"), one("\x1bx", "alt+x"), one("\x1bé", "alt+é"),
		{"\x1b\x1b\x1b[A", []string{"esc", "alt+up"}},
		{"\x1b\x1b]0;x\x07y", []string{"esc", "y"}},
		{"\x1b]0;\x1b[A", []string{"up"}}, // cut off
		{"abc", []string{"a", "b", "c"}},
		// xterm, with and without application keys
		one("\x1b[A", "up"), one("\x1bOB", "down"), one("\x1b[1;5C", "ctrl+right"), one("\x1b[1;2D", "shift+left"), one("\x1b[H", "home"), one("\x1bOF", "end"),
		one("\x1b[5~", "pgup"), one("\x1b[6~", "pgdown"), one("\x1b[3~", "delete"), one("\x1b[2~", "insert"), one("\x1bOP", "f1"), one("\x1b[15~", "f5"), one("\x1b[24~", "f12"),
		one("\x1b[Z", "shift+tab"), one("\x1b[1;2R", "shift+f3"), one("\x1b[27;5;9~", "ctrl+tab"), one("\x1b\x1b[A", "alt+up"), one("\x1b[3;5~", "ctrl+delete"),
		// rxvt
		one("\x1b[7~", "home"), one("\x1b[8~", "end"), one("\x1b[a", "shift+up"), one("\x1bOb", "ctrl+down"), one("\x1b[5$", "shift+pgup"), one("\x1b[6^", "ctrl+pgdown"),
		one("\x1b[3@", "ctrl+shift+delete"), one("\x1b[11~", "f1"), one("\x1b[23$", "shift+f11"), one("\x1bOM", "enter"), one("\x1bOw", "7"),
		// PuTTY
		one("\x1b[1~", "home"), one("\x1b[4~", "end"), one("\x1b[12~", "f2"), one("\x1bOA", "up"), one("\x1b[14~", "f4"),
		// the Linux console
		one("\x1b[[A", "f1"), one("\x1b[[E", "f5"), one("\x1b[17~", "f6"),
		{"\x1b[[Ax", []string{"f1", "x"}},
		// kitty
		one("\x1b[97;5u", "ctrl+a"), one("\x1b[13u", "enter"),
		// Windows' input mode: keys, their releases, and what it wraps
		one("\x1b[65;30;97;1;0;1_", "a"), one("\x1b[38;72;0;1;256;1_", "up"),
		{"\x1b[65;30;97;0;0;1_", nil},
		{"\x1b[65;30;97;1;0;3_", []string{"a", "a", "a"}},
		// A sequence that no terminal sends is ignored, whatever its repeat count.
		{"\x1b[65;30;<97;1;0;65535_b", []string{"b"}},
		{"\x1b[65;30;97;1;0:65535_b", []string{"b"}},
		{"\x9b65;30;97;1;0;65535_b", []string{"b"}},
		{"\x1b\x1b[;;<97;1;;65535_b", []string{"b"}},
		{"\x1b\x9b65;30;97;1;0;65535_b", []string{"b"}},
		{"\x9bM000b", []string{"0", "0", "0", "b"}},
		{"\x1b\x9bM000b", []string{"0", "0", "0", "b"}},
		{"\x9bAb", []string{"b"}},
		{"\u00db_b", []string{"\u00db", "_", "b"}}, // one of its bytes begins a sequence
		{"\x1b[65;30;97;1;0;65535_b", append(slices.Repeat([]string{"a"}, mostRepeats), "b")},
		one("\x1b[0;0;27;1;0;1_\x1b[0;0;91;1;0;1_\x1b[0;0;65;1;0;1_", "up"), one("\x1b[0;0;55357;1;0;1_\x1b[0;0;56397;1;0;1_", "👍"),
		{"\x1b[0;0;97;0;0;1_", nil},
		// mouse
		one("\x1b[<0;5;7M", "click 4 6"), one("\x1b[<65;1;1M", "wheel 0 0"),
		{"\x1b[<0;5;7m", nil},
		{"\x1b[<35;5;7M", nil},
		one("\x1b[M !!", "click 0 0"),
		// pastes
		one("\x1b[200~one\rtwo\x1b[201~", "paste one\rtwo"),
		{"\x1b[200~\x1b[A\x1b[201~x", []string{"paste \x1b[A", "x"}},
		one("\x1b[200~\xff日\x1b[201~", "paste 日"),
		one("\x1b[200~\x1b[65;30;97;1;0;1_\x1b[65;30;97;0;0;1_\x1b[13;28;13;1;0;1_\x1b[201~", "paste a\n"), one("\x1b[200~\x1b[201~", "paste "),
		// replies, and what no screen uses
		one("\x1b]11;rgb:ffff/ffff/ffff\x07", "#ffffff"), one("\x1b]11;rgb:00/00/00\x1b\\", "#000000"),
		{"\x1b[I\x1b[O", nil},
		{"\x1b[8;9999;9999t", nil},
		{"\x1b[48;9999;9999;1;1t", nil},
		{"\x1b]52;c;YQ==\x07", nil},
		{"\x1bP>|xterm\x1b\\", nil},
		{"\x1b[5;5R", nil},
	}
}

func TestKeysAreUnderstood(t *testing.T) {
	for _, one := range typings() {
		synctest.Test(t, func(t *testing.T) {
			h := newHand()
			h.take([]byte(one.bytes))
			if got := h.said(); !slices.Equal(got, one.done) {
				t.Errorf("%q is %q, not %q", one.bytes, got, one.done)
			}
			if h.timer != nil || h.rest != nil || h.pasting {
				t.Errorf("after %q something waits: %q", one.bytes, h.rest)
			}
		})
	}
}

// TestKeysMayComeInPieces checks that input can be cut anywhere, and that only what begins like Esc waits.
func TestKeysMayComeInPieces(t *testing.T) {
	for _, one := range typings() {
		for cut := 1; cut < len(one.bytes); cut++ {
			if strings.HasPrefix(one.bytes, "👩") && cut%4 == 0 {
				continue // each part is a character of its own
			}
			synctest.Test(t, func(t *testing.T) {
				h := newHand()
				h.take([]byte(one.bytes[:cut]))
				time.Sleep(escapeWaits / 2)
				h.take([]byte(one.bytes[cut:]))
				if got := h.said(); strings.Join(got, "") != strings.Join(one.done, "") {
					t.Errorf("%q and %q are %q, not %q", one.bytes[:cut], one.bytes[cut:], got, one.done)
				}
			})
		}
	}
}

func TestEscIsEscAfterAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for typed, done := range map[string][]string{
			"\x1b": {"esc"}, "\x1b\x1b": {"alt+esc"}, "\x1b[": {"alt+["}, "\x1bO": {"alt+shift+o"}, "\x1b[1;": nil, "\x1b[[": nil, "\xe6\x97": nil,
		} {
			h := newHand()
			h.take([]byte(typed))
			time.Sleep(escapeWaits - 1)
			if got := h.said(); got != nil {
				t.Errorf("%q is %q too early", typed, got)
			}
			time.Sleep(2 * time.Nanosecond)
			if got := h.said(); !slices.Equal(got, done) {
				t.Errorf("%q is %q, not %q", typed, got, done)
			}
			h.take([]byte("y"))
			if got := h.said(); len(got) != len(done)+1 || got[len(done)] != "y" {
				t.Errorf("%q and then y is %q", typed, got)
			}
		}
		h := newHand()
		h.take([]byte("\x1b"))
		h.end()
		if got := h.said(); !slices.Equal(got, []string{"esc"}) {
			t.Errorf("esc at the end is %q", got)
		}
	})
}

// TestAKeyThatBreaksEndsItsSessionAlone checks panics while handling a key, also a delayed one.
func TestAKeyThatBreaksEndsItsSessionAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, broke := newHand(), 0
		send := h.send
		h.send, h.broke = func(uv.Event) { panic(secret) }, func() { broke++ }
		h.take([]byte("\x1b"))
		time.Sleep(time.Second)
		synctest.Wait()
		h.send = send
		h.take([]byte("x"))
		if got := h.said(); broke != 1 || !slices.Equal(got, []string{"x"}) {
			t.Errorf("it broke %d times; after it %q", broke, got)
		}
	})
}

// TestAPasteThatDoesNotEndIsHeld checks that an unfinished paste is not passed on.
func TestAPasteThatDoesNotEndIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHand()
		h.take([]byte("\x1b[200~"))
		before := h.heard
		for range 100 {
			h.take([]byte("text \x1b[201"))
			time.Sleep(time.Second)
		}
		if h.heard != before || len(h.said()) > 0 {
			t.Errorf("heard %d times: %q", h.heard-before, h.said())
		}
		h.take([]byte("~"))
		if got := h.said(); len(got) != 1 || got[0] != "paste "+strings.TrimSuffix(strings.Repeat("text \x1b[201", 100), "\x1b[201") {
			t.Errorf("%q", got)
		}
	})
}

// TestKeysAreThoseOfTheLibrary compares with the library's table of old terminals' keys.
func TestKeysAreThoseOfTheLibrary(t *testing.T) {
	for _, typed := range legacy() {
		h := newHand()
		h.take([]byte(typed))
		h.end()
		want := libraryReads(typed)
		if fmt.Sprintf("%#v", h.done) != fmt.Sprintf("%#v", want) {
			t.Errorf("%q is %v, not %v", typed, h.done, want)
		}
	}
}

// legacy returns the sequences in the library's table.
func legacy() (all []string) {
	for c := byte(0); c < 0x80; c++ {
		all = append(all, string(c), "\x1b"+string(c))
	}
	numbers := []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34}
	for _, n := range numbers {
		for _, final := range "~$^@" {
			all = append(all, fmt.Sprintf("\x1b[%d%c", n, final), fmt.Sprintf("\x1b\x1b[%d%c", n, final))
		}
		for mod := 2; mod <= 16; mod++ {
			all = append(all, fmt.Sprintf("\x1b[%d;%d~", n, mod))
		}
	}
	for _, final := range "ABCDEFHPQSZabcd" {
		all = append(all, "\x1b["+string(final), "\x1b\x1b["+string(final))
	}
	for _, final := range "ABCDEFHPQRSMXjklmnopqrstuvwxyabcd" {
		all = append(all, "\x1bO"+string(final), "\x1b\x1bO"+string(final))
	}
	for mod := 2; mod <= 16; mod++ {
		for _, final := range "ABCDEFHPQS" {
			all = append(all, fmt.Sprintf("\x1b[1;%d%c", mod, final))
		}
		for _, final := range "MXjklmnopqrstuvwxy" {
			all = append(all, fmt.Sprintf("\x1bO%d%c", mod, final))
		}
		for _, code := range []int{8, 9, 13, 27, 127} {
			all = append(all, fmt.Sprintf("\x1b[27;%d;%d~", mod, code))
		}
	}
	return all
}

// libraryReads returns the events that the library's reader decodes.
func libraryReads(typed string) (all []uv.Event) {
	in, out := io.Pipe()
	events, done := make(chan uv.Event), make(chan struct{})
	go func() {
		defer close(done)
		_ = uv.NewTerminalReader(in, "xterm").StreamEvents(context.Background(), events)
	}()
	_, _ = io.WriteString(out, typed)
	_ = out.Close()
	for {
		select {
		case event := <-events:
			if _, key := event.(uv.KeyPressEvent); key {
				all = append(all, event)
			}
		case <-done:
			return all
		}
	}
}

// weighing is a decoder that counts its input.
type weighing struct {
	decoder
	bytes int
}

func (c *weighing) Decode(text []byte) (int, uv.Event) {
	c.bytes += len(text)
	return c.decoder.Decode(text)
}

// TestNoByteIsDecodedTwice checks it for any cuts and unfinished sequences.
func TestNoByteIsDecodedTwice(t *testing.T) {
	const sent = 4 << 10
	for _, flood := range []string{
		"\x1b", "\x1b\x1b[", "\x1b[", "\x1bx", "\x1b]0;", "\x1b]0;x\x07", "\x1b[1;", "\x1b[A", "\x1b\x1b[1;5A", "\x1bP", "\x1b[[", "\x1b[M", "\x1bO1", "\x9b", "\x1b\x1b]\x1b",
		"\x1b[65;30;97;1;0;9_", "\x1b[0;0;27;1;0;1_", "\x1b[0;0;93;1;0;1_", "\x1b[<0;5;7M", "\x1b[5$",
	} {
		for _, begin := range []string{"", "\x1b]0;", "\x1b\x1b]0;", "\x1b[", "\x1b\x1b[1", "\x1bP>|", "\x1b_G", "\x1b[?", "\x1bO1", "\x9d", "\x1b[200~"} {
			for _, most := range []int{1, 17, 256} {
				synctest.Test(t, func(t *testing.T) {
					h := newHand()
					counts := &weighing{decoder: h.decoder}
					h.decoder = counts
					typed := []byte(begin + strings.Repeat(flood, sent/len(flood)))
					for piece := range slices.Chunk(typed, most) {
						h.take(piece)
					}
					h.end()
					if counts.bytes > len(typed) {
						t.Errorf("of %d bytes, %q and %q again and again in pieces of %d, %d are decoded", len(typed), begin, flood, most, counts.bytes)
					}
				})
			}
		}
	}
}
