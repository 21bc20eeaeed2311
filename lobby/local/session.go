package local

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// session implements lobby.Session. Its methods may be called from any
// goroutine.
type session struct {
	*account.Visitor
	lobby   *Lobby
	id      string
	guest   bool
	address netip.Addr // Identity.Address
	// passing visitors are not listed.
	passing bool
	program bool                     // Identity.Program
	isNew   atomic.Bool              // little is known of the visitor yet
	muted   atomic.Pointer[[]string] // identities whose chat the visitor does not hear, in order
	name    atomic.Pointer[string]   // clean and unique; nil until the visitor is in the directory, which sets it
	slot    *pageSlot
	// seatsMoved has one slot.
	seatsMoved chan struct{}

	mu      sync.Mutex          // guards what follows
	handles []*room.Handle      // to be closed with the session
	nights  []*gamenight.Handle // likewise
	closed  bool
}

// Enter begins a session.
func (l *Lobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	if who.ID == "" {
		return nil, prose.Refuse("This session belongs to nobody.")
	}
	v := &session{
		lobby: l, id: who.ID, guest: who.Guest, address: who.Address, passing: who.Passing, program: who.Program,
		seatsMoved: make(chan struct{}, 1),
	}
	v.slot = newPageSlot(v.Mutes, func() []lobby.Call { return l.invitations.of(v.id) })
	v.Visitor = l.people.Visitor(who, v.Name)
	belongs := v.WishBelongs(ctx)
	v.meet(ctx)
	v.loadMutes(ctx)
	you, err := l.directory.enter(v, belongs, l.limits.NameCells)
	if err != nil {
		return nil, err
	}
	l.meetAtTables(v.id)
	if len(l.invitations.of(v.id)) > 0 {
		v.slot.showCalls(you)
	}
	l.directory.touch()
	return v, nil
}

// meetAtTables tells the rooms where somebody has a seat, and does not have it open,
// that they have come to the server or gone from it.
func (l *Lobby) meetAtTables(ids ...string) {
	for _, id := range ids {
		var seated []string
		l.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
			for _, code := range rooms.inside[id] {
				if rooms.infos[code].People[id].Seated {
					seated = append(seated, code)
				}
			}
		})
		for _, p := range l.registry.places(seated) {
			p.meet(id)
		}
	}
}

// meet finds out how well the visitor is known, and has it remembered that they
// were here.
func (v *session) meet(ctx context.Context) {
	isNew, back := v.Meet(ctx)
	v.isNew.Store(isNew && !v.lobby.budget.IsPrivate(v.address))
	if back {
		v.lobby.social.muteAllAgain(ctx)
	}
}

// meetAgain is meet for somebody who was new: time has passed, and a match perhaps.
func (v *session) meetAgain(ctx context.Context) {
	if v.isNew.Load() {
		v.meet(ctx)
	}
}

// Name is the clean, unique name of the visitor.
func (v *session) Name() string {
	if name := v.name.Load(); name != nil {
		return *name
	}
	return ""
}

// row is the visitor as others see them.
func (v *session) row() lobby.PersonRow {
	return lobby.PersonRow{Name: v.Name(), Guest: v.guest, Program: v.program}
}

// Utter cleans what somebody says, and refuses what is too much.
func (v *session) Utter(text string) (string, error) {
	clean, err := v.cleanSaid(text)
	if err != nil {
		return "", err
	}
	return clean, v.spend(budget.Talk)
}

// cleanSaid is what somebody says, clean; what is too long is not cut.
func (v *session) cleanSaid(text string) (string, error) {
	most := v.lobby.limits.ChatCells
	clean := lobby.CleanText(text, most+1)
	switch {
	case clean == "":
		return "", prose.Refuse("That message is empty.")
	case ansi.StringWidth(clean) > most:
		return "", prose.Refuse("That is too long to say at once. You can use up to {n} letters.", prose.N(most))
	}
	return clean, nil
}

// ID is the visitor's Identity.ID.
func (v *session) ID() string { return v.id }

// Guest reports whether the visitor came without a key.
func (v *session) Guest() bool { return v.guest }

// Program reports whether the visitor is a program.
func (v *session) Program() bool { return v.program }

// MayDo charges an operation of a room or a game night by its rate, and refuses what is
// too much.
func (v *session) MayDo(rate lobby.Rate) error {
	if rate == lobby.RateFree {
		return nil
	}
	if err := v.spend(budget.Orders); err != nil || rate == lobby.RateMoves {
		return err
	}
	return v.spend(budget.Changes)
}

// who is whom the budget charges for what the visitor does, in this session and in
// others.
func (v *session) who() budget.Who {
	return budget.Who{Person: v.id, Address: v.address, New: v.isNew.Load(), Guest: v.guest}
}

// spend charges the visitor for something, or answers a *budget.Refusal.
func (v *session) spend(kind budget.Kind) error { return v.lobby.budget.Spend(kind, v.who()) }

// say tells something to everybody in the lobby.
func (v *session) say(text string) error {
	clean, err := v.cleanSaid(text)
	if err == nil {
		err = v.spend(budget.LobbyChat)
	}
	if err == nil {
		err = v.spend(budget.Talk)
	}
	if err != nil {
		return err
	}
	l := v.lobby
	l.chat.add(lobby.Line{At: time.Now(), Name: v.Name(), Text: clean}, v.id)
	l.directory.chatted()
	return nil
}

// Pages delivers pages of the window that was asked for last with Show.
func (v *session) Pages() <-chan lobby.Page { return v.slot.pages }

// turnTo says what the visitor's screen shows from now on.
func (v *session) turnTo(window lobby.Window) {
	if draft := v.lobby.directory.turnTo(v, window.Clean()); draft != nil {
		_ = v.slot.show(newPen().draw(draft), v.row())
	}
}

// peek returns the page of a window once.
func (v *session) peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	if err := ctx.Err(); err != nil {
		return lobby.Page{}, fmt.Errorf("the hall was not asked: %w", err)
	}
	draft := v.lobby.directory.peek(v, window.Clean())
	page := newPen().draw(draft).page(v.row(), v.Mutes)
	page.Calls = v.lobby.invitations.of(v.id)
	return page, nil
}

// Ended is why Pages was closed: nil after Close.
func (v *session) Ended() error { return v.slot.ended() }

// end closes the lobby.
func (v *session) end(reason error) {
	v.slot.end(reason)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
}

// Close ends the session. Seats of the visitor are held.
func (v *session) Close() {
	v.end(nil)
	v.mu.Lock()
	handles, nights := slices.Clone(v.handles), slices.Clone(v.nights)
	v.mu.Unlock()
	for _, handle := range handles {
		handle.Close()
	}
	for _, night := range nights {
		night.Close()
	}
	v.lobby.directory.leave(v)
	v.lobby.meetAtTables(v.id)
}

// create makes a room and takes its first seat as its host. Where ctx ends
// before the room has answered, as with Join and Watch, the place that it may
// still give is left again as by a hang-up.
func (v *session) create(ctx context.Context, plan lobby.Plan) (lobby.Handle, error) {
	v.meetAgain(ctx)
	v.lobby.makeSpace(ctx)
	r, err := v.lobby.open(v, plan)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsPlayer)
}

// join takes a free seat; somebody who already holds a seat there gets that one.
func (v *session) join(ctx context.Context, code string) (lobby.Handle, error) {
	v.meetAgain(ctx)
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsPlayer)
}

// watch comes in without a seat; somebody who holds a seat there gets that one.
func (v *session) watch(ctx context.Context, code string) (lobby.Handle, error) {
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsWatcher)
}

// look is what the visitor would see in a room: the own seat's view where one is
// held, else a watcher's. Nobody is told of it, and no hold changes.
func (v *session) look(ctx context.Context, code string) (lobby.Update, error) {
	r, err := v.find(code)
	if err != nil {
		return lobby.Update{}, err
	}
	return r.Look(ctx, v)
}

// Has says whether there is a room with a code. Asking for one that is not
// there counts as a wrong code of that person, and who has tried too many is
// told that there is none.
func (l *Lobby) Has(_ context.Context, who lobby.Identity, code string) bool {
	charged := budget.Who{Person: who.ID, Address: who.Address}
	if l.budget.Ask(budget.Codes, charged) != nil {
		return false
	}
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if l.registry.rooms[code] == nil && l.nights.find(code) == nil && !l.registry.newer[code] {
		l.budget.Charge(budget.Codes, charged)
		return false
	}
	return true
}

// find is the room with a code. Rooms that the visitor sees in the lobby are
// found at once; for others wrong codes are slowed down, so that nobody finds
// a private room by trying. To look for one is an order.
func (v *session) find(code string) (*place, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	read := lobby.ReadCode(code)
	l := v.lobby
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	r, info := l.registry.rooms[read], l.directory.info(read)
	if _, inside := info.People[v.id]; r != nil && (info.Public || inside) {
		return r, nil
	}
	if err := l.budget.Ask(budget.Codes, v.who()); err != nil {
		return nil, err
	}
	if l.nights.find(read) != nil {
		return nil, lobby.ErrGameNight
	}
	if l.registry.newer[read] {
		return nil, errNewer
	}
	if r == nil {
		l.budget.Charge(budget.Codes, v.who())
		return nil, noRoom(read)
	}
	return r, nil
}

// noRoom says that there is no room with a code, and what a code looks like where this
// cannot be one.
func noRoom(code string) error {
	shown := prose.Literal(lobby.CleanText(code, 10))
	if utf8.RuneCountInString(code) == lobby.CodeLength {
		return prose.Refuse("There is no room {code}.", shown)
	}
	return prose.Refuse("There is no room {code}. A code has {n} letters and digits.", shown, prose.N(lobby.CodeLength))
}

// quick does lobby.Quick.
func (v *session) quick(ctx context.Context, wanted lobby.Plan) (lobby.Handle, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	for _, r := range v.lobby.registry.places(v.lobby.Open(v.id, wanted)) {
		// A room that has filled up meanwhile is passed over.
		if handle, err := r.Admit(ctx, v, room.AsPlayer); err == nil {
			return handle, nil
		}
	}
	if wanted.Game == "" && len(v.lobby.games) > 0 {
		wanted.Game = v.lobby.games[0].Name
	}
	wanted.Public = true
	return v.create(ctx, wanted)
}

// goBack goes back to the room where this person's match is under way, the one
// that waits for them first. Somebody who gives more orders than they may stays
// where they are.
func (v *session) goBack(ctx context.Context) (lobby.Handle, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	var mine []string
	v.lobby.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		for _, row := range rooms.matches(v.id) {
			mine = append(mine, row.Code)
		}
	})
	for _, r := range v.lobby.registry.places(mine) {
		if handle, err := r.Admit(ctx, v, room.AsHolder); err == nil {
			return handle, nil
		}
	}
	return nil, lobby.ErrNoMatch
}

// Keep and Drop remember the handles to close with the session.
func (v *session) Keep(c *room.Handle) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}
	v.handles = append(v.handles, c)
	return true
}

func (v *session) Drop(c *room.Handle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.handles = slices.DeleteFunc(v.handles, func(other *room.Handle) bool { return other == c })
}

// SeatsAt are the other nodes in whose rooms the visitor has a seat, in order.
func (v *session) SeatsAt() (nodes []string) {
	v.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) {
		for node, said := range people.remote[v.id] {
			if said.Holds {
				nodes = append(nodes, node)
			}
		}
	})
	slices.Sort(nodes)
	return nodes
}

// SeatsMoved delivers, through one slot, that SeatsAt may be others.
func (v *session) SeatsMoved() <-chan struct{} { return v.seatsMoved }

// HearYours takes the visitor's own rooms at another node, as its lobby shows them to
// the visitor; they are on the visitor's pages until it takes others.
func (v *session) HearYours(node string, rows []lobby.RoomRow) {
	v.lobby.directory.setRemoteRooms(v, node, rows)
}

// InviteTo does lobby.Invite to a room of another process, as the visitor was shown it there.
func (v *session) InviteTo(ctx context.Context, name string, shown lobby.Update) error {
	isIn := func(name string) (inside, here bool) {
		for i, seat := range shown.Seats {
			if own := engine.Seat(i) == shown.You && name == v.Name(); own || seat.Kind == lobby.Person && seat.Name == name {
				return true, seat.Away.IsZero()
			}
		}
		watches := slices.Contains(shown.Watchers, name)
		return watches, watches
	}
	return v.lobby.social.inviteByName(ctx, v, name, func(person presentPerson) destination {
		inside, _ := isIn(v.Name())
		_, there := isIn(person.name)
		return destination{shown.Code, shown.Plan.Game, inside, there}
	})
}

// Answer takes an invitation off the visitor's pages, and says what it was; they have
// answered it.
func (v *session) Answer(number uint64) (invites lobby.Call, waited bool) {
	waiting := v.lobby.invitations
	one := waiting.find(v.id, number)
	if one == nil || one.Kind != lobby.CallInvites || !waiting.remove(one) {
		return lobby.Call{}, false
	}
	return one.Call, true
}

// Declines does lobby.Decline, and says what is to be told at another node, where whoever
// invited is at that one; its name is empty where there is nothing to tell.
func (v *session) Declines(number uint64) (answer lobby.Declined, node string, err error) {
	return v.lobby.social.decline(v, number)
}

// challenge does lobby.Challenge.
func (v *session) challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	l := v.lobby
	person, err := l.social.reachable(v, name)
	if err == nil {
		err = v.spend(budget.Invitations)
	}
	if err != nil {
		return nil, err
	}
	r, err := l.open(v, plan)
	if err != nil {
		return nil, err
	}
	handle, err := r.Admit(ctx, v, room.AsPlayer)
	if err != nil {
		return nil, err
	}
	if err := l.social.invite(ctx, v, person.id, l.social.ownRoom(v, r.code)); err != nil {
		_ = lobby.Perform(ctx, handle, lobby.Leave{}) // else it is left as by a hang-up
		handle.Close()
		return nil, err
	}
	return handle, nil
}

// accept does lobby.Accept.
func (v *session) accept(ctx context.Context, number uint64) (lobby.Handle, error) {
	l := v.lobby
	invites, waited := v.Answer(number)
	l.registry.mu.Lock()
	r := l.registry.rooms[invites.Room]
	l.registry.mu.Unlock()
	if !waited || r == nil {
		return nil, errTooLate
	}
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	handle, err := r.Admit(ctx, v, room.AsPlayer)
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := r.Admit(ctx, v, room.AsWatcher); watchErr == nil {
		return handle, nil
	}
	return nil, err
}
