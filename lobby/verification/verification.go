// Package verification checks records of matches in format 2, with their signatures and
// names. A report says what a record proves and what it cannot prove.
package verification

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/record"
	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
)

// A Verdict is the result of a check. As a number it is an exit status.
type Verdict int

// Verdicts.
const (
	Holds Verdict = iota
	Fails
	Unreadable // this program cannot check the record
)

// A Report is the result of a check.
type Report struct {
	Verdict  Verdict
	Match    record.Checked // as far as it was read
	Holds    []prose.Text   // the checks that passed
	Problem  error          // the first check that failed; nil if the record holds
	Unproven []prose.Text   // what the record cannot prove
}

// Options are values from outside the record that Check compares with it.
type Options struct {
	Key        string // fingerprint of the server's host key; empty if unknown
	Commitment string // commitment to the seed, as shown when the match began; empty if unknown
}

// IsFormat2 reports whether a document says that it is a record of format 2.
func IsFormat2(data []byte) bool {
	var lead struct {
		Format int `json:"format"`
	}
	return bytes.HasPrefix(data, []byte("parlor match")) || json.Unmarshal(data, &lead) == nil && lead.Format == record.Format
}

// Read reads a document: JSON as the server writes it, or only the text of a record. It
// accepts no unknown, repeated or reordered members; only white space may differ.
func Read(data []byte) (d lobby.RecordDocument, err error) {
	if bytes.HasPrefix(data, []byte("parlor match")) {
		return lobby.RecordDocument{Format: record.Format, Text: string(data)}, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return d, fmt.Errorf("the JSON of the record is not valid: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return d, fmt.Errorf("the JSON of the record is not valid: %w", err)
	}
	if again, err := json.Marshal(d); err != nil || d.Names == nil || !bytes.Equal(again, compact.Bytes()) {
		return d, errors.New("its JSON is not as the server writes it: members are missing, repeated or in a different order")
	}
	return d, nil
}

// Check checks a document.
func Check(games []engine.Game, d lobby.RecordDocument, options Options) (r Report) {
	r.Unproven = unproven(d.Signature != "")
	r.Problem = r.check(games, d, options)
	switch {
	case r.Problem == nil:
		r.Verdict = Holds
	case errors.Is(r.Problem, record.ErrUnknown):
		r.Verdict = Unreadable
	default:
		r.Verdict = Fails
	}
	return r
}

func (r *Report) check(games []engine.Game, d lobby.RecordDocument, options Options) (err error) {
	if d.Format != record.Format {
		return fmt.Errorf("%w: record format %d", record.ErrUnknown, d.Format)
	}
	if r.Match, err = record.Check(games, d.Text); err != nil {
		return err
	}
	m := r.Match
	r.holds(prose.T("The text is complete and in canonical form."))
	r.holds(prose.T("The secret matches the seal that was set before the first move, and the whole deal follows from it."))
	r.holds(prose.C("{n} line of moves follows the rules of {game}, version {version}. Events, winners, points and both hash chains match.",
		"{n} lines of moves follow the rules of {game}, version {version}. Events, winners, points and both hash chains match.",
		prose.N(len(m.Lines)), prose.Literal(m.Game.Title), prose.N(m.Version)))
	if seed := m.Seed(m.Secret); options.Commitment != "" {
		if options.Commitment != seed.Commitment() {
			return fmt.Errorf("the commitment of this record is %s, not the one you gave", seed.Commitment())
		}
		r.holds(prose.T("The commitment is the one you gave."))
	}
	return errors.Join(r.signature(d, options), r.names(d))
}

func (r *Report) holds(text prose.Text) { r.Holds = append(r.Holds, text) }

// signature checks which key signed the text.
func (r *Report) signature(d lobby.RecordDocument, options Options) error {
	if d.Signature == "" {
		if options.Key != "" {
			return errors.New("the record is not signed")
		}
		return nil
	}
	key, err := hostkeys.VerifyRecord(d.Text, d.Signature)
	if err != nil {
		return err
	}
	fingerprint := ssh.FingerprintSHA256(key)
	if fingerprint != r.Match.Key {
		return fmt.Errorf("the record is signed with the key %s, but its text names the key %s", fingerprint, r.Match.Key)
	}
	if options.Key != "" && options.Key != fingerprint {
		return fmt.Errorf("the record is signed with the key %s, not with the key you gave", fingerprint)
	}
	r.holds(prose.T("The whole text is signed with the host key {key}.", prose.Literal(fingerprint)))
	return nil
}

// names checks the names that the document has. Some may be missing.
func (r *Report) names(d lobby.RecordDocument) error {
	var named []prose.Text
	last := engine.Watcher
	for _, one := range d.Names {
		if one.Seat <= last || int(one.Seat) >= len(r.Match.Seats) {
			return fmt.Errorf("there is a name for seat %v, but no such seat or another name for it", one.Seat)
		}
		last = one.Seat
		if hash, ok := one.Hash(); !ok || hash != r.Match.Seats[one.Seat].Name {
			return fmt.Errorf("the name of seat %v does not match the text", one.Seat)
		}
		named = append(named, prose.T("seat {seat}, {name}", prose.Literal(one.Seat.String()), prose.Name(one.Name)))
	}
	if len(named) > 0 {
		r.holds(prose.T("These names match the text: {names}.", prose.List(named)))
	}
	return nil
}

// unproven returns what a record cannot prove.
func unproven(signed bool) []prose.Text {
	texts := []prose.Text{
		prose.T("That the match was played, or that these moves were made. The holder of the host key can make up any match within the rules."),
		prose.T("That the deal is random. The server draws the secret by itself, and could draw several and pick one."),
		prose.T("That nobody saw hidden tiles, codes or dice during the match."),
		prose.T("That the players were different people, or people at all."),
		prose.T("That no other match was played and then left out."),
		prose.T("When the match was played."),
	}
	if !signed {
		return append([]prose.Text{prose.T("Where the record comes from. It has no signature, so anyone could have written it.")}, texts...)
	}
	return append([]prose.Text{prose.T("Whose host key it is. Compare its fingerprint with the one that ssh shows for the server.")}, texts...)
}

// Document returns the report in three parts: what holds, what is not proved, and the verdict.
func (r Report) Document() (d document.Document) {
	d.Line(prose.T("These checks passed:"))
	d.Lines(r.Holds)
	if len(r.Holds) == 0 {
		d.Line(prose.T("None."))
	}
	d.Line(prose.T("A record cannot prove:"))
	d.Lines(r.Unproven)
	switch r.Verdict {
	case Holds:
		d.Line(prose.T("Verdict: the record is valid."))
	case Fails:
		d.Line(prose.T("Verdict: the record is not valid: {why}.", prose.Literal(clean(r.Problem))))
	case Unreadable:
		d.Line(prose.T("Verdict: the record cannot be checked: {why}.", prose.Literal(clean(r.Problem))))
	}
	return d
}

// clean returns the text of an error on one line, without control characters and without a
// full stop.
func clean(err error) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r > '~' {
			return ' '
		}
		return r
	}, strings.TrimRight(err.Error(), "."))
}
