package local

import (
	"context"

	"parlor/lobby"
)

// Do implements lobby.Doer.
func (v *session) Do(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.Create:
		return v.create(ctx, op.Plan)
	case lobby.Join:
		return v.join(ctx, op.Code)
	case lobby.Watch:
		return v.watch(ctx, op.Code)
	case lobby.Look:
		return v.look(ctx, op.Code)
	case lobby.Quick:
		return v.quick(ctx, op.Plan)
	case lobby.FindOpponent:
		return v.lobby.matchmaking.find(ctx, v, op.Game)
	case lobby.Return:
		return v.goBack(ctx)
	case lobby.Challenge:
		return v.challenge(ctx, op.Name, op.Plan)
	case lobby.Accept:
		return v.accept(ctx, op.Call)
	case lobby.OpenGameNight:
		return v.openGameNight(ctx, op.Plan)
	case lobby.JoinGameNight:
		return v.comeTo(ctx, op.Code, false)
	case lobby.WatchGameNight:
		return v.comeTo(ctx, op.Code, true)
	case lobby.CurrentGameNight:
		return v.lobby.nights.attended(v.id), nil
	}
	return v.doAmongPeople(ctx, request)
}

// doAmongPeople does what concerns the lobby and the people in it.
func (v *session) doAmongPeople(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.Show:
		v.turnTo(op.Window)
		return lobby.Nothing{}, nil
	case lobby.Peek:
		return v.peek(ctx, op.Window)
	case lobby.SayInLobby:
		return lobby.Nothing{}, v.say(op.Text)
	case lobby.GetCircle:
		return v.lobby.social.circle(ctx, v.id)
	case lobby.Befriend:
		return lobby.Nothing{}, v.Befriend(ctx, op.Name, op.Friend)
	case lobby.Mute:
		return lobby.Nothing{}, v.lobby.social.mute(ctx, v, op.Name, op.Muted)
	case lobby.Invite:
		return lobby.Nothing{}, v.lobby.social.inviteByName(ctx, v, op.Name, v.lobby.social.ownRoom(v, lobby.ReadCode(op.Code)))
	case lobby.Decline:
		_, _, err := v.Declines(op.Call)
		return lobby.Nothing{}, err
	case lobby.SendReport:
		return lobby.Nothing{}, v.report(ctx, op.Name, op.Words)
	}
	return v.doAboutAccounts(ctx, request)
}

// doAboutAccounts does what concerns accounts, the visitor's own or others'.
func (v *session) doAboutAccounts(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.GetLeaderboard:
		return v.Leaders(ctx, op.Game)
	case lobby.FindProfile:
		return v.ProfileOf(ctx, op.Name)
	case lobby.GetProfile:
		return v.Profile(ctx, op.Person)
	case lobby.FindStatistics:
		return v.StatisticsOf(ctx, op.Name)
	case lobby.GetStatistics:
		return v.Statistics(ctx, op.Person)
	case lobby.Rename:
		return lobby.Nothing{}, v.rename(ctx, op.Name)
	case lobby.SaveSettings:
		v.Remember(op.Settings)
		return lobby.Nothing{}, nil
	case lobby.OfferLink:
		code, until, err := v.OfferLink(ctx)
		return lobby.LinkOffer{Code: code, Until: until}, err
	case lobby.LinkKey:
		return lobby.Nothing{}, v.link(ctx, op.Code)
	case lobby.GetWebhook:
		return v.Webhook(ctx)
	case lobby.SetWebhook:
		return lobby.Nothing{}, v.SetWebhook(ctx, op.Address)
	case lobby.ExportData:
		return v.Export(ctx, op.Before)
	case lobby.DeleteAccount:
		return lobby.Nothing{}, v.forget(ctx)
	}
	return nil, lobby.UnknownOperation(request.Op)
}
