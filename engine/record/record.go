// Package record writes, reads and checks the record of a match in format 2: a text that
// a stranger can check, because everything in it follows from its first part, the moves
// and one secret. docs/record.md describes the format for other implementations.
//
// There is one spelling of every match: [Match.Write] writes it, and [Check] accepts a
// text only if Write writes the same again.
package record

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
)

// Format is the number of the format, which begins every text.
const Format = 2

// Largest is the most bytes of a text.
const Largest = 4 << 20

// A Hash is a SHA-256, as text 64 lower-case hexadecimal digits.
type Hash = engine.Seed

// None stands in a text for a name, a hash or a list that is missing.
const None = "-"

// Kinds of seats.
const (
	Person  = "person"
	Bot     = "bot"
	Program = "program" // in a line of a change: a person whose client is a program
)

// Frozen is what is settled before the first move: the first part of a record.
type Frozen struct {
	Server   string // as the operator names it; empty if it has no name
	Key      string // fingerprint of the host key that signs: "SHA256:…"; empty if the record is not signed
	Room     string // code
	RoomID   string // 32 hexadecimal digits, of one room ever
	Number   int    // of the match in the room, from 1
	Before   Hash   // Frozen.Hash of the match before in the room; zero if there is none
	Time     time.Time
	Game     string
	Version  int               // of the rules
	Settings map[string]string // of the room
	Options  engine.Options    // complete
	Seats    []Seat
	Seal     Hash
}

// A Seat is who sits where when the match begins.
type Seat struct {
	Kind    string       // Person or Bot
	Level   engine.Level // of a bot, else 0
	Name    Hash         // NameHash of the name and its salt
	Guest   bool
	Program bool
}

// A Line is a move, or a change of a seat between two moves.
type Line struct {
	Seat   engine.Seat
	Action engine.Action // of a move; empty for a change
	ByRoom bool          // the clock, the room or its host made the move
	Kind   string        // of a change: Person, Bot or Program
	Level  engine.Level  // of a change to a bot
}

// A Match is all that a record says which does not follow from something else in it.
type Match struct {
	Frozen
	Lines  []Line
	Void   string // why the match has no winners, one word; empty if it has a result
	Secret Hash
}

// SealOf returns the promise of a secret that a match begins with.
func SealOf(secret Hash) Hash { return sum("seal", secret[:]) }

// NameHash returns what stands for a name in a text. The salt is 16 random bytes.
func NameHash(salt []byte, name string) Hash { return sum("name", salt, []byte(name)) }

// Text returns the first lines of the record, up to "frozen".
func (f Frozen) Text() string { return f.text() }

// Hash returns the hash of the text up to its line "frozen".
func (f Frozen) Hash() Hash { return sum("deal", []byte(f.text())) }

// Seed returns the seed from which a match is dealt.
func (f Frozen) Seed(secret Hash) engine.Seed {
	start := f.start()
	return keyed(secret, "seed", start[:])
}

// start returns the hash with which both chains begin.
func (f Frozen) start() Hash {
	frozen := f.Hash()
	return sum("dealt", frozen[:], []byte(dealt))
}

// dealt are the lines after the frozen text, before the first move. Lines that open what
// players have committed to would stand before the last of them.
const dealt = "dealt\n"

// sum returns the SHA-256 over a tag and parts, of which all but the last have a fixed
// length.
func sum(tag string, parts ...[]byte) Hash {
	return sha256.Sum256(slices.Concat(append([][]byte{[]byte("parlor " + tag + " 2\n")}, parts...)...))
}

// keyed returns the HMAC-SHA256 over a tag and parts.
func keyed(key Hash, tag string, parts ...[]byte) Hash {
	mac := hmac.New(sha256.New, key[:])
	mac.Write(slices.Concat(append([][]byte{[]byte("parlor " + tag + " 2\n")}, parts...)...))
	return Hash(mac.Sum(nil))
}

// hexOf returns a hash as text, and None for the zero hash.
func hexOf(h Hash) string {
	if h == (Hash{}) {
		return None
	}
	return hex.EncodeToString(h[:])
}

// text returns the lines up to "frozen".
func (f Frozen) text() string {
	var t strings.Builder
	line := func(words ...string) { t.WriteString(strings.Join(words, " ") + "\n") }
	line("parlor match", strconv.Itoa(Format))
	line("server", cmp.Or(f.Server, None))
	line("key", cmp.Or(f.Key, None))
	line("room", f.Room, f.RoomID)
	line("match", strconv.Itoa(f.Number))
	line("before", hexOf(f.Before))
	line("time", f.Time.UTC().Format(time.RFC3339))
	line("game", f.Game, strconv.Itoa(f.Version))
	for _, name := range slices.Sorted(maps.Keys(f.Settings)) {
		line("set", name, f.Settings[name])
	}
	for _, name := range slices.Sorted(maps.Keys(f.Options)) {
		line("option", name, f.Options[name])
	}
	for i, seat := range f.Seats {
		words := []string{"seat", engine.Seat(i).String(), seat.Kind, strconv.Itoa(int(seat.Level)), hexOf(seat.Name), None}
		if seat.Guest {
			words = append(words, "guest")
		}
		if seat.Program {
			words = append(words, Program)
		}
		line(words...)
	}
	line("seal", hexOf(f.Seal))
	line("frozen")
	return t.String()
}

// text returns a line without its line feed. names are those of the seats.
func (l Line) text(names []Seat) string {
	switch {
	case l.Action != "" && l.ByRoom:
		return l.Seat.String() + "! " + string(l.Action)
	case l.Action != "":
		return l.Seat.String() + " " + string(l.Action)
	case l.Kind == Bot:
		return "player " + l.Seat.String() + " " + Bot + " " + strconv.Itoa(int(l.Level))
	}
	return "player " + l.Seat.String() + " " + l.Kind + " " + hexOf(names[l.Seat].Name)
}

// A chain is the hashes of all lines so far: of moves, which stay secret until the end,
// and of events.
type chain struct {
	secret      Hash
	moves, head Hash
	events      uint64
}

func (c *chain) move(line string) { c.moves = sum("move", c.moves[:], []byte(line)) }

// event adds an event. What is mixed in binds all moves so far and tells nothing of them.
func (c *chain) event(line string) {
	c.events++
	blind := keyed(c.secret, "blind", binary.BigEndian.AppendUint64(nil, c.events), c.moves[:])
	c.head = sum("event", c.head[:], blind[:], []byte(line))
}
