package lobby

import (
	"time"

	"parlor/prose"
)

// ShareText is the result of a match to be passed on, a line each: what was played and how
// it ended, and what others type to replay it. Title is the game's. It holds nothing
// of the room, which may be a private one.
func (f Finished) ShareText(title, replay string) []prose.Text {
	took := max(time.Second, f.Ended.Sub(f.Began))
	if took >= time.Minute {
		took = took.Round(time.Minute)
	}
	about := prose.T("{game}, {date}, {duration}", prose.Literal(title), prose.Literal(f.Ended.UTC().Format(time.DateOnly)), prose.Duration(took))
	if f.Rated {
		about = prose.T("{game}, {date}, {duration}, rated", prose.Literal(title), prose.Literal(f.Ended.UTC().Format(time.DateOnly)), prose.Duration(took))
	}
	return []prose.Text{
		about,
		prose.T("{scores}", prose.Sub(f.Scores())),
		prose.T("Replay it with  {command}", prose.Literal(replay)),
	}
}
