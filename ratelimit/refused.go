package ratelimit

// Refused is a count of refusals since the start.
type Refused struct {
	What  string // name for operators, such as "chat"
	Key   string // key in the log, such as "talk"
	By    string // scope: "person", "address", "site", "network" or "connection"
	Count uint64
}

// Refused returns the refusals so far, in a stable order.
func (b *Limiter) Refused() []Refused {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Refused
	for kind, shelves := range b.sets {
		for by, shelf := range shelves {
			all = append(all, Refused{b.rows[kind].name, b.rows[kind].wire(), scope(by).String(), shelf.refused})
		}
	}
	for _, tally := range b.counters {
		tally.mu.Lock()
		all = append(all, Refused{tally.name, tally.name, byHost.String(), tally.refused})
		tally.mu.Unlock()
	}
	for wire, refused := range b.overLimit {
		name := connTable()[wire].name
		all = append(all, Refused{name, name, "connection", refused})
	}
	return append(all, Refused{"penalties", "penalties", byHost.String(), b.penalties.count()})
}
