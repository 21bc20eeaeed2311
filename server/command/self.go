package command

import (
	"cmp"
	"context"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// account answers commands about the caller's own account.
type account struct {
	lobby lobby.Lobby
	games Games
	line  func(user string) string
}

func (c Commands) account() account { return account{c.Lobby, c.Games, c.Line} }

// self answers the command me.
func (a account) self(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	switch {
	case asked.asksToDelete():
		return nil, answer, prose.Refuse("This deletes everything about you for good and cannot be undone. Only open reports about you, and the fact that others muted you, are kept for 30 days, without your name. To do it, type {command}.", prose.Literal("me --delete --yes"))
	case asked.Delete:
		if err := lobby.Perform(ctx, person.Session, lobby.DeleteAccount{}); err != nil {
			return nil, answer, err
		}
		answer.Line(prose.T("Everything about you has been deleted. In matches that others keep, you are now called {name}.", prose.Name("somebody")))
		answer.Line(prose.T("Open reports about you, and the fact that others muted you, are kept for 30 days, without your name."))
		return protocol.DoneDocument{Done: "deleted"}, answer, nil
	case asked.Link && len(asked.Arguments) > 0:
		if err := lobby.Perform(ctx, person.Session, lobby.LinkKey{Code: asked.Arguments[0]}); err != nil {
			return nil, answer, err
		}
		answer.Line(prose.T("This key is linked. From your next session on, it uses the account that the code came from."))
		return protocol.DoneDocument{Done: "linked"}, answer, nil
	case asked.Link:
		return a.offerLink(ctx, person)
	}
	data, answer, err := a.me(ctx, person)
	return data, answer, err
}

// asksToDelete reports whether deleting the account needs a confirmation. API clients need none.
func (c Command) asksToDelete() bool { return c.Delete && !c.Yes && !c.JSON }

// AskDelete returns the question before deleting the account and how to answer it in text mode, or nothing if none is
// needed.
func (c Command) AskDelete() []prose.Text {
	if !c.asksToDelete() {
		return nil
	}
	return []prose.Text{
		prose.T("Delete everything about you for good? This cannot be undone."),
		prose.T("Open reports about you, and the fact that others muted you, are kept for 30 days, without your name."),
		prose.T("Type {command} again to delete everything, or anything else to cancel.", prose.Literal("me --delete")),
	}
}

// offerLink shows a code for linking another key.
func (a account) offerLink(ctx context.Context, person Person) (any, document.Document, error) {
	var answer document.Document
	offer, err := lobby.Ask(ctx, person.Session, lobby.OfferLink{})
	if err != nil {
		return nil, answer, err
	}
	left := max(0, time.Until(offer.Until).Round(time.Second))
	answer.Line(prose.T("Within {time}, connect with the other key and run", prose.Duration(left)))
	answer.Line()
	answer.Blocks = append(answer.Blocks, document.Block{Indent: 4, Texts: []prose.Text{typed(a.line("") + " me --link " + offer.Code)}})
	answer.Line()
	answer.Line(prose.T("That key then belongs to you as well, with this name, these settings and all your matches."))
	return protocol.LinkDocument{Code: offer.Code, Seconds: int(left / time.Second)}, answer, nil
}

func (a account) me(ctx context.Context, person Person) (protocol.MeDocument, document.Document, error) {
	var answer document.Document
	h, err := peek(ctx, person, lobby.Window{Yours: true})
	if err != nil {
		return protocol.MeDocument{}, answer, err
	}
	data := protocol.MeDocument{
		Name: person.Session.Name(), Guest: person.Identity.Guest, Identity: person.Identity.ID,
		ReturnAs: person.ReturnAs, Rooms: protocol.LinesOf(a.lobby.Settings(), h.Yours),
	}
	answer.Line(prose.T("You are {name}.", prose.Name(data.Name)))
	if data.Guest {
		answer.Line(prose.T("You connected without a key, as a guest. To come back as the same person, type {line}.", prose.Literal(a.line(person.ReturnAs))))
	} else {
		answer.Line(prose.T("Your key is {key}.", prose.Literal(strings.TrimPrefix(cmp.Or(person.Proved, data.Identity), "key:"))))
	}
	if len(h.Yours) == 0 {
		answer.Line(prose.T("You have no seat in any room."))
		return data, answer, nil
	}
	answer.Line()
	answer.Line(prose.T("Your rooms"))
	answer.List(a.games.roomRows(h.Yours))
	return data, answer, nil
}

func (a account) name(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	wished := strings.Join(asked.Arguments, " ")
	if err := lobby.Perform(ctx, person.Session, lobby.Rename{Name: wished}); err != nil {
		return nil, answer, err
	}
	data, _, err := a.me(ctx, person)
	answer.Line(prose.T("You are now called {name}.", prose.Name(data.Name)))
	if told := lobby.CleanedNameText(wished, data.Name, a.lobby.Limits().NameCells); !told.IsZero() {
		answer.Line(told)
	}
	return data, answer, err
}
