package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/internal/bench/arena"
)

// part selects one of several parts of all contests, numbered from 1. The zero value selects all of them.
type part struct{ number, of int }

// String implements [flag.Value].
func (p *part) String() string { return fmt.Sprintf("%d/%d", p.number, p.of) }

// Set implements [flag.Value].
func (p *part) Set(text string) error {
	number, of, _ := strings.Cut(text, "/")
	var one, other error
	p.number, one = strconv.Atoi(number)
	p.of, other = strconv.Atoi(of)
	if errors.Join(one, other) != nil || p.number < 1 || p.number > p.of {
		return errors.New("it is one part of how many, such as 2/3")
	}
	return nil
}

// has reports whether the n-th contest, from 0, is in the part.
func (p part) has(n int) bool { return p.of == 0 || n%p.of == p.number-1 }

// ladders prints the tables of the named games, or of all, and with --stop-early a summary.
func (c Call) ladders(ctx context.Context, b botsCall) int {
	games, err := c.named(b.others)
	if err != nil {
		return c.misused(fmt.Errorf("bots: %w", err))
	}
	kept, err := openResults(b.results)
	if err != nil {
		return c.failed(err)
	}
	l := ladder{botsCall: b, out: c.Stdout, kept: kept}
	if err = errors.Join(l.playAll(ctx, games), kept.Close()); err != nil {
		return c.failed(err)
	}
	return status(len(l.found[arena.Weaker]) > 0)
}

// playAll lists the contests and plays them. It prints a summary even if interrupted.
func (l *ladder) playAll(ctx context.Context, games []engine.Game) error {
	ladders := make([]contests, len(games))
	for i, game := range games {
		var err error
		ladders[i].game = game
		if ladders[i].of, ladders[i].before, err = arena.Ladder(ctx, game, l.seed); err != nil {
			return err
		}
		l.all += len(ladders[i].of)
	}
	var err error
	for i := 0; i < len(ladders) && err == nil; i++ {
		err = l.play(ctx, ladders[i])
	}
	if l.sure {
		l.printSummary()
	}
	return err
}

// contests holds the contests of one game.
type contests struct {
	game   engine.Game
	of     []arena.Contest
	before int // equivalent ones were left out
}

// named returns the games with the given names, or all if there are none.
func (c Call) named(names []string) ([]engine.Game, error) {
	if len(names) == 0 {
		return c.rules(), nil
	}
	var games []engine.Game
	for _, name := range names {
		game, err := c.game(name)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}

// ladder is the state of a run with --all.
type ladder struct {
	botsCall
	out   io.Writer
	kept  *results
	n     int                        // contests reached, including those of other parts
	all   int                        // total number
	found map[arena.Verdict][]string // descriptions of contests
}

// play plays a game's contests and prints each line of its table.
func (l *ladder) play(ctx context.Context, all contests) error {
	_, _ = fmt.Fprintf(l.out, "\n## %s\n\n", all.game.Title)
	if len(all.of) == 0 {
		_, _ = fmt.Fprintln(l.out, "Its bots have one level.")
		return nil
	}
	if same := all.before - len(all.of); same > 0 {
		_, _ = fmt.Fprintf(l.out, "%d contests. %d more are left out, as they go the same way, move for move.\n\n", len(all.of), same)
	}
	last := "deals"
	if l.sure {
		last = "deals | found"
	}
	_, _ = fmt.Fprintf(l.out, "| setting | one seat | the others | fair | matches | games | points a game | processor a move | %s |\n", last)
	_, _ = fmt.Fprintln(l.out, strings.Repeat("|---", strings.Count(last, "|")+9)+"|")
	for _, contest := range all.of {
		if l.n++; !l.part.has(l.n - 1) {
			continue
		}
		progress, err := l.kept.play(ctx, contest, l.until())
		if err != nil {
			return err
		}
		l.tell(contest, progress)
	}
	return nil
}

// tell prints the line of a contest.
func (l *ladder) tell(contest arena.Contest, progress arena.Progress) {
	game, score, verdict := contest.Game, progress.Score, progress.Test.Verdict()
	setting, one, others := contest.Setting.Describe(game), levelName(game, contest.One), levelName(game, contest.Others)
	last := strconv.Itoa(score.Deals)
	if l.sure {
		last += " | " + verdict.String()
	}
	_, _ = fmt.Fprintf(l.out, "| %s | %s | %s | %.1f %% | %s | %s | %s, %.2f | %s, %s | %s |\n",
		setting, one, others, 100*contest.Fair(),
		percent(score.Matches), percent(score.Games), points(score.One.Points), score.Others.Points.Value(),
		spent(score.One.Processor()), spent(score.Others.Processor()), last)
	if l.found == nil {
		l.found = map[arena.Verdict][]string{}
	}
	l.found[verdict] = append(l.found[verdict], fmt.Sprintf("%s, %s: %s has %s against %s, after %d deals, where %.1f %% is fair",
		game.Title, setting, one, percent(score.Matches), others, score.Deals, 100*contest.Fair()))
}

// printSummary prints the summary and lists the contests whose level was not found to be stronger than the one below.
func (l *ladder) printSummary() {
	stronger, undecided, weaker := l.found[arena.Stronger], l.found[arena.Undecided], l.found[arena.Weaker]
	played := len(stronger) + len(undecided) + len(weaker)
	_, _ = fmt.Fprintf(l.out, "\n## All together\n\nContests: %d of %d. The level above is stronger in %d, weaker in %d, and in %d it is not known.\n",
		played, l.all, len(stronger), len(weaker), len(undecided))
	_, _ = fmt.Fprintf(l.out, "Where levels are equally strong, one is said to be stronger, or weaker, in %.2f contests of %d at most, on average.\n",
		2*wrongOnce*float64(played), played)
	for _, list := range []struct {
		head string
		of   []string
	}{{"Weaker", weaker}, {"Not known", undecided}} {
		if len(list.of) > 0 {
			_, _ = fmt.Fprintf(l.out, "\n%s:\n\n- %s\n", list.head, strings.Join(list.of, "\n- "))
		}
	}
}
