package lobby

import (
	"context"
	"slices"

	"parlor/engine"
	"parlor/prose"
)

// Presence is where somebody is, as far as whoever asks could see it in the lobby: of
// a private room that is not theirs only that it is one.
type Presence struct {
	Name string
	Here bool // they are connected
	Busy bool // they are at a table
	// Room is the table where they are, or have a seat that is kept; without a code
	// where there is none, or it may not be known.
	Room RoomRow
}

// FindPerson tells where somebody is by name. Who is not known here is not here.
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
	for _, room := range rooms { // where they have a seat
		for i, one := range room.Names {
			if called(one) && !room.Bots[i] {
				found.Name, found.Room = one, room
				return found, nil
			}
		}
	}
	return found, nil
}

// Watchable reports whether anybody may watch the table where they are.
func (w Presence) Watchable() bool {
	return w.Room.Code != "" && !w.Room.Locked && !w.Room.Unwatched
}

// Describe says where somebody is, in a sentence or two. The game is the title of that at
// their table.
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
		return []prose.Text{prose.T("{name} is here, and at no table.", name)}
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
	return prose.T("Nobody can watch that table.")
}
