package remote

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlor/lobby"
)

// maxFrame bounds a frame, in bytes: an update with 64 matches of thousands of
// moves that have ended is a quarter of it.
const maxFrame = 16 << 20

// Kinds of frame.
const (
	kindHello  = "hello"  // what the lobby is; the server's first
	kindAsk    = "ask"    // a request
	kindAnswer = "answer" // to the request of that number
	kindEnd    = "end"    // what began with that number is of no more use to the client
	kindHall   = "hall"   // a page of a session
	kindUpdate = "update" // an update of a handle of a room
	kindNight  = "night"  // an update of a handle of a game night
	kindEnded  = "ended"  // the session or handle of that number has ended
	kindBeat   = "beat"   // the sender is there
	kindBye    = "bye"    // why the sender ends the connection
)

// frame is one message. A number is that of a request, and of the session or the
// handle that began with it.
type frame struct {
	Kind   string          `json:"kind"`
	Number uint64          `json:"number,omitempty"`
	Of     uint64          `json:"of,omitempty"`        // ask: the session or handle that it is asked of; 0 is the lobby
	Call   string          `json:"call,omitempty"`      // ask: what
	ID     lobby.RequestID `json:"id,omitempty"`        // ask: of an operation of a session that is done once
	Within time.Duration   `json:"within_ns,omitempty"` // ask: how long the caller waits for the answer; 0 is as long as it takes
	Body   json.RawMessage `json:"body,omitempty"`
	Fault  *fault          `json:"fault,omitempty"` // answer, ended, bye: why not
}

var errTooLong = fmt.Errorf("that is longer than the %d MiB that can be sent at once", maxFrame>>20)

// encode encodes a frame. Its body is JSON that this program has encoded, and is taken as it
// is: most frames are nothing but their body.
func (f frame) encode() ([]byte, error) {
	body := f.Body
	f.Body = nil
	head, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	const before, after = `,"body":`, "}\n"
	length := len(head) - 1 + len(after)
	if len(body) > 0 {
		length += len(before) + len(body)
	}
	if length > maxFrame {
		return nil, errTooLong
	}
	data := binary.BigEndian.AppendUint32(make([]byte, 0, 4+length), uint32(length))
	data = append(data, head[:len(head)-1]...)
	if len(body) > 0 {
		data = append(append(data, before...), body...)
	}
	return append(data, after...), nil
}

// maxPrealloc bounds the memory that a frame gets before its bytes are there.
const maxPrealloc = 64 << 10

// readFrame reads the next frame. A great length alone takes no memory.
func readFrame(from io.Reader) (frame, error) {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return frame{}, err
	}
	size := binary.BigEndian.Uint32(length[:])
	if size > maxFrame {
		return frame{}, misunderstood{fmt.Errorf("a frame of %d bytes is too long; %d are the most", size, maxFrame)}
	}
	data := bytes.NewBuffer(make([]byte, 0, min(size, maxPrealloc)+bytes.MinRead)) // what ReadFrom wants to have, so that it does not grow
	n, err := data.ReadFrom(io.LimitReader(from, int64(size)))
	switch {
	case err != nil:
		return frame{}, err
	case n < int64(size):
		return frame{}, io.ErrUnexpectedEOF
	}
	if f, is := splitFrame(data.Bytes()); is {
		return f, nil
	}
	var f frame
	if err := read(data.Bytes(), &f); err != nil {
		return frame{}, misunderstood{fmt.Errorf("a frame is not understood: %w", err)}
	}
	return f, nil
}

// splitFrame returns a frame whose body is not parsed, if it is a page or an update: these are
// most of what is sent, their body comes last, and the receiver parses it.
func splitFrame(data []byte) (f frame, is bool) {
	head, rest, found := bytes.Cut(data, []byte(`,"body":`))
	body, ends := bytes.CutSuffix(rest, []byte("}\n"))
	// Anywhere but between the members of a frame, what stands before is no whole one.
	if !found || !ends || read(append(slices.Clip(head), '}'), &f) != nil {
		return frame{}, false
	}
	f.Body = body
	return f, f.Kind == kindUpdate || f.Kind == kindHall || f.Kind == kindNight
}

// misunderstood is an error that the other end is told before the connection ends.
type misunderstood struct{ error }

func (m misunderstood) Unwrap() error { return m.error }

// readShown decodes JSON of a server, which may have fields that this program does not know.
// Requests may not, since they would be done without them.
func readShown(data []byte, into any) error { return json.Unmarshal(data, into) }

// read decodes JSON that has no unknown fields.
func read(data []byte, into any) error {
	input := json.NewDecoder(bytes.NewReader(data))
	input.DisallowUnknownFields()
	if err := input.Decode(into); err != nil {
		return err
	}
	if _, err := input.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	return nil
}
