package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
)

// ownership brings the shards of this node in line with the placement. Only the membership goroutine uses it, except
// for fence.
type ownership struct {
	*lifecycle
	*placement
	rooms  Rooms
	fenced chan struct{} // capacity 1: a write was fenced
}

// settle releases the shards that this node is not to own and claims those it is to own. It reports whether nothing
// is left to do.
func (o *ownership) settle(ctx context.Context) bool {
	give, take := o.diff()
	if len(give) > 0 {
		o.giveBack(ctx, give)
	}
	if len(take) > 0 {
		if err := o.claim(ctx, take); err != nil && ctx.Err() == nil {
			o.log.Warn("cannot claim rooms", "err", err)
		}
		_, take = o.diff()
	}
	o.placement.settle(len(take) == 0)
	return len(take) == 0
}

// verify closes the rooms of shards that another node has claimed. This node may claim them again later.
func (o *ownership) verify(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	owners, err := o.config.Claims.Owners(limited)
	lost := o.overtaken(owners, err == nil)
	if len(lost) == 0 {
		return
	}
	o.log.Warn("other nodes claimed rooms of this node", "shards", len(lost), "node", o.self)
	if o.release(ctx, lost) != nil {
		return // the process stops
	}
	o.released(lost)
}

// release closes the rooms of shards in this process.
func (o *ownership) release(ctx context.Context, shards []Shard) error {
	set := map[Shard]bool{}
	for _, shard := range shards {
		set[shard] = true
	}
	return o.rooms.Release(ctx, func(code string) bool { return set[ShardOf(code)] })
}

// giveBack closes the rooms of shards here and releases the shards. A node without a stay has nothing to release, as
// others claim its shards.
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

// give releases shards whose rooms are closed here.
func (o *ownership) give(ctx context.Context, shards []Shard) {
	if err := o.config.Claims.Give(ctx, shards); err != nil {
		o.log.Warn("cannot release rooms; other nodes have to wait for them", "err", err)
	}
}

// claim claims each of the given shards that no live, present node owns, or whose owner has had time to release it, and
// then lists the rooms of these.
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
	if err != nil { // some of the rooms may be listed: claim all again
		return errors.Join(err, o.release(ctx, claimed))
	}
	o.opened(claimed)
	if back > 0 {
		o.log.Info("took over rooms", "rooms", back, "node", o.self)
	}
	return nil
}

// fence records that a write to a shard was fenced.
func (o *ownership) fence(shard Shard) {
	o.closed(shard)
	select {
	case o.fenced <- struct{}{}:
	default:
	}
}

// fencingJournal is a journal that records fenced writes.
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

// fencingNightStore is a fencingJournal for game nights.
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
