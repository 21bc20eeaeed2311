package gamenight

import (
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// controls performs the operations of the host that change what is under way.
type controls struct{ *State }

// do performs an operation of the host.
func (c controls) do(by *Player, do any) error {
	event := Event{At: c.roster.seating.now}
	if by != nil {
		event.By = by.Number
	}
	err := c.fits(do)
	if err != nil {
		return err
	}
	switch do := do.(type) {
	case lobby.ExtendGameNight:
		event.Kind = lobby.EventExtended
		event.Ends, err = c.extend(do.Minutes)
	case lobby.CallLastMatch:
		event.Kind, err = c.callLast(do.On)
	case lobby.MovePlayer:
		err = c.mover().move(do)
	case lobby.MergeTables:
		err = c.mover().merge(do)
	case lobby.CancelMove:
		err = c.roster.seating.moves.cancel(do.Number)
	case lobby.CorrectResult:
		event.Table = do.Number
		event.Kind, err = c.correct(do)
	default:
		err = lobby.UnknownOperation(do)
	}
	if err == nil && event.Kind != "" {
		c.log.add(event)
	}
	return err
}

// fits returns an error if an operation would break the bracket of a knockout.
func (c controls) fits(do any) error {
	if c.plan.Format != lobby.GameNightKnockout {
		return nil
	}
	switch do := do.(type) {
	case lobby.MovePlayer:
		p := c.roster.seating.players.named(do.Name)
		if do.Table == 0 && (!do.Out || p == nil || !c.roster.format.plays(p)) {
			return nil
		}
	case lobby.MergeTables, lobby.CorrectResult:
	default:
		return nil
	}
	return prose.Refuse("In a knockout, the bracket decides who plays, and its results stand.")
}

func (c controls) mover() *mover {
	return &mover{seating: &c.roster.seating, games: c.games, plan: c.plan}
}

// maxExtension bounds one extension, in minutes.
const maxExtension = 24 * 60

// extend moves the end of the game night.
func (c controls) extend(minutes int) (ends time.Time, err error) {
	if c.plan.Ends.IsZero() {
		return ends, prose.Refuse("This game night has no end time. Set one first.")
	}
	if minutes == 0 || minutes > maxExtension || minutes < -maxExtension {
		return ends, prose.Refuse("The end can be moved by 1 to {n} minutes.", prose.N(maxExtension))
	}
	ends = c.plan.Ends.Add(time.Duration(minutes) * time.Minute)
	changed := c.plan
	changed.Ends = ends
	if err := changed.CheckTimes(c.roster.seating.now); err != nil {
		return ends, err
	}
	c.plan = changed
	return ends, nil
}

// callLast makes no more tables, or makes them again.
func (c controls) callLast(on bool) (kind string, err error) {
	switch {
	case c.stage == lobby.GameNightGathering:
		return "", prose.Refuse("The game night has not begun yet.")
	case on && !c.inPlay():
		return "", prose.Refuse("No match is under way. End the game night instead.")
	case on == c.last:
		return "", nil
	}
	if c.last = on; on {
		return lobby.EventLastMatch, nil
	}
	return lobby.EventGoesOn, nil
}

// inPlay reports whether a match is under way or people are called to one.
func (c controls) inPlay() bool {
	return c.roster.seating.tables.first(func(t *Table) bool { return !t.over() }) != nil
}

// correct replaces a result.
func (c controls) correct(op lobby.CorrectResult) (kind string, err error) {
	kind = lobby.EventCorrected
	switch {
	case op.Void:
		kind = lobby.EventVoided
	case len(op.Order) == 0:
		kind = lobby.EventRestored
	}
	before, _ := c.roster.results.numbered(op.Number)
	if err := c.roster.results.correct(op, c.roster.seating.players); err != nil {
		return kind, err
	}
	after, _ := c.roster.results.numbered(op.Number)
	c.roster.format.count(before, -1)
	c.roster.format.count(after, +1)
	return kind, nil
}

// tick carries out what is pending, ends the night after the last match, and returns the
// tables of people who were moved.
func (c controls) tick(seats bool) []*Table {
	seats = seats && c.stage == lobby.GameNightPlaying && !c.last
	before := len(c.roster.seating.moves.all)
	made, given := c.mover().carryOut(seats)
	for _, one := range given {
		event := Event{At: c.roster.seating.now, Kind: lobby.EventGivenUp, About: one.Player}
		if len(one.Tables) > 0 {
			event.Table = one.Tables[len(one.Tables)-1]
		}
		c.log.add(event)
	}
	c.changedIf(len(c.roster.seating.moves.all) != before)
	if c.last && c.stage != lobby.GameNightOver && !c.inPlay() {
		c.end()
		c.changedIf(true)
	}
	return made
}
