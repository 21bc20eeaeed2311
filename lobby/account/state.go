package account

import (
	"sync"
	"time"

	"parlor/lobby"
)

// state is what all sessions share.
//
// The order of locks is: the house's, mu, the queue's or the budget's. So the house may
// call what is documented to wait for nothing while it holds its own lock, and nobody who
// holds mu calls the house, or reads or writes an account.
type state struct {
	config    Config
	queue     queue
	exporting chan struct{} // one slot: a part of an export is made
	short     *memoryTies   // empty where Config.Relations keeps them

	mu       sync.Mutex // guards what follows, and owner.forgotten
	known    knownNames
	offers   map[string]link    // by code
	settings map[string]*[]byte // that are not written yet, by identity
}

func newState(config Config) *state {
	short := &memoryTies{all: map[string][]lobby.Relation{}}
	if config.Relations == nil {
		config.Relations = short
	}
	return &state{
		config: config, queue: queue{log: config.Log, added: make(chan struct{}, 1)}, exporting: make(chan struct{}, 1), short: short,
		known: knownNames{}, offers: map[string]link{}, settings: map[string]*[]byte{},
	}
}

// link is an offer to another key to become the same person.
type link struct {
	id    string // of the person
	until time.Time
}

// maxKnown bounds how many people's names are remembered.
const maxKnown = 10_000

// knownName is what a person was called before, and whether they chose that here; otherwise
// their client sent it.
type knownName struct {
	name   string
	chosen bool
}

// knownNames are the names of people, by identity.
type knownNames map[string]knownName

// keep remembers a name. Where too many are known, any other one is forgotten.
func (k knownNames) keep(id string, name knownName) {
	if _, known := k[id]; !known && len(k) >= maxKnown {
		for other := range k {
			delete(k, other)
			break
		}
	}
	k[id] = name
}
