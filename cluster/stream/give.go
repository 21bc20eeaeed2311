package stream

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

const (
	// greeting is what a node begins with that asks another one for a backup, and what
	// that begins its answer with.
	greeting = "parlor backup 1\n"
	// maxGreeting is how long a greeting is at most.
	maxGreeting = 32
	// silence is how long an end may say nothing, and how long it may take to read what
	// is written to it.
	silence = 10 * time.Second
	// beat is how often a node says that it is there while it makes a backup.
	beat = 2 * time.Second
	// piece is how many bytes of a backup go at once.
	piece = 256 << 10
	// makeTime bounds how long a backup takes to be made.
	makeTime = 15 * time.Minute
)

// What the node that gives says after its greeting: a letter, the length of what follows
// in four bytes, and that.
const (
	saysBeat  = 'b' // it is there, and has no backup yet
	saysSize  = 's' // it has: the bytes of it that will follow, in eight bytes
	saysPiece = 'p' // the next bytes of it
	saysFault = 'f' // why it gives none, as a sentence
)

// Keeper is who keeps what a node gives to others.
type Keeper interface {
	// Lend is a backup of all that is kept at this moment, of so many bytes. It is
	// removed when it is closed.
	Lend(ctx context.Context) (backup io.ReadCloser, size int64, err error)
}

// Giver gives backups of what one node keeps to other nodes, one at a time. Its methods
// may be called from any goroutine.
type Giver struct {
	keeper Keeper
	turn   chan struct{} // holds something while a backup is made or given
}

// NewGiver gives what a keeper keeps.
func NewGiver(keeper Keeper) *Giver { return &Giver{keeper, make(chan struct{}, 1)} }

// Wants reports whether the other end of a connection asks for a backup. The connection
// that it returns is as that was before.
func Wants(conn net.Conn) (as net.Conn, wants bool, err error) {
	line, err := readGreeting(conn)
	if err != nil {
		return conn, false, err
	}
	return replayed{conn, io.MultiReader(strings.NewReader(line), conn)}, line == greeting, nil
}

// replayed is a connection of which something was read.
type replayed struct {
	net.Conn
	from io.Reader
}

func (r replayed) Read(into []byte) (int, error) { return r.from.Read(into) }

// readGreeting reads the line that the other end begins with, or what is there of one
// that is too long.
func readGreeting(conn net.Conn) (string, error) {
	if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return "", err
	}
	defer func() { _ = conn.SetReadDeadline(time.Time{}) }() // it fails where the other end has gone since, as the next call does
	var line [maxGreeting]byte
	for i := range line {
		if _, err := io.ReadFull(conn, line[i:i+1]); err != nil {
			return "", fmt.Errorf("the other end does not greet: %w", err)
		}
		if line[i] == '\n' {
			return string(line[:i+1]), nil
		}
	}
	return string(line[:]), nil
}

// Give gives a backup to a node on a connection that Wants one, in its turn, and closes
// the connection. It ends with ctx, or when the other end does not read. It returns how
// many bytes the backup has.
func (g *Giver) Give(ctx context.Context, conn net.Conn) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() { _ = conn.Close() }() // whatever it answers: it is of no more use
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if _, err := readGreeting(conn); err != nil {
		return 0, err
	}
	if err := write(conn, []byte(greeting)); err != nil {
		return 0, err
	}
	lent, err := g.await(ctx, conn)
	if err != nil {
		return 0, err
	}
	defer lent.end()
	if err := say(conn, saysSize, binary.BigEndian.AppendUint64(nil, uint64(lent.size))); err != nil { //nolint:gosec // the size of a file
		return 0, err
	}
	return lent.size, sendAll(conn, lent.backup)
}

// lent is a backup that is given.
type lent struct {
	backup io.ReadCloser
	size   int64
	err    error
	end    func() // it is of no more use
}

// await has a backup made, and tells the other end meanwhile that this one is there. Why
// there is none the other end hears, too.
func (g *Giver) await(ctx context.Context, conn net.Conn) (lent, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	made := make(chan lent, 1)
	go func() { made <- g.make(ctx) }()
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for {
		select {
		case got := <-made:
			if got.err != nil {
				_ = say(conn, saysFault, []byte(got.err.Error())) // else it finds out
			}
			return got, got.err
		case <-beats.C:
			if err := say(conn, saysBeat, nil); err != nil {
				cancel()
				got := <-made
				got.end()
				return lent{}, err
			}
		}
	}
}

// make makes a backup, once no other one is given.
func (g *Giver) make(ctx context.Context) lent {
	select {
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		return lent{err: ctx.Err(), end: func() {}}
	}
	free := func() { <-g.turn }
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	backup, size, err := g.keeper.Lend(ctx)
	if err != nil {
		free()
		return lent{err: err, end: func() {}}
	}
	return lent{backup: backup, size: size, end: func() {
		_ = backup.Close() // whatever was read of it was right
		free()
	}}
}

// sendAll sends a backup in pieces.
func sendAll(conn net.Conn, backup io.Reader) error {
	data := make([]byte, piece)
	for {
		n, err := backup.Read(data)
		if n > 0 {
			if err := say(conn, saysPiece, data[:n]); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			_ = say(conn, saysFault, []byte(err.Error())) // else it finds out
			return err
		}
	}
}

// say says one thing to the other end.
func say(conn net.Conn, what byte, data []byte) error {
	head := binary.BigEndian.AppendUint32([]byte{what}, uint32(len(data))) //nolint:gosec // it is no more than a piece, or a sentence
	return write(conn, append(head, data...))
}

func write(conn net.Conn, data []byte) error {
	if err := conn.SetWriteDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	_, err := conn.Write(data)
	return err
}

// hear hears the next thing that the other end says, which is no longer than a piece.
func hear(conn net.Conn, into []byte) (what byte, data []byte, err error) {
	if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, nil, err
	}
	var head [5]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(head[1:])
	if length > uint32(len(into)) { //nolint:gosec // a piece
		return 0, nil, fmt.Errorf("it says something that is %d bytes long, of which %d are the most", length, len(into))
	}
	_, err = io.ReadFull(conn, into[:length])
	return head[0], into[:length], err
}
