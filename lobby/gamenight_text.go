package lobby

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// StageText describes the stage of a game night.
func (u GameNightUpdate) StageText() prose.Text {
	if u.Last {
		return prose.T("last matches in play")
	}
	switch u.Stage {
	case GameNightGathering:
		return prose.T("gathering")
	case GameNightPlaying:
		return prose.T("in progress")
	case GameNightPaused:
		return prose.T("paused").In("night")
	}
	return prose.T("over").In("night")
}

// StageBegunText announces a stage of a game night after the first.
func (u GameNightUpdate) StageBegunText(now time.Time) prose.Text {
	begins := u.BeginsText(now)
	switch {
	case u.Stage == GameNightPlaying:
		return prose.T("Tables now fill automatically.")
	case u.Stage == GameNightPaused:
		return prose.T("The game night is paused.")
	case u.Stage == GameNightGathering && !begins.IsZero():
		return prose.T("The game night is open again, without the old results. {begins}", prose.Sub(begins))
	case u.Stage == GameNightGathering:
		return prose.T("The game night is open again, without the old results. It begins when {name} starts it.", prose.Name(u.Hosted))
	}
	return prose.T("The game night is over.")
}

// LastText tells a waiting player that the host has called the last match, and when the game night ends.
func (u GameNightUpdate) LastText(now time.Time) prose.Text {
	ends := time.Duration(0)
	for _, t := range u.Tables {
		if t.Stage != engine.Over {
			ends = max(ends, t.Until.Sub(now).Round(time.Minute))
		}
	}
	if ends <= 0 {
		return prose.T("The last matches are in play, and you will not be called any more. The game night ends when they are over.")
	}
	return prose.T("The last matches are in play, and you will not be called any more. The game night ends when they are over, in about {time}.", prose.Roughly(ends))
}

// MovingText explains that the game night is Moving.
func (u GameNightUpdate) MovingText() prose.Text {
	return prose.T("One moment: the game night is moving to another node.")
}

// StateText describes the state of a person, and that they are a program. Once the game night is
// over for them, it has no state.
func (u GameNightUpdate) StateText(p GameNightPerson) prose.Text {
	state := u.stateText(p)
	switch {
	case !p.Program:
		return state
	case state.IsZero():
		return prose.T("program")
	}
	return prose.T("program, {state}", prose.Sub(state))
}

func (u GameNightUpdate) stateText(p GameNightPerson) prose.Text {
	if u.Stage == GameNightOver && p.State != GameNightAtTable {
		return prose.Text{}
	}
	switch p.State {
	case GameNightWaiting:
		if u.Last {
			return prose.T("finished playing")
		}
		return prose.T("waiting for a table")
	case GameNightCalled:
		return prose.T("called to table {n}", prose.N(p.Table))
	case GameNightAtTable:
		return prose.T("playing at table {n}", prose.N(p.Table))
	case GameNightResting:
		return prose.T("still at table {n}", prose.N(p.Table))
	case GameNightOut:
		return prose.T("sitting out")
	case GameNightAway:
		return prose.T("away")
	case GameNightEliminated:
		return prose.T("out of the knockout")
	case GameNightSpectating:
		return prose.T("came after the draw")
	}
	return prose.T("has left")
}

// WaitText informs a waiting player at which table a match will end next, and roughly when, and
// how many others are seated before them. It is empty if no match is running.
func (u GameNightUpdate) WaitText(now time.Time) prose.Text {
	if len(u.Bracket) > 0 {
		return u.knockoutWaitText(now)
	}
	next, is := u.NextOver()
	if !is {
		return prose.Text{}
	}
	ends := prose.T("table {n} finishes soon", prose.N(next.Number))
	if left := next.Until.Sub(now); left >= time.Minute {
		ends = prose.T("table {n} finishes in about {time}", prose.N(next.Number), prose.Roughly(left.Round(time.Minute)))
	}
	if u.You >= 0 && u.People[u.You].Place > 1 {
		return prose.T("You are number {place} in the queue: {ends}.", prose.N(u.People[u.You].Place), prose.Sub(ends))
	}
	return prose.T("You are next: {ends}.", prose.Sub(ends))
}

// NextOver returns the table at which a match will end next, or false if no match is
// running.
func (u GameNightUpdate) NextOver() (next GameNightTable, is bool) {
	for _, t := range u.Tables {
		if t.Stage != Gathering && t.Stage != engine.Over && (next.Number == 0 || t.Until.Before(next.Until)) {
			next = t
		}
	}
	return next, next.Number != 0
}

// StageText describes how far the match at a table is. It is empty before the table is
// made.
func (t GameNightTable) StageText(now time.Time) prose.Text {
	switch t.Stage {
	case Gathering:
		return prose.T("waiting for players")
	case engine.Over:
		switch {
		case t.Void:
			return prose.T("void").In("table")
		case t.Corrected:
			return prose.T("corrected").In("table")
		}
		return prose.T("finished").In("table")
	}
	if left := t.Until.Sub(now).Round(time.Minute); t.Minutes > 0 && left > 0 {
		return prose.T("game {n}, ends in about {time}", prose.N(t.Round), prose.Roughly(left))
	}
	if t.Minutes > 0 {
		return prose.T("game {n}, ends soon", prose.N(t.Round))
	}
	if t.Rounds > 1 {
		return prose.T("game {n} of {games}", prose.N(t.Round), prose.N(t.Rounds))
	}
	return prose.T("playing").In("table")
}

// SeatsText describes the seats of a table: during a match with its points, after it with
// the points for the standings.
func (t GameNightTable) SeatsText() prose.Text {
	told := make([]prose.Text, len(t.Seats))
	for i, seat := range t.Seats {
		name := seat.DisplayName()
		if seat.Bot && seat.Name == "" {
			name = prose.T("a bot")
		}
		switch {
		case t.Stage == engine.Over:
			told[i] = prose.T("{player} +{points}", prose.Sub(name), prose.N(seat.Points))
		case t.Stage != Gathering && t.Rounds > 1:
			told[i] = prose.T("{player} {points}", prose.Sub(name), prose.Points(seat.Total))
		default:
			told[i] = name
		}
	}
	if t.Stage == Gathering || t.Rounds <= 1 && t.Stage != engine.Over {
		return prose.T("{players}", prose.And(told))
	}
	return prose.T("{players}", prose.List(told))
}

// Missing returns the players who have not come to a table.
func (t GameNightTable) Missing() []prose.Text {
	var missing []prose.Text
	for _, seat := range t.Seats {
		if !seat.Bot && !seat.Here {
			missing = append(missing, seat.DisplayName())
		}
	}
	return missing
}

// Settled reports whether the game night is over and no match is running.
func (u GameNightUpdate) Settled() bool {
	return u.Stage == GameNightOver && !slices.ContainsFunc(u.Tables, func(t GameNightTable) bool { return t.Stage != engine.Over })
}

// Winners returns the winner of a decided knockout, else the teams or people of rank 1, or
// nil before the first match has ended.
func (u GameNightUpdate) Winners() (best []string) {
	if n := len(u.Bracket); n > 0 && u.Bracket[n-1].Winner != 0 {
		winner, _ := u.Bracket[n-1].Names()
		return []string{winner}
	}
	if u.Played > 0 && len(u.Teams) > 0 {
		return u.winningTeams()
	}
	for _, p := range u.People {
		if p.Rank == 1 && u.Played > 0 {
			best = append(best, p.Name)
		}
	}
	return best
}

// WinnersText names the winners, or explains that running matches still count. It is empty if no
// match was played.
func (u GameNightUpdate) WinnersText() prose.Text {
	best := u.Winners()
	if u.Stage == GameNightOver && !u.Settled() {
		return prose.T("Matches still in play count.")
	}
	if len(best) == 0 {
		return prose.Text{}
	}
	if len(best) == 1 {
		return prose.T("{name} has won the game night.", prose.Name(best[0]))
	}
	return prose.T("{names} have won the game night together.", prose.And(prose.Names(best)))
}

// TiesText explains the ranks that people share once the game night is over.
func (u GameNightUpdate) TiesText() (said []prose.Text) {
	if u.Stage != GameNightOver || u.Plan.Format == GameNightKnockout {
		return nil
	}
	for i := 0; i < len(u.People); {
		first, from := u.People[i], i
		var names []string
		for ; i < len(u.People) && u.People[i].Rank == first.Rank; i++ {
			names = append(names, u.People[i].Name)
		}
		if i-from > 1 && first.Matches > 0 {
			said = append(said, prose.T("{names} share rank {rank}: the same points per match, and the same number of matches won.", prose.And(prose.Names(names)), prose.N(first.Rank)))
		}
	}
	return said
}

// ShareText returns a short result of the game night for sharing, with at most most people.
func (u GameNightUpdate) ShareText(most int) []prose.Text {
	lines := []prose.Text{prose.C("{title}: {n} match played", "{title}: {n} matches played", prose.Literal(u.Plan.Title), prose.N(u.Played))}
	for _, team := range u.Teams {
		lines = append(lines, prose.T("{rank}. {team}: {points} points per match", prose.N(team.Rank), prose.Literal(team.Name), prose.N(team.Average)))
	}
	for _, p := range u.People[:min(most, len(u.People))] {
		if p.Matches == 0 {
			continue
		}
		name := prose.Sub(prose.T("{name}", prose.Name(p.Name)))
		if p.Team != "" {
			name = prose.Sub(prose.T("{name} ({team})", prose.Name(p.Name), prose.Literal(p.Team)))
		}
		lines = append(lines, prose.T("{rank}. {name}: {points} points per match, won {won} of {n}",
			prose.N(p.Rank), name, prose.N(p.Average), prose.N(p.Won), prose.N(p.Matches)))
	}
	return lines
}

// SetGameNight parses a setting of a game night as typed, such as "bots=2", into a plan.
// Times of day are in the time zone of now.
func SetGameNight(plan *GameNightPlan, word, value string, now time.Time) error {
	switch word {
	case "title":
		plan.Title = value
	case "games":
		games, err := ParseGames(value)
		if err != nil {
			return err
		}
		plan.Games = games
	case "pace":
		plan.Pace = value
	case "teams":
		plan.Teams = strings.Split(value, ",")
	case "format":
		plan.Format = value
	case "programs":
		if value != "on" && value != "off" {
			return prose.Refuse("{setting} must be {values}.", prose.Literal(word), prose.List(prose.Literals([]string{"on", "off"})))
		}
		plan.Programs = value == "on"
	case "mix":
		if !slices.Contains(GameNightMixes(), value) {
			return prose.Refuse("{setting} must be {values}.", prose.Literal(word), prose.List(prose.Literals(GameNightMixes())))
		}
		plan.Friends = value == GameNightFriends
	case "begins", "ends":
		at, err := ParseTime(value, now)
		if word == "ends" {
			at, err = ParseEnd(value, plan.Begins, now)
		}
		if err != nil {
			return err
		}
		if word == "begins" {
			plan.Begins = at
		} else {
			plan.Ends = at
		}
	case "seats", "rounds", "minutes", "bots":
		text, err := Setting{Word: word, Kind: Number}.Read(value)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > maxGameNightNumber {
			return prose.Refuse("Invalid {setting}: {typed}.", prose.Literal(word), prose.Literal(text))
		}
		switch word {
		case "seats":
			plan.Seats = n
		case "rounds":
			plan.Rounds = n
		case "minutes":
			plan.Minutes = n
		default:
			plan.Bots = engine.Level(n)
		}
	default:
		return prose.Refuse("A game night has no setting {typed}. It has {words}.", prose.Literal(CleanText(word, 20)), prose.List(prose.Literals(GameNightWords())))
	}
	return nil
}

// maxGameNightNumber bounds all numbers in the settings.
const maxGameNightNumber = 100

// Values of the setting mix: who is seated together first.
const (
	GameNightStrangers = "strangers"
	GameNightFriends   = "friends"
)

// GameNightMixes returns the values of the setting mix, the default first.
func GameNightMixes() []string { return []string{GameNightStrangers, GameNightFriends} }

// A GameNightSetting describes a setting that SetGameNight parses.
type GameNightSetting struct {
	Word  string     // its name
	Value string     // what stands for its value in a usage line
	About prose.Text // a sentence
}

// GameNightSettings returns the settings of a game night.
func GameNightSettings() []GameNightSetting {
	oneOf := func(values []string) prose.Text {
		return prose.T("one of {values}", prose.List(prose.Literals(values)))
	}
	return []GameNightSetting{
		{"title", "TEXT", prose.T("The public title. If empty, it is named after you.")},
		{"format", "…", oneOf(GameNightFormats())},
		{"teams", "A,B", prose.T("The names of the teams, separated by commas. If empty, they are Red and Blue.")},
		{"games", "A,B", prose.T("The games played. In turn means that each person's games alternate from match to match.")},
		{"pace", "…", oneOf(GameNightPaces())},
		{"mix", "…", oneOf(GameNightMixes())},
		{"seats", "N", prose.T("The maximum number of players at a table, in games for more than two.")},
		{"rounds", "N", prose.T("The number of games before players change tables.")},
		{"minutes", "N", prose.T("The time limit of a match: when it is over, the game in progress is the last one.")},
		{"bots", "N", prose.T("Whether a bot fills a table that is short of players, and its strength.")},
		{"programs", "on", prose.T("Whether programs that use the API may take part. They are marked for everyone.")},
		{"begins", "TIME", prose.T("When tables begin to fill, such as {clock} or {date}.", prose.Literal("17:00"), prose.Literal("2026-11-27,17:00"))},
		{"ends", "TIME", prose.T("When no new match begins.")},
	}
}

// AboutGameNight returns what a setting is for. It is empty if there is no such setting.
func AboutGameNight(word string) prose.Text {
	for _, setting := range GameNightSettings() {
		if setting.Word == word {
			return setting.About
		}
	}
	return prose.Text{}
}

// GameNightWords returns the names of the settings of a game night.
func GameNightWords() (words []string) {
	for _, setting := range GameNightSettings() {
		words = append(words, setting.Word)
	}
	return words
}

// DisplayName returns the name on the seat, with a mark for a bot.
func (s GameNightSeat) DisplayName() prose.Text { return displayName(s.Name, s.Bot, false) }
