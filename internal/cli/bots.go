package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/internal/bench/arena"
)

const botsHelp = `parlor bots lets bots play against each other, to see how strong they are.

    parlor bots GAME [OPTION=VALUE ...] [flags]
    parlor bots --all [GAME ...] [flags]

One seat plays at one level, and all others at another. Each deal is played as
many times as there are seats, so that everybody has every seat. The same seed
gives the same games. Shares are of 100 %, with draws divided; behind each is
how far the true one may be away, in 95 of 100 cases.

With --all, each level plays against the one below in every setting of the
games, or of all games if none is named. Of settings in which they make the
same moves, one is played. Where points count, a match has its standard number
of games, and else as few as it can have. The result is a table in Markdown.
That takes hours. With --results, what has been played is kept in a file, also
when it is interrupted. The same command goes on from there, and with more
--deals it plays on what is not decided. Several processes or machines can
share the work with --shard, each with its own file. The files one after the
other in a single file are the results of all.

  --level LEVEL    of one seat, by name or number; the highest
  --against LEVEL  of all other seats; the one below that
  --seats N        as few as the game allows
  --deals N        how many at most; 200
  --seed N         where chance begins; 1
  --stop-early     stop a contest once it is known who is stronger: where that
                   is not so, it is said once in a thousand contests at most
  --all            see above
  --shard K/N      with --all: only the K-th of each N contests; 1/1
  --results FILE   with --all and --stop-early: keep in FILE how far contests
                   have come, and play on from there

With --stop-early, the exit status is 1 if a level is weaker than it is meant
to be.
`

// botsCall holds the arguments of the subcommand bots.
type botsCall struct {
	level, against string
	seats, deals   int
	seed           uint64
	sure, all      bool
	part           part
	results        string
	others         []string // game and options
}

// wrongOnce is the error probability of --stop-early.
const wrongOnce = 0.001

func (b botsCall) until() arena.Until {
	if b.sure {
		return arena.Until{Deals: b.deals, Wrong: wrongOnce}
	}
	return arena.Until{Deals: b.deals}
}

// bots runs the subcommand bots.
func bots(ctx context.Context, c Call) int {
	b, err := parseBots(c.Args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, botsHelp)
		return StatusOK
	case err != nil:
		return c.misused(fmt.Errorf("bots: %w", err))
	case b.all:
		return c.ladders(ctx, b)
	}
	contest, err := c.contest(b)
	if err != nil {
		return c.misused(fmt.Errorf("bots: %w", err))
	}
	played, err := contest.Play(ctx, b.until())
	if err != nil {
		return c.failed(err)
	}
	verdict := played.Test.Verdict()
	tellContest(c.Stdout, contest, played.Score)
	if b.sure {
		_, _ = fmt.Fprintf(c.Stdout, "\nThe one seat: %s.\n", verdict)
	}
	return status(b.sure && verdict == arena.Weaker && contest.One > contest.Others)
}

// status returns the exit status of a call that may have found an error.
func status(wrong bool) int {
	if wrong {
		return StatusError
	}
	return StatusOK
}

func parseBots(args []string) (b botsCall, err error) {
	flags := flag.NewFlagSet("bots", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&b.level, "level", "", "")
	flags.StringVar(&b.against, "against", "", "")
	flags.IntVar(&b.seats, "seats", 0, "")
	flags.IntVar(&b.deals, "deals", 200, "")
	flags.Uint64Var(&b.seed, "seed", 1, "")
	flags.BoolVar(&b.sure, "stop-early", false, "")
	flags.BoolVar(&b.all, "all", false, "")
	flags.Var(&b.part, "shard", "")
	flags.StringVar(&b.results, "results", "", "")
	b.others, err = operands(flags, args)
	switch {
	case err != nil:
		return b, err
	case b.deals < 2:
		return b, errors.New("--deals must be at least 2")
	case b.all && (b.level != "" || b.against != "" || b.seats != 0):
		return b, errors.New("with --all, all levels play with all numbers of seats")
	case !b.all && (b.part != part{} || b.results != ""):
		return b, errors.New("--shard and --results are for --all")
	case b.results != "" && !b.sure:
		return b, errors.New("--results takes --stop-early, which says when a contest has been played long enough")
	case !b.all && len(b.others) == 0:
		return b, errors.New("it takes the name of a game")
	}
	return b, nil
}

// game returns a game by name.
func (c Call) game(name string) (engine.Game, error) {
	var names []string
	for _, game := range c.rules() {
		if game.Name == name {
			return game, nil
		}
		names = append(names, game.Name)
	}
	return engine.Game{}, fmt.Errorf("there is no game %q; the games are %s", name, strings.Join(names, ", "))
}

// contest returns the contest that the arguments describe.
func (c Call) contest(b botsCall) (arena.Contest, error) {
	game, err := c.game(b.others[0])
	if err != nil {
		return arena.Contest{}, err
	}
	chosen := engine.Options{}
	for _, one := range b.others[1:] {
		name, value, ok := strings.Cut(one, "=")
		if !ok {
			return arena.Contest{}, fmt.Errorf("%q is not OPTION=VALUE", one)
		}
		chosen[name] = value
	}
	contest := arena.Contest{Game: game, Seed: b.seed, Setting: arena.Setting{Seats: b.seats}}
	if b.seats == 0 {
		contest.Setting.Seats = game.MinSeats
	}
	if contest.Setting.Options, err = engine.Complete(game.Options, chosen); err != nil {
		return arena.Contest{}, err
	}
	if contest.One, err = level(game, b.level, engine.Level(len(game.Levels))); err != nil {
		return arena.Contest{}, err
	}
	if contest.Others, err = level(game, b.against, max(engine.FirstBot, contest.One-1)); err != nil {
		return arena.Contest{}, err
	}
	// Options refused by the game are a usage error as well.
	_, err = game.Start(contest.Setting.Seats, engine.Seed{}, contest.Setting.Options)
	return contest.Apart(), err
}

// level parses the name or number of a level, or returns standard for "".
func level(game engine.Game, word string, standard engine.Level) (engine.Level, error) {
	if word == "" {
		return standard, nil
	}
	if i := slices.Index(game.Levels, word); i >= 0 {
		return engine.FirstBot + engine.Level(i), nil
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(game.Levels) {
		return engine.Level(n), nil
	}
	return 0, fmt.Errorf("%s has no level %q; its levels are %s", game.Title, word, strings.Join(game.Levels, ", "))
}

// levelName returns a level in words.
func levelName(game engine.Game, level engine.Level) string {
	return game.Levels[level-engine.FirstBot]
}

// tellContest prints the result of a contest.
func tellContest(w io.Writer, contest arena.Contest, score arena.Score) {
	game := contest.Game
	matches := score.Deals * contest.Setting.Seats
	_, _ = fmt.Fprintf(w, "%s, %s. %d deals, each played from every seat: %d matches, %d games. A fair share is %.1f %%.\n\n",
		game.Title, contest.Setting.Describe(game), score.Deals, matches, score.Played, 100*contest.Fair())
	_, _ = fmt.Fprintf(w, "%-12s %-15s %-15s %-15s %-10s %s\n", "", "matches", "games", "points a game", "moves", "processor a move")
	one, others := levelName(game, contest.One), levelName(game, contest.Others)
	_, _ = fmt.Fprintf(w, "%-12s %-15s %-15s %-15s %-10.2f %s\n", one, percent(score.Matches), percent(score.Games),
		points(score.One.Points), score.One.MovesPerGame(), spent(score.One.Processor()))
	_, _ = fmt.Fprintf(w, "%-12s %-15s %-15s %-15s %-10.2f %s\n", others, "", "",
		points(score.Others.Points), score.Others.MovesPerGame(), spent(score.Others.Processor()))
}

// percent formats a share such as "58.5 ± 2.1 %".
func percent(share arena.Mean) string {
	return fmt.Sprintf("%.1f ± %.1f %%", 100*share.Value(), 100*share.Margin())
}

func points(mean arena.Mean) string {
	return fmt.Sprintf("%.2f ± %.2f", mean.Value(), mean.Margin())
}

// spent formats CPU time.
func spent(d time.Duration) string {
	switch {
	case d == 0:
		return "not known"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
