package account

import (
	"sync"
	"time"

	"parlor/lobby"
)

// state holds what all sessions share. Locks are acquired in this order: the lobby's, mu, then the
// queue's or the limiter's. So the lobby may call methods that are documented not to block while it
// holds its own lock, and a holder of mu must not call the lobby or access accounts.
type state struct {
	config    Config
	queue     queue
	exporting chan struct{}    // one slot: taken while a part of an export is made
	memory    *memoryRelations // unused if Config.Relations is set

	mu       sync.Mutex // guards the fields below, and owner.forgotten
	known    knownNames
	offers   map[string]link    // by code
	settings map[string]*[]byte // by identity: settings that are not written yet
}

func newState(config Config) *state {
	memory := &memoryRelations{all: map[string][]lobby.Relation{}}
	if config.Relations == nil {
		config.Relations = memory
	}
	return &state{
		config: config, queue: queue{log: config.Log, added: make(chan struct{}, 1)}, exporting: make(chan struct{}, 1), memory: memory,
		known: knownNames{}, offers: map[string]link{}, settings: map[string]*[]byte{},
	}
}

// link is an offer to link another key.
type link struct {
	id    string // of the person
	until time.Time
}

// maxKnown bounds the remembered names.
const maxKnown = 10_000

// knownName is the last name of a person, and whether they have chosen it here rather than
// their client having sent it.
type knownName struct {
	name   string
	chosen bool
}

// knownNames holds the last names of people, by identity.
type knownNames map[string]knownName

// keep remembers a name. Beyond maxKnown, it drops an arbitrary other name.
func (k knownNames) keep(id string, name knownName) {
	if _, known := k[id]; !known && len(k) >= maxKnown {
		for other := range k {
			delete(k, other)
			break
		}
	}
	k[id] = name
}
