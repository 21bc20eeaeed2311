package local

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// survey is all that halls are drawn from, once for everybody.
type survey struct {
	codes  []string
	lines  []lobby.RoomLine // as strangers see them, in step with codes
	people []lobby.PersonLine
	chat   []lobby.Line
	inside map[string]map[string]room.Info // by identity and code: rooms where one is or holds a seat
	names  map[*visit]string
}

// touch says that the hall has changed.
func (l *Lobby) touch() {
	select {
	case l.dirty <- struct{}{}:
	default:
	}
}

// drawHalls gives everybody the newest hall, at most once in hallPace.
func (l *Lobby) drawHalls() {
	for {
		select {
		case <-l.stopping:
			return
		case <-l.dirty:
		}
		l.mu.Lock()
		s := l.survey()
		l.mu.Unlock()
		for visit := range s.names {
			visit.show(s.hall(visit))
		}
		select {
		case <-l.stopping:
			return
		case <-time.After(hallPace):
		}
	}
}

// survey looks over all rooms and people. The caller holds mu.
func (l *Lobby) survey() survey {
	s := survey{chat: l.talk.Lines(), inside: map[string]map[string]room.Info{}, names: make(map[*visit]string, len(l.visits))}
	infos := slices.SortedFunc(maps.Values(l.lines), func(a, b room.Info) int { return byInterest(a.Stranger(), b.Stranger()) })
	where := map[string]string{}
	for _, info := range infos {
		s.codes = append(s.codes, info.Line.Code)
		s.lines = append(s.lines, info.Stranger())
		for id, p := range info.People {
			if s.inside[id] == nil {
				s.inside[id] = map[string]room.Info{}
			}
			s.inside[id][info.Line.Code] = info
			if info.Public && p.Here && where[id] == "" {
				where[id] = info.Line.Code
			}
		}
	}
	seen := map[string]bool{}
	for visit := range l.visits {
		s.names[visit] = visit.name
		if !seen[visit.id] && !visit.passing && !visit.forgotten {
			seen[visit.id] = true
			s.people = append(s.people, lobby.PersonLine{Name: visit.name, Guest: visit.guest, Room: where[visit.id]})
		}
	}
	slices.SortFunc(s.people, func(a, b lobby.PersonLine) int { return cmp.Compare(a.Name, b.Name) })
	// The same lists in the same memory make it quick to see that a visitor's
	// hall is as before.
	if reflect.DeepEqual(s.lines, l.last.lines) {
		s.lines = l.last.lines
	}
	if reflect.DeepEqual(s.people, l.last.people) {
		s.people = l.last.people
	}
	l.last = s
	return s
}

// hall is what one visitor sees of a survey. Lists are shared between visitors
// as far as they are the same.
func (s survey) hall(visit *visit) lobby.Hall {
	hall := lobby.Hall{You: lobby.PersonLine{Name: s.names[visit], Guest: visit.guest}, Rooms: s.lines, People: s.people, Chat: s.chat}
	mine := s.inside[visit.id]
	if len(mine) == 0 {
		return hall
	}
	hall.Rooms = nil
	for i, code := range s.codes {
		info, in := mine[code]
		switch {
		case !in:
			hall.Rooms = append(hall.Rooms, s.lines[i])
		case info.People[visit.id].Seated:
			line := info.Line
			line.YourTurn = info.People[visit.id].ToMove
			hall.Yours = append(hall.Yours, line)
		default:
			hall.Rooms = append(hall.Rooms, info.Line)
		}
	}
	slices.SortFunc(hall.Yours, byInterest)
	return hall
}

// byInterest: where it is your turn, then what can be joined, then the newest;
// locked rooms last.
func byInterest(a, b lobby.RoomLine) int {
	rank := func(line lobby.RoomLine) int {
		switch {
		case line.YourTurn:
			return 0
		case line.Locked:
			return 3
		case line.Stage == lobby.Gathering && line.Open > 0:
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), b.Since.Compare(a.Since), cmp.Compare(a.Code, b.Code))
}

// openRooms are the rooms of a game where somebody can sit down at once: one
// where that person waits already, then public ones, fullest first, with
// somebody connected. Rated ones are left out: those are chosen knowingly.
func (l *Lobby) openRooms(id, game string) []*room.Room {
	l.mu.Lock()
	defer l.mu.Unlock()
	var open []room.Info
	for _, info := range l.lines {
		if info.Line.Stage != lobby.Gathering || (game != "" && info.Line.Game != game) {
			continue
		}
		someone := false
		for _, p := range info.People {
			someone = someone || (p.Seated && p.Here)
		}
		if info.People[id].Seated || (info.Public && someone && info.Line.Open > 0 && !info.Rated) {
			open = append(open, info)
		}
	}
	rank := func(info room.Info) int {
		if info.People[id].Seated {
			return -1
		}
		return info.Line.Open
	}
	slices.SortFunc(open, func(a, b room.Info) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.Line.Since.Compare(b.Line.Since), cmp.Compare(a.Line.Code, b.Line.Code))
	})
	rooms := make([]*room.Room, len(open))
	for i, info := range open {
		rooms[i] = l.rooms[info.Line.Code]
	}
	return rooms
}
