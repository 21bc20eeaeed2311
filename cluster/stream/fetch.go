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
	// othersWait is how long a node waits for another one to run that has a backup for
	// it, and askPace how often it looks.
	othersWait = 30 * time.Second
	askPace    = time.Second
	// dialTime bounds how long a connection to another node takes to make.
	dialTime = 3 * time.Second
)

// Other is another node that runs.
type Other struct {
	Name string
	Peer string // at which it answers other nodes
}

// Shelf is where a node keeps its database.
type Shelf interface {
	// Draft is a new file beside the database, which only its owner can read.
	Draft() (*os.File, error)
	// Examine reads the whole of a backup, and refuses one that cannot be used.
	Examine(ctx context.Context, file string) (Contents, error)
}

// Contents are what a backup has.
type Contents struct {
	Place   Place
	People  int64
	Matches int64
}

// Fetching is what a node needs to fetch a backup of another one.
type Fetching struct {
	Log    Log
	Shelf  Shelf
	Others func(ctx context.Context) ([]Other, error) // who run now, those first that are to be asked first
	Dial   func(ctx context.Context, peer string) (net.Conn, error)
	Logs   *slog.Logger // nil discards
}

// Fetched is a backup of another node.
type Fetched struct {
	Contents
	File  string // a draft of the Shelf
	From  string // name of the node
	Bytes int64
}

var (
	// errNobody is why there is no backup where nobody was asked.
	errNobody = errors.New("no other node runs")
	// errGivesNone is why a node gives none that does not know of that.
	errGivesNone = errors.New("its parlor is older and cannot give it")
)

// hereError is why a backup cannot be fetched from whomever.
type hereError struct{ error }

func (e hereError) Unwrap() error { return e.error }

// vainError is why a node is not asked again.
type vainError struct{ error }

func (e vainError) Unwrap() error { return e.error }

// Fetch fetches a backup of another node, from which this one can go on with the log: of
// the first that gives one. It waits a while for such a node. Nothing is left of a backup
// that it does not return.
func Fetch(ctx context.Context, f Fetching) (Fetched, error) {
	if f.Logs == nil {
		f.Logs = slog.New(slog.DiscardHandler)
	}
	failed := map[string]error{} // why, by the node's name
	for until := time.Now().Add(othersWait); ; {
		others, err := f.Others(ctx)
		if err != nil {
			return Fetched{}, err
		}
		for _, one := range others {
			if vain := (vainError{}); errors.As(failed[one.Name], &vain) {
				continue
			}
			got, err := f.from(ctx, one)
			if err == nil {
				return got, nil
			}
			if here := (hereError{}); errors.As(err, &here) || ctx.Err() != nil {
				return Fetched{}, errors.Join(err, ctx.Err())
			}
			f.Logs.Warn("another node does not give a backup", "node", one.Name, "err", err)
			failed[one.Name] = err
		}
		if !time.Now().Before(until) || !pause(ctx, askPace) {
			return Fetched{}, errors.Join(allOf(failed), ctx.Err())
		}
	}
}

// allOf says why no node gave a backup.
func allOf(failed map[string]error) error {
	if len(failed) == 0 {
		return errNobody
	}
	var all []string
	for name, err := range failed {
		all = append(all, fmt.Sprintf("node %s: %v", name, err))
	}
	slices.Sort(all)
	return errors.New(strings.Join(all, "; "))
}

// from fetches a backup of one node, and looks whether it is of use.
func (f Fetching) from(ctx context.Context, one Other) (got Fetched, err error) {
	draft, err := f.Shelf.Draft()
	if err != nil {
		return got, hereError{fmt.Errorf("a backup of another node cannot be written here: %w", err)}
	}
	got.File, got.From = draft.Name(), one.Name
	defer func() {
		if err != nil {
			_ = os.Remove(got.File)
		}
	}()
	got.Bytes, err = f.receive(ctx, one, draft)
	if closed := draft.Close(); err == nil && closed != nil {
		err = hereError{closed}
	}
	if err != nil {
		return got, err
	}
	if got.Contents, err = f.Shelf.Examine(ctx, got.File); err != nil {
		return got, vainError{fmt.Errorf("its backup cannot be used: %w", err)}
	}
	return got, f.leadsOn(ctx, got.Place)
}

// leadsOn says why this node could not go on with the log from a place.
func (f Fetching) leadsOn(ctx context.Context, place Place) error {
	origin, err := f.Log.Origin(ctx)
	if err == nil && origin.ID != place.Origin {
		return vainError{errors.New("its backup is not of what the other nodes keep")}
	}
	if err == nil {
		_, err = f.Log.Read(ctx, place.Number, 1)
	}
	switch {
	case errors.Is(err, ErrGone) || errors.Is(err, ErrAhead):
		return vainError{fmt.Errorf("its backup has the changes up to number %d, and %w", place.Number, err)}
	case err != nil:
		return hereError{err}
	}
	return nil
}

// receive has a node send a backup into a draft.
func (f Fetching) receive(ctx context.Context, one Other, draft *os.File) (size int64, err error) {
	limited, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := f.Dial(limited, one.Peer)
	if err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	defer func() { _ = conn.Close() }() // whatever it answers: it is of no more use
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := write(conn, []byte(greeting)); err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	switch line, err := readGreeting(conn); {
	case err != nil:
		return 0, err
	case line != greeting:
		return 0, vainError{errGivesNone}
	}
	data := make([]byte, piece)
	if size, err = awaitSize(conn, data); err != nil {
		return 0, err
	}
	f.Logs.Info("a backup of another node is fetched", "node", one.Name, "bytes", size)
	for left := size; left > 0; {
		what, part, err := hear(conn, data)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%d of its %d bytes came: %w", size-left, size, err)
		case what != saysPiece || int64(len(part)) > left || len(part) == 0:
			return 0, said(what, part)
		}
		if _, err := draft.Write(part); err != nil {
			return 0, hereError{fmt.Errorf("a backup of another node cannot be written here, which has %d bytes: %w", size, err)}
		}
		left -= int64(len(part))
	}
	return size, nil
}

// awaitSize waits until a node has made a backup, and returns how many bytes that has.
func awaitSize(conn net.Conn, into []byte) (int64, error) {
	for {
		what, data, err := hear(conn, into)
		switch {
		case err != nil:
			return 0, fmt.Errorf("it has not made one: %w", err)
		case what == saysBeat:
		case what == saysSize && len(data) == 8:
			return int64(binary.BigEndian.Uint64(data)), nil //nolint:gosec // the size of a file
		default:
			return 0, said(what, data)
		}
	}
}

// said is why a node does not go on that says something else.
func said(what byte, data []byte) error {
	if what == saysFault {
		return fmt.Errorf("it says: %s", strings.ToValidUTF8(string(data), ""))
	}
	return vainError{fmt.Errorf("it says %q, which is not understood", what)}
}
