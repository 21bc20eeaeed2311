package account

import (
	"cmp"
	"context"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// findStatistics performs lobby.FindStatistics.
func (r ratings) findStatistics(ctx context.Context, name string) (lobby.Statistics, error) {
	person, namesakes, err := r.named(ctx, name)
	if err != nil {
		return lobby.Statistics{}, err
	}
	statistics, err := r.statistics(ctx, person)
	statistics.Namesakes = namesakes
	return statistics, err
}

// statistics performs lobby.GetStatistics.
func (r ratings) statistics(ctx context.Context, person string) (lobby.Statistics, error) {
	if !r.KeepsRatings() {
		return lobby.Statistics{}, errNoRatings
	}
	person = cmp.Or(person, r.who.ID)
	statistics := lobby.Statistics{Person: person, You: person == r.who.ID}
	matches, err := r.mayFind(ctx, person)
	known := lobby.Profile{Person: person, Results: resultsOf(matches, person)}
	if err == nil {
		known.Standings, err = r.people.config.Ratings.Standings(ctx, person)
	}
	if err == nil {
		statistics.Name, err = r.nameOf(ctx, known)
	}
	if err != nil {
		return lobby.Statistics{}, prose.Because(err, "These statistics could not be loaded. Try again in a moment.")
	}
	matches = slices.DeleteFunc(matches, func(match lobby.Finished) bool { return match.Void != "" })
	statistics.Counted, statistics.Games = len(matches), lobby.CountMatches(r.people.config.Games, person, matches)
	return statistics, nil
}

// mayFind returns the latest matches of a person that the reader may list: all of their
// own, and of others those in public rooms or with the reader.
func (r ratings) mayFind(ctx context.Context, person string) ([]lobby.Finished, error) {
	history, own := r.people.config.History, person == r.who.ID
	found, err := history.Matches(ctx, lobby.MatchFilter{Person: person, Public: !own, Limit: lobby.StatisticsFrom})
	if err != nil || own {
		return found, err
	}
	met, err := history.Matches(ctx, lobby.MatchFilter{Person: person, Against: r.who.ID, Limit: lobby.StatisticsFrom})
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, match := range found {
		known[match.ID] = true
	}
	for _, match := range met {
		if !known[match.ID] {
			found = append(found, match)
		}
	}
	slices.SortStableFunc(found, func(a, b lobby.Finished) int { return b.Ended.Compare(a.Ended) })
	return found[:min(len(found), lobby.StatisticsFrom)], nil
}

// resultsOf returns the latest match from the person's point of view, or nil.
func resultsOf(matches []lobby.Finished, person string) []lobby.Result {
	if len(matches) == 0 || matches[0].SeatOf(person) < 0 {
		return nil
	}
	return []lobby.Result{{Match: matches[0], Seat: matches[0].SeatOf(person)}}
}
