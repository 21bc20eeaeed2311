package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
)

// ownership brings the shards that this node has in line with those that it is to have. But
// for what fences it is for the goroutine that follows the membership.
type ownership struct {
	*lifecycle
	*placement
	rooms  Rooms
	fenced chan struct{} // one slot: something of a shard could not be written, as it is another node's
}

// settle gives back what this node is not to have, and claims what it is to have. It
// reports whether all is as it is to be.
func (o *ownership) settle(ctx context.Context) bool {
	give, take := o.differ()
	if len(give) > 0 {
		o.giveBack(ctx, give)
	}
	if len(take) > 0 {
		if err := o.claim(ctx, take); err != nil && ctx.Err() == nil {
			o.log.Warn("rooms cannot be claimed", "err", err)
		}
		_, take = o.differ()
	}
	o.placement.settle(len(take) == 0)
	return len(take) == 0
}

// verify ends the rooms of shards that somebody else has claimed, which this node may
// then claim again: nothing of them can be written here any more.
func (o *ownership) verify(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	owners, err := o.config.Claims.Owners(limited)
	lost := o.overtaken(owners, err == nil)
	if len(lost) == 0 {
		return
	}
	o.log.Warn("other nodes have claimed rooms of this one", "shards", len(lost), "node", o.self)
	if o.release(ctx, lost) != nil {
		return // the process stops
	}
	o.released(lost)
}

// release ends the rooms of shards in this process.
func (o *ownership) release(ctx context.Context, shards []Shard) error {
	set := map[Shard]bool{}
	for _, shard := range shards {
		set[shard] = true
	}
	return o.rooms.Release(ctx, func(code string) bool { return set[ShardOf(code)] })
}

// giveBack ends the rooms of shards here and gives these to whoever is to have them. A
// node that is not on the list any more has nothing to give: others claim it.
func (o *ownership) giveBack(ctx context.Context, shards []Shard) {
	if o.release(ctx, shards) != nil {
		return // the process stops
	}
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if len(o.Members()) > 0 {
		o.give(limited, shards)
	}
	o.released(shards)
}

// give gives shards back, of which nothing is written here any more.
func (o *ownership) give(ctx context.Context, shards []Shard) {
	if err := o.config.Claims.Give(ctx, shards); err != nil {
		o.log.Warn("rooms cannot be given back, so others have to wait for them", "err", err)
	}
}

// claim claims those of the shards that nobody has who lives and answers, or whose owner has had
// time enough to give them back, and lists their rooms.
func (o *ownership) claim(ctx context.Context, shards []Shard) error {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	owners, err := o.config.Claims.Owners(limited)
	if err != nil {
		return err
	}
	free := o.free(shards, owners)
	if len(free) == 0 {
		return nil
	}
	claimed, headers, err := o.config.Claims.Claim(limited, free, owners)
	if err != nil {
		return err
	}
	o.claimed(claimed)
	back, err := o.rooms.Adopt(ctx, headers)
	if err != nil { // some of the rooms may be there: all are to come once more
		return errors.Join(err, o.release(ctx, claimed))
	}
	o.opened(claimed)
	if back > 0 {
		o.log.Info("rooms have come to this node", "rooms", back, "node", o.self)
	}
	return nil
}

// fence notes that a shard was another node's.
func (o *ownership) fence(shard Shard) {
	o.closed(shard)
	select {
	case o.fenced <- struct{}{}:
	default:
	}
}

// fencingJournal is a journal that fences shards of other nodes.
type fencingJournal struct {
	lobby.Journal
	shards *ownership
}

// Append implements lobby.Journal.
func (w fencingJournal) Append(ctx context.Context, room string, entry lobby.Entry) error {
	err := w.Journal.Append(ctx, room, entry)
	if errors.Is(err, lobby.ErrClaimed) {
		w.shards.fence(ShardOf(room))
	}
	return err
}

// fencingNightStore is watchedJournal for game nights.
type fencingNightStore struct {
	lobby.GameNightStore
	shards *ownership
}

// SaveGameNight implements lobby.GameNightStore.
func (d fencingNightStore) SaveGameNight(ctx context.Context, code string, data []byte) error {
	err := d.GameNightStore.SaveGameNight(ctx, code, data)
	if errors.Is(err, lobby.ErrClaimed) {
		d.shards.fence(ShardOf(code))
	}
	return err
}
