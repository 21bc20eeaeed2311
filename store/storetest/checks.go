package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
)

func checkSequence(s *stage) {
	journal := s.first()
	for i, c := range []struct {
		room  string
		entry lobby.Entry
		want  error
	}{
		{"AAAAAA", entry(0), lobby.ErrSequence},
		{"AAAAAA", entry(2), lobby.ErrSequence},
		{"AAAAAA", entry(1), nil},
		{"AAAAAA", entry(3), lobby.ErrSequence},
		{"AAAAAA", entry(2), nil},
		{"BBBBBB", entry(3), lobby.ErrSequence},
		{"BBBBBB", entry(1), nil},
		{"AAAAAA", whole(4), lobby.ErrSequence},
		{"AAAAAA", whole(3), nil},
		{"AAAAAA", entry(2), lobby.ErrSequence},
		{"AAAAAA", entry(4), nil},
		{"AAAAAA", entry(1 << 63), lobby.ErrSequence},
	} {
		if err := journal.Append(s.Context(), c.room, c.entry); !errors.Is(err, c.want) {
			s.Errorf("%d: number %d of room %s: %v, not %v", i, c.entry.Number, c.room, err, c.want)
		}
	}
	s.holds(journal, "AAAAAA", whole(3), entry(4))
	s.holds(journal, "BBBBBB", entry(1))
	s.holds(journal, "CCCCCC")
}

// checkRepeats checks that an entry with an unknown outcome can be appended again.
func checkRepeats(s *stage) {
	journal := s.first()
	s.append(journal, "AAAAAA", entry(1), entry(1), headed(entry(2), "two"), headed(entry(2), "two"))
	for what, other := range map[string]lobby.Entry{
		"an older one":  entry(1),
		"of other data": {Number: 2, Data: []byte("another")},
		"a whole one":   {Number: 2, Whole: true, Data: entry(2).Data},
	} {
		if err := journal.Append(s.Context(), "AAAAAA", other); !errors.Is(err, lobby.ErrSequence) {
			s.Errorf("%s is answered %v", what, err)
		}
	}
	s.append(journal, "AAAAAA", whole(3), whole(3), entry(4))
	s.holds(journal, "AAAAAA", whole(3), entry(4))
}

func checkReopened(s *stage) {
	journal := s.first()
	empty := lobby.Entry{Number: 2, Data: []byte{}}
	s.append(journal, "AAAAAA", entry(1), empty)
	s.append(journal, "BBBBBB", whole(1))
	for _, killed := range []bool{false, true} {
		journal = s.machines.Next(s.T, killed)
		if rooms := slices.Sorted(maps.Keys(s.claim(journal))); !slices.Equal(rooms, []string{"AAAAAA", "BBBBBB"}) {
			s.Errorf("the rooms are %v", rooms)
		}
		s.holds(journal, "AAAAAA", entry(1), empty)
		s.holds(journal, "BBBBBB", whole(1))
	}
	s.append(journal, "AAAAAA", empty, entry(3))
	s.holds(journal, "AAAAAA", entry(1), empty, entry(3))
}

func checkWhole(s *stage) {
	journal := s.first()
	for number := uint64(1); number <= 9; number++ {
		one := entry(number)
		if number%4 == 0 {
			one = whole(number)
		}
		s.append(journal, "AAAAAA", one)
	}
	s.holds(journal, "AAAAAA", whole(8), entry(9))
	journal = s.machines.Next(s.T, true)
	s.claim(journal)
	s.holds(journal, "AAAAAA", whole(8), entry(9))
}

func checkLast(s *stage) {
	journal := s.first()
	s.append(journal, "AAAAAA", headed(entry(1), "one"), entry(2))
	if err := journal.Append(s.Context(), "AAAAAA", last(4)); !errors.Is(err, lobby.ErrSequence) {
		s.Errorf("a last entry out of sequence is answered %v", err)
	}
	s.append(journal, "AAAAAA", last(3), last(3))
	s.holds(journal, "AAAAAA")
	if err := journal.Append(s.Context(), "AAAAAA", entry(4)); !errors.Is(err, lobby.ErrSequence) {
		s.Errorf("an entry after the last one is answered %v", err)
	}
	journal = s.machines.Next(s.T, false)
	if headers := s.claim(journal); len(headers) > 0 {
		s.Errorf("there is still %v", headers)
	}
	s.append(journal, "AAAAAA", entry(1)) // a code may be reused
	s.holds(journal, "AAAAAA", entry(1))
}

func checkEnded(s *stage) {
	journal := s.first()
	s.append(journal, "AAAAAA", whole(1), ending(entry(2), "match1"), ending(entry(2), "match1"))
	if err := journal.Append(s.Context(), "AAAAAA", ending(entry(4), "match2")); !errors.Is(err, lobby.ErrSequence) {
		s.Errorf("answered %v", err)
	}
	s.append(journal, "AAAAAA", ending(last(3), "match3"), ending(last(3), "match3"))
	for id, want := range map[string]bool{"match1": true, "match2": false, "match3": true} {
		if got := s.machines.Kept(s.T, id); got != want {
			s.Errorf("that %s is kept is %v", id, got)
		}
	}
}

func checkHeaders(s *stage) {
	journal := s.first()
	s.append(journal, "AAAAAA", headed(whole(1), "one"), headed(entry(2), "two"))
	s.append(journal, "BBBBBB", headed(whole(1), "one"), entry(2))
	s.append(journal, "CCCCCC", headed(whole(1), "one"), last(2))
	s.append(journal, "DDDDDD", whole(1), headed(whole(2), "two"))
	before := time.Now()
	headers := s.claim(s.machines.Next(s.T, false))
	want := map[string]string{"AAAAAA": "two", "BBBBBB": "", "DDDDDD": "two"}
	for room, header := range headers {
		data, is := want[room]
		if string(header.Data) != data || !is {
			s.Errorf("the header of %s is %q", room, header.Data)
		}
		if header.Stood < 0 || header.Stood > time.Hour || header.Opened.Before(before.Add(-time.Minute)) {
			s.Errorf("room %s stood for %v, and is open since %v", room, header.Stood, header.Opened)
		}
	}
	if len(headers) != len(want) {
		s.Errorf("there are %d headers, not %d", len(headers), len(want))
	}
}

func checkSetAside(s *stage) {
	journal := s.first()
	for number := uint64(1); number <= 3; number++ {
		s.append(journal, "AAAAAA", headed(entry(number), "kept"))
		s.append(journal, "BBBBBB", headed(entry(number), "kept"))
	}
	s.must(journal.SetAside(s.Context(), "AAAAAA", "of a game that is not known", ending(last(4), "match1").Ended))
	if !s.machines.Kept(s.T, "match1") {
		s.Error("the match of a room that was set aside is not kept")
	}
	s.holds(journal, "AAAAAA")
	s.holds(journal, "BBBBBB", entry(1), entry(2), entry(3))
	journal = s.machines.Next(s.T, false)
	if headers := s.claim(journal); len(headers) != 1 {
		s.Errorf("the rooms are %v", headers)
	}
	s.append(journal, "AAAAAA", entry(1))
}

func checkUnclaimed(s *stage) {
	s.append(s.first(), "AAAAAA", entry(1))
	journal := s.machines.Next(s.T, false)
	if err := journal.Append(s.Context(), "AAAAAA", entry(2)); err == nil {
		s.Error("a room goes on that nobody has claimed")
	}
	s.claim(journal)
	s.append(journal, "AAAAAA", entry(2))
}

// checkTakenOver checks that the next append of a fenced process fails with that error, and that
// nothing of its entry is written.
func checkTakenOver(s *stage) {
	former := s.first()
	s.append(former, "AAAAAA", headed(entry(1), "one"), headed(entry(2), "two"))
	heir := s.machines.TakeOver(s.T)
	if heir == nil {
		s.Skip("one process at a time has the rooms")
	}
	if headers := s.claim(heir); string(headers["AAAAAA"].Data) != "two" {
		s.Fatalf("taken over are %v", headers)
	}
	refused := map[string]error{
		"the next":      former.Append(s.Context(), "AAAAAA", headed(entry(3), "three")),
		"the newest":    former.Append(s.Context(), "AAAAAA", entry(1)),
		"the last":      former.Append(s.Context(), "AAAAAA", ending(last(3), "match1")),
		"setting aside": former.SetAside(s.Context(), "AAAAAA", "it broke", ending(last(3), "match2").Ended),
	}
	for what, err := range refused {
		if !errors.Is(err, lobby.ErrClaimed) {
			s.Errorf("%s is answered %v", what, err)
		}
	}
	s.holds(heir, "AAAAAA", entry(1), entry(2))
	s.append(heir, "AAAAAA", entry(3), entry(4))
	s.holds(heir, "AAAAAA", entry(1), entry(2), entry(3), entry(4))
	if s.machines.Kept(s.T, "match1") || s.machines.Kept(s.T, "match2") {
		s.Error("a match is kept that was refused")
	}
}

// checkMany appends to many rooms from two goroutines each. One of the two gets each number, and the order is kept.
func checkMany(s *stage) {
	const rooms, writers, entries = 20, 2, 10
	journal := s.first()
	var all sync.WaitGroup
	for room := range rooms {
		for writer := range writers {
			all.Go(func() {
				for number := uint64(1); number <= entries; {
					one := lobby.Entry{Number: number, Data: fmt.Append(nil, "writer ", writer)}
					err := journal.Append(s.Context(), code(room), one)
					switch {
					case err == nil || errors.Is(err, lobby.ErrSequence):
						number++
					case !errors.Is(err, lobby.ErrUndecided):
						s.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	for room := range rooms {
		got, err := journal.Load(s.Context(), code(room))
		s.must(err)
		for i, one := range got {
			if one.Number != uint64(i)+1 {
				s.Fatalf("room %d has %+v", room, got)
			}
		}
		if len(got) != entries {
			s.Errorf("room %d has %d entries", room, len(got))
		}
	}
}

// code returns the n-th room code.
func code(n int) string { return fmt.Sprintf("ROOM%02d", n) }

// checkPatience checks that an append whose context ends has been done, has not been done, or is
// undecided, but is never half done.
func checkPatience(s *stage) {
	journal := s.first()
	s.append(journal, "AAAAAA", entry(1))
	err := journal.Append(ended(), "AAAAAA", headed(entry(2), "two"))
	if err == nil {
		s.holds(journal, "AAAAAA", entry(1), entry(2))
	} else if !errors.Is(err, lobby.ErrUndecided) {
		s.holds(journal, "AAAAAA", entry(1))
	}
	s.append(journal, "AAAAAA", headed(entry(2), "two"), entry(3))
	s.holds(journal, "AAAAAA", entry(1), entry(2), entry(3))
}
