// Package record writes, parses and checks records of matches in format 2. A record is a text
// in which everything follows from its first part, the moves and one secret, so that other
// programs can check it. docs/record.md specifies the format.
//
// Every match has exactly one text: [Match.Write] returns it, and [Check] accepts a text only
// if Write returns the same.
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

// Format is the version of the format. Every text begins with it.
const Format = 2

// Largest is the maximum size of a text in bytes.
const Largest = 4 << 20

// A Hash is a SHA-256 hash. As text it has 64 lower-case hexadecimal digits.
type Hash = engine.Seed

// None is written for a missing name, hash or list.
const None = "-"

// Kinds of seats.
const (
	Person  = "person"
	Bot     = "bot"
	Program = "program" // only in changes of seats: a person whose client is a program
)

// Frozen is the first part of a record, which is fixed before the first move.
type Frozen struct {
	Server   string // as the operator names it; empty if it has no name
	Key      string // fingerprint of the host key that signs: "SHA256:…"; empty if the record is not signed
	Room     string // code
	RoomID   string // 32 hexadecimal digits; no other room has the same
	Number   int    // of the match in the room, from 1
	Before   Hash   // Frozen.Hash of the previous match in the room; zero for the first
	Time     time.Time
	Game     string
	Version  int               // of the rules
	Settings map[string]string // of the room
	Options  engine.Options    // complete
	Seats    []Seat
	Seal     Hash
}

// A Seat is the player of a seat when the match begins.
type Seat struct {
	Kind    string       // Person or Bot
	Level   engine.Level // of a bot, else 0
	Name    Hash         // NameHash of the name and its salt
	Guest   bool
	Program bool
}

// A Line is a move, or a change of the player of a seat between two moves.
type Line struct {
	Seat   engine.Seat
	Action engine.Action // of a move; empty for a change of player
	ByRoom bool          // the clock, the room or its host made the move
	Kind   string        // of a change of player: Person, Bot or Program
	Level  engine.Level  // of the bot that takes the seat
}

// A Match has everything in a record that does not follow from other parts of it.
type Match struct {
	Frozen
	Lines  []Line
	Void   string // one word: why the match has no result; empty if it has one
	Secret Hash
}

// SealOf returns the commitment to a secret that is published before the first move.
func SealOf(secret Hash) Hash { return sum("seal", secret[:]) }

// NameHash returns the hash that replaces a name in a text. The salt is 16 random bytes.
func NameHash(salt []byte, name string) Hash { return sum("name", salt, []byte(name)) }

// Text returns the first lines of the record, up to the line "frozen".
func (f Frozen) Text() string { return f.text() }

// Hash returns the hash of Text.
func (f Frozen) Hash() Hash { return sum("deal", []byte(f.text())) }

// Seed returns the seed from which the match is dealt.
func (f Frozen) Seed(secret Hash) engine.Seed {
	start := f.start()
	return keyed(secret, "seed", start[:])
}

// start returns the first hash of both chains.
func (f Frozen) start() Hash {
	frozen := f.Hash()
	return sum("dealt", frozen[:], []byte(dealt))
}

// dealt is the line between the frozen part and the first move.
const dealt = "dealt\n"

// sum returns the SHA-256 hash of a tag and parts. All parts but the last have a fixed length.
func sum(tag string, parts ...[]byte) Hash {
	return sha256.Sum256(slices.Concat(append([][]byte{[]byte("parlor " + tag + " 2\n")}, parts...)...))
}

// keyed returns the HMAC-SHA256 of a tag and parts.
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

// text returns the lines up to the line "frozen".
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

// text returns the line without its newline. seats has the hashes of the names.
func (l Line) text(seats []Seat) string {
	switch {
	case l.Action != "" && l.ByRoom:
		return l.Seat.String() + "! " + string(l.Action)
	case l.Action != "":
		return l.Seat.String() + " " + string(l.Action)
	case l.Kind == Bot:
		return "player " + l.Seat.String() + " " + Bot + " " + strconv.Itoa(int(l.Level))
	}
	return "player " + l.Seat.String() + " " + l.Kind + " " + hexOf(seats[l.Seat].Name)
}

// A chain has two running hashes: one of the lines of moves, which stays secret until the
// match has ended, and one of the events.
type chain struct {
	secret      Hash
	moves, head Hash
	events      uint64
}

func (c *chain) move(line string) { c.moves = sum("move", c.moves[:], []byte(line)) }

// event adds an event. The blinding value commits to all moves so far without revealing them.
func (c *chain) event(line string) {
	c.events++
	blind := keyed(c.secret, "blind", binary.BigEndian.AppendUint64(nil, c.events), c.moves[:])
	c.head = sum("event", c.head[:], blind[:], []byte(line))
}
