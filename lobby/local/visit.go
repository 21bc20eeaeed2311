package local

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// visit is one session's stay in the lobby. Its methods may be called from any
// goroutine.
type visit struct {
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
	gone    chan struct{}            // closed with the visit
	name    string                   // guarded by lobby.mu
	circle  circleKey                // what is shown; guarded by lobby.mu
	// yours are the visitor's own rooms at other processes, by node; guarded by lobby.mu.
	yours      map[string][]ownRoom
	seatsMoved chan struct{} // one slot

	mu       sync.Mutex          // guards what follows
	pages    chan lobby.Page     // one slot
	last     *drawn              // that was shown; nil while nothing is
	you      lobby.PersonRow     // that was shown with it
	moment   uint64              // of the page that came last, sent or not
	calls    []lobby.Call        // that wait for the visitor
	news     bool                // the page in the slot tells of calls as none before it did
	handles  []*room.Handle      // to be closed with the visit
	evenings []*gamenight.Handle // likewise
	closed   bool
	ended    error
}

// Enter begins a visit: one session's stay.
func (l *Lobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Visit, error) {
	if who.ID == "" {
		return nil, prose.Refuse("This session belongs to nobody.")
	}
	v := &visit{
		lobby: l, id: who.ID, guest: who.Guest, address: who.Address, passing: who.Passing, program: who.Program,
		pages: make(chan lobby.Page, 1), gone: make(chan struct{}), yours: map[string][]ownRoom{}, seatsMoved: make(chan struct{}, 1),
	}
	v.Visitor = l.people.Visitor(who, v.Name)
	belongs := v.WishBelongs(ctx)
	v.meet(ctx)
	v.loadMutes(ctx)
	l.mu.Lock()
	if l.stopped {
		l.mu.Unlock()
		return nil, lobby.ErrStopping
	}
	l.index.come(v, l.freeName(v, belongs))
	l.meetAtTables(v.id)
	you := l.row(v)
	l.mu.Unlock()
	if len(l.invitations.of(v.id)) > 0 {
		v.showCalls(you)
	}
	l.touch()
	return v, nil
}

// meetAtTables tells the rooms where somebody has a seat, and does not have it open,
// that they have come to the server or gone from it. The caller holds mu.
func (l *Lobby) meetAtTables(id string) {
	for _, code := range l.index.inside[id] {
		if p := l.rooms[code]; p != nil && p.room != nil && l.index.infos[code].People[id].Seated {
			p.room.Meet(id)
		}
	}
}

// meet finds out how well the visitor is known, and has it remembered that they
// were here.
func (v *visit) meet(ctx context.Context) {
	isNew, back := v.Meet(ctx)
	v.isNew.Store(isNew && !v.lobby.budget.IsPrivate(v.address))
	if back {
		v.lobby.muteAllAgain(ctx)
	}
}

// meetAgain is meet for somebody who was new: time has passed, and a match perhaps.
func (v *visit) meetAgain(ctx context.Context) {
	if v.isNew.Load() {
		v.meet(ctx)
	}
}

// freeName is the name of a visitor who comes, not to be taken for the name of
// somebody else who is here, nor for what they wish where that belongs to somebody who
// is not. Two visits of one person have one name, also at two processes, and somebody who has chosen none is
// called as on the seat that they hold. The caller holds mu.
func (l *Lobby) freeName(v *visit, belongs bool) string {
	wished, chosen := v.Wished()
	if person := l.index.present[v.id]; person != nil {
		return person.name
	}
	if name := l.index.awayName(v.id); name != "" {
		return name
	}
	if seat := l.index.seatName(v.id); !chosen && seat != "" {
		return seat
	}
	return l.index.names.free(wished, v.id, l.limits.NameCells, belongs, l.index.ownNames(v.id))
}

// calls reports whether a folded name is that of somebody who is present or has
// a seat kept.
func (l *Lobby) calls(folded string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.index.names.taken(folded, "")
}

// Name is the clean, unique name of the visitor.
func (v *visit) Name() string {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	return v.name
}

// Utter cleans what somebody says, and refuses what is too much.
func (v *visit) Utter(text string) (string, error) {
	clean, err := v.cleanSaid(text)
	if err != nil {
		return "", err
	}
	return clean, v.spend(budget.Talk)
}

// cleanSaid is what somebody says, clean; what is too long is not cut.
func (v *visit) cleanSaid(text string) (string, error) {
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
func (v *visit) ID() string { return v.id }

// Guest reports whether the visitor came without a key.
func (v *visit) Guest() bool { return v.guest }

// Program reports whether the visitor is a program.
func (v *visit) Program() bool { return v.program }

// MayOrder refuses whoever gives such orders faster than anybody plays.
func (v *visit) MayOrder(do lobby.Do) error {
	if err := v.spend(budget.Orders); err != nil || !lobby.ChangesTable(do) {
		return err
	}
	return v.spend(budget.Changes)
}

// who is whom the budget charges for what the visitor does, in this visit and in
// others.
func (v *visit) who() budget.Who {
	return budget.Who{Person: v.id, Address: v.address, New: v.isNew.Load(), Guest: v.guest}
}

// spend charges the visitor for something, or answers a *budget.Refusal.
func (v *visit) spend(kind budget.Kind) error { return v.lobby.budget.Spend(kind, v.who()) }

// say tells something to everybody in the hall.
func (v *visit) say(text string) error {
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
	l.mu.Lock()
	l.index.stale.talk = true
	l.index.feed.wake()
	l.mu.Unlock()
	l.touch()
	return nil
}

// Ended is why Hall was closed: nil after Close.
func (v *visit) Ended() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ended
}

// end closes the hall.
func (v *visit) end(reason error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		v.closed, v.ended = true, reason
		close(v.pages)
		close(v.gone)
	}
}

// Close ends the visit. Seats of the visitor are held.
func (v *visit) Close() {
	v.end(nil)
	v.mu.Lock()
	handles, evenings := slices.Clone(v.handles), slices.Clone(v.evenings)
	v.mu.Unlock()
	for _, handle := range handles {
		handle.Close()
	}
	for _, evening := range evenings {
		evening.Close()
	}
	v.lobby.mu.Lock()
	v.lobby.circles.put(v, circleKey{})
	v.lobby.index.goAway(v)
	v.lobby.meetAtTables(v.id)
	v.lobby.mu.Unlock()
	v.lobby.touch()
}

// create makes a room and takes its first seat as its host. Where ctx ends
// before the room has answered, as with Join and Watch, the place that it may
// still give is left again as by a hang-up.
func (v *visit) create(ctx context.Context, plan lobby.Plan) (lobby.Handle, error) {
	v.meetAgain(ctx)
	v.lobby.makeSpace(ctx)
	r, err := v.lobby.open(v, plan)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsPlayer)
}

// join takes a free seat; somebody who already holds a seat there gets that one.
func (v *visit) join(ctx context.Context, code string) (lobby.Handle, error) {
	v.meetAgain(ctx)
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsPlayer)
}

// watch comes in without a seat; somebody who holds a seat there gets that one.
func (v *visit) watch(ctx context.Context, code string) (lobby.Handle, error) {
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.Admit(ctx, v, room.AsWatcher)
}

// look is what the visitor would see in a room: the own seat's view where one is
// held, else a watcher's. Nobody is told of it, and no hold changes.
func (v *visit) look(ctx context.Context, code string) (lobby.Update, error) {
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
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rooms[code] == nil && l.nights.find(code) == nil && !l.newer[code] {
		l.budget.Charge(budget.Codes, charged)
		return false
	}
	return true
}

// find is the room with a code. Rooms that the visitor sees in the hall are
// found at once; for others wrong codes are slowed down, so that nobody finds
// a private room by trying. To look for one is an order.
func (v *visit) find(code string) (*place, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	read := lobby.ReadCode(code)
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	r, info := l.rooms[read], l.index.infos[read]
	if _, inside := info.People[v.id]; r != nil && (info.Public || inside) {
		return r, nil
	}
	if err := l.budget.Ask(budget.Codes, v.who()); err != nil {
		return nil, err
	}
	if l.nights.find(read) != nil {
		return nil, lobby.ErrEvening
	}
	if l.newer[read] {
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
func (v *visit) quick(ctx context.Context, wanted lobby.Plan) (lobby.Handle, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	for _, r := range v.lobby.openRooms(v.id, wanted) {
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
func (v *visit) goBack(ctx context.Context) (lobby.Handle, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	v.lobby.mu.Lock()
	var mine []lobby.RoomRow
	for _, code := range v.lobby.index.inside[v.id] {
		info := v.lobby.index.infos[code]
		if p := info.People[v.id]; p.Seated && info.Line.Stage != lobby.Gathering {
			row := *info.Line
			row.YourTurn = p.ToMove
			mine = append(mine, row)
		}
	}
	slices.SortFunc(mine, byInterest)
	var rooms []*place
	for _, row := range mine {
		rooms = append(rooms, v.lobby.rooms[row.Code])
	}
	v.lobby.mu.Unlock()
	for _, r := range rooms {
		if handle, err := r.Admit(ctx, v, room.AsHolder); err == nil {
			return handle, nil
		}
	}
	return nil, lobby.ErrNoMatch
}

// Keep and Drop remember the handles to close with the visit.
func (v *visit) Keep(c *room.Handle) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}
	v.handles = append(v.handles, c)
	return true
}

func (v *visit) Drop(c *room.Handle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.handles = slices.DeleteFunc(v.handles, func(other *room.Handle) bool { return other == c })
}
