package lobby

import (
	"cmp"
	"context"
	"slices"

	"parlor/prose"
)

// WatchWindow shows the rooms among which MostWatched chooses.
func WatchWindow() Window { return Window{Stage: Stages()[1], Rows: 100} }

// MostWatched is the room in play that is worth most to somebody who waits: the one
// that most watch, of these the one with most people, and of these the newest. It is
// not known where nobody may watch any.
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

// RoomToWatch is the code of the room that is worth most to a visitor who waits.
func RoomToWatch(ctx context.Context, d Doer) (code string, err error) {
	page, err := Ask(ctx, d, Peek{Window: WatchWindow()})
	if err != nil {
		return "", err
	}
	row, known := MostWatched(page.Rooms)
	if !known {
		return "", prose.Refuse("No open table is in play just now.")
	}
	return row.Code, nil
}
