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

// newGameNight is typed in place of a code to open a game night.
const newGameNight = "new"

// OpensGameNight reports whether a command opens a game night.
func (c Command) OpensGameNight() bool {
	return c.Verb == GameNight && len(c.Arguments) > 0 && strings.EqualFold(c.Arguments[0], newGameNight)
}

// OpenGameNight opens a game night as described by a command such as "night new rounds=3 bots=1".
func OpenGameNight(ctx context.Context, person Person, asked Command) (lobby.GameNightHandle, error) {
	plan := lobby.NewGameNightPlan()
	if err := SetGameNight(&plan, asked.Arguments[1:]); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Session, lobby.OpenGameNight{Plan: plan})
}

// SetGameNight parses settings of a game night into plan.
func SetGameNight(plan *lobby.GameNightPlan, arguments []string) error {
	for _, argument := range arguments {
		word, value, found := strings.Cut(argument, "=")
		if !found {
			return prose.Refuse("{typed} needs a value. Write it as {form}, such as {example}.", Quoted(argument, 30), prose.Literal("OPTION=VALUE"), prose.Literal("seats=2"))
		}
		if err := lobby.SetGameNight(plan, strings.ToLower(word), value, time.Now()); err != nil {
			return err
		}
	}
	return nil
}

// night shows a game night. It may open the game night, or perform an operation of its host, first.
func (c Commands) night(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var (
		hold lobby.GameNightHandle
		err  error
	)
	if asked.OpensGameNight() {
		hold, err = OpenGameNight(limited, person, asked)
	} else {
		hold, err = lobby.Ask(limited, person.Session, lobby.WatchGameNight{Code: asked.Arguments[0]})
	}
	if err != nil {
		return nil, document.Document{}, err
	}
	defer hold.Close()
	if asked.controls() {
		op, err := asked.control()
		if err == nil {
			err = lobby.Perform(limited, hold, op)
		}
		if err != nil {
			return nil, document.Document{}, err
		}
		hold.Close() // the next handle shows what has changed
		if hold, err = lobby.Ask(limited, person.Session, lobby.WatchGameNight{Code: asked.Arguments[0]}); err != nil {
			return nil, document.Document{}, err
		}
		defer hold.Close()
	}
	return c.shown(limited, hold)
}

// shown returns the current state of a game night.
func (c Commands) shown(ctx context.Context, hold lobby.GameNightHandle) (any, document.Document, error) {
	select {
	case update, open := <-hold.Updates():
		if !open {
			return nil, document.Document{}, cmp.Or(hold.Ended(), prose.Refuse("That game night is over."))
		}
		var answer document.Document
		moments := c.Moments(ctx, update)
		c.addGameNight(&answer, update)
		for i, text := range c.ResultTexts(update, moments) {
			if i == 0 {
				answer.Line()
			}
			answer.Line(text)
		}
		return protocol.GameNightOf(update, moments, c.Invitation(update.Code)), answer, nil
	case <-ctx.Done():
		return nil, document.Document{}, lobby.NoAnswer(ctx.Err())
	}
}

// Moments returns the best moments of a game night that is over.
func (c Commands) Moments(ctx context.Context, u lobby.GameNightUpdate) []lobby.Highlight {
	if c.Highlights == nil || !u.Settled() {
		return nil
	}
	return lobby.BestMoments(c.Highlights(ctx, u.Recent))
}

// ResultTexts describes the best moments and the matches of a game night that is over, newest last.
func (c Commands) ResultTexts(u lobby.GameNightUpdate, moments []lobby.Highlight) (said []prose.Text) {
	if !u.Settled() || len(u.Recent) == 0 {
		return nil
	}
	if len(moments) > 0 {
		said = append(said, prose.T("Best moments:"))
	}
	for _, m := range moments {
		said = append(said, m.LineText(c.Games.Title(m.Game)))
	}
	said = append(said, prose.T("Matches:"))
	for _, t := range u.Recent {
		line := prose.T("Table {n}, {game}: {players}.", prose.N(t.Number), c.Games.Title(t.Game), prose.Sub(t.SeatsText()))
		if t.Match != "" && c.History != nil {
			line = prose.T("{result} To replay it: {command}", prose.Sub(line), prose.Literal(Replay+" "+t.Match))
		}
		said = append(said, line)
	}
	return said
}

// controls reports whether a command performs an operation of a game night's host.
func (c Command) controls() bool {
	return c.Verb == GameNight && len(c.Arguments) > 1 && !c.OpensGameNight()
}

// control returns the operation of a command such as "night CODE extend 15". An operation that
// cannot be undone requires --yes.
func (c Command) control() (lobby.NightOp, error) {
	verb, is := lobby.FindHostVerb(c.Arguments[1])
	if !is {
		return nil, prose.Refuse("The host of a game night can {verbs}.", prose.List(hostVerbs()))
	}
	if !verb.Asks.IsZero() && !c.Yes {
		return nil, prose.Refuse("{question} Add {option} to do it.", prose.Sub(verb.Asks), prose.Literal("--yes"))
	}
	return verb.Read(strings.Join(c.Arguments[2:], " "))
}

func hostVerbs() []prose.Text {
	var names []string
	for _, v := range lobby.HostVerbs() {
		names = append(names, v.Name)
	}
	return prose.Literals(names)
}

// addGameNight adds a game night to an answer: standings, games and tables.
func (c Commands) addGameNight(answer *document.Document, u lobby.GameNightUpdate) {
	answer.Line(prose.T("{title} (game night {code}): {stage}.", prose.Literal(u.Plan.Title), prose.Literal(u.Code), prose.Sub(u.StageText())))
	if u.Hosted != "" {
		answer.Line(prose.T("The host is {name}.", prose.Name(u.Hosted)))
	}
	for _, when := range u.TimesText(time.Now()) {
		answer.Line(when)
	}
	if u.Stage == lobby.GameNightOver && u.Played > 0 {
		answer.Line(u.WinnersText(), prose.T("Thank you all for playing."))
		if tie := u.TieText(); !tie.IsZero() {
			answer.Line(tie)
		}
	}
	for _, tie := range u.TiesText() {
		answer.Line(tie)
	}
	answer.Line()
	rows := [][]prose.Text{{{}, prose.T("NAME"), prose.T("AVERAGE"), prose.T("MATCHES"), prose.T("WON"), prose.T("STATE")}}
	for i, p := range u.People {
		name := prose.T("{name}", prose.Name(p.Name))
		if i == u.You {
			name = prose.T("{name} (you)", prose.Name(p.Name))
		}
		rows = append(rows, []prose.Text{counted(p.Rank), name, counted(p.Average), counted(p.Matches), counted(p.Won), u.StateText(p)})
	}
	answer.List(rows)
	if len(u.Teams) > 0 {
		answer.Line()
		answer.Line(u.TeamTexts()...)
	}
	if len(u.Bracket) > 0 {
		answer.Line()
		answer.Line(prose.T("Bracket"))
		for _, pairing := range u.BracketTexts() {
			answer.Line(pairing)
		}
	}
	for _, m := range u.Moves {
		answer.Line(prose.T("Move {n}: {move}", prose.N(m.Number), prose.Sub(m.Text())))
	}
	for _, e := range u.Log[max(0, len(u.Log)-3):] {
		answer.Line(e.Text(time.Now()))
	}
	for _, group := range []struct {
		heading prose.Text
		tables  []lobby.GameNightTable
	}{{prose.T("Tables"), u.Tables}, {prose.T("Next"), u.Next}} {
		if len(group.tables) == 0 {
			continue
		}
		answer.Line()
		answer.Line(group.heading)
		answer.List(c.Games.tables(group.tables))
	}
	answer.Line()
	answer.Paragraph(u.Plan.PointsText()...)
	if u.Stage != lobby.GameNightOver {
		for _, text := range c.Invitation(u.Code).Texts() {
			answer.Line(text)
		}
	}
}
