package lobby

import (
	"context"
	"slices"

	"parlor/engine"
	"parlor/prose"
)

// Presence describes where a person is, as far as the caller can see in the lobby. A private room
// of others stays anonymous.
type Presence struct {
	Name string
	Here bool // connected
	Busy bool // in a room
	// Room is the room where they are or have a seat. Its code is empty if there is none or
	// it is private.
	Room RoomRow
}

// FindPerson looks up the presence of a person by name. An unknown person is not here.
func FindPerson(ctx context.Context, d Doer, name string) (Presence, error) {
	page, err := Ask(ctx, d, Peek{Window: WholeLobby()})
	if err != nil {
		return Presence{}, err
	}
	folded, found := FoldName(name), Presence{Name: name}
	called := func(other string) bool { return FoldName(other) == folded }
	at := slices.IndexFunc(page.People, func(p PersonRow) bool { return called(p.Name) })
	rooms := slices.Concat(page.Yours, page.Rooms)
	if at >= 0 {
		person := page.People[at]
		found = Presence{Name: person.Name, Here: true, Busy: person.Busy}
		if in := slices.IndexFunc(rooms, func(r RoomRow) bool { return person.Room != "" && r.Code == person.Room }); in >= 0 {
			found.Room = rooms[in]
			return found, nil
		}
	}
	if at >= 0 && !found.Busy {
		return found, nil
	}
	for _, room := range rooms { // look for a seat
		for i, one := range room.Names {
			if called(one) && !room.Bots[i] {
				found.Name, found.Room = one, room
				return found, nil
			}
		}
	}
	return found, nil
}

// Watchable reports whether the caller may watch the person's room.
func (w Presence) Watchable() bool {
	return w.Room.Code != "" && !w.Room.Locked && !w.Room.Unwatched
}

// Describe describes where the person is, in one or two sentences. game is the title of the
// game in their room.
func (w Presence) Describe(game string) []prose.Text {
	name, code := prose.Name(w.Name), prose.Literal(w.Room.Code)
	switch {
	case w.Here && w.Room.Code != "":
		return []prose.Text{
			prose.T("{name} is at table {code}: {game}, {stage}.", name, code, prose.Literal(game), prose.Sub(w.stage())),
			w.mayWatch(),
		}
	case w.Here && w.Busy:
		return []prose.Text{prose.T("{name} is at a private table.", name)}
	case w.Here:
		return []prose.Text{prose.T("{name} is here, but not at a table.", name)}
	case w.Room.Code != "":
		return []prose.Text{prose.T("{name} is away, and has a seat at table {code}: {game}, {stage}.", name, code, prose.Literal(game), prose.Sub(w.stage()))}
	}
	return []prose.Text{prose.T("{name} is not here now.", name)}
}

func (w Presence) stage() prose.Text {
	switch w.Room.Stage {
	case Gathering:
		return prose.T("waiting for players")
	case engine.Over:
		return prose.T("finished").In("room")
	}
	return prose.T("playing").In("room")
}

func (w Presence) mayWatch() prose.Text {
	if w.Watchable() {
		return prose.T("You can watch them.")
	}
	return prose.T("That table cannot be watched.")
}
