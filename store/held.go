package store

// held is what this process knows of the rooms that it has: the number of each
// one's newest entry. It is asked and changed by the writer alone, within its
// changes, and forgets what may not have been written.
type held map[string]uint64

// next reports whether a room is known, and whether an entry of a number follows
// its newest one.
func (h held) next(room string, number uint64) (follows, known bool) {
	last, known := h[room]
	return last+1 == number, known
}

// wrote is told that an entry is about to be written.
func (h held) wrote(room string, number uint64) { h[room] = number }

// forget has the database asked again about a room.
func (h held) forget(room string) { delete(h, room) }

// forgetAll has it asked again about all of them.
func (h held) forgetAll() { clear(h) }
