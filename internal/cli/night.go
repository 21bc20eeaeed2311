package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // time zones for systems without them: Windows and the container

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// nightOptions holds the flags of the game night to open at the start, as typed.
type nightOptions struct{ begins, ends, games, format, title string }

// plan returns the plan of the game night, in which a bot fills incomplete tables.
func (n nightOptions) plan(games []engine.Game, now time.Time) (plan lobby.GameNightPlan, err error) {
	plan = lobby.NewGameNightPlan()
	plan.Title = n.title
	if plan.Title == "" {
		plan.Title = "Game night"
	}
	if plan.Begins, err = lobby.ParseTime(n.begins, now); err != nil {
		return plan, fmt.Errorf("--night: %w", err)
	}
	if plan.Begins.IsZero() {
		return plan, fmt.Errorf("--night needs a time, such as 17:00, and not %q", n.begins)
	}
	if n.ends != "" {
		if plan.Ends, err = lobby.ParseEnd(n.ends, plan.Begins, now); err != nil {
			return plan, fmt.Errorf("--night-until: %w", err)
		}
	}
	for _, game := range games {
		plan.Games = append(plan.Games, game.Name)
	}
	if n.games != "" {
		if plan.Games, err = lobby.ParseGames(n.games); err != nil {
			return plan, fmt.Errorf("--night-games: %w", err)
		}
	}
	if plan.Format = n.format; n.format != "" && !slices.Contains(lobby.GameNightFormats(), n.format) {
		return plan, fmt.Errorf("--night-format must be %s, not %q", strings.Join(lobby.GameNightFormats(), " or "), n.format)
	}
	return plan, nil
}

// open opens the game night and returns the text to print, or "" if there is none.
func (n nightOptions) open(games []engine.Game, house *local.Operator, entrance lobby.Entrance) (printed string, err error) {
	if n.begins == "" {
		return "", nil
	}
	now := time.Now()
	plan, err := n.plan(games, now)
	if err != nil {
		return "", err
	}
	code, begins, err := house.OpenGameNight(plan, n.begins)
	if err != nil {
		return "", fmt.Errorf("--night: %w", err)
	}
	if code == "" {
		return fmt.Sprintf("The game night of --night %s is over.\n\n", n.begins), nil
	}
	invitation := entrance.Invitation(code)
	var lines strings.Builder
	for _, line := range append([]string{invitation.Line}, invitation.OtherLines...) {
		lines.WriteString("    " + line + "\n")
	}
	return fmt.Sprintf("Game night at %s, code %s. Join it with\n\n%s\n", lobby.TimeText(begins, now), code, lines.String()), nil
}
