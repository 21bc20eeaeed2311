package command

import (
	"cmp"
	"context"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// newEvening is what opens an evening, typed in place of a code.
const newEvening = "new"

// OpensEvening reports whether a command opens an evening.
func (c Command) OpensEvening() bool {
	return c.Verb == Evening && len(c.Arguments) > 0 && strings.EqualFold(c.Arguments[0], newEvening)
}

// OpenEvening opens an evening as it was asked for, such as by "evening new
// games=davinci,kodeknacker bots=1".
func OpenEvening(ctx context.Context, person Person, asked Command) (lobby.Evening, error) {
	var plan lobby.EveningPlan
	if err := SetEvening(&plan, asked.Arguments[1:]); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Visit, lobby.OpenGameNight{Plan: plan})
}

// SetEvening reads settings of an evening into a plan.
func SetEvening(plan *lobby.EveningPlan, arguments []string) error {
	for _, argument := range arguments {
		word, value, found := strings.Cut(argument, "=")
		if !found {
			return prose.Refuse("{typed} has no value. Write it as {form}, such as {example}.", Quoted(argument, 30), prose.Literal("OPTION=VALUE"), prose.Literal("seats=2"))
		}
		if err := lobby.SetEvening(plan, strings.ToLower(word), value); err != nil {
			return err
		}
	}
	return nil
}

// evening tells an evening as it is now, or opens one.
func (c Commands) evening(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var (
		hold lobby.Evening
		err  error
	)
	if asked.OpensEvening() {
		hold, err = OpenEvening(limited, person, asked)
	} else {
		hold, err = lobby.Ask(limited, person.Visit, lobby.WatchGameNight{Code: asked.Arguments[0]})
	}
	if err != nil {
		return nil, document.Document{}, err
	}
	defer hold.Close()
	select {
	case update, open := <-hold.Updates():
		if !open {
			return nil, document.Document{}, cmp.Or(hold.Ended(), prose.Refuse("That game night is over."))
		}
		var answer document.Document
		c.addEvening(&answer, update)
		return protocol.EveningOf(update, c.Line(update.Code)), answer, nil
	case <-limited.Done():
		return nil, document.Document{}, lobby.NoAnswer(limited.Err())
	}
}

// addEvening tells an evening: who stands how, what is played, who plays next.
func (c Commands) addEvening(answer *document.Document, u lobby.EveningUpdate) {
	answer.Line(prose.T("{title} (game night {code}): {stage}.", prose.Literal(u.Plan.Title), prose.Literal(u.Code), prose.Sub(u.ToldStage())))
	if u.Hosted != "" {
		answer.Line(prose.T("The host is {name}.", prose.Name(u.Hosted)))
	}
	if u.Stage == lobby.EveningOver && u.Played > 0 {
		answer.Line(u.ToldBest(), prose.T("Thank you all for playing."))
	}
	answer.Line()
	rows := [][]prose.Text{{{}, prose.T("NAME"), prose.T("POINTS"), prose.T("MATCHES"), prose.T("WON"), prose.T("STATE")}}
	for i, p := range u.People {
		name := prose.T("{name}", prose.Name(p.Name))
		if i == u.You {
			name = prose.T("{name} (you)", prose.Name(p.Name))
		}
		rows = append(rows, []prose.Text{counted(p.Rank), name, counted(p.Points), counted(p.Matches), counted(p.Won), u.ToldState(p)})
	}
	answer.List(rows)
	for _, group := range []struct {
		heading prose.Text
		tables  []lobby.EveningTable
	}{{prose.T("Tables"), u.Tables}, {prose.T("Next"), u.Next}} {
		if len(group.tables) == 0 {
			continue
		}
		answer.Line()
		answer.Line(group.heading)
		answer.List(c.Games.tables(group.tables))
	}
	answer.Line()
	answer.Paragraph(prose.T("A match gives everybody the share of opponents whom they have beaten, of 100 points."))
	if u.Stage != lobby.EveningOver {
		answer.Line(prose.T("To take part, type {line}.", prose.Literal(c.Line(u.Code))))
	}
}
