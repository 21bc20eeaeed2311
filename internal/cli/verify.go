package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/verification"
	"parlor/prose"
)

// verifyHelp is the help of verify.
const verifyHelp = `parlor verify replays a match and checks its deal.

    parlor verify FILE [--commitment HEX] [--key FINGERPRINT]

FILE is a record of format 2, as  ssh HOST record ID  prints it. If FILE is -, the
record is read from standard input. parlor replays the match from its secret by the
rules of the game, and checks the text, moves, events, winners, points, signature
and names. The answer lists the checks that passed, what a record cannot prove, and
the verdict.

  --commitment HEX   the 64 digits that were shown when the match began
  --key FINGERPRINT  of the server's host key, as ssh shows it: SHA256:...

FILE can also be a record of format 1, which proves less. It is JSON: the record
itself, a document with a field "record", or a message "over" of the text protocol.
Commitment, winners, points, scores and events must match the moves, and moves of
substitute bots must be moves of the seats that are given for them. If the field
"void" says that the match has no result, only the moves are checked.

The exit status is 0 if the record is valid, 1 if it is not, and 2 if it cannot be
read or the arguments are wrong.
`

// largestRecord is the maximum size of a record in bytes. Real records are far smaller.
const largestRecord = 16 << 20

// verify runs the subcommand verify, which checks a record of either format.
func verify(_ context.Context, c Call) int {
	name, given, err := parseVerify(c.Args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, verifyHelp)
		return StatusOK
	case err != nil:
		return c.misused(fmt.Errorf("verify: %w", err))
	}
	text, err := readRecord(name, c.Stdin)
	if err != nil {
		return c.failed(err)
	}
	if verification.IsFormat2(text) {
		return c.verifyFormat2(name, text, given)
	}
	sentences, err := c.examine(text, given.Commitment)
	if err != nil {
		return c.failed(fmt.Errorf("%s cannot be verified: %w", called(name), err))
	}
	_, _ = io.WriteString(c.Stdout, strings.Join(sentences, "\n")+"\n")
	return StatusOK
}

// verifyFormat2 checks a record of format 2 and returns the exit status.
func (c Call) verifyFormat2(name string, text []byte, given verification.Options) int {
	read, err := verification.Read(text)
	if err != nil {
		_ = c.failed(fmt.Errorf("%s cannot be verified: %w", called(name), err))
		return StatusUsage
	}
	report := verification.Check(c.rules(), read, given)
	_, _ = io.WriteString(c.Stdout, report.Document().Text(prose.English()))
	return int(report.Verdict)
}

// parseVerify parses the arguments. Flags may come before or after the file.
func parseVerify(args []string) (name string, given verification.Options, err error) {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("commitment", "", func(text string) error {
		given.Commitment, err = engine.ParseCommitment(text)
		return err
	})
	flags.StringVar(&given.Key, "key", "", "")
	names, err := operands(flags, args)
	if err != nil {
		return "", given, err
	}
	if len(names) != 1 {
		return "", given, fmt.Errorf("it takes one file, not %d", len(names))
	}
	return names[0], given, nil
}

func called(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

func readRecord(name string, stdin io.Reader) ([]byte, error) {
	from := stdin
	if name != "-" {
		file, err := os.Open(filepath.Clean(name))
		if err != nil {
			return nil, fmt.Errorf("the record cannot be read: %w", err)
		}
		defer func() { _ = file.Close() }() // it was only read
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, largestRecord+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the record cannot be read: %w", err)
	case len(text) > largestRecord:
		return nil, fmt.Errorf("%s is larger than any record of a match", called(name))
	}
	return text, nil
}

// examine returns sentences that say what a record of format 1 proves, or an error for the first
// problem. given is the commitment to compare with, or "".
func (c Call) examine(text []byte, given string) ([]string, error) {
	v, err := engine.Verify(c.rules(), text, given)
	if err != nil {
		return nil, err
	}
	sentences := tellMatch(v)
	if len(v.Told) > 0 {
		sentences = append(sentences, "These parts of the document agree: "+strings.Join(v.Told, ", ")+".")
	}
	sentences = append(sentences, tellBotMoves(v)...)
	return append(sentences, "The commitment to the seed is "+v.Record.Seed.Commitment()+".", tellPromise(v.Promise)), nil
}

// tellBotMoves returns sentences that list the moves of substitute bots in the document.
func tellBotMoves(v engine.Verified) []string {
	var told []prose.Text
	for seat, moves := range v.BotMoves {
		if len(moves) == 0 {
			continue
		}
		numbers := make([]string, len(moves))
		for i, at := range moves {
			numbers[i] = strconv.Itoa(at + 1)
		}
		told = append(told, prose.C("According to the document, a substitute bot made {n} move for Seat {seat}: {moves}.", "According to the document, a substitute bot made {n} moves for Seat {seat}: {moves}.",
			prose.N(len(moves)), prose.Literal(engine.Seat(seat).String()), prose.List(prose.Literals(numbers))))
	}
	if len(told) == 0 {
		return []string{"The document lists no moves by substitute bots."}
	}
	return append(prose.English().SayAll(told), "The seed does not prove who made a move.")
}

// tellPromise explains what the commitment proves.
func tellPromise(promise engine.Promise) string {
	switch promise {
	case engine.Promised:
		return "It is the commitment you gave, so the deal, every draw and every roll were fixed when the match began."
	case engine.SelfPromised:
		return "The document has the same commitment. If it was shown when the match began, the deal, every draw and every roll were fixed then."
	default:
		return "If it was shown when the match began, the deal, every draw and every roll were fixed then."
	}
}

// tellMatch describes the match and its result.
func tellMatch(v engine.Verified) []string {
	view, who := v.View, prose.People{You: engine.Watcher}
	for seat := range view.Seats {
		who.Names = append(who.Names, "Seat "+engine.Seat(seat).String())
	}
	var chosen []string
	for _, name := range slices.Sorted(maps.Keys(view.Options)) {
		chosen = append(chosen, name+" "+view.Options[name])
	}
	moves := prose.C("{n} move", "{n} moves", prose.N(len(v.Record.Moves)))
	sentences := []prose.Text{
		prose.T("{game}, version {version} of its rules, with {n} seats: {options}.", prose.Literal(v.Game.Title),
			prose.N(v.Record.Version), prose.N(view.Seats), prose.List(prose.Literals(chosen))),
	}
	if v.Void != "" {
		return prose.English().SayAll(append(sentences,
			prose.T("Everything that was played follows from the seed: {moves}.", prose.Sub(moves)),
			prose.T("The match is void: {why}.", prose.Sub(lobby.VoidReason(v.Void))),
			who.Scores(view.Totals)))
	}
	return prose.English().SayAll(append(sentences,
		prose.C("The whole match follows from its seed: {moves} in {n} game.", "The whole match follows from its seed: {moves} in {n} games.",
			prose.Sub(moves), prose.N(view.Rounds)),
		who.WonMatch(view.Winners),
		who.Scores(view.Totals)))
}
