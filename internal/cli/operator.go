package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/internal/admin"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/server/webhook"
	"parlor/store"
)

// maxSocketPath bounds the length of a socket path on all systems, including its temporary name.
const maxSocketPath = 80

// openAdminSocket opens the admin socket and returns a function that closes it. If the path of the
// data folder is too long, there is no socket.
func (o options) openAdminSocket(house admin.Operator, log *slog.Logger) (shut func() error, err error) {
	none := func() error { return nil }
	if runtime.GOOS == "windows" {
		return none, nil // the subcommand explains it
	}
	path := o.admin
	if path == "" {
		path = filepath.Join(o.data, admin.Socket)
		if len(path) > maxSocketPath {
			log.Warn("no admin socket: the path of the data folder is too long; set another path with --admin")
			return none, nil
		}
	}
	socket, err := admin.Listen(path, house, log)
	if err != nil {
		return none, err
	}
	return socket.Close, nil
}

// operator implements admin.Operator for the running server.
type operator struct {
	front  *server.Server
	rooms  *local.Lobby
	kept   *store.Store
	games  []engine.Game
	bans   *ratelimit.BanList
	post   *webhook.Sender // nil if webhooks are off
	began  time.Time
	drain  func()
	drains time.Duration // how long running matches may continue after a stop
	clusterOperator
}

// Status implements admin.Operator.
func (o *operator) Status() admin.Status {
	counts := o.rooms.Operator().Counts()
	s := admin.Status{
		Node: o.others.nodeName(), Version: version(), Began: o.began, Sessions: len(o.front.Present()), People: counts.People, Rooms: counts.Rooms, Asleep: counts.Asleep,
	}
	s.GameNights = map[string]int{}
	for _, night := range o.rooms.Operator().GameNights() {
		s.GameNights[night.Stage]++
	}
	s.Reports = o.openReports()
	for _, ban := range o.bans.List() {
		if s.Bans++; ban.Who == ratelimit.Newcomers {
			s.NewcomersOut = &ban.Until
		}
	}
	if ends := o.rooms.Operator().Ends(); !ends.IsZero() {
		s.Draining = &ends
	}
	if err := o.kept.Unhealthy(); err != nil {
		s.Ill = err.Error()
	}
	return s
}

// Sessions implements admin.Operator.
func (o *operator) Sessions() []admin.Session {
	all := []admin.Session{}
	for _, p := range o.front.Present() {
		all = append(all, admin.Session{
			Node: o.others.nodeName(), Number: p.Number, Kind: string(p.Kind), Name: p.Name, Guest: p.Guest, Who: p.Person, Address: p.Address, Since: p.Since.UTC(),
			Rooms: append([]string{}, o.rooms.Operator().TitlesOf(p.Person)...),
		})
	}
	return all
}

// Rooms implements admin.Operator.
func (o *operator) Rooms() []admin.Room {
	all := []admin.Room{}
	for _, facts := range o.rooms.Operator().RoomFacts() {
		room := roomOf(facts)
		room.Node = o.others.nodeName()
		all = append(all, room)
	}
	return all
}

func roomOf(f local.RoomFacts) admin.Room {
	return admin.Room{
		Number: f.Number, Code: f.Code, Title: f.Title, Game: f.Game, Stage: f.Stage, Public: f.Public, Rated: f.Rated,
		Seats: f.Seats, Open: f.Open, Watchers: f.Watchers, Here: f.Here, Sleeps: f.Sleeps, Made: f.Made.UTC(), From: f.From,
	}
}

// GameNights implements admin.Operator.
func (o *operator) GameNights() []admin.GameNight {
	all := []admin.GameNight{}
	for _, facts := range o.rooms.Operator().GameNights() {
		all = append(all, gameNightOf(facts))
	}
	return all
}

// GameNight implements admin.Operator.
func (o *operator) GameNight(ctx context.Context, code string) (admin.GameNight, error) {
	facts, shown, err := o.rooms.Operator().GameNight(ctx, code)
	night := gameNightOf(facts)
	for _, p := range shown.People {
		night.People = append(night.People, admin.GameNightPlayer{Rank: p.Rank, Name: p.Name, State: p.State, Table: p.Table, Points: p.Points, Matches: p.Matches})
	}
	for _, t := range shown.Tables {
		table := admin.GameNightTable{Number: t.Number, Game: t.Game, Stage: t.Stage, Names: []string{}}
		for _, seat := range t.Seats {
			table.Names = append(table.Names, seat.DisplayName().String())
		}
		night.Seats = append(night.Seats, table)
	}
	return night, err
}

// EndGameNight implements admin.Operator.
func (o *operator) EndGameNight(ctx context.Context, order admin.GameNightOrder) (admin.GameNight, error) {
	facts, err := o.rooms.Operator().EndGameNight(ctx, order.Code)
	return gameNightOf(facts), err
}

func gameNightOf(f local.GameNightFacts) admin.GameNight {
	night := admin.GameNight{
		Code: f.Code, Title: f.Title, Stage: f.Stage, Host: f.Host, Begins: f.Begins, Ends: f.Ends, Players: f.People, Here: f.Here,
		Waiting: f.Waiting, Tables: f.Tables, Playing: f.Playing, Played: f.Played,
	}
	if f.Waiting > 0 {
		night.Longest = max(0, time.Since(f.WaitingSince)).Seconds()
	}
	return night
}

// Bans implements admin.Operator.
func (o *operator) Bans() []admin.Ban {
	all := []admin.Ban{}
	for _, ban := range o.bans.List() {
		all = append(all, admin.Ban(ban))
	}
	return all
}

// Ban implements admin.Operator.
func (o *operator) Ban(ctx context.Context, order admin.BanOrder) (admin.Banned, error) {
	who, err := o.subject(order.Who)
	if err != nil {
		return admin.Banned{}, err
	}
	note := lobby.CleanText(order.Note, longestNote)
	ban, err := o.bans.Add(ctx, who, span(order.Seconds), note)
	if err != nil {
		return admin.Banned{}, err
	}
	return admin.Banned{Ban: admin.Ban(ban), Ended: o.front.EndBanned()}, nil
}

// longestNote bounds the width of a note in cells.
const longestNote = 100

// span converts seconds to a duration of at most a year and a day, more than any request may ask for.
func span(seconds float64) time.Duration {
	const most = float64(367 * 24 * time.Hour / time.Second)
	return time.Duration(min(max(seconds, 0), most) * float64(time.Second))
}

// subject parses the subject of a ban: the number of a session, or a subject as in ratelimit.ParseSubject.
func (o *operator) subject(text string) (string, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return ratelimit.ParseSubject(text)
	}
	for _, p := range o.front.Present() {
		if p.Number == number {
			return p.Person, nil
		}
	}
	return "", fmt.Errorf("there is no session %d now", number)
}

// Unban implements admin.Operator.
func (o *operator) Unban(ctx context.Context, order admin.UnbanOrder) error {
	who, err := ratelimit.ParseSubject(order.Who)
	if err != nil {
		return err
	}
	lifted, err := o.bans.Lift(ctx, who)
	if err == nil && !lifted {
		err = o.notBanned(who)
	}
	return err
}

// notBanned returns the error for a missing ban. If another ban contains the address, the error
// names that ban.
func (o *operator) notBanned(who string) error {
	if who == ratelimit.Newcomers {
		return errors.New("newcomers may come already")
	}
	if own, err := netip.ParsePrefix(who); err == nil {
		for _, ban := range o.bans.List() {
			if network, err := netip.ParsePrefix(ban.Who); err == nil && network.Overlaps(own) && network.Bits() < own.Bits() {
				return fmt.Errorf("%s is not banned by itself, but as a part of %s, which is", who, network)
			}
		}
	}
	return fmt.Errorf("%s is not banned", who)
}

// Announce implements admin.Operator.
func (o *operator) Announce(order admin.AnnounceOrder) (admin.Announced, error) {
	told, err := o.front.Announce(order.Text, span(order.Seconds))
	return admin.Announced{Told: told}, err
}

// lookTime bounds reading stored data.
const lookTime = 5 * time.Second

// openReports returns the number of open reports.
func (o *operator) openReports() (n int) {
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	all, _ := o.kept.Reports.All(ctx) // the store logs the error
	for _, one := range all {
		if one.Done.IsZero() {
			n++
		}
	}
	return n
}

// Reports implements admin.Operator.
func (o *operator) Reports(ctx context.Context) ([]admin.Report, error) {
	kept, err := o.kept.Reports.All(ctx)
	all := []admin.Report{}
	for _, r := range kept {
		one := admin.Report{
			Number: r.Number, At: r.At, By: r.By, ByName: r.ByName, About: r.About, AboutName: r.AboutName, Words: r.Words,
			Room: r.Room, Game: r.Game, Match: r.Match, Heard: []admin.Heard{},
		}
		for _, line := range r.Heard {
			one.Heard = append(one.Heard, admin.Heard(line))
		}
		if !r.Done.IsZero() {
			one.Done = &r.Done
		}
		all = append(all, one)
	}
	return all, err
}

// ReportDone implements admin.Operator.
func (o *operator) ReportDone(ctx context.Context, order admin.DoneOrder) error {
	return o.kept.Reports.Done(ctx, order.Number)
}

// Suspects implements admin.Operator.
func (o *operator) Suspects(ctx context.Context) ([]admin.Suspect, error) {
	found, err := lobby.Suspects(ctx, o.kept.History, o.games)
	all := []admin.Suspect{}
	for _, s := range found {
		all = append(all, admin.Suspect{
			Match: s.ID, Game: s.Record.Game, Title: s.Title, Ended: s.Ended, Rated: s.Rated, Seats: s.Record.Seats,
			Resigned: s.Resigned, Players: s.Scores().String(),
		})
	}
	return all, err
}

// VoidMatch implements admin.Operator.
func (o *operator) VoidMatch(ctx context.Context, order admin.VoidOrder) error {
	return o.kept.History.VoidMatch(ctx, order.Match, lobby.VoidRepair)
}

// CloseRoom implements admin.Operator.
func (o *operator) CloseRoom(ctx context.Context, order admin.CloseOrder) (admin.Room, error) {
	facts, err := o.rooms.Operator().CloseRoom(ctx, order.Room, order.Reason)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the room has not closed yet; it may still do so")
	}
	return roomOf(facts), err
}

// Drain implements admin.Operator.
func (o *operator) Drain() admin.Status {
	o.drain()
	s := o.Status()
	if s.Draining == nil { // it is just beginning
		ends := time.Now().Add(o.drains)
		s.Draining = &ends
	}
	return s
}
