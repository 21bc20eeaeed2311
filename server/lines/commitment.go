package lines

import (
	"encoding/json"

	"parlor/engine"
	"parlor/lobby"
)

// shortCommitment is how many digits of a commitment are told to somebody who has not
// asked: enough to know it again, and few enough to listen to. They bind
// nobody: two seeds with these digits alike can be found, so that a check needs
// them all.
const shortCommitment = 16

// sayNewCommitment tells what the deal of a match is sealed with that has begun since
// an older proof, and where a match has ended, that it can be checked.
func (s *Session) sayNewCommitment(before string) {
	u := s.table.Update
	if len(u.Ended) > 0 {
		last := u.Ended[len(u.Ended)-1]
		s.table.ended = &last
		s.say("You can check the deal now: type proof for how.")
	}
	if u.Proof != before && u.Proof != "" && u.Stage != engine.Over {
		s.say("The deal is sealed: " + u.Proof[:shortCommitment] + " … Type proof for all of the seal.")
	}
}

// sayCommitment tells the whole commitment, and what it is good for.
func (s *Session) sayCommitment() {
	u := s.table.Update
	switch u.Stage {
	case lobby.Gathering:
		s.say("The deal is sealed when the match begins.")
	case engine.Over:
		s.say("The deal was sealed with " + u.Proof + ".")
		if s.table.ended == nil {
			s.say("Those who were here when the match ended can check it.")
			return
		}
		s.say("To check it, type record, save the line that comes in a file, and run parlor verify FILE --proof and the digits as you kept them when the match began.")
	default:
		s.say(
			"The deal is sealed with "+u.Proof+".",
			"It is the SHA-256 of the seed from which all chance of this match comes. Keep it: at the end the seed is told, and you can check that it is the sealed one.",
		)
	}
}

// sayRecord tells the match that ended last as one line of JSON, which parlor
// verify reads.
func (s *Session) sayRecord() {
	ended := s.table.ended
	if ended == nil {
		s.say("No match has ended here since you came. While one is played its record is secret.")
		return
	}
	line, err := json.Marshal(struct {
		Proof  string        `json:"proof"`
		Record engine.Record `json:"record"`
	}{ended.Proof, ended.Record})
	if err != nil {
		s.refuse(err)
		return
	}
	s.write(string(line) + "\n")
}
