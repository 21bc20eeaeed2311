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
	// Greeting is the first line that both ends of a connection for a backup send.
	Greeting = "parlor backup 1\n"
	// maxGreeting bounds the length of a greeting.
	maxGreeting = 32
	// ioTimeout is the timeout of reads and writes.
	ioTimeout = 10 * time.Second
	// beatPace is the interval of heartbeats while a backup is made.
	beatPace = 2 * time.Second
	// piece is the maximum number of bytes of a backup that are sent in one message.
	piece = 256 << 10
	// makeTime bounds the time for making a backup.
	makeTime = 15 * time.Minute
)

// The messages of the server after its greeting: a type byte, a length of four bytes, and the data.
const (
	messageBeat  = 'b' // heartbeat, while there is no backup yet
	messageSize  = 's' // the size of the backup, in eight bytes
	messagePiece = 'p' // the next bytes of the backup
	messageError = 'f' // an error text
)

// BackupSource makes backups.
type BackupSource interface {
	// OpenBackup returns a backup of the current data and its size in bytes. Closing it deletes it.
	OpenBackup(ctx context.Context) (backup io.ReadCloser, size int64, err error)
}

// BackupServer serves backups of this node to other nodes, one at a time. Its methods may be called concurrently.
type BackupServer struct {
	keeper BackupSource
	turn   chan struct{} // full while a backup is made or sent
}

// NewBackupServer returns a BackupServer for a source.
func NewBackupServer(keeper BackupSource) *BackupServer {
	return &BackupServer{keeper, make(chan struct{}, 1)}
}

// ReadGreeting reads the first line that the other end of a connection sends. The returned connection includes the
// bytes read from conn.
func ReadGreeting(conn net.Conn) (as net.Conn, line string, err error) {
	line, err = readGreeting(conn)
	if err != nil {
		return conn, "", err
	}
	return replayed{conn, io.MultiReader(strings.NewReader(line), conn)}, line, nil
}

// replayed is a connection that first returns bytes read earlier.
type replayed struct {
	net.Conn
	from io.Reader
}

func (r replayed) Read(into []byte) (int, error) { return r.from.Read(into) }

// readGreeting reads the other end's greeting, or the start of a line that is too long.
func readGreeting(conn net.Conn) (string, error) {
	if err := conn.SetReadDeadline(time.Now().Add(ioTimeout)); err != nil {
		return "", err
	}
	defer func() { _ = conn.SetReadDeadline(time.Time{}) }() // fails only if the connection is closed, as the next call will
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

// Give sends a backup on a connection that begins with Greeting, when its turn comes, and
// closes the connection. It stops when ctx ends or the other end stops reading. It returns the size
// of the backup.
func (g *BackupServer) Give(ctx context.Context, conn net.Conn) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer func() { _ = conn.Close() }() // the result does not matter any more
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if _, err := readGreeting(conn); err != nil {
		return 0, err
	}
	if err := write(conn, []byte(Greeting)); err != nil {
		return 0, err
	}
	lent, err := g.await(ctx, conn)
	if err != nil {
		return 0, err
	}
	defer lent.end()
	if err := writeMessage(conn, messageSize, binary.BigEndian.AppendUint64(nil, uint64(lent.size))); err != nil { //nolint:gosec // the size of a file
		return 0, err
	}
	return lent.size, sendAll(conn, lent.backup)
}

// outgoing is a backup being sent.
type outgoing struct {
	backup io.ReadCloser
	size   int64
	err    error
	end    func() // deletes it
}

// await makes a backup while sending heartbeats. It sends an error to the other end as well.
func (g *BackupServer) await(ctx context.Context, conn net.Conn) (outgoing, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	made := make(chan outgoing, 1)
	go func() { made <- g.make(ctx) }()
	beats := time.NewTicker(beatPace)
	defer beats.Stop()
	for {
		select {
		case got := <-made:
			if got.err != nil {
				_ = writeMessage(conn, messageError, []byte(got.err.Error())) // otherwise the other end notices
			}
			return got, got.err
		case <-beats.C:
			if err := writeMessage(conn, messageBeat, nil); err != nil {
				cancel()
				got := <-made
				got.end()
				return outgoing{}, err
			}
		}
	}
}

// make makes a backup once no other one is served.
func (g *BackupServer) make(ctx context.Context) outgoing {
	select {
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		return outgoing{err: ctx.Err(), end: func() {}}
	}
	free := func() { <-g.turn }
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	backup, size, err := g.keeper.OpenBackup(ctx)
	if err != nil {
		free()
		return outgoing{err: err, end: func() {}}
	}
	return outgoing{backup: backup, size: size, end: func() {
		_ = backup.Close() // it was read completely or is discarded
		free()
	}}
}

// sendAll sends a backup in pieces.
func sendAll(conn net.Conn, backup io.Reader) error {
	data := make([]byte, piece)
	for {
		n, err := backup.Read(data)
		if n > 0 {
			if err := writeMessage(conn, messagePiece, data[:n]); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			_ = writeMessage(conn, messageError, []byte(err.Error())) // otherwise the other end notices
			return err
		}
	}
}

// writeMessage writes a message.
func writeMessage(conn net.Conn, what byte, data []byte) error {
	head := binary.BigEndian.AppendUint32([]byte{what}, uint32(len(data))) //nolint:gosec // it is no more than a piece, or a sentence
	return write(conn, append(head, data...))
}

func write(conn net.Conn, data []byte) error {
	if err := conn.SetWriteDeadline(time.Now().Add(ioTimeout)); err != nil {
		return err
	}
	_, err := conn.Write(data)
	return err
}

// readMessage reads a message of at most one piece.
func readMessage(conn net.Conn, into []byte) (what byte, data []byte, err error) {
	if err := conn.SetReadDeadline(time.Now().Add(ioTimeout)); err != nil {
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
