package lines

import (
	"encoding/json"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// shortCommitment is how many digits of a commitment are told to a player who has not
// asked: enough to know it again, and few enough to listen to. They bind
// nobody: two seeds with these digits alike can be found, so that a check needs
// them all.
const shortCommitment = 16

// verification is what a player needs to check the deal of a match in a room.
type verification struct {
	*console
	ended *lobby.Ending // the match that ended last; nil while none has
}

// showNew tells the commitment of a match that has begun since an older one, and of a match
// that has ended, that it can be checked.
func (v *verification) showNew(before string, u lobby.Update) {
	if len(u.Ended) > 0 {
		last := u.Ended[len(u.Ended)-1]
		v.ended = &last
		v.say(prose.T("You can check the deal now. Type {proof} to learn how.", prose.Literal("proof")))
	}
	if u.Proof != before && u.Proof != "" && u.Stage != engine.Over {
		v.say(prose.T("The commitment of this match begins with {digits}. Type {proof} for all of it.", prose.Literal(u.Proof[:shortCommitment]), prose.Literal("proof")))
	}
}

// show tells the whole commitment, and what it is good for.
func (v *verification) show(u lobby.Update) {
	switch u.Stage {
	case lobby.Gathering:
		v.say(prose.T("The commitment of a match is shown when the match begins."))
	case engine.Over:
		v.say(prose.T("The commitment of this match was {commitment}.", prose.Literal(u.Proof)))
		if v.ended == nil {
			v.say(prose.T("Only those who were here when the match ended can check it."))
			return
		}
		v.say(
			prose.T("To check it, type {record} and save the line that you get in a file.", prose.Literal("record")),
			prose.T("Then run {command} with that file and the commitment that you kept when the match began.", prose.Literal("parlor verify FILE --proof HEX")),
		)
	default:
		v.say(
			prose.T("The commitment of this match is {commitment}.", prose.Literal(u.Proof)),
			prose.T("It is a {hash} hash of the seed that every deal, draw and roll of this match comes from. Keep it. The seed is shown at the end, and you can check that it matches.",
				prose.Literal("SHA-256")),
		)
	}
}

// record prints the match that ended last as one line of JSON, which parlor
// verify reads.
func (v *verification) record() {
	if v.ended == nil {
		v.say(prose.T("No match has ended here since you came. The record of a match is secret until its end."))
		return
	}
	line, err := json.Marshal(struct {
		Proof  string        `json:"proof"`
		Record engine.Record `json:"record"`
		// BotMoves are those of lobby.Ending.
		BotMoves [][]int `json:"bot_moves,omitempty"`
	}{v.ended.Proof, v.ended.Record, v.ended.BotMoves})
	if err != nil {
		v.refuse(err)
		return
	}
	v.write(string(line) + "\n")
}
