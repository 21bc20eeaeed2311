package arena

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// Setting is the number of seats and the options of a match.
type Setting struct {
	Seats   int
	Options engine.Options // complete
}

// Describe returns the setting in words, with those options that have an effect and a value other
// than the default: "3 seats, jokers free".
func (s Setting) Describe(game engine.Game) string {
	words := []string{strconv.Itoa(s.Seats) + " seats"}
	for _, option := range game.Options {
		value := s.Options[option.Name]
		if value != option.Default && (option.Applies == nil || option.Applies(s.Options)) {
			words = append(words, option.Name+" "+value)
		}
	}
	return strings.Join(words, ", ")
}

// isMatchs reports whether an option belongs to the match and not to the game.
func isMatchs(option engine.Option) bool { return option.Name == rounds || option.Name == "first" }

// rounds is the name of the option for the number of games in a match.
const rounds = "rounds"

// mostSettings bounds the number of settings per number of seats.
const mostSettings = 64

// Settings returns the settings of a game: every number of seats with every set of options that
// have an effect. If there are more than mostSettings such sets, it returns fewer, in which every
// two values of two options still occur together. Matches are as short as possible, and the first
// player is random.
func Settings(game engine.Game) []Setting {
	sets := optionSets(game.Options)
	if len(sets) > mostSettings {
		sets = meet(game.Options, sets)
	}
	var settings []Setting
	for seats := game.MinSeats; seats <= game.MaxSeats; seats++ {
		for _, set := range sets {
			if _, err := game.Start(seats, engine.Seed{}, set); err == nil {
				settings = append(settings, Setting{seats, set})
			}
		}
	}
	return settings
}

// optionSets returns all sets of values of a game's options. Options without effect in a set have
// their default value, and options of the match are not varied.
func optionSets(options []engine.Option) []engine.Options {
	sets := []engine.Options{{}}
	for _, option := range options {
		names := []string{option.Default}
		switch {
		case option.Name == rounds:
			names[0] = option.Values[0].Name
		case !isMatchs(option):
			names = names[:0]
			for _, value := range option.Values {
				names = append(names, value.Name)
			}
		}
		var more []engine.Options
		for _, set := range sets {
			for _, name := range names {
				one := maps.Clone(set)
				one[option.Name] = name
				more = append(more, one)
			}
		}
		sets = more
	}
	return slices.DeleteFunc(sets, func(set engine.Options) bool {
		return slices.ContainsFunc(options, func(o engine.Option) bool {
			return !isMatchs(o) && set[o.Name] != o.Default && o.Applies != nil && !o.Applies(set)
		})
	})
}

// pair is a combination of a value of one option and a value of another.
type pair struct{ option, value, other, its string }

// meet returns a subset of all in which every pair of values that occurs together in one set still
// does. It repeatedly adds the set with the most missing pairs.
func meet(options []engine.Option, all []engine.Options) []engine.Options {
	open := map[pair]bool{}
	for _, set := range all {
		for _, p := range pairs(options, set) {
			open[p] = true
		}
	}
	var left []engine.Options
	for len(open) > 0 {
		var best engine.Options
		most := 0
		for _, set := range all {
			n := 0
			for _, p := range pairs(options, set) {
				if open[p] {
					n++
				}
			}
			if n > most {
				best, most = set, n
			}
		}
		for _, p := range pairs(options, best) {
			delete(open, p)
		}
		left = append(left, best)
	}
	return left
}

// pairs returns all pairs of option values in a set.
func pairs(options []engine.Option, set engine.Options) []pair {
	var all []pair
	for i, option := range options {
		for _, other := range options[:i] {
			all = append(all, pair{option.Name, set[option.Name], other.Name, set[other.Name]})
		}
	}
	return all
}
