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

// maxFrame bounds the size of a frame, in bytes. An update with the ends of 64 matches of
// thousands of moves takes a quarter of it.
const maxFrame = 16 << 20

// Kinds of frame.
const (
	kindHello  = "hello"  // describes the lobby; the server's first frame
	kindAsk    = "ask"    // a request
	kindAnswer = "answer" // the answer to the request with the number
	kindEnd    = "end"    // the client no longer needs the number
	kindPage   = "hall"   // a page of a session
	kindUpdate = "update" // an update of a room handle
	kindNight  = "night"  // an update of a game night handle
	kindEnded  = "ended"  // the session or handle with the number has ended
	kindBeat   = "beat"   // a heartbeat
	kindBye    = "bye"    // the reason for which the sender ends the connection
)

// frame is a message. Number identifies a request, and the session or handle that it opened.
type frame struct {
	Kind   string          `json:"kind"`
	Number uint64          `json:"number,omitempty"`
	Of     uint64          `json:"of,omitempty"`        // ask: number of the session or handle; 0 is the lobby
	Call   string          `json:"call,omitempty"`      // ask: name of the call
	ID     lobby.RequestID `json:"id,omitempty"`        // ask: request ID of an operation of a session that is done once
	Within time.Duration   `json:"within_ns,omitempty"` // ask: how long the caller waits; 0 means without limit
	Body   json.RawMessage `json:"body,omitempty"`
	Fault  *fault          `json:"fault,omitempty"` // answer, ended, bye: the error
}

var errTooLong = fmt.Errorf("that is longer than the %d MiB that can be sent at once", maxFrame>>20)

// encode encodes a frame. Its body is already encoded JSON and is copied, as most frames
// consist of little else.
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

// maxPrealloc bounds the memory allocated for a frame before its bytes have arrived.
const maxPrealloc = 64 << 10

// readFrame reads the next frame. It does not allocate memory based on the announced length
// alone.
func readFrame(from io.Reader) (frame, error) {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return frame{}, err
	}
	size := binary.BigEndian.Uint32(length[:])
	if size > maxFrame {
		return frame{}, misunderstood{fmt.Errorf("a frame of %d bytes is too long; %d are the most", size, maxFrame)}
	}
	data := bytes.NewBuffer(make([]byte, 0, min(size, maxPrealloc)+bytes.MinRead)) // ReadFrom wants MinRead spare bytes, or it grows the buffer
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

// splitFrame returns the frame with an unparsed body if it is a page or an update. These
// are most of the traffic, their body comes last, and the receiver parses it.
func splitFrame(data []byte) (f frame, is bool) {
	head, rest, found := bytes.Cut(data, []byte(`,"body":`))
	body, ends := bytes.CutSuffix(rest, []byte("}\n"))
	// If the cut is not between members of the frame, the head is not valid JSON.
	if !found || !ends || read(append(slices.Clip(head), '}'), &f) != nil {
		return frame{}, false
	}
	f.Body = body
	return f, f.Kind == kindUpdate || f.Kind == kindPage || f.Kind == kindNight
}

// misunderstood is an error that is reported to the other end before the connection ends.
type misunderstood struct{ error }

func (m misunderstood) Unwrap() error { return m.error }

// readShown decodes JSON from a server and ignores unknown fields. Requests must not have
// any, as they would be done without them.
func readShown(data []byte, into any) error { return json.Unmarshal(data, into) }

// read decodes JSON without unknown fields.
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
