package verification_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/engine/record"
	"parlor/engine/record/recordtest"
	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/lobby/verification"
)

// corpus judges records by the program and by examples/verify.py.
type corpus struct {
	t      *testing.T
	games  []engine.Game
	key    ssh.Signer
	python *bufio.Scanner // nil without Python
	ask    io.Writer
	tried  map[string]int // by kind and how it is signed
	holds  map[string]int
}

// TestCorpus checks genuine records, which hold, and single changes of them, which do not: as signed, without the
// signature, and signed again by the host key. Records that keep the rules are written again with other moves: they hold
// unless they are as signed. PARLOR_CORPUS is the number of genuine records; there are
// 40 times as many changes.
func TestCorpus(t *testing.T) {
	records, changes := 10, 60
	if text := os.Getenv("PARLOR_CORPUS"); text != "" {
		var err error
		if records, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		changes = 40 * records
	}
	c := newCorpus(t)
	for n := range records {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		game, m, err := recordtest.Genuine(random, c.games, ssh.FingerprintSHA256(c.key.PublicKey()))
		if err != nil {
			t.Fatal(err)
		}
		text := c.written(game, m)
		c.genuine(n, c.document(text, len(m.Seats)))
		for kind, other := range rewritten(random, m) {
			if again, err := other.Write(game); err == nil && again.Text != text {
				c.changed(kind+", written anew", text, again.Text, len(m.Seats), true)
			}
		}
		all := recordtest.Changes(text, random)
		for range min(len(all), changes/records+1) {
			one := all[random.IntN(len(all))]
			c.changed(one.Kind, text, one.Text, len(m.Seats), false)
		}
		c.documents(c.document(text, len(m.Seats)))
	}
	for _, kind := range slices.Sorted(maps.Keys(c.tried)) {
		t.Logf("%s: %d of %d hold", kind, c.holds[kind], c.tried[kind])
	}
}

func newCorpus(t *testing.T) *corpus {
	t.Helper()
	key, _, err := hostkeys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &corpus{t: t, key: key, tried: map[string]int{}, holds: map[string]int{}}
	c.games = []engine.Game{davinci.Rules().Game(), masterdice.Rules().Game(), kodeknacker.Rules().Game(), bullscows.Rules().Game()}
	_, keygen := exec.LookPath("ssh-keygen")
	python, err := exec.LookPath("python3")
	if err != nil || keygen != nil {
		return c
	}
	command := exec.CommandContext(context.Background(), python, "-B", "testdata/judge.py", "../../examples")
	in, inErr := command.StdinPipe()
	out, outErr := command.StdoutPipe()
	if inErr != nil || outErr != nil || command.Start() != nil {
		t.Fatal(inErr, outErr)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil || command.Wait() != nil {
			t.Error("judge.py fails")
		}
	})
	// Closing its input ends the program, so no context has to.
	c.python, c.ask = bufio.NewScanner(out), in
	return c
}

func (c *corpus) written(game engine.Game, m record.Match) string {
	c.t.Helper()
	w, err := m.Write(game)
	if err != nil {
		c.t.Fatal(err)
	}
	return w.Text
}

// document returns a signed record with its names.
func (c *corpus) document(text string, seats int) lobby.RecordDocument {
	c.t.Helper()
	d := lobby.RecordDocument{Format: record.Format, Text: text, Signature: c.sign(text)}
	for i, name := range recordtest.Names(seats) {
		d.Names = append(d.Names, lobby.RecordName{Seat: engine.Seat(i), Name: name, Salt: hex.EncodeToString(recordtest.SaltOf(i))})
	}
	return d
}

func (c *corpus) sign(text string) string {
	c.t.Helper()
	signature, err := hostkeys.SignRecord(c.key, text)
	if err != nil {
		c.t.Fatal(err)
	}
	return signature
}

// genuine checks a record that holds.
func (c *corpus) genuine(n int, d lobby.RecordDocument) {
	c.t.Helper()
	if report := c.judge("genuine", d); report.Verdict != verification.Holds {
		c.t.Errorf("record %d does not hold: %v\n%s", n, report.Problem, d.Text)
	}
}

// changed checks a changed text three times. kept reports whether it keeps the rules.
func (c *corpus) changed(kind, text, changed string, seats int, kept bool) {
	c.t.Helper()
	d := c.document(text, seats)
	d.Text = changed
	if c.judge(kind+", as signed", d).Verdict == verification.Holds {
		c.t.Errorf("%s holds with the signature of another text:\n%s", kind, changed)
	}
	for how, signature := range map[string]string{"not signed": "", "signed again": c.sign(changed)} {
		d.Signature = signature
		if holds := c.judge(kind+", "+how, d).Verdict == verification.Holds; holds != kept {
			c.t.Errorf("%s, %s: it holds: %v\n%s", kind, how, holds, changed)
		}
	}
}

// judge checks a document, and compares the verdict with that of verify.py.
func (c *corpus) judge(kind string, d lobby.RecordDocument) verification.Report {
	c.t.Helper()
	report := verification.Check(c.games, d, verification.Options{})
	c.tried[kind]++
	if report.Verdict == verification.Holds {
		c.holds[kind]++
	}
	data, err := json.Marshal(d)
	if err != nil {
		c.t.Fatal(err)
	}
	c.agree(kind, string(data), report.Verdict == verification.Holds)
	return report
}

// agree compares a verdict with that of verify.py.
func (c *corpus) agree(kind, document string, holds bool) {
	c.t.Helper()
	if c.python == nil {
		return
	}
	if _, err := fmt.Fprintln(c.ask, document); err != nil || !c.python.Scan() {
		c.t.Fatalf("verify.py breaks off at %s: %v\n%s", kind, err, document)
	}
	if status := c.python.Text(); (status == "0") != holds {
		c.t.Errorf("%s: it holds: %v, and the status of verify.py is %s\n%s", kind, holds, status, document)
	}
}

// documents checks changes of the JSON round a text.
func (c *corpus) documents(d lobby.RecordDocument) {
	c.t.Helper()
	data, err := json.Marshal(d)
	if err != nil {
		c.t.Fatal(err)
	}
	whole := string(data)
	for kind, changed := range map[string]string{
		"member repeated":       strings.Replace(whole, `{"format":2,`, `{"format":2,"format":2,`, 1),
		"unknown member":        strings.Replace(whole, `{"format":2,`, `{"format":2,"note":"",`, 1),
		"another format":        strings.Replace(whole, `{"format":2,`, `{"format":3,`, 1),
		"member in capitals":    strings.Replace(whole, `"text"`, `"Text"`, 1),
		"no names":              strings.Replace(whole, `,"names":`, `,"name":`, 1),
		"name changed":          strings.Replace(whole, `"anna"`, `"anne"`, 1),
		"salt changed":          strings.Replace(whole, `"salt":"00`, `"salt":"01`, 1),
		"seat of a name":        strings.Replace(whole, `"seat":1`, `"seat":2`, 1),
		"text behind":           whole + "{}",
		"signature of nothing":  strings.Replace(whole, "U1NIU0lH", "U1NIU0lI", 1),
		"signature on one line": strings.Replace(whole, `\n-----END`, `-----END`, 1),
	} {
		read, err := verification.Read([]byte(changed))
		holds := err == nil && verification.Check(c.games, read, verification.Options{}).Verdict == verification.Holds
		if c.tried[kind]++; holds {
			c.t.Errorf("%s holds:\n%s", kind, changed)
		}
		c.agree(kind, changed, holds)
	}
}

// rewritten returns other matches that keep the rules: what only the signature tells from the genuine one.
func rewritten(random *rand.Rand, m record.Match) map[string]record.Match {
	all := map[string]record.Match{}
	with := func(kind, void string, lines ...[]record.Line) {
		other := m
		other.Lines, other.Void = slices.Concat(lines...), void
		all[kind] = other
	}
	at := random.IntN(len(m.Lines) + 1)
	with("cut and void", "closed", m.Lines[:at])
	with("cut and resigned", "", m.Lines[:at], []record.Line{{Seat: 0, Action: engine.Resign}})
	with("another reason", "closed", m.Lines)
	with("another player", m.Void, m.Lines[:at], []record.Line{{Seat: 1, Kind: record.Bot, Level: 3}}, m.Lines[at:])
	for i, line := range m.Lines {
		switch {
		case line.Kind != "":
			with("player left out", m.Void, m.Lines[:i], m.Lines[i+1:])
		case line.Action == engine.Resign || line.Action == engine.Next:
			line.ByRoom = !line.ByRoom
			with("mark of the room", m.Void, m.Lines[:i], []record.Line{line}, m.Lines[i+1:])
		}
	}
	return all
}
