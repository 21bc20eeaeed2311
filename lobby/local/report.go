package local

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// report does lobby.SendReport. Whoever it is about finds no difference: no room
// has anything new, and only the pages of the room's host tell of it.
func (v *visit) report(ctx context.Context, name, words string) error {
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
	v.lobby.reports.Add(1)
	if both {
		v.tellHost(ctx, seen.Host, report)
	}
	return nil
}

// reportable is what somebody reports, clean: what is too long is not cut.
func (v *visit) reportable(words string) (string, error) {
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
// there is one, or of the game night, and else of the hall. Both says that the other one is in that room.
func (v *visit) witness(ctx context.Context, report *lobby.Report) (seen room.Witness, both bool, err error) {
	l := v.lobby
	l.mu.Lock()
	code, both := l.sharedRoom(report.By, report.About)
	r, n := l.rooms[code], l.nights.of(report.By)
	if n != nil && !l.index.infos[code].People[report.By].Here {
		l.mu.Unlock()
		heard, there, err := n.Heard(ctx, report.By)
		if there {
			report.Room, report.Heard = n.Code, heard
		}
		if there || err != nil {
			return room.Witness{}, false, err
		}
		l.mu.Lock()
	}
	if r == nil {
		l.mu.Unlock()
		report.Heard = l.chat.recent()
		return room.Witness{}, false, nil
	}
	report.Room, report.Game = code, l.index.infos[code].Line.Game
	l.mu.Unlock()
	awake, err := r.awake(ctx)
	if err == nil {
		seen, err = awake.Witness(ctx, v.id)
	}
	report.Match, report.Heard = seen.Match, seen.Heard
	return seen, both, err
}

// sharedRoom is the room in which somebody is, of several the one in which the other
// one is, too. The caller holds mu.
func (l *Lobby) sharedRoom(by, about string) (code string, both bool) {
	worth := func(code string) int {
		people := l.index.infos[code].People
		own, other := people[by], people[about]
		_, inside := people[about]
		switch {
		case inside && own.Here && other.Here:
			return 3
		case inside:
			return 2
		case own.Here:
			return 1
		}
		return 0
	}
	codes := slices.Sorted(slices.Values(l.index.inside[by]))
	if len(codes) == 0 {
		return "", false
	}
	code = slices.MaxFunc(codes, func(a, b string) int { return cmp.Compare(worth(a), worth(b)) })
	if worth(code) == 0 {
		return "", false
	}
	return code, worth(code) > 1
}

// tellHost tells the host of a room of a report about somebody in it, unless it is by
// or about them, or they do not want to hear of who reports.
func (v *visit) tellHost(ctx context.Context, host string, report lobby.Report) {
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
