// Package lineio reads lines of bounded length for a loop that also waits for other events.
package lineio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"parlor/prose"
)

// MaxLine is the maximum length of a line in bytes, including its end.
const MaxLine = 4 << 10

// ErrTooLong ends reading, as what follows might be part of the long line.
var ErrTooLong = prose.Refuse("Line longer than {n} bytes: this session was closed. Your seat is kept.", prose.N(MaxLine))

// Lines reads lines from a source.
type Lines struct {
	lines chan string
	err   error // why reading ended; valid once lines is closed
}

// Read starts to read lines. It buffers one line and waits until it is taken. It ends when ctx does or source ends; a
// blocked Read of source must be ended by its owner.
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
			// An incomplete last line is dropped.
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

// Next returns the channel of lines without their ends. It is closed after the last one.
func (l *Lines) Next() <-chan string { return l.lines }

// Err returns why reading ended, or nil at the end of the source. It is valid once Next is closed.
func (l *Lines) Err() error { return l.err }
