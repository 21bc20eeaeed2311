package lines

import (
	"encoding/json"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// shortCommitment is the number of digits of a commitment that are shown unasked: enough to
// recognize it, and few enough to listen to. They are not binding, as two seeds with these digits
// can be found; a check needs the whole commitment.
const shortCommitment = 16

// verification holds what a player needs to verify the deal of a match.
type verification struct {
	*console
	ended *lobby.Ending // the last finished match; nil if there is none
}

// showNew shows the commitment of a new match. After a match, it announces that the deal can be verified.
func (v *verification) showNew(before string, u lobby.Update) {
	if len(u.Ended) > 0 {
		last := u.Ended[len(u.Ended)-1]
		v.ended = &last
		if u.Recorded() {
			v.say(prose.T("The record of the match is signed."))
		}
		v.say(prose.T("You can check the deal now. Type {commitment} to learn how.", prose.Literal("commitment")))
	}
	if u.Proof != before && u.Proof != "" && u.Stage != engine.Over {
		v.say(prose.T("The commitment of this match begins with {digits}. Type {commitment} for all of it.", prose.Literal(u.Proof[:shortCommitment]), prose.Literal("commitment")))
	}
}

// show shows the whole commitment and its purpose.
func (v *verification) show(u lobby.Update) {
	switch u.Stage {
	case lobby.Gathering:
		v.say(prose.T("The commitment of a match is shown when the match begins."))
	case engine.Over:
		v.say(prose.T("The commitment of this match was {commitment}.", prose.Literal(u.Proof)))
		if v.ended == nil && !u.Recorded() {
			v.say(prose.T("Only people who were here when the match ended can check it."))
			return
		}
		v.say(
			prose.T("To check it, type {record} and save the output line in a file.", prose.Literal("record")),
			prose.T("Then run {command} with that file and the commitment you kept when the match began.", prose.Literal("parlor verify FILE --commitment HEX")),
		)
	default:
		v.say(
			prose.T("The commitment of this match is {commitment}.", prose.Literal(u.Proof)),
			prose.T("It is a {hash} hash of the seed that determines every deal, draw and roll of this match. Keep it. The seed is shown at the end, and you can check that it matches.",
				prose.Literal("SHA-256")),
		)
	}
}

// record prints the last finished match as a line of JSON, for parlor verify.
func (v *verification) record() {
	if v.ended == nil {
		v.say(prose.T("No match has ended here since you joined. The record of a match is secret until it ends."))
		return
	}
	line, err := json.Marshal(struct {
		Proof  string        `json:"proof"`
		Record engine.Record `json:"record"`
		// BotMoves is lobby.Ending.BotMoves.
		BotMoves [][]int `json:"bot_moves,omitempty"`
	}{v.ended.Proof, v.ended.Record, v.ended.BotMoves})
	if err != nil {
		v.refuse(err)
		return
	}
	v.write(string(line) + "\n")
}
