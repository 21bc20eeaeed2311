package gamenight

import (
	"context"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Admit adds a session as a participant, or as a board. The handle is registered with the
// session first, so that the session closes it in any case.
func (n *Night) Admit(ctx context.Context, session Session, board bool) (*Handle, error) {
	h := &Handle{updates: lobby.NewLatest[lobby.GameNightUpdate](), night: n, code: n.Code, session: session, board: board}
	if !session.KeepNight(h) {
		return nil, prose.Refuse("This session has ended.")
	}
	name := session.Name()
	if err := n.ask(ctx, func() error { return n.admit(h, name) }); err != nil {
		h.Close() // the night may still admit it
		return nil, err
	}
	return h, nil
}

func (n *Night) admit(h *Handle, name string) error {
	switch {
	case n.gone:
		return errOver
	case h.updates.HasEnded(): // the session has ended meanwhile
		return errHandleEnded
	case h.board && n.audience.boards() >= n.config.Limits.GameNightBoards:
		return prose.Refuse("Too many boards are showing that game night. Close one of them first.")
	case h.board:
		n.audience.handles = append(n.audience.handles, h)
		shown, ids := n.state.View(time.Now())
		n.audience.showBoard(h, shown, ids)
		return nil
	}
	id := h.session.ID()
	if err := n.config.Lobby.Attend(n, id); err != nil {
		return err
	}
	if err := n.step(Join{ID: id, Name: name, Guest: h.session.Guest(), Program: h.session.Program()}); err != nil {
		if n.state.player(id) == nil {
			n.config.Lobby.Absent(n, id)
		}
		return err
	}
	n.audience.handles = append(n.audience.handles, h)
	return nil
}

func (n *Night) do(ctx context.Context, h *Handle, do any) error {
	return n.ask(ctx, func() error { return n.order(h, do) })
}

func (n *Night) showAgain() { n.inbox.Put(func() { n.audience.spoken = true }) }

func (n *Night) hangUp(h *Handle) {
	n.inbox.Put(func() {
		if !slices.Contains(n.audience.handles, h) {
			return
		}
		n.audience.end(nil, func(other *Handle) bool { return other == h })
		if id := h.session.ID(); !h.board && !n.audience.has(id) {
			_ = n.step(Disconnect{id})
		}
	})
}

// order performs an operation of a session.
func (n *Night) order(h *Handle, do any) error {
	id := h.session.ID()
	switch {
	case !slices.Contains(n.audience.handles, h):
		return errHandleEnded
	case h.board && !lobby.ByHost(do):
		return errBoard
	}
	switch op := do.(type) {
	case lobby.SayAtGameNight:
		return n.say(h, op.Text)
	case lobby.Announce:
		return n.announce(h, op.Text)
	case lobby.ChangeGameNight:
		if id != n.state.roster.host.id {
			return errNotHost
		}
		plan, err := lobby.CompleteGameNight(n.config.Games, op.Plan, n.state.player(id).Name, n.config.Limits.TitleCells)
		if err != nil {
			return err
		}
		if err := plan.CheckTimes(time.Now()); err != nil {
			return err
		}
		do = lobby.ChangeGameNight{Plan: plan}
	}
	var back []string
	if _, repeats := do.(lobby.RepeatGameNight); repeats && n.state.stage == lobby.GameNightOver {
		var err error
		if back, err = n.reopen(id); err != nil {
			return err
		}
	}
	if err := n.step(Order{id, do}); err != nil {
		n.config.Lobby.Absent(n, back...)
		return err
	}
	if _, leaves := do.(lobby.LeaveGameNight); leaves {
		n.audience.end(nil, func(other *Handle) bool { return other.player(id) })
	}
	return nil
}

// say sends a chat message to all participants.
func (n *Night) say(h *Handle, text string) error {
	id := h.session.ID()
	if !n.state.roster.seating.players.takesPart(id) {
		return errHandleEnded
	}
	clean, err := h.session.CleanMessage(text)
	if err != nil {
		return err
	}
	n.audience.say(lobby.ChatMessage{At: time.Now(), Name: n.state.player(id).Name, Text: clean}, id)
	return nil
}

// announceAgain is the least time between two announcements.
const announceAgain = 10 * time.Second

// announce sends a message of the host to all participants, wherever they are.
func (n *Night) announce(h *Handle, text string) error {
	id := h.session.ID()
	now := time.Now()
	switch {
	case id != n.state.roster.host.id:
		return errNotHost
	case now.Before(n.audience.announced.Add(announceAgain)):
		return prose.Refuse("You have just announced something. Wait a few seconds.")
	}
	clean, err := h.session.CleanMessage(text)
	if err != nil {
		return err
	}
	n.audience.announced = now
	n.audience.say(lobby.ChatMessage{At: now, Name: n.state.player(id).Name, Text: clean, Announced: true}, id)
	return nil
}

// Heard returns the latest chat for a report, and whether the player is here.
func (n *Night) Heard(ctx context.Context, id string) (heard []lobby.ReportedMessage, there bool, err error) {
	var seen struct { // read only after the answer, as ctx may end first
		heard []lobby.ReportedMessage
		there bool
	}
	if err := n.ask(ctx, func() error {
		seen.heard, seen.there = n.audience.chat.Reportable(true), n.audience.has(id)
		return nil
	}); err != nil {
		return nil, false, err
	}
	return seen.heard, seen.there, nil
}

// Attendance returns the stored data about a player with one of these identities, if there
// is any.
func (n *Night) Attendance(ctx context.Context, ids []string) (kept lobby.Attendance, is bool, err error) {
	var seen struct { // read only after the answer, as ctx may end first
		kept lobby.Attendance
		is   bool
	}
	if err := n.ask(ctx, func() error {
		if !n.gone {
			seen.kept, seen.is = n.state.Attendance(ids)
		}
		return nil
	}); err != nil {
		return kept, false, err
	}
	return seen.kept, seen.is, nil
}

// Forget removes a player, under any of their identities, from the stored data.
func (n *Night) Forget(ctx context.Context, ids []string) error {
	return n.ask(ctx, func() error {
		n.audience.end(lobby.ErrForgotten, func(h *Handle) bool { return slices.Contains(ids, h.session.ID()) })
		n.audience.forget(ids)
		if !n.state.knows(ids) {
			return nil
		}
		_ = n.step(Forget{ids}) // it is never refused
		n.config.Lobby.Absent(n, ids...)
		if n.saver.save(n.state.Snapshot()); n.saver.unsaved {
			return lobby.ErrNoRoom
		}
		return nil
	})
}
