package command

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// choosesPace reports whether one of the settings that are given is of the pace.
func choosesPace(table []lobby.Setting, given []string) bool {
	return slices.ContainsFunc(given, func(argument string) bool {
		name, _, _ := strings.Cut(argument, "=")
		return slices.ContainsFunc(table, func(s lobby.Setting) bool { return s.InTimeControl && s.Word == strings.ToLower(name) })
	})
}

// Set reads settings of the room and options of the game, such as "seats=3", into
// a plan, and returns how many bots are wanted and of what level.
func Set(table []lobby.Setting, plan *lobby.Plan, arguments []string) (bots int, level engine.Level, err error) {
	level = engine.FirstBot
	options := engine.Options{}
	maps.Copy(options, plan.Options)
	for _, argument := range arguments {
		name, value, found := strings.Cut(argument, "=")
		if !found {
			return 0, 0, prose.Refuse("{typed} has no value. Write it as {form}, such as {example}.", Quoted(argument, 30), prose.Literal("OPTION=VALUE"), prose.Literal("seats=2"))
		}
		name = strings.ToLower(name)
		at := slices.IndexFunc(table, func(s lobby.Setting) bool { return s.Word == name })
		switch {
		case at >= 0:
			err = choose(plan, table[at], value)
		case name == "bots":
			bots, err = number(name, value)
		case name == "bot_level":
			var n int
			n, err = number(name, value)
			level = engine.Level(n)
		default:
			options[name] = value
		}
		if err != nil {
			return 0, 0, err
		}
	}
	plan.Options = options
	return bots, level, nil
}

// choose reads a setting of the room into a plan.
func choose(plan *lobby.Plan, setting lobby.Setting, text string) error {
	value, err := setting.Read(text)
	if err == nil {
		setting.Set(plan, value)
	}
	return err
}

// number reads how many bots are wanted, or how good ones.
func number(name, text string) (int, error) {
	value, err := lobby.Setting{Word: name, Kind: lobby.Number}.Read(text)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(value)
}
