package remote

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// What can be asked, by its name on the wire.
const (
	// Of the lobby.
	callRecognise = "recognise"
	callKnows     = "knows"
	callHas       = "has"
	callEnter     = "enter"
	callMatches   = "matches"
	callMatch     = "match"
	callNews      = "news"
	callSpent     = "spent"
	callDeclined  = "declined"
	callHere      = "here"
	// Of a visit.
	callShows       = "shows"
	callPeek        = "peek"
	callSay         = "say"
	callName        = "name"
	callRename      = "rename"
	callRemember    = "remember"
	callOfferLink   = "offer_link"
	callLink        = "link"
	callWebhook     = "webhook"
	callSetWebhook  = "set_webhook"
	callExport      = "export"
	callForget      = "forget"
	callLeaders     = "leaders"
	callProfileOf   = "profile_of"
	callProfile     = "profile"
	callStatsOf     = "statistics_of"
	callStats       = "statistics"
	callLook        = "look"
	callCreate      = "create"
	callJoin        = "join"
	callWatch       = "watch"
	callQuick       = "quick"
	callReturn      = "return"
	callRival       = "rival"
	callCircle      = "circle"
	callBefriend    = "befriend"
	callMute        = "mute"
	callInvite      = "invite"
	callChallenge   = "challenge"
	callAccept      = "accept"
	callDecline     = "decline"
	callReport      = "report"
	callOpenEvening = "open_evening"
	callAttend      = "attend"
	callBoard       = "board"
	callAttending   = "attending"
	// Of a handle, or of a hold on an evening.
	callDo = "do"
)

// Counter is a lobby that hears what was spent at others which are one server with it.
type Counter interface {
	HearSpent(spent []budget.Spending)
}

// Why a lobby that is no lobby.Feed, no Counter or no lobby.Answered does not answer these
// calls.
var (
	errNoNews    = errors.New("this lobby tells no news")
	errNoCounter = errors.New("this lobby hears of nothing that was spent")
	errNoAnswers = errors.New("this lobby tells its people nothing")
)

// helloOnWire is what the lobby is.
type helloOnWire struct {
	Games   []gameOnWire `json:"games"`
	Limits  lobby.Limits `json:"limits"`
	History bool         `json:"history"` // matches that have ended can be asked for
}

// gameOnWire is a game of the lobby; its rules are in both programs.
type gameOnWire struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// recognised is the answer to callRecognise.
type recognised struct {
	Identity lobby.Identity `json:"identity"`
	Account  lobby.Account  `json:"account"`
}

// asksHas is asked with callHas.
type asksHas struct {
	Who  lobby.Identity `json:"who"`
	Code string         `json:"code"`
}

// asksAbout is asked about somebody by name; which of the other fields count, the
// call says.
type asksAbout struct {
	Name  string     `json:"name"`
	Yes   bool       `json:"yes,omitempty"`
	Code  string     `json:"code,omitempty"`
	Words string     `json:"words,omitempty"`
	Plan  lobby.Plan `json:"plan,omitzero"`
}

// entered is the answer to callEnter.
type entered struct {
	KeepsRatings bool `json:"keeps_ratings"`
}

// offered is the answer to callOfferLink.
type offered struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// exported is the answer to callExport.
type exported struct {
	Export lobby.Export `json:"export"`
	Older  string       `json:"older"`
}

// answering answers a call.
type answering[T any] struct {
	asked, answered reflect.Type // what it is asked with, and what it answers
	// do answers with a visit, a handle or an evening, which the client then has under
	// the number of its request, or with what is sent as JSON.
	do func(ctx context.Context, of T, body json.RawMessage) (any, error)
}

// on reads what is asked with.
func on[T, In, Out any](answer func(context.Context, T, In) (Out, error)) answering[T] {
	return answering[T]{reflect.TypeFor[In](), reflect.TypeFor[Out](), func(ctx context.Context, of T, body json.RawMessage) (any, error) {
		var in In
		if err := read(body, &in); err != nil {
			return nil, notUnderstood(err)
		}
		return answer(ctx, of, in)
	}}
}

// none is asked with where there is nothing to say; a nil one is the answer where there
// is none.
type none struct{}

// house is what a server answers for.
type house struct {
	lobby   lobby.Lobby
	history lobby.History // nil where no match is kept
}

func (h house) hello() helloOnWire {
	hello := helloOnWire{Games: []gameOnWire{}, Limits: h.lobby.Limits(), History: h.history != nil}
	for _, game := range h.lobby.Games() {
		hello.Games = append(hello.Games, gameOnWire{game.Name, game.Version})
	}
	return hello
}

func houseCalls() map[string]answering[house] {
	return map[string]answering[house]{
		callRecognise: on(func(ctx context.Context, h house, who lobby.Identity) (recognised, error) {
			who, account, err := h.lobby.Recognise(ctx, who)
			return recognised{who, account}, err
		}),
		callKnows: on(func(ctx context.Context, h house, id string) (bool, error) { return h.lobby.Knows(ctx, id) }),
		callHas: on(func(ctx context.Context, h house, ask asksHas) (bool, error) {
			return h.lobby.Has(ctx, ask.Who, ask.Code), nil
		}),
		callEnter: on(func(ctx context.Context, h house, who lobby.Identity) (lobby.Visit, error) {
			return h.lobby.Enter(ctx, who)
		}),
		callMatches: on(func(ctx context.Context, h house, filter lobby.Filter) ([]lobby.Finished, error) {
			if h.history == nil {
				return nil, lobby.ErrUnknown
			}
			return h.history.Matches(ctx, filter)
		}),
		callMatch: on(func(ctx context.Context, h house, id string) (lobby.Finished, error) {
			if h.history == nil {
				return lobby.Finished{}, lobby.ErrUnknown
			}
			return h.history.Match(ctx, id)
		}),
		callHere: { // it is asked with no body
			asked: reflect.TypeFor[none](), answered: reflect.TypeFor[*none](),
			do: func(context.Context, house, json.RawMessage) (any, error) { return nil, nil },
		},
		callNews: on(func(ctx context.Context, h house, since lobby.Mark) (lobby.News, error) {
			feed, tells := h.lobby.(lobby.Feed)
			if !tells {
				return lobby.News{}, notUnderstood(errNoNews)
			}
			return feed.News(ctx, since)
		}),
		callSpent: on(func(_ context.Context, h house, spent []budget.Spending) (*none, error) {
			counter, hears := h.lobby.(Counter)
			if !hears {
				return nil, notUnderstood(errNoCounter)
			}
			counter.HearSpent(spent)
			return nil, nil
		}),
		callDeclined: on(func(ctx context.Context, h house, answer lobby.Declined) (*none, error) {
			told, tells := h.lobby.(lobby.Answered)
			if !tells {
				return nil, notUnderstood(errNoAnswers)
			}
			return nil, told.Declined(ctx, answer)
		}),
	}
}

func visitCalls() map[string]answering[lobby.Visit] {
	return map[string]answering[lobby.Visit]{
		callShows: on(func(_ context.Context, v lobby.Visit, window lobby.Window) (*none, error) {
			v.Shows(window)
			return nil, nil
		}),
		callPeek: on(func(ctx context.Context, v lobby.Visit, window lobby.Window) (lobby.Page, error) {
			return v.Peek(ctx, window)
		}),
		callSay:    on(func(_ context.Context, v lobby.Visit, text string) (*none, error) { return nil, v.Say(text) }),
		callName:   on(func(_ context.Context, v lobby.Visit, _ none) (string, error) { return v.Name(), nil }),
		callRename: on(func(ctx context.Context, v lobby.Visit, name string) (*none, error) { return nil, v.Rename(ctx, name) }),
		callRemember: on(func(_ context.Context, v lobby.Visit, settings []byte) (*none, error) {
			v.Remember(settings)
			return nil, nil
		}),
		callOfferLink: on(func(ctx context.Context, v lobby.Visit, _ none) (offered, error) {
			code, until, err := v.OfferLink(ctx)
			return offered{code, until}, err
		}),
		callLink:    on(func(ctx context.Context, v lobby.Visit, code string) (*none, error) { return nil, v.Link(ctx, code) }),
		callWebhook: on(func(ctx context.Context, v lobby.Visit, _ none) (lobby.Webhook, error) { return v.Webhook(ctx) }),
		callSetWebhook: on(func(ctx context.Context, v lobby.Visit, address string) (*none, error) {
			return nil, v.SetWebhook(ctx, address)
		}),
		callExport: on(func(ctx context.Context, v lobby.Visit, before string) (exported, error) {
			export, err := v.Export(ctx, before)
			return exported{export, export.Older}, err
		}),
		callForget: on(func(ctx context.Context, v lobby.Visit, _ none) (*none, error) { return nil, v.Forget(ctx) }),
		callLeaders: on(func(ctx context.Context, v lobby.Visit, game string) (lobby.Leaderboard, error) {
			return v.Leaders(ctx, game)
		}),
		callProfileOf: on(func(ctx context.Context, v lobby.Visit, name string) (lobby.Profile, error) {
			return v.ProfileOf(ctx, name)
		}),
		callProfile: on(func(ctx context.Context, v lobby.Visit, id string) (lobby.Profile, error) { return v.Profile(ctx, id) }),
		callStatsOf: on(func(ctx context.Context, v lobby.Visit, name string) (lobby.Statistics, error) {
			return v.StatisticsOf(ctx, name)
		}),
		callStats: on(func(ctx context.Context, v lobby.Visit, id string) (lobby.Statistics, error) {
			return v.Statistics(ctx, id)
		}),
		callLook: on(func(ctx context.Context, v lobby.Visit, code string) (updateOnWire, error) {
			seen, err := v.Look(ctx, code)
			return encodeUpdate(seen), err
		}),
		callCreate: on(func(ctx context.Context, v lobby.Visit, plan lobby.Plan) (lobby.Handle, error) {
			return v.Create(ctx, plan)
		}),
		callJoin:  on(func(ctx context.Context, v lobby.Visit, code string) (lobby.Handle, error) { return v.Join(ctx, code) }),
		callWatch: on(func(ctx context.Context, v lobby.Visit, code string) (lobby.Handle, error) { return v.Watch(ctx, code) }),
		callQuick: on(func(ctx context.Context, v lobby.Visit, wanted lobby.Plan) (lobby.Handle, error) {
			return v.Quick(ctx, wanted)
		}),
		callRival: on(func(ctx context.Context, v lobby.Visit, game string) (lobby.Handle, error) { return v.Rival(ctx, game) }),
		callOpenEvening: on(func(ctx context.Context, v lobby.Visit, plan lobby.EveningPlan) (lobby.Evening, error) {
			return v.OpenEvening(ctx, plan)
		}),
		callAttend: on(func(ctx context.Context, v lobby.Visit, code string) (lobby.Evening, error) {
			return v.Attend(ctx, code)
		}),
		callBoard: on(func(ctx context.Context, v lobby.Visit, code string) (lobby.Evening, error) {
			return v.Board(ctx, code)
		}),
		callAttending: on(func(ctx context.Context, v lobby.Visit, _ none) (string, error) { return v.Attending(ctx) }),
		callReturn: on(func(ctx context.Context, v lobby.Visit, _ none) (lobby.Handle, error) {
			handle, ok := v.Return(ctx)
			if !ok {
				return nil, errNowhere
			}
			return handle, nil
		}),
		callCircle: on(func(ctx context.Context, v lobby.Visit, _ none) (lobby.Circle, error) { return v.Circle(ctx) }),
		callBefriend: on(func(ctx context.Context, v lobby.Visit, ask asksAbout) (*none, error) {
			return nil, v.Befriend(ctx, ask.Name, ask.Yes)
		}),
		callMute: on(func(ctx context.Context, v lobby.Visit, ask asksAbout) (*none, error) {
			return nil, v.Mute(ctx, ask.Name, ask.Yes)
		}),
		callInvite: on(func(ctx context.Context, v lobby.Visit, ask asksAbout) (*none, error) {
			return nil, v.Invite(ctx, ask.Name, ask.Code)
		}),
		callChallenge: on(func(ctx context.Context, v lobby.Visit, ask asksAbout) (lobby.Handle, error) {
			return v.Challenge(ctx, ask.Name, ask.Plan)
		}),
		callAccept:  on(func(ctx context.Context, v lobby.Visit, id uint64) (lobby.Handle, error) { return v.Accept(ctx, id) }),
		callDecline: on(func(ctx context.Context, v lobby.Visit, id uint64) (*none, error) { return nil, v.Decline(ctx, id) }),
		callReport: on(func(ctx context.Context, v lobby.Visit, ask asksAbout) (*none, error) {
			return nil, v.Report(ctx, ask.Name, ask.Words)
		}),
	}
}

func eveningCalls() map[string]answering[lobby.Evening] {
	return map[string]answering[lobby.Evening]{
		callDo: on(func(ctx context.Context, e lobby.Evening, sent orderOnWire) (*none, error) {
			do, err := readDo(sent, lobby.EveningOrders())
			if err != nil {
				return nil, err
			}
			return nil, e.Do(ctx, do)
		}),
	}
}

func handleCalls() map[string]answering[lobby.Handle] {
	return map[string]answering[lobby.Handle]{
		callDo: on(func(ctx context.Context, h lobby.Handle, sent orderOnWire) (lobby.Done, error) {
			order, err := sent.order()
			if err != nil {
				return lobby.Done{}, err
			}
			return h.Do(ctx, order)
		}),
	}
}
