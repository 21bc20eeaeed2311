package room

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/engine/record"
	"parlor/lobby"
)

// deals links the records of a room: each record has a number and the hash of the previous
// one, so that a missing record is noticed.
type deals struct {
	Room    string      `json:"room"`    // 32 random hexadecimal digits
	Matches int         `json:"matches"` // dealt so far
	Last    record.Hash `json:"last"`    // record.Frozen.Hash of the newest match
}

// A holder is the player of a seat.
type holder struct {
	Kind  string       `json:"kind"` // as in record.Line
	Level engine.Level `json:"level,omitempty"`
}

// A mark records that another player took over a seat, or that the room made a move for a seat.
type mark struct {
	At   int         `json:"at"` // number of moves before the change, or the index of the move
	Seat engine.Seat `json:"seat"`
	// holder is the new player. If it is zero, the room made the move.
	holder
}

// A recording has what the record of a match needs besides its moves. It is zero if the match
// has no record.
type recording struct {
	frozen  record.Frozen
	secret  record.Hash
	names   []lobby.RecordName
	holders []holder // current players by seat; copied on write
	marks   []mark   // in order; copied on write
	fresh   []mark   // marks since the last journal entry
}

// recordData is the stored form of a recording.
type recordData struct {
	Frozen string             `json:"frozen"`
	Secret record.Hash        `json:"secret"`
	Names  []lobby.RecordName `json:"names"`
	Marks  []mark             `json:"marks,omitempty"`
}

// freeze returns the recording of the next match, with the first part of its record, and the
// seed of the match. The seats must be those of the match.
func (o orders) freeze() (recording, engine.Seed) {
	secret := o.config.Seed()
	if o.config.Records == nil {
		return recording{}, secret
	}
	game := o.config.Game
	options, err := engine.Complete(game.Options, o.plan.Options)
	if err != nil {
		return recording{}, secret // dealing the match will return the same error
	}
	if o.deals.Room == "" {
		var id [16]byte
		_, _ = rand.Read(id[:]) // never fails
		o.deals.Room = hex.EncodeToString(id[:])
	}
	why, _ := rating(o.seating.seats)
	r := recording{secret: secret, frozen: record.Frozen{
		Server: o.config.Records.Server, Key: o.config.Records.Key, Room: o.config.Code, RoomID: o.deals.Room, Number: o.deals.Matches + 1, Before: o.deals.Last,
		Time: o.now().UTC().Truncate(time.Second), Game: game.Name, Version: game.Version, Options: options,
		Settings: recordSettings(o.plan, o.plan.Rated && why.IsZero()), Seal: record.SealOf(secret),
	}}
	for i, s := range o.seating.seats {
		name := lobby.NewRecordName(engine.Seat(i), s.name)
		hash, _ := name.Hash() // a new salt can be read
		seat := record.Seat{Kind: record.Person, Name: hash, Guest: s.guest, Program: s.program}
		switch {
		case s.kind == lobby.SeatBot:
			seat = record.Seat{Kind: record.Bot, Name: hash, Level: max(s.level, engine.FirstBot)}
		case s.handle != nil:
			seat.Program = s.handle.guest.Program()
		}
		r.frozen.Seats, r.names = append(r.frozen.Seats, seat), append(r.names, name)
	}
	r.holders = firstHolders(r.frozen.Seats)
	o.deals.Matches, o.deals.Last = r.frozen.Number, r.frozen.Hash()
	return r, r.frozen.Seed(secret)
}

// recordSettings returns the room settings that a record lists.
func recordSettings(plan lobby.Plan, rated bool) map[string]string {
	seconds := func(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }
	return map[string]string{
		"absent": cmp.Or(plan.Absent, lobby.AbsentClock), "substitute": cmp.Or(plan.Substitute, lobby.Substitutes()[0]),
		"clock": seconds(plan.Clock), "time_limit": seconds(plan.TimeLimit), "rated": onOff(rated), "hints": onOff(plan.Hints()),
		"spectators": onOff(!plan.Unwatched), "hand_sharing": onOff(!plan.Rated), "hand_delay": strconv.Itoa(plan.EyesDelay),
	}
}

// seal returns the seal of the record in hexadecimal, or an empty string if there is no record.
func (r *recording) seal() string {
	if r.frozen.Game == "" {
		return ""
	}
	return hex.EncodeToString(r.frozen.Seal[:])
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// firstHolders returns the players of the seats at the start of the match.
func firstHolders(seats []record.Seat) []holder {
	holders := make([]holder, len(seats))
	for i, seat := range seats {
		holders[i] = holder{seat.Kind, seat.Level}
		if seat.Program {
			holders[i].Kind = record.Program
		}
	}
	return holders
}

// notePlayed records the player of the move with an index, if it is another one than before.
func (r *recording) notePlayed(at int, seat engine.Seat, by holder, byRoom bool) {
	switch {
	case r.frozen.Game == "":
	case byRoom:
		r.add(mark{At: at, Seat: seat})
	case r.holders[seat] != by && by.Kind != "":
		r.holders = slices.Clone(r.holders)
		r.holders[seat] = by
		r.add(mark{At: at, Seat: seat, holder: by})
	}
}

func (r *recording) add(one mark) {
	r.marks, r.fresh = append(slices.Clip(r.marks), one), append(slices.Clip(r.fresh), one)
}

// text returns the text of the record of a match that has ended or is void. It is empty if
// there is no record.
func (r *recording) text(game engine.Game, moves []engine.Move, void string) (text string, err error) {
	if r.frozen.Game == "" {
		return "", nil
	}
	defer func() {
		if recover() != nil {
			text, err = "", fmt.Errorf("the match breaks the rules' code, at %s", stackLines())
		}
	}()
	written, err := record.Match{Frozen: r.frozen, Lines: r.lines(moves), Void: void, Secret: r.secret}.Write(game)
	if err != nil {
		return "", err
	}
	return written.Text, nil
}

// lines returns the moves and marks as lines of a record.
func (r *recording) lines(moves []engine.Move) []record.Line {
	var lines []record.Line
	left := r.marks
	for at, move := range moves {
		line := record.Line{Seat: move.Seat, Action: move.Action}
		for ; len(left) > 0 && left[0].At <= at; left = left[1:] {
			if left[0].Kind == "" {
				line.ByRoom = true
			} else {
				lines = append(lines, record.Line{Seat: left[0].Seat, Kind: left[0].Kind, Level: left[0].Level})
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// data returns the stored form of the recording, or nil if there is no record.
func (r *recording) data() *recordData {
	if r.frozen.Game == "" {
		return nil
	}
	return &recordData{r.frozen.Text(), r.secret, r.names, r.marks}
}

// restore sets the recording from stored data, which may be nil, and the marks after it.
func (r *recording) restore(data *recordData, later []mark) error {
	if data == nil {
		return nil
	}
	frozen, err := record.ParseFrozen(data.Frozen)
	if err != nil {
		return err
	}
	*r = recording{frozen: frozen, secret: data.Secret, names: data.Names, marks: slices.Concat(data.Marks, later), holders: firstHolders(frozen.Seats)}
	for _, one := range r.marks {
		if one.Kind != "" {
			r.holders[one.Seat] = one.holder
		}
	}
	return nil
}
