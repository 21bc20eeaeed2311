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
)

// Protocol is the version of what goes over a connection. It grows when the frames
// change, or what is in them, so that an end of the version before would not
// understand it.
//
//	3: both ends offer the same games, by the same versions of their rules
//	4: they need not: what a room is played by that an end does not know, it is not
//	   shown
const Protocol = 4

// oldest is the version that is still spoken with an end that knows no newer one:
// the one before, so that machines are moved to a new program one after the other.
const oldest = Protocol - 1

// greetingOf is the line that an end begins with which speaks a version. The server
// answers with the lower of both.
func greetingOf(version int) string { return fmt.Sprintf("parlor lobby %d\n", version) }

// maxFrame bounds a frame, in bytes: an update with 64 matches of thousands of
// moves that have ended is a quarter of it.
const maxFrame = 16 << 20

// Kinds of frame.
const (
	kindHello  = "hello"  // what the lobby is; the server's first
	kindAsk    = "ask"    // a request
	kindAnswer = "answer" // to the request of that number
	kindEnd    = "end"    // of a number: the client has no more use for it
	kindHall   = "hall"   // what a session is shown
	kindUpdate = "update" // what a handle is shown
	kindNight  = "night"  // what a hold on a game night is shown
	kindEnded  = "ended"  // nothing more is shown under that number
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
	Within time.Duration   `json:"within_ns,omitempty"` // ask: how long somebody waits for the answer; 0 is as long as it takes
	Body   json.RawMessage `json:"body,omitempty"`
	Fault  *fault          `json:"fault,omitempty"` // answer, ended, bye: why not
}

var errTooLong = fmt.Errorf("that is longer than the %d MiB that can be sent at once", maxFrame>>20)

// encode is a frame as it is sent. Its body is JSON that was made by this program, and is
// taken as it is: most frames are nothing but their body.
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

// atOnce is up to which length a frame gets its memory before it has come.
const atOnce = 64 << 10

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
	data := bytes.NewBuffer(make([]byte, 0, min(size, atOnce)+bytes.MinRead)) // what ReadFrom wants to have, so that it does not grow
	n, err := data.ReadFrom(io.LimitReader(from, int64(size)))
	switch {
	case err != nil:
		return frame{}, err
	case n < int64(size):
		return frame{}, io.ErrUnexpectedEOF
	}
	if f, shows := cut(data.Bytes()); shows {
		return f, nil
	}
	var f frame
	if err := read(data.Bytes(), &f); err != nil {
		return frame{}, misunderstood{fmt.Errorf("a frame is not understood: %w", err)}
	}
	return f, nil
}

// cut is a frame that shows something, whose body has not been looked at: that is the end
// of such a frame, and most of all that is sent, and whoever is shown it reads it. It
// reports whether the frame is one.
func cut(data []byte) (f frame, shows bool) {
	head, rest, found := bytes.Cut(data, []byte(`,"body":`))
	body, ends := bytes.CutSuffix(rest, []byte("}\n"))
	// Anywhere but between the members of a frame, what stands before is no whole one.
	if !found || !ends || read(append(slices.Clip(head), '}'), &f) != nil {
		return frame{}, false
	}
	f.Body = body
	return f, f.Kind == kindUpdate || f.Kind == kindHall || f.Kind == kindNight
}

// misunderstood is why an end that was not understood is told so before the
// connection ends.
type misunderstood struct{ error }

func (m misunderstood) Unwrap() error { return m.error }

// readShown reads JSON that a server shows, which may have fields that are newer than
// this program. What somebody orders may not: it would be done without them.
func readShown(data []byte, into any) error { return json.Unmarshal(data, into) }

// read reads JSON that has nothing in it but what is known.
func read(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	return nil
}
