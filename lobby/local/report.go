package local

import (
	"context"
	"sync/atomic"
	"time"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

// reports files the reports of players.
type reports struct {
	config      *Config
	directory   *directory
	registry    *registry
	nights      *nightIndex
	chat        *chat
	people      *account.People
	invitations *invitations
	waker       *waker
	sent        atomic.Uint64 // number of reports since the start
}

// send performs lobby.SendReport. The reported person must not notice: no room publishes an
// update, and only the host's pages change.
func (r *reports) send(ctx context.Context, c *client, name, words string) error {
	clean, err := c.clean(words, prose.Refuse("Describe in one sentence what happened."))
	if err != nil {
		return err
	}
	about, aboutName, err := c.visitor.Known(ctx, name)
	switch {
	case err != nil:
		return err
	case about == c.id:
		return prose.Refuse("That is your own name.")
	}
	if err := c.spend(ratelimit.Reports); err != nil {
		return err
	}
	report := lobby.Report{
		At: time.Now().UTC().Round(0), By: c.id, ByName: c.Name(), About: about, AboutName: aboutName, Words: clean,
	}
	seen, both, err := r.addContext(ctx, &report)
	if err != nil {
		return err
	}
	if err := c.visitor.File(ctx, report); err != nil {
		return err
	}
	r.sent.Add(1)
	if both {
		r.tellHost(ctx, seen.Host, report)
	}
	return nil
}

// addContext attaches the context to a report: of the author's room, or else of their game
// night, or else of the lobby. both reports whether the reported player is in the same
// room.
func (r *reports) addContext(ctx context.Context, report *lobby.Report) (seen room.ReportContext, both bool, err error) {
	var code string
	var info room.Info
	r.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		code, both = rooms.shared(report.By, report.About)
		info = rooms.infos[code]
	})
	p, n := r.registry.slot(code), r.nights.with(report.By)
	if n != nil && !info.People[report.By].Here {
		heard, there, err := n.Heard(ctx, report.By)
		if there {
			report.Room, report.Heard = n.Code, heard
		}
		if there || err != nil {
			return room.ReportContext{}, false, err
		}
	}
	if p == nil {
		report.Heard = r.chat.recent()
		return room.ReportContext{}, false, nil
	}
	report.Room, report.Game = code, info.Row.Game
	awake, err := r.waker.awake(ctx, p)
	if err == nil {
		seen, err = awake.ReportContext(ctx, report.By)
	}
	report.Match, report.Heard = seen.Match, seen.Heard
	return seen, both, err
}

// tellHost notifies the host of a room about a report on a player in it, unless the host is
// its author or subject or has muted the author.
func (r *reports) tellHost(ctx context.Context, host string, report lobby.Report) {
	if host == "" || host == report.By || host == report.About {
		return
	}
	if muted, err := r.people.Mutes(ctx, host, report.By); err != nil || muted {
		return
	}
	r.invitations.send(&invitation{
		Notice: lobby.Notice{Kind: lobby.NoticeReports, Name: report.ByName, About: report.AboutName, Game: report.Game, Room: report.Room},
		from:   report.By, to: host, about: report.About,
	}, false)
}
