package verification_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/engine/record"
	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/lobby/verification"
	"parlor/prose"
)

// signed returns the record of a match that the clock has played, its key, and the
// commitment to its seed.
func signed(t *testing.T) (d lobby.RecordDocument, fingerprint, proof string) {
	t.Helper()
	key, _, err := hostkeys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fingerprint = ssh.FingerprintSHA256(key.PublicKey())
	game := bullscows.Rules().Game()
	options, err := engine.Complete(game.Options, engine.Options{"rounds": "1"})
	if err != nil {
		t.Fatal(err)
	}
	secret := record.Hash{1}
	m := record.Match{Secret: secret, Frozen: record.Frozen{
		Server: "play.example.com", Key: fingerprint, Room: "E93TDD", RoomID: strings.Repeat("ab", 16), Number: 1, Time: time.Unix(0, 0),
		Game: game.Name, Version: game.Version, Options: options, Seal: record.SealOf(secret),
	}}
	for seat, name := range []string{"anna", "bo"} {
		named := lobby.NewRecordName(engine.Seat(seat), name)
		hash, _ := named.Hash()
		d.Names, m.Seats = append(d.Names, named), append(m.Seats, record.Seat{Kind: record.Person, Name: hash})
	}
	for range 2 + 2*options.Int("rows") {
		seat := engine.Seat(len(m.Lines) % 2)
		m.Lines = append(m.Lines, record.Line{Seat: seat, Action: engine.Timeout, ByRoom: true})
	}
	written, err := m.Write(game)
	if err != nil {
		t.Fatal(err)
	}
	d.Format, d.Text = record.Format, written.Text
	if d.Signature, err = hostkeys.SignRecord(key, d.Text); err != nil {
		t.Fatal(err)
	}
	return d, fingerprint, m.Seed(secret).Commitment()
}

// TestVerdicts checks a record as it is, with parts missing, and with parts changed.
func TestVerdicts(t *testing.T) {
	whole, fingerprint, proof := signed(t)
	other, _, _ := signed(t)
	games := []engine.Game{bullscows.Rules().Game()}
	for _, row := range []struct {
		name    string
		change  func(*lobby.RecordDocument)
		options verification.Options
		verdict verification.Verdict
		want    string
	}{
		{"as it is", func(*lobby.RecordDocument) {}, verification.Options{Key: fingerprint, Commitment: proof}, verification.Holds, "signed with the host key " + fingerprint},
		{"without names", func(d *lobby.RecordDocument) { d.Names = nil }, verification.Options{}, verification.Holds, "the record is valid"},
		{"not signed", func(d *lobby.RecordDocument) { d.Signature = "" }, verification.Options{}, verification.Holds, "It has no signature"},
		{"not signed, and a key is given", func(d *lobby.RecordDocument) { d.Signature = "" }, verification.Options{Key: fingerprint}, verification.Fails, "the record is not signed"},
		{"another key is given", func(*lobby.RecordDocument) {}, verification.Options{Key: "SHA256:abc"}, verification.Fails, "not with the key you gave"},
		{"another commitment", func(*lobby.RecordDocument) {}, verification.Options{Commitment: strings.Repeat("ab", 32)}, verification.Fails, "the commitment of this record is " + proof},
		{"the signature of another", func(d *lobby.RecordDocument) { d.Signature = other.Signature }, verification.Options{}, verification.Fails, "does not match this text"},
		{"another name", func(d *lobby.RecordDocument) { d.Names[0].Name = "eve" }, verification.Options{}, verification.Fails, "the name of seat 1 does not match"},
		{"names swapped", func(d *lobby.RecordDocument) { d.Names[0], d.Names[1] = d.Names[1], d.Names[0] }, verification.Options{}, verification.Fails, "there is a name for seat 1"},
		{"another time", func(d *lobby.RecordDocument) { d.Text = strings.Replace(d.Text, "time 1970", "time 1971", 1) }, verification.Options{}, verification.Fails, "line "},
		{"another game", func(d *lobby.RecordDocument) { d.Text = strings.Replace(d.Text, "game bullscows", "game cowsbulls", 1) }, verification.Options{}, verification.Unreadable, "cannot be checked"},
	} {
		d := whole
		d.Names = append([]lobby.RecordName{}, whole.Names...)
		row.change(&d)
		report := verification.Check(games, d, row.options)
		if text := report.Document().Text(prose.English()); report.Verdict != row.verdict || !strings.Contains(text, row.want) {
			t.Errorf("%s: verdict %d\n%s", row.name, report.Verdict, text)
		}
	}
}

// TestReadTakesOneSpelling reads a document as it is written, with spaces, and in other
// spellings.
func TestReadTakesOneSpelling(t *testing.T) {
	d, _, _ := signed(t)
	compact, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(compact), string(indented) + "\n", d.Text} {
		if read, err := verification.Read([]byte(text)); err != nil || read.Text != d.Text || !verification.IsFormat2([]byte(text)) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
	for name, text := range map[string]string{
		"twice":       strings.Replace(string(compact), `"format":2`, `"format":2,"format":2`, 1),
		"unknown":     strings.Replace(string(compact), `"format":2`, `"format":2,"more":1`, 1),
		"capitals":    strings.Replace(string(compact), `"format"`, `"Format"`, 1),
		"trailing":    string(compact) + "{}",
		"no names":    `{"format":2,"text":"","names":null}`,
		"other order": `{"names":[],"format":2,"text":""}`,
	} {
		if _, err := verification.Read([]byte(text)); err == nil {
			t.Errorf("%s: it can be read", name)
		}
	}
}
