package cli

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"parlor/engine"
	"parlor/internal/bench/arena"
)

// results is the progress of contests, stored in a file if there is one. Each run of a contest adds a line, of which
// the last counts.
type results struct {
	program string
	file    *os.File // nil if not stored
	known   map[string]arena.Progress
}

// result is a line of the file.
type result struct {
	Program  string         `json:"program"` // checksum of the program that played
	Contest  contestName    `json:"contest"`
	Progress arena.Progress `json:"progress"`
}

// contestName identifies a contest.
type contestName struct {
	Game    string         `json:"game"`
	Seats   int            `json:"seats"`
	Options engine.Options `json:"options"`
	One     engine.Level   `json:"one"`
	Others  engine.Level   `json:"others"`
	Seed    uint64         `json:"seed"`
}

func nameOf(c arena.Contest) contestName {
	return contestName{c.Game.Name, c.Setting.Seats, c.Setting.Options, c.One, c.Others, c.Seed}
}

// key returns a string that is equal for equal names.
func (n contestName) key() string { return fmt.Sprint(n) } // maps are printed sorted

// openResults opens a file, creating it if needed, and reads it. If the name is empty, nothing is stored.
func openResults(name string) (*results, error) {
	r := &results{known: map[string]arena.Progress{}}
	if name == "" {
		return r, nil
	}
	var err error
	if r.program, err = programSum(); err != nil {
		return nil, err
	}
	if r.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil { //nolint:gosec // an operator's name; nothing in it is secret
		return nil, err
	}
	if err := r.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), r.file.Close())
	}
	return r, nil
}

// read reads all lines of the file.
func (r *results) read() error {
	lines := bufio.NewReader(r.file)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		var one result
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		switch {
		case decoder.Decode(&one) != nil || line[len(line)-1] != '\n':
			return fmt.Errorf("line %d is no result; take it out, or name another file", n)
		case one.Program != r.program:
			return fmt.Errorf("line %d is of another build of parlor, whose bots may play otherwise; name another file", n)
		}
		r.known[one.Contest.key()] = one.Progress
	}
}

// programSum returns the checksum of this program.
func programSum() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name) //nolint:gosec // this program
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, file.Close())
}

// play continues a contest and stores its progress, even if interrupted.
func (r *results) play(ctx context.Context, contest arena.Contest, until arena.Until) (arena.Progress, error) {
	name := nameOf(contest)
	before := r.known[name.key()]
	progress, err := contest.GoOn(ctx, before, until)
	if r.file != nil && progress.Score.Deals > before.Score.Deals {
		line, cannot := json.Marshal(result{r.program, name, progress})
		if cannot == nil {
			_, cannot = r.file.Write(append(line, '\n'))
		}
		err = errors.Join(err, cannot)
	}
	return progress, err
}

// Close closes the file.
func (r *results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
