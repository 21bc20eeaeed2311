package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// personData does the operations of a session that concern what several nodes have of its
// person.
type personData struct{ *sessions }

// report does lobby.SendReport: who is at a table of another node is known there, and
// its operator is told.
func (v personData) report(ctx context.Context, request lobby.Request) error {
	for _, one := range v.atPeers() {
		if _, err := one.Do(ctx, request); err == nil || errors.Is(err, lobby.ErrNoAnswer) {
			return err
		}
	}
	_, err := v.home.Do(ctx, request)
	return err
}

// mute does lobby.Mute: nodes where the visitor is at a table show it there, and know
// who spoke there.
func (v personData) mute(ctx context.Context, op lobby.Mute) error {
	err := lobby.Perform(ctx, v.home, op)
	for _, one := range v.atPeers() {
		if there := lobby.Perform(ctx, one, op); err != nil && there == nil {
			err = nil
		}
	}
	return err
}

// export does lobby.ExportData: its first part says too what the rooms and game nights of
// other nodes have of the visitor.
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

// exportAway adds what the rooms and game nights of other nodes have of the visitor.
func (v personData) exportAway(ctx context.Context, export *lobby.Export) error {
	for _, node := range v.others() {
		if err := v.asAt(ctx, node, v.who.ID, func(there lobby.Session) error {
			more, err := lobby.Ask(ctx, there, lobby.ExportData{})
			export.Rooms, export.GameNights = append(export.Rooms, more.Rooms...), append(export.GameNights, more.GameNights...)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// deleteAccount does lobby.DeleteAccount, at all nodes that live: they take the visitor out of their
// rooms. Nothing is deleted while they have a seat anywhere. First comes what other keys of
// theirs have left, as these lead to nobody once the account is gone; and this node comes
// last, so that what is left can be tried again where another one does not answer.
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
			if err := v.asAt(ctx, node, id, forget); err != nil {
				return err
			}
		}
	}
	for _, node := range others {
		if err := v.asAt(ctx, node, v.who.ID, forget); err != nil {
			return err
		}
	}
	return lobby.Perform(ctx, v.home, lobby.DeleteAccount{})
}

// asAt does something that belongs to a deletion as one of the visitor's identities at a
// node, and says what is left where that does not answer.
func (v personData) asAt(ctx context.Context, node, id string, do func(lobby.Session) error) error {
	err := v.enterAt(ctx, node, id, do)
	if v.node.elsewhere(node, err) || errors.Is(err, lobby.ErrNoAnswer) {
		return prose.Because(err, "Another machine of this server still keeps something about you. Try again in a moment.")
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
