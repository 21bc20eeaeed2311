// Package verification checks the record of a match in format 2 with its signature and
// names, and says what that proves and what it cannot prove.
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
	Unreadable // it cannot be told whether the record holds
)

// A Report says what was checked.
type Report struct {
	Verdict  Verdict
	Match    record.Checked // as far as it could be read
	Holds    []prose.Text   // what was checked and is so
	Problem  error          // the first thing that is not so; nil if the record holds
	Unproven []prose.Text   // what the record cannot prove
}

// Options say what a record is compared with besides itself.
type Options struct {
	Key        string // fingerprint of the server's host key; empty if it is not known
	Commitment string // commitment to the seed, as shown when the match began; empty if it is not known
}

// IsFormat2 reports whether a document is a record of format 2, or wants to be.
func IsFormat2(data []byte) bool {
	var lead struct {
		Format int `json:"format"`
	}
	return bytes.HasPrefix(data, []byte("parlor match")) || json.Unmarshal(data, &lead) == nil && lead.Format == record.Format
}

// Read reads a document: JSON as the server writes it, or the text of a record alone. It
// refuses unknown and repeated members, and every other spelling but for spaces.
func Read(data []byte) (d lobby.RecordDocument, err error) {
	if bytes.HasPrefix(data, []byte("parlor match")) {
		return lobby.RecordDocument{Format: record.Format, Text: string(data)}, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return d, fmt.Errorf("it is not a record as JSON: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return d, fmt.Errorf("it is not a record as JSON: %w", err)
	}
	if again, err := json.Marshal(d); err != nil || !bytes.Equal(again, compact.Bytes()) {
		return d, errors.New("it is not spelled as the server writes it: members are missing, repeated, or in another order")
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
		return fmt.Errorf("%w: format %d of records", record.ErrUnknown, d.Format)
	}
	if r.Match, err = record.Check(games, d.Text); err != nil {
		return err
	}
	m := r.Match
	r.holds(prose.T("The text is complete and has its one spelling."))
	r.holds(prose.T("The secret is the one whose seal stands before the first move, and the whole deal follows from it."))
	r.holds(prose.C("{n} line of moves keeps the rules of {game}, version {version}. Events, winners, points and both chains follow.",
		"{n} lines of moves keep the rules of {game}, version {version}. Events, winners, points and both chains follow.",
		prose.N(len(m.Lines)), prose.Literal(m.Game.Title), prose.N(m.Version)))
	if seed := m.Seed(m.Secret); options.Commitment != "" {
		if options.Commitment != seed.Commitment() {
			return fmt.Errorf("the commitment that was shown when the match began is another: that of this record is %s", seed.Commitment())
		}
		r.holds(prose.T("The commitment is the one that was shown when the match began."))
	}
	return errors.Join(r.signature(d, options), r.names(d))
}

func (r *Report) holds(text prose.Text) { r.Holds = append(r.Holds, text) }

// signature checks who has signed the text.
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
		return fmt.Errorf("the record is signed by the key %s, and names the key %s", fingerprint, r.Match.Key)
	}
	if options.Key != "" && options.Key != fingerprint {
		return fmt.Errorf("the record is signed by the key %s, and not by the key that was given", fingerprint)
	}
	r.holds(prose.T("The whole text is signed by the host key {key}.", prose.Literal(fingerprint)))
	return nil
}

// names checks the names that are given. Some may be missing.
func (r *Report) names(d lobby.RecordDocument) error {
	var named []prose.Text
	last := engine.Watcher
	for _, one := range d.Names {
		if one.Seat <= last || int(one.Seat) >= len(r.Match.Seats) {
			return fmt.Errorf("there is a name for seat %v, which has none or another", one.Seat)
		}
		last = one.Seat
		if hash, ok := one.Hash(); !ok || hash != r.Match.Seats[one.Seat].Name {
			return fmt.Errorf("the name of seat %v is not the one in the text", one.Seat)
		}
		named = append(named, prose.T("seat {seat}, {name}", prose.Literal(one.Seat.String()), prose.Name(one.Name)))
	}
	if len(named) > 0 {
		r.holds(prose.T("These names are the ones in the text: {names}.", prose.List(named)))
	}
	return nil
}

// unproven returns what a record cannot prove.
func unproven(signed bool) []prose.Text {
	texts := []prose.Text{
		prose.T("That the match took place, or that these moves were made: whoever has the host key can make up a match that keeps the rules."),
		prose.T("That the deal was not chosen: the server draws the secret alone, and could have drawn several."),
		prose.T("That hidden tiles, codes or dice were shown to no one during the match."),
		prose.T("That the players were different people, or people at all."),
		prose.T("That no other match was played and left out."),
		prose.T("The time."),
	}
	if !signed {
		return append([]prose.Text{prose.T("Where the record comes from: it has no signature, so anyone can have written it.")}, texts...)
	}
	return append([]prose.Text{prose.T("Whose host key it is: compare its fingerprint with the one that ssh shows for the server.")}, texts...)
}

// Document returns the report in three parts.
func (r Report) Document() (d document.Document) {
	d.Line(prose.T("Checked, and it holds:"))
	d.Lines(r.Holds)
	if len(r.Holds) == 0 {
		d.Line(prose.T("Nothing."))
	}
	d.Line(prose.T("What a record cannot prove:"))
	d.Lines(r.Unproven)
	switch r.Verdict {
	case Holds:
		d.Line(prose.T("Verdict: the record holds."))
	case Fails:
		d.Line(prose.T("Verdict: the record does not hold: {why}.", prose.Literal(clean(r.Problem))))
	case Unreadable:
		d.Line(prose.T("Verdict: the record cannot be checked here: {why}.", prose.Literal(clean(r.Problem))))
	}
	return d
}

// clean returns the text of an error on one line, without control characters and a full
// stop at its end.
func clean(err error) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r > '~' {
			return ' '
		}
		return r
	}, strings.TrimRight(err.Error(), "."))
}
