package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// personData performs a session's operations on personal data that several nodes hold.
type personData struct{ *sessions }

// report performs lobby.SendReport at the node of the room, which knows who is in it and notifies its operator.
func (v personData) report(ctx context.Context, request lobby.Request) error {
	for _, one := range v.atPeers() {
		if _, err := one.Do(ctx, request); err == nil || errors.Is(err, lobby.ErrNoAnswer) {
			return err
		}
	}
	_, err := v.home.Do(ctx, request)
	return err
}

// mute performs lobby.Mute at each node where the player has a seat, as that node filters the room's chat.
func (v personData) mute(ctx context.Context, op lobby.Mute) error {
	err := lobby.Perform(ctx, v.home, op)
	for _, one := range v.atPeers() {
		if there := lobby.Perform(ctx, one, op); err != nil && there == nil {
			err = nil
		}
	}
	return err
}

// export performs lobby.ExportData. The first part includes the data of rooms and game nights at other nodes.
func (v personData) export(ctx context.Context, op lobby.ExportData) (lobby.Export, error) {
	export, err := lobby.Ask(ctx, v.home, op)
	if err != nil || op.Before != "" {
		return export, err
	}
	err = v.exportAway(ctx, &export)
	slices.Sort(export.Rooms)
	slices.SortFunc(export.GameNights, func(a, b lobby.Attendance) int {
		return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.GameNight, b.GameNight))
	})
	return export, err
}

// exportAway adds the data of rooms and game nights at other nodes.
func (v personData) exportAway(ctx context.Context, export *lobby.Export) error {
	for _, node := range v.others() {
		if err := v.doAs(ctx, node, v.who.ID, func(there lobby.Session) error {
			more, err := lobby.Ask(ctx, there, lobby.ExportData{})
			export.Rooms, export.GameNights = append(export.Rooms, more.Rooms...), append(export.GameNights, more.GameNights...)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// deleteAccount performs lobby.DeleteAccount at all live nodes, which remove the player from their rooms. Nothing is
// deleted while the player has a seat anywhere. Data of linked identities goes first, because it cannot be found once
// the account is gone, and this node goes last, so that a failed deletion can be repeated.
func (v personData) deleteAccount(ctx context.Context) error {
	known, err := lobby.Ask(ctx, v.home, lobby.ExportData{})
	if err != nil && !errors.Is(err, lobby.ErrUnknown) {
		return err
	}
	own, others := v.node.config.Self.Name, v.others()
	if err := v.exportAway(ctx, &known); err != nil {
		return err
	}
	if len(known.Rooms) > 0 {
		return lobby.LeaveFirst(known.Rooms)
	}
	forget := func(there lobby.Session) error { return lobby.Perform(ctx, there, lobby.DeleteAccount{}) }
	for _, id := range known.IDs {
		if id == v.who.ID {
			continue
		}
		for _, node := range append(others, own) {
			if err := v.doAs(ctx, node, id, forget); err != nil {
				return err
			}
		}
	}
	for _, node := range others {
		if err := v.doAs(ctx, node, v.who.ID, forget); err != nil {
			return err
		}
	}
	return lobby.Perform(ctx, v.home, lobby.DeleteAccount{})
}

// doAs calls do with a session of one of the player's identities at a node. If the node does not
// answer, the error explains what data remains.
func (v personData) doAs(ctx context.Context, node, id string, do func(lobby.Session) error) error {
	err := v.enterAt(ctx, node, id, do)
	if v.node.elsewhere(node, err) || errors.Is(err, lobby.ErrNoAnswer) {
		return prose.Because(err, "Another node still has data about you. Try again in a moment.")
	}
	return err
}

func (v personData) enterAt(ctx context.Context, node, id string, do func(lobby.Session) error) error {
	var at lobby.Lobby = v.node.rooms
	if node != v.node.config.Self.Name {
		l, err := v.node.lobbyAt(ctx, node)
		if err != nil {
			return err
		}
		at = l
	}
	who := v.who
	who.ID, who.Name, who.Passing = id, v.home.Name(), true
	stay, err := at.Enter(ctx, who)
	if err != nil {
		return err
	}
	defer stay.Close()
	return do(stay)
}
