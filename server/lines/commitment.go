package lines

import (
	"encoding/json"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// shortCommitment is how many digits of a commitment are told to somebody who has not
// asked: enough to know it again, and few enough to listen to. They bind
// nobody: two seeds with these digits alike can be found, so that a check needs
// them all.
const shortCommitment = 16

// sayNewCommitment tells the commitment of a match that has begun since an older
// proof, and where a match has ended, that it can be checked.
func (s *Session) sayNewCommitment(before string) {
	u := s.table.Update
	if len(u.Ended) > 0 {
		last := u.Ended[len(u.Ended)-1]
		s.table.ended = &last
		s.say(prose.T("You can check the deal now. Type {proof} to learn how.", prose.Literal("proof")))
	}
	if u.Proof != before && u.Proof != "" && u.Stage != engine.Over {
		s.say(prose.T("The commitment of this match begins with {digits}. Type {proof} for all of it.", prose.Literal(u.Proof[:shortCommitment]), prose.Literal("proof")))
	}
}

// sayCommitment tells the whole commitment, and what it is good for.
func (s *Session) sayCommitment() {
	u := s.table.Update
	switch u.Stage {
	case lobby.Gathering:
		s.say(prose.T("The commitment of a match is shown when the match begins."))
	case engine.Over:
		s.say(prose.T("The commitment of this match was {commitment}.", prose.Literal(u.Proof)))
		if s.table.ended == nil {
			s.say(prose.T("Only those who were here when the match ended can check it."))
			return
		}
		s.say(
			prose.T("To check it, type {record} and save the line that you get in a file.", prose.Literal("record")),
			prose.T("Then run {command} with that file and the commitment that you kept when the match began.", prose.Literal("parlor verify FILE --proof HEX")),
		)
	default:
		s.say(
			prose.T("The commitment of this match is {commitment}.", prose.Literal(u.Proof)),
			prose.T("It is a {hash} hash of the seed that every deal, draw and roll of this match comes from. Keep it. The seed is shown at the end, and you can check that it matches.",
				prose.Literal("SHA-256")),
		)
	}
}

// sayRecord tells the match that ended last as one line of JSON, which parlor
// verify reads.
func (s *Session) sayRecord() {
	ended := s.table.ended
	if ended == nil {
		s.say(prose.T("No match has ended here since you came. The record of a match is secret until its end."))
		return
	}
	line, err := json.Marshal(struct {
		Proof  string        `json:"proof"`
		Record engine.Record `json:"record"`
		// BotMoves are those of lobby.Ending.
		BotMoves [][]int `json:"bot_moves,omitempty"`
	}{ended.Proof, ended.Record, ended.BotMoves})
	if err != nil {
		s.refuse(err)
		return
	}
	s.write(string(line) + "\n")
}
