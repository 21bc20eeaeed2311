package local

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	"parlor/lobby"
)

// roomInfo is what a room last told the lobby about itself. It is never
// changed once told.
type roomInfo struct {
	line   lobby.RoomLine
	public bool
	people map[string]presence // by identity
}

// presence is what a person is in a room.
type presence struct {
	seated bool   // holds a seat, else watches
	here   bool   // connected
	toMove bool   // has a decision to make
	folded string // name of the seat, as others could mistake it
}

// survey is all that halls are drawn from, once for everybody.
type survey struct {
	codes  []string
	lines  []lobby.RoomLine // as strangers see them, in step with codes
	people []lobby.PersonLine
	chat   []lobby.Line
	inside map[string]map[string]roomInfo // by identity and code: rooms where one is or holds a seat
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
		case <-l.stop:
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
		case <-l.stop:
			return
		case <-time.After(hallPace):
		}
	}
}

// survey looks over all rooms and people. The caller holds mu.
func (l *Lobby) survey() survey {
	s := survey{chat: l.talk.Lines(), inside: map[string]map[string]roomInfo{}, names: make(map[*visit]string, len(l.visits))}
	infos := slices.SortedFunc(maps.Values(l.lines), func(a, b roomInfo) int { return byInterest(a.stranger(), b.stranger()) })
	where := map[string]string{}
	for _, info := range infos {
		s.codes = append(s.codes, info.line.Code)
		s.lines = append(s.lines, info.stranger())
		for id, p := range info.people {
			if s.inside[id] == nil {
				s.inside[id] = map[string]roomInfo{}
			}
			s.inside[id][info.line.Code] = info
			if info.public && p.here && where[id] == "" {
				where[id] = info.line.Code
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

// stranger is the line of a room for somebody who is not in it.
func (i roomInfo) stranger() lobby.RoomLine {
	if i.public {
		return i.line
	}
	return lobby.RoomLine{Game: i.line.Game, Stage: i.line.Stage, Seats: i.line.Seats, Locked: true, Since: i.line.Since}
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
		case info.people[visit.id].seated:
			line := info.line
			line.YourTurn = info.people[visit.id].toMove
			hall.Yours = append(hall.Yours, line)
		default:
			hall.Rooms = append(hall.Rooms, info.line)
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
func (l *Lobby) openRooms(id, game string) []*room {
	l.mu.Lock()
	defer l.mu.Unlock()
	var open []roomInfo
	for _, info := range l.lines {
		if info.line.Stage != lobby.Gathering || (game != "" && info.line.Game != game) {
			continue
		}
		someone := false
		for _, p := range info.people {
			someone = someone || (p.seated && p.here)
		}
		if info.people[id].seated || (info.public && someone && info.line.Open > 0 && !info.line.Rated) {
			open = append(open, info)
		}
	}
	rank := func(info roomInfo) int {
		if info.people[id].seated {
			return -1
		}
		return info.line.Open
	}
	slices.SortFunc(open, func(a, b roomInfo) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.line.Since.Compare(b.line.Since), cmp.Compare(a.line.Code, b.line.Code))
	})
	rooms := make([]*room, len(open))
	for i, info := range open {
		rooms[i] = l.rooms[info.line.Code]
	}
	return rooms
}
