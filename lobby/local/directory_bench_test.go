package local

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
)

// crowd is a lobby with rooms of two people each, and others who show the lobby.
type crowd struct {
	lobby   *Lobby
	infos   []room.Info
	lookers []*session
}

// come enters a person.
func come(b *testing.B, l *Lobby, id string) *session {
	b.Helper()
	v, err := l.Enter(context.Background(), lobby.Identity{ID: id, Name: id})
	if err != nil {
		b.Fatal(err)
	}
	return v.(*session)
}

// change publishes a changed room info and the affected pages.
func (c *crowd) change(at int, change func(*room.Info)) {
	change(&c.infos[at])
	c.lobby.directory.describe(c.infos[at].Row.Code, c.infos[at])
	c.lobby.publisher.publishChanged()
}

func newCrowd(b *testing.B, rooms, people, lookers int) *crowd {
	b.Helper()
	l := New(Config{})
	b.Cleanup(func() { _ = l.Close(context.Background()) })
	c := &crowd{lobby: l}
	for n := range people {
		come(b, l, fmt.Sprint("person", n))
	}
	for n := range rooms {
		names := []string{fmt.Sprint("person", 2*n), fmt.Sprint("person", 2*n+1)}
		c.infos = append(c.infos, room.Info{
			Public: n%5 > 0, People: map[string]room.Presence{
				names[0]: {Seated: true, Here: true, Folded: lobby.FoldName(names[0])},
				names[1]: {Seated: true, Here: true, Folded: lobby.FoldName(names[1])},
			},
			Row: &lobby.RoomRow{
				Code: fmt.Sprintf("R%05d", n), Title: fmt.Sprint("room ", n), Game: []string{"davinci", "masterdice", "kodeknacker"}[n%3],
				Stage: []string{lobby.Gathering, engine.Playing}[n%2], Seats: 4, Names: names, Bots: []bool{false, false},
				Options: engine.Options{"jokers": "free", "rounds": "3"}, Open: 2 * (1 - n%2),
			},
		})
		l.registry.mu.Lock()
		l.registry.rooms[c.infos[n].Row.Code] = &roomSlot{}
		l.registry.mu.Unlock()
		l.directory.describe(c.infos[n].Row.Code, c.infos[n])
	}
	b.Cleanup(func() { clear(l.registry.rooms) })
	for n := range lookers {
		v := come(b, l, fmt.Sprint("looker", n))
		lobby.Send(b.Context(), v, lobby.Show{Window: lobby.Window{From: n % 40, Rows: 10, People: 26, Talk: true}})
		c.lookers = append(c.lookers, v)
	}
	l.publisher.publishChanged()
	return c
}

// BenchmarkRoomChange measures the lobby's work for a changed room, without screens: a
// change of its row, and a move in its match.
func BenchmarkRoomChange(b *testing.B) {
	for _, size := range []struct{ rooms, people, lookers int }{{300, 600, 200}, {10_000, 20_000, 200}, {10_000, 20_000, 20_000}} {
		b.Run(fmt.Sprintf("%d rooms, %d people, %d look", size.rooms, size.people, size.lookers), func(b *testing.B) {
			c := newCrowd(b, size.rooms, size.people, size.lookers)
			n := 0
			b.Run("row", func(b *testing.B) {
				for b.Loop() {
					c.change(n*7919%size.rooms, func(info *room.Info) {
						row := *info.Row
						row.Watchers++
						info.Row = &row
					})
					n++
				}
			})
			b.Run("move", func(b *testing.B) {
				for b.Loop() {
					c.change(n*7919%size.rooms, func(info *room.Info) {
						people := map[string]room.Presence{}
						for id, p := range info.People {
							p.ToMove = !p.ToMove
							people[id] = p
						}
						info.People = people
					})
					n++
				}
			})
		})
	}
}

// BenchmarkSearch measures a page of a search among 10,000 rooms.
func BenchmarkSearch(b *testing.B) {
	c := newCrowd(b, 10_000, 0, 1)
	for b.Loop() {
		page, err := lobby.Ask(b.Context(), c.lookers[0], lobby.Peek{Window: lobby.Window{Rows: 20, Search: "room 77"}})
		if err != nil || page.Total == 0 {
			b.Fatal(page, err)
		}
	}
}

// BenchmarkEnter measures entering and leaving with others present.
func BenchmarkEnter(b *testing.B) {
	for _, people := range []int{100, 20_000} {
		b.Run(fmt.Sprint(people, " people"), func(b *testing.B) {
			c := newCrowd(b, people/2, people, 0)
			for b.Loop() {
				come(b, c.lobby, "one more").Close()
			}
		})
	}
	b.Run("20000 people of one name", func(b *testing.B) {
		l := New(Config{})
		b.Cleanup(func() { _ = l.Close(context.Background()) })
		for n := range 20_000 {
			if _, err := l.Enter(context.Background(), lobby.Identity{ID: strconv.Itoa(n), Name: "player"}); err != nil {
				b.Fatal(err)
			}
		}
		for b.Loop() {
			v, err := l.Enter(context.Background(), lobby.Identity{ID: "last", Name: "player"})
			if err != nil {
				b.Fatal(err)
			}
			v.Close()
		}
	})
}

// BenchmarkMemory measures the memory of a lobby with 10,000 rooms and 20,000 connected
// people.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		c := newCrowd(b, 10_000, 20_000, 0)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
		runtime.KeepAlive(c)
	}
}
