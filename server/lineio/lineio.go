// Package lineio brings the lines that somebody sends, within a bound, to a
// loop that also waits for other things.
package lineio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"parlor/prose"
)

// MaxLine is the most bytes that a line may have, its end included.
const MaxLine = 4 << 10

// ErrTooLong ends the reading: what follows cannot be told from the rest of
// the line.
var ErrTooLong = prose.Refuse("A line is longer than {n} bytes, so this session has ended. Your seat is kept.", prose.N(MaxLine))

// Lines are read from a source until it ends.
type Lines struct {
	lines chan string
	err   error // of the end; to be read once lines is closed
}

// Read starts to read lines. It holds one line at a time, and waits while
// nobody takes it. It ends when ctx does, or the source; a Read of the source
// that waits has to be ended by whoever owns the source.
func Read(ctx context.Context, source io.Reader) *Lines {
	l := &Lines{lines: make(chan string)}
	go l.read(ctx, bufio.NewReaderSize(source, MaxLine))
	return l
}

func (l *Lines) read(ctx context.Context, source *bufio.Reader) {
	defer close(l.lines)
	for {
		line, err := source.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			l.err = ErrTooLong
			return
		case err != nil:
			// What has no end of line was cut off, and is no line.
			if !errors.Is(err, io.EOF) {
				l.err = err
			}
			return
		}
		select {
		case l.lines <- string(bytes.TrimRight(line, "\r\n")):
		case <-ctx.Done():
			return
		}
	}
}

// Next delivers the lines, without their ends; it is closed after the last.
func (l *Lines) Next() <-chan string { return l.lines }

// Err is why the lines ended, nil for the end of the source. It may be asked
// once Next is closed.
func (l *Lines) Err() error { return l.err }
