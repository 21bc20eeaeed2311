package budget

// Refused is how often something was refused since the start.
type Refused struct {
	What  string // such as "orders"
	By    string // whose budget it was: "person", "address", "site", "network" or "connection"
	Count uint64
}

// Refused is what was refused so far, everything in an order that stays.
func (b *Budget) Refused() []Refused {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Refused
	for kind, shelves := range b.shelves {
		for by, shelf := range shelves {
			all = append(all, Refused{b.rows[kind].name, scope(by).String(), shelf.refused})
		}
	}
	for _, tally := range b.tallies {
		tally.mu.Lock()
		all = append(all, Refused{tally.name, byHost.String(), tally.refused})
		tally.mu.Unlock()
	}
	for wire, refused := range b.wires {
		all = append(all, Refused{wireTable()[wire].name, "connection", refused})
	}
	return append(all, Refused{"penalties", byHost.String(), b.penalties.count()})
}
