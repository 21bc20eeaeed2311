package command

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/internal/alias"
	"parlor/lobby"
	"parlor/prose"
)

// choosesPace reports whether one of the given settings is a time control.
func choosesPace(table []lobby.Setting, given []string) bool {
	return slices.ContainsFunc(given, func(argument string) bool {
		name, _, _ := strings.Cut(argument, "=")
		return slices.ContainsFunc(table, func(s lobby.Setting) bool { return s.InTimeControl && s.Word == strings.ToLower(name) })
	})
}

// Set parses room settings and game options, such as "seats=3", into plan. It returns the number and level of bots.
func Set(table []lobby.Setting, plan *lobby.Plan, arguments []string) (bots int, level engine.Level, err error) {
	level = engine.FirstBot
	options := engine.Options{}
	maps.Copy(options, plan.Options)
	for _, argument := range arguments {
		name, value, found := strings.Cut(argument, "=")
		if !found {
			return 0, 0, prose.Refuse("{typed} needs a value. Write it as {form}, such as {example}.", Quoted(argument, 30), prose.Literal("OPTION=VALUE"), prose.Literal("seats=2"))
		}
		name = alias.Setting.Current(strings.ToLower(name))
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

// choose parses a room setting into plan.
func choose(plan *lobby.Plan, setting lobby.Setting, text string) error {
	value, err := setting.Read(text)
	if err == nil {
		setting.Set(plan, value)
	}
	return err
}

// number parses a number or level of bots.
func number(name, text string) (int, error) {
	value, err := lobby.Setting{Word: name, Kind: lobby.Number}.Read(text)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(value)
}
