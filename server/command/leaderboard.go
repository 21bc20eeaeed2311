package command

import (
	"context"
	"strconv"
	"strings"

	"parlor/lobby"
	"parlor/server/protocol"
	"parlor/tui"
)

// top lists the best in a game, or in every game.
func (c Commands) top(ctx context.Context, person Person, asked Command) (any, string, error) {
	kits := c.GameUIs
	if len(asked.Arguments) > 0 {
		kit, err := c.kit(asked.Arguments[0])
		if err != nil {
			return nil, "", err
		}
		kits = []tui.GameUI{kit}
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	document, text := protocol.TopDocument{Boards: []protocol.Leaderboard{}}, ""
	for _, kit := range kits {
		board, err := person.Visit.Leaders(limited, kit.Game.Name)
		if err != nil {
			return nil, "", err
		}
		document.Boards = append(document.Boards, protocol.LeaderboardOf(board))
		text += kit.Game.Title + "\n" + leadersText(board) + "\n"
	}
	return document, text + "Behind ± is how sure a rating is; a ? says that too little is known yet.\nMore of somebody:  " + c.Line("") + " " + usage(Who), nil
}

func leadersText(board lobby.Leaderboard) string {
	if len(board.Leaders) == 0 {
		return "No match of it counted yet: make a room with  new " + board.Game + " rated=yes\n"
	}
	rows := [][]string{{"", "NAME", "RATING", "MATCHES", "WON", "STREAK"}}
	shown := board.Leaders
	if place := board.You.Place; place > len(shown) {
		shown = append(shown[:len(shown):len(shown)], board.You)
	}
	for _, one := range shown {
		name := one.Name
		if one.Person == board.You.Person {
			name += " (you)"
		}
		rows = append(rows, []string{strconv.Itoa(one.Place), name, tui.RatingText(one), strconv.Itoa(one.Matches), strconv.Itoa(one.Wins), tui.StreakText(one.Streak)})
	}
	return columns(rows)
}

// who is the profile of somebody by name, or with me of who asks.
func (c Commands) who(ctx context.Context, person Person, asked Command) (any, string, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := strings.Join(asked.Arguments, " ")
	var (
		profile lobby.Profile
		err     error
	)
	if name == Me {
		profile, err = person.Visit.Profile(limited, "")
	} else {
		profile, err = person.Visit.ProfileOf(limited, name)
	}
	if err != nil {
		return nil, "", err
	}
	return protocol.ProfileOf(profile), c.profileText(profile), nil
}

func (c Commands) profileText(p lobby.Profile) string {
	text := p.Name
	switch {
	case p.You:
		text += ", that is you"
	case p.Namesakes > 0:
		text += ", of " + strconv.Itoa(1+p.Namesakes) + " of that name who was here last"
	}
	text += "\n\n"
	if len(p.Standings) == 0 {
		text += "No match counted for a rating yet.\n"
	} else {
		rows := [][]string{{"GAME", "RATING", "PLACE", "MATCHES", "WON", "STREAK", "BEST"}}
		for _, one := range p.Standings {
			rows = append(rows, []string{
				c.Title(one.Game), tui.RatingText(one), strconv.Itoa(one.Place), strconv.Itoa(one.Matches), strconv.Itoa(one.Wins),
				tui.StreakText(one.Streak), tui.StreakText(one.Best),
			})
		}
		text += columns(rows)
	}
	if !p.You {
		text += "\n" + tui.AgainstText(p.AgainstYou) + "\n"
	}
	if len(p.Results) == 0 {
		return text
	}
	rows := [][]string{}
	for _, one := range p.Results {
		rows = append(rows, []string{
			tui.When(one.Match.Ended), one.Match.Result(one.Seat), c.Title(one.Match.Record.Game),
			"with " + tui.Marked(one.Others()), map[bool]string{true: "rated"}[one.Match.Rated],
		})
	}
	return text + "\nThe last matches\n" + columns(rows)
}
