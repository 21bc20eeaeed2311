package command

import (
	"context"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/server/protocol"
)

// analyse tells what could be known when in a match that has ended, to anybody who
// knows its ID, as replay does.
func (c Commands) analyse(ctx context.Context, person Person, asked Command) (any, page, error) {
	match, err := c.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, page{}, err
	}
	id := prose.Literal(match.ID)
	game, err := c.game(match.Record.Game)
	if err != nil {
		return nil, page{}, prose.Because(err, "Match {id} cannot be analysed. {why}", id, prose.Sub(prose.Reason(err)))
	}
	if err := match.RefuseAnalysis(); err != nil {
		return nil, page{}, err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	analysis, err := c.Analyse(limited, person.Identity.ID, game.Game, match.Record)
	if err != nil {
		return nil, page{}, err
	}
	if asked.JSON {
		return protocol.AnalysisOf(match, analysis, person.Identity.ID), page{}, nil
	}
	who, bots, finished := prose.People{You: engine.Watcher}, []bool{}, []bool{}
	for _, player := range match.Players {
		finished = append(finished, player.Substitute)
		bots = append(bots, player.Level > 0)
		who.Names = append(who.Names, player.Name)
	}
	told := prologue(game, match, who)
	for i := range told.parts {
		told.parts[i].broken = true
	}
	told.account(prose.Account{Narrator: game.Narrator, Analysis: analysis, Names: who.Names, Bots: bots, Finished: finished, Substitutes: match.SubstitutesAt})
	return nil, told, nil
}

// account is an analysis below the prologue of its match.
func (p *page) account(account prose.Account) {
	p.add()
	for _, note := range account.Notes() {
		p.wrap(note)
	}
	if moments := account.Moments(); len(moments) > 0 {
		p.add()
		p.add(prose.T("Key moments"))
		for _, sentences := range moments {
			p.parts = append(p.parts, part{line: sentences, broken: true, indent: "  "})
		}
	}
	if len(account.Analysis.Decisions) > 0 {
		p.add()
		p.list(account.Players())
		p.wrap(account.Columns()...)
	}
	if curves, parts := account.Curves(); len(curves) > 0 {
		p.add()
		p.wrap(prose.T("What each player had still to find out about each other one in the course of the match: 9 is the most, 0 is nothing. A bar stands between two games."))
		rows := make([][]prose.Text, len(curves))
		for i, curve := range curves {
			rows[i] = []prose.Text{curve.Of, typed(digits(curve.Levels, parts))}
		}
		p.list(rows)
	}
}

// digits are levels from 0 to 1 as digits, with a line where each of the parts but
// the first begins.
func digits(levels []float64, parts []int) string {
	var text strings.Builder
	for i, level := range levels {
		if len(parts) > 1 && i == parts[1] {
			parts = parts[1:]
			text.WriteByte('|')
		}
		switch {
		case level < 0:
			text.WriteByte('?')
		case level == 0:
			text.WriteByte('0')
		default:
			text.WriteByte("123456789"[min(8, int(level*9))])
		}
	}
	return text.String()
}
