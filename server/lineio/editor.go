package lineio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Editor is a terminal without a cursor to move: it echoes what is typed, and
// keeps it together when something is written in between. Its client sends
// every key as it is pressed.
type Editor struct {
	*Lines

	mu    sync.Mutex // guards what follows
	out   io.Writer
	typed []rune
	bytes int // that typed takes
	width func() int
}

// Edit starts to read keys. It ends as Read does, and when ctrl+c or ctrl+d
// is pressed.
func Edit(ctx context.Context, keys io.Reader, out io.Writer) *Editor {
	e := &Editor{Lines: &Lines{lines: make(chan string)}, out: out, width: func() int { return 0 }}
	go e.edit(ctx, bufio.NewReaderSize(keys, MaxLine))
	return e
}

// Wraps has lines broken between words from now on, where they are wider than the
// window is at that moment, in cells.
func (e *Editor) Wraps(width func() int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.width = width
}

// Keys that mean something.
const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	backspace = 0x08
	ctrlU     = 0x15
	escape    = 0x1b
	deleted   = 0x7f
)

func (e *Editor) edit(ctx context.Context, keys *bufio.Reader) {
	defer close(e.lines)
	for {
		key, size, err := keys.ReadRune()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				e.err = err
			}
			return
		}
		switch key {
		case ctrlC, ctrlD:
			return
		case escape:
			skipSequence(keys)
		case '\r', '\n':
			select {
			case e.lines <- e.enter():
			case <-ctx.Done():
				return
			}
		case backspace, deleted:
			e.erase(1)
		case ctrlU:
			e.erase(MaxLine)
		default:
			if !e.add(key, size) {
				e.err = ErrTooLong
				return
			}
		}
	}
}

// skipSequence leaves out what an arrow or function key sends after escape.
func skipSequence(keys *bufio.Reader) {
	if keys.Buffered() == 0 {
		return // the escape key itself
	}
	first, err := keys.ReadByte()
	if err != nil || first != '[' && first != 'O' {
		return
	}
	for range 16 {
		if final, err := keys.ReadByte(); err != nil || final >= '@' && final <= '~' {
			return
		}
	}
}

// add takes a key and shows it, unless it has nothing to show. It is false
// when the line is too long.
func (e *Editor) add(key rune, size int) bool {
	if key == unicode.ReplacementChar || !unicode.IsPrint(key) {
		return true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.bytes += size; e.bytes >= MaxLine {
		return false
	}
	e.typed = append(e.typed, key)
	e.echo(string(key))
	return true
}

// echo shows something of what is typed. That the line has dropped is found
// out by the reader.
func (e *Editor) echo(text string) { _, _ = io.WriteString(e.out, text) }

// erase takes back the last keys.
func (e *Editor) erase(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n = min(n, len(e.typed))
	gone := string(e.typed[len(e.typed)-n:])
	e.typed, e.bytes = e.typed[:len(e.typed)-n], e.bytes-len(gone)
	e.echo(strings.Repeat("\b \b", ansi.StringWidth(gone)))
}

// enter returns the line that was typed and begins a new one.
func (e *Editor) enter() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	line := string(e.typed)
	e.typed, e.bytes = nil, 0
	e.echo("\r\n")
	return line
}

// Write shows text. What is being typed goes on below it.
func (e *Editor) Write(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	shown := bytes.ReplaceAll([]byte(wrapped(string(text), e.width())), []byte("\n"), []byte("\r\n"))
	if len(e.typed) > 0 {
		shown = append([]byte("\r\n"), append(shown, string(e.typed)...)...)
	}
	_, err := e.out.Write(shown)
	return len(text), err
}
