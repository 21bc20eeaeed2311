package local

import (
	"context"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// report does lobby.SendReport. Whoever it is about finds no difference: no room
// has anything new, and only the pages of the room's host tell of it.
func (v *session) report(ctx context.Context, name, words string) error {
	clean, err := v.reportable(words)
	if err != nil {
		return err
	}
	about, aboutName, err := v.Known(ctx, name)
	switch {
	case err != nil:
		return err
	case about == v.id:
		return prose.Refuse("That is your own name.")
	}
	if err := v.spend(budget.Reports); err != nil {
		return err
	}
	report := lobby.Report{
		At: time.Now().UTC().Round(0), By: v.id, ByName: v.Name(), About: about, AboutName: aboutName, Words: clean,
	}
	seen, both, err := v.witness(ctx, &report)
	if err != nil {
		return err
	}
	if err := v.File(ctx, report); err != nil {
		return err
	}
	v.lobby.operator.reports.Add(1)
	if both {
		v.tellHost(ctx, seen.Host, report)
	}
	return nil
}

// reportable is what somebody reports, clean: what is too long is not cut.
func (v *session) reportable(words string) (string, error) {
	most := v.lobby.limits.ChatCells
	clean := lobby.CleanText(words, most+1)
	switch {
	case clean == "":
		return "", prose.Refuse("Say in a sentence what happened.")
	case ansi.StringWidth(clean) > most:
		return "", prose.Refuse("That is too long to say at once. You can use up to {n} letters.", prose.N(most))
	}
	return clean, nil
}

// witness adds to a report what goes with it: of the room where the visitor is, if
// there is one, or of the game night, and else of the lobby. Both says that the other one is in that room.
func (v *session) witness(ctx context.Context, report *lobby.Report) (seen room.Witness, both bool, err error) {
	l := v.lobby
	var code string
	var info room.Info
	l.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		code, both = rooms.shared(report.By, report.About)
		info = rooms.infos[code]
	})
	l.registry.mu.Lock()
	r, n := l.registry.rooms[code], l.nights.of(report.By)
	l.registry.mu.Unlock()
	if n != nil && !info.People[report.By].Here {
		heard, there, err := n.Heard(ctx, report.By)
		if there {
			report.Room, report.Heard = n.Code, heard
		}
		if there || err != nil {
			return room.Witness{}, false, err
		}
	}
	if r == nil {
		report.Heard = l.chat.recent()
		return room.Witness{}, false, nil
	}
	report.Room, report.Game = code, info.Line.Game
	awake, err := r.awake(ctx)
	if err == nil {
		seen, err = awake.Witness(ctx, v.id)
	}
	report.Match, report.Heard = seen.Match, seen.Heard
	return seen, both, err
}

// tellHost tells the host of a room of a report about somebody in it, unless it is by
// or about them, or they do not want to hear of who reports.
func (v *session) tellHost(ctx context.Context, host string, report lobby.Report) {
	if host == "" || host == report.By || host == report.About {
		return
	}
	l := v.lobby
	if muted, err := l.people.Mutes(ctx, host, report.By); err != nil || muted {
		return
	}
	l.invitations.send(&invitation{
		Call: lobby.Call{Kind: lobby.CallReports, Name: report.ByName, About: report.AboutName, Game: report.Game, Room: report.Room},
		from: report.By, to: host, about: report.About,
	})
}
