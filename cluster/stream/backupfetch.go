package stream

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"time"
)

const (
	// othersWait is how long a node waits for another node with a usable backup, and askPace is the
	// interval between its attempts.
	othersWait = 30 * time.Second
	askPace    = time.Second
	// dialTime bounds connecting to another node.
	dialTime = 3 * time.Second
)

// Other is another running node.
type Other struct {
	Name string
	Peer string // address for connections of other nodes
}

// BackupDir is the directory where a node stores its database.
type BackupDir interface {
	// Draft creates a new file in the database's directory, readable only by its owner.
	Draft() (*os.File, error)
	// Examine reads a whole backup and returns an error if it cannot be used.
	Examine(ctx context.Context, file string) (Contents, error)
}

// Contents describes a backup.
type Contents struct {
	Place   Position
	People  int64
	Matches int64
}

// FetchConfig configures Fetch.
type FetchConfig struct {
	Log    Log
	Dir    BackupDir
	Others func(ctx context.Context) ([]Other, error) // running nodes, in the order in which to ask them
	Dial   func(ctx context.Context, peer string) (net.Conn, error)
	Logs   *slog.Logger // nil discards
}

// Fetched is a fetched backup.
type Fetched struct {
	Contents
	File  string // created by BackupDir.Draft
	From  string // name of the node that sent it
	Bytes int64
}

var (
	// errNoNodes is returned if there was no node to ask.
	errNoNodes = errors.New("no other node runs")
	// errUnsupported is returned for a node whose version cannot serve backups.
	errUnsupported = errors.New("its parlor is older and cannot give it")
)

// localError is an error that every other node would cause as well.
type localError struct{ error }

func (e localError) Unwrap() error { return e.error }

// permanentError is an error after which a node is not asked again.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Fetch fetches a backup from the first node whose backup allows this node to continue with the
// log. It waits up to othersWait for such a node. On failure it leaves no files behind.
func Fetch(ctx context.Context, f FetchConfig) (Fetched, error) {
	if f.Logs == nil {
		f.Logs = slog.New(slog.DiscardHandler)
	}
	failed := map[string]error{} // by node name
	for until := time.Now().Add(othersWait); ; {
		others, err := f.Others(ctx)
		if err != nil {
			return Fetched{}, err
		}
		for _, one := range others {
			if vain := (permanentError{}); errors.As(failed[one.Name], &vain) {
				continue
			}
			got, err := f.from(ctx, one)
			if err == nil {
				return got, nil
			}
			if here := (localError{}); errors.As(err, &here) || ctx.Err() != nil {
				return Fetched{}, errors.Join(err, ctx.Err())
			}
			f.Logs.Warn("cannot fetch a backup from another node", "node", one.Name, "err", err)
			failed[one.Name] = err
		}
		if !time.Now().Before(until) || !pause(ctx, askPace) {
			return Fetched{}, errors.Join(joinErrors(failed), ctx.Err())
		}
	}
}

// joinErrors combines the errors of all nodes.
func joinErrors(failed map[string]error) error {
	if len(failed) == 0 {
		return errNoNodes
	}
	var all []string
	for name, err := range failed {
		all = append(all, fmt.Sprintf("node %s: %v", name, err))
	}
	slices.Sort(all)
	return errors.New(strings.Join(all, "; "))
}

// from fetches a backup from one node and checks it.
func (f FetchConfig) from(ctx context.Context, one Other) (got Fetched, err error) {
	draft, err := f.Dir.Draft()
	if err != nil {
		return got, localError{fmt.Errorf("a backup of another node cannot be written here: %w", err)}
	}
	got.File, got.From = draft.Name(), one.Name
	defer func() {
		if err != nil {
			_ = os.Remove(got.File)
		}
	}()
	got.Bytes, err = f.receive(ctx, one, draft)
	if closed := draft.Close(); err == nil && closed != nil {
		err = localError{closed}
	}
	if err != nil {
		return got, err
	}
	if got.Contents, err = f.Dir.Examine(ctx, got.File); err != nil {
		return got, permanentError{fmt.Errorf("its backup cannot be used: %w", err)}
	}
	return got, f.checkPosition(ctx, got.Place)
}

// checkPosition returns an error if this node could not continue with the log from a position.
func (f FetchConfig) checkPosition(ctx context.Context, place Position) error {
	origin, err := f.Log.Origin(ctx)
	if err == nil && origin.ID != place.Origin {
		return permanentError{errors.New("its backup is not of what the other nodes keep")}
	}
	if err == nil {
		_, err = f.Log.Read(ctx, place.Number, 1)
	}
	switch {
	case errors.Is(err, ErrGone) || errors.Is(err, ErrAhead):
		return permanentError{fmt.Errorf("its backup has the changes up to number %d, and %w", place.Number, err)}
	case err != nil:
		return localError{err}
	}
	return nil
}

// receive copies a backup of a node into a draft.
func (f FetchConfig) receive(ctx context.Context, one Other, draft *os.File) (size int64, err error) {
	limited, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := f.Dial(limited, one.Peer)
	if err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	defer func() { _ = conn.Close() }() // the result does not matter any more
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := write(conn, []byte(Greeting)); err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	switch line, err := readGreeting(conn); {
	case err != nil:
		return 0, err
	case line != Greeting:
		return 0, permanentError{errUnsupported}
	}
	data := make([]byte, piece)
	if size, err = awaitSize(conn, data); err != nil {
		return 0, err
	}
	f.Logs.Info("fetching a backup from another node", "node", one.Name, "bytes", size)
	for left := size; left > 0; {
		what, part, err := readMessage(conn, data)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%d of its %d bytes came: %w", size-left, size, err)
		case what != messagePiece || int64(len(part)) > left || len(part) == 0:
			return 0, unexpected(what, part)
		}
		if _, err := draft.Write(part); err != nil {
			return 0, localError{fmt.Errorf("a backup of another node cannot be written here, which has %d bytes: %w", size, err)}
		}
		left -= int64(len(part))
	}
	return size, nil
}

// awaitSize waits until a node has made its backup and returns the size in bytes.
func awaitSize(conn net.Conn, into []byte) (int64, error) {
	for {
		what, data, err := readMessage(conn, into)
		switch {
		case err != nil:
			return 0, fmt.Errorf("it has not made one: %w", err)
		case what == messageBeat:
		case what == messageSize && len(data) == 8:
			return int64(binary.BigEndian.Uint64(data)), nil //nolint:gosec // the size of a file
		default:
			return 0, unexpected(what, data)
		}
	}
}

// unexpected returns the error for an unexpected message.
func unexpected(what byte, data []byte) error {
	if what == messageError {
		return fmt.Errorf("it says: %s", strings.ToValidUTF8(string(data), ""))
	}
	return permanentError{fmt.Errorf("it says %q, which is not understood", what)}
}
