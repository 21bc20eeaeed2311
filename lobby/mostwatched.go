package lobby

import (
	"cmp"
	"context"
	"slices"

	"parlor/prose"
)

// WatchWindow returns the window of the rooms among which MostWatched chooses.
func WatchWindow() Window { return Window{Stage: Stages()[1], Rows: 100} }

// MostWatched returns the running room that is most interesting to watch: by spectators,
// then by people, then the newest. known is false if none may be watched.
func MostWatched(rows []RoomRow) (row RoomRow, known bool) {
	open := slices.DeleteFunc(slices.Clone(rows), func(r RoomRow) bool {
		return r.Locked || r.Stage == Gathering || r.Unwatched
	})
	if len(open) == 0 {
		return RoomRow{}, false
	}
	people := func(r RoomRow) (n int) {
		for _, bot := range r.Bots {
			if !bot {
				n++
			}
		}
		return n
	}
	return slices.MaxFunc(open, func(a, b RoomRow) int {
		return cmp.Or(cmp.Compare(a.Watchers, b.Watchers), cmp.Compare(people(a), people(b)), a.Since.Compare(b.Since))
	}), true
}

// RoomToWatch returns the code of the room that is most interesting to watch, without the caller's
// own: that of FindMatch or, if there is none, any other with a match.
func RoomToWatch(ctx context.Context, d Doer) (code string, err error) {
	page, err := Ask(ctx, d, Peek{Window: WatchWindow()})
	if err != nil {
		return "", err
	}
	code, err = Ask(ctx, d, FindMatch{})
	if err == nil && code != "" && !slices.ContainsFunc(page.Yours, func(r RoomRow) bool { return r.Code == code }) {
		return code, nil
	}
	row, known := MostWatched(page.Rooms)
	if !known {
		return "", prose.Refuse("No public game is in play right now.")
	}
	return row.Code, nil
}
