package lineio

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Editor is a line editor for a terminal without cursor movement. It echoes the typed line, and
// shows it again when other output interrupts it. The client must send every key when it is
// pressed.
type Editor struct {
	*Lines

	mu    sync.Mutex // guards the fields below
	out   io.Writer
	typed []rune
	bytes int // of the keys in typed
	width func() int
	asked chan string // receives the typed line when Tab is pressed; nil until Asked is called
}

// Edit starts to read keys. It ends like Read, and on ctrl+c or ctrl+d.
func Edit(ctx context.Context, keys io.Reader, out io.Writer) *Editor {
	e := &Editor{Lines: &Lines{lines: make(chan string)}, out: out, width: func() int { return 0 }}
	go e.edit(ctx, bufio.NewReaderSize(keys, MaxLine))
	return e
}

// Wraps breaks further output between words at the width in cells that the function then returns.
func (e *Editor) Wraps(width func() int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.width = width
}

// The keys with a function.
const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	backspace = 0x08
	tab       = '\t'
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
		case tab:
			e.ask(ctx)
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

// Asked returns a channel that receives the typed line each time the Tab key is pressed, from the
// first call on. Further keys wait until the line is received.
func (e *Editor) Asked() <-chan string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.asked == nil {
		e.asked = make(chan string)
	}
	return e.asked
}

func (e *Editor) ask(ctx context.Context) {
	e.mu.Lock()
	asked, line := e.asked, string(e.typed)
	e.mu.Unlock()
	if asked == nil {
		return
	}
	select {
	case asked <- line:
	case <-ctx.Done():
	}
}

// Complete extends the last word of a line by the common prefix of its possible words, and by a
// space if there is only one word. If that adds nothing, it lists the words. It does nothing if the
// typed line is no longer the given one.
func (e *Editor) Complete(line string, words []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if string(e.typed) != line || len(words) == 0 {
		return
	}
	whole := words[0]
	for _, word := range words[1:] {
		for !strings.HasPrefix(word, whole) {
			whole = whole[:len(whole)-1]
		}
	}
	typed := len(line) - strings.LastIndexByte(line, ' ') - 1
	more := whole[min(typed, len(whole)):]
	if len(words) == 1 {
		more += " "
	}
	switch {
	case e.bytes+len(more) >= MaxLine:
	case more == "":
		_ = e.show(strings.Join(words, "  ") + "\n")
	default:
		e.typed, e.bytes = append(e.typed, []rune(more)...), e.bytes+len(more)
		e.echo(more)
	}
}

// skipSequence skips the sequence of an arrow or function key after its escape.
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

// add appends a key and echoes it if it is printable. It reports false if the line is too long.
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

// echo writes typed text. A lost connection is noticed by the reader.
func (e *Editor) echo(text string) { _, _ = io.WriteString(e.out, text) }

// erase removes the last n keys.
func (e *Editor) erase(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n = min(n, len(e.typed))
	gone := string(e.typed[len(e.typed)-n:])
	e.typed, e.bytes = e.typed[:len(e.typed)-n], e.bytes-len(gone)
	e.echo(strings.Repeat("\b \b", ansi.StringWidth(gone)))
}

// enter returns the typed line and begins a new one.
func (e *Editor) enter() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	line := string(e.typed)
	e.typed, e.bytes = nil, 0
	e.echo("\r\n")
	return line
}

// Write writes text. The line being typed continues below it.
func (e *Editor) Write(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(text), e.show(string(text))
}

// show writes text, and the typed line below it.
func (e *Editor) show(text string) error {
	shown := strings.ReplaceAll(wrapped(text, e.width()), "\n", "\r\n")
	if len(e.typed) > 0 {
		shown = "\r\n" + shown + string(e.typed)
	}
	_, err := io.WriteString(e.out, shown)
	return err
}
