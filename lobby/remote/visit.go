package remote

import (
	"context"
	"sync"
	"time"

	"parlor/lobby"
)

// visit is one session's stay in a lobby at the other end.
type visit struct {
	lobby        *Lobby
	keepsRatings bool
	number       uint64 // set before the request is sent

	mu      sync.Mutex // guards what follows
	hall    hall
	name    string // as the server told it last
	handles map[*handle]struct{}
	nights  map[*night]struct{}
	closed  bool // by this end
	over    bool // nothing more is shown
	why     error
}

func newVisit(l *Lobby, wished string) *visit {
	return &visit{lobby: l, name: wished, hall: newHall(), handles: map[*handle]struct{}{}, nights: map[*night]struct{}{}}
}

// under gives the visit its number.
func (v *visit) under(number uint64) shown {
	v.number = number
	return v
}

// take implements shown.
func (v *visit) take(f frame) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over {
		return nil
	}
	return v.hall.take(f)
}

// end implements shown. Handles go on until they are told of their own end.
func (v *visit) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.over {
		v.over, v.why = true, why
		v.hall.close()
	}
}

// Ended implements lobby.Visit.
func (v *visit) Ended() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.why
}

// Close implements lobby.Visit.
func (v *visit) Close() {
	v.end(nil)
	v.mu.Lock()
	already := v.closed
	v.closed = true
	handles := v.handles
	v.handles = map[*handle]struct{}{}
	nights := v.nights
	v.nights = map[*night]struct{}{}
	v.mu.Unlock()
	for night := range nights {
		night.end(nil)
	}
	for handle := range handles {
		handle.end(nil) // at the other end, the visit ends them
	}
	if !already {
		v.lobby.finish(v.number)
	}
}

// ask asks the visit at the other end.
func (v *visit) ask(ctx context.Context, call string, body, out any) error {
	if v.isClosed() {
		return errOver
	}
	return v.lobby.ask(ctx, request{of: v.number, call: call, body: body}, out)
}

// askNow asks for a caller who cannot say how long they wait.
func (v *visit) askNow(call string, body, out any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return v.ask(ctx, call, body, out)
}

// open asks for a place in a room.
func (v *visit) open(ctx context.Context, call string, body any) (lobby.Handle, error) {
	h := newHandle(v)
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		return nil, errOver
	}
	v.handles[h] = struct{}{}
	v.mu.Unlock()
	if err := v.lobby.ask(ctx, request{of: v.number, call: call, body: body, shows: h.under}, nil); err != nil {
		v.drop(h)
		return nil, err
	}
	if v.isClosed() {
		return nil, errOver // and with the visit, the place ends
	}
	return h, nil
}

func (v *visit) isClosed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.closed
}

// drop forgets a handle that has ended.
func (v *visit) drop(h *handle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.handles, h)
}

// Name implements lobby.Visit. Where there is no answer, it is the name that was
// told last.
func (v *visit) Name() string {
	var name string
	err := v.askNow(callName, none{}, &name)
	v.mu.Lock()
	defer v.mu.Unlock()
	if err == nil {
		v.name = name
	}
	return v.name
}

// Rename implements lobby.Visit.
func (v *visit) Rename(ctx context.Context, wished string) error {
	return v.ask(ctx, callRename, wished, nil)
}

// Say implements lobby.Visit.
func (v *visit) Say(text string) error { return v.askNow(callSay, text, nil) }

// Remember implements lobby.Visit.
func (v *visit) Remember(settings []byte) { v.lobby.tell(v.number, callRemember, settings) }

// OfferLink implements lobby.Visit.
func (v *visit) OfferLink(ctx context.Context) (code string, until time.Time, err error) {
	var got offered
	err = v.ask(ctx, callOfferLink, none{}, &got)
	return got.Code, got.Until, err
}

// Link implements lobby.Visit.
func (v *visit) Link(ctx context.Context, code string) error { return v.ask(ctx, callLink, code, nil) }

// Webhook implements lobby.Visit.
func (v *visit) Webhook(ctx context.Context) (hook lobby.Webhook, err error) {
	err = v.ask(ctx, callWebhook, none{}, &hook)
	return hook, err
}

// SetWebhook implements lobby.Visit.
func (v *visit) SetWebhook(ctx context.Context, address string) error {
	return v.ask(ctx, callSetWebhook, address, nil)
}

// Export implements lobby.Visit.
func (v *visit) Export(ctx context.Context, before string) (lobby.Export, error) {
	var got exported
	err := v.ask(ctx, callExport, before, &got)
	export := got.Export
	export.Older = got.Older
	if string(export.Settings) == "null" {
		export.Settings = nil // as it was: JSON has one word for both
	}
	return export, err
}

// Forget implements lobby.Visit.
func (v *visit) Forget(ctx context.Context) error { return v.ask(ctx, callForget, none{}, nil) }

// KeepsRatings implements lobby.Visit.
func (v *visit) KeepsRatings() bool { return v.keepsRatings }

// Leaders implements lobby.Visit.
func (v *visit) Leaders(ctx context.Context, game string) (board lobby.Leaderboard, err error) {
	err = v.ask(ctx, callLeaders, game, &board)
	return board, err
}

// ProfileOf implements lobby.Visit.
func (v *visit) ProfileOf(ctx context.Context, name string) (profile lobby.Profile, err error) {
	err = v.ask(ctx, callProfileOf, name, &profile)
	return profile, err
}

// Profile implements lobby.Visit.
func (v *visit) Profile(ctx context.Context, person string) (profile lobby.Profile, err error) {
	err = v.ask(ctx, callProfile, person, &profile)
	return profile, err
}

// StatisticsOf implements lobby.Visit.
func (v *visit) StatisticsOf(ctx context.Context, name string) (statistics lobby.Statistics, err error) {
	err = v.ask(ctx, callStatsOf, name, &statistics)
	return statistics, err
}

// Statistics implements lobby.Visit.
func (v *visit) Statistics(ctx context.Context, person string) (statistics lobby.Statistics, err error) {
	err = v.ask(ctx, callStats, person, &statistics)
	return statistics, err
}

// Create implements lobby.Visit.
func (v *visit) Create(ctx context.Context, plan lobby.Plan) (lobby.Handle, error) {
	return v.open(ctx, callCreate, plan)
}

// Join implements lobby.Visit.
func (v *visit) Join(ctx context.Context, code string) (lobby.Handle, error) {
	return v.open(ctx, callJoin, code)
}

// Watch implements lobby.Visit.
func (v *visit) Watch(ctx context.Context, code string) (lobby.Handle, error) {
	return v.open(ctx, callWatch, code)
}

// Quick implements lobby.Visit.
func (v *visit) Quick(ctx context.Context, wanted lobby.Plan) (lobby.Handle, error) {
	return v.open(ctx, callQuick, wanted)
}

// Rival implements lobby.Visit.
func (v *visit) Rival(ctx context.Context, game string) (lobby.Handle, error) {
	return v.open(ctx, callRival, game)
}

// Return implements lobby.Visit.
func (v *visit) Return(ctx context.Context) (lobby.Handle, bool) {
	h, err := v.open(ctx, callReturn, none{})
	return h, err == nil
}

// Look implements lobby.Visit.
func (v *visit) Look(ctx context.Context, code string) (lobby.Update, error) {
	var seen updateOnWire
	if err := v.ask(ctx, callLook, code, &seen); err != nil {
		return lobby.Update{}, err
	}
	return v.lobby.decode(seen)
}
