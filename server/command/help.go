package command

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// help lists commands and games, or the options of a game.
func (c Commands) help(_ context.Context, _ Person, asked Command) (any, document.Document, error) {
	switch {
	case len(asked.Arguments) > 0 && strings.EqualFold(asked.Arguments[0], GameNight):
		return c.helpNight()
	case len(asked.Arguments) > 0:
		return c.helpGame(asked.Arguments[0])
	}
	data := protocol.HelpDocument{Commands: []protocol.Usage{}, Games: []string{}}
	var commands, games [][]prose.Text
	for _, command := range definitions(c.Games, c.Operations...) {
		for _, one := range command.uses {
			data.Commands = append(data.Commands, protocol.Usage{Usage: one.usage, Does: one.does.String()})
			commands = append(commands, []prose.Text{typed(one.usage), one.does})
		}
	}
	for _, game := range c.Games {
		data.Games = append(data.Games, game.Name)
		games = append(games, []prose.Text{typed(game.Name), prose.Label(game.Blurb)})
	}
	var answer document.Document
	answer.Paragraph(prose.T("{program}: hidden-code deduction games. To play on the screen, type {line} alone.", prose.Name("parlor"), prose.Literal(c.Line(""))))
	answer.Line()
	answer.Line(prose.T("Commands, as in {example}:", prose.Literal(c.Line("")+" "+Rooms)))
	answer.Indented(2, document.Wrapped, commands)
	answer.Line()
	answer.Line(prose.T("Games:"))
	answer.Indented(2, document.Wrapped, games)
	answer.Line()
	answer.Paragraph(
		prose.T("{new}, {join}, {watch} and {quick} open the screen if you connect with {option}.",
			prose.Literal(New), prose.Literal(Join), prose.Literal(Watch), prose.Literal(Quick), prose.Literal("ssh -t")),
		prose.T("With {option} they use text mode, and so does {play}.", prose.Literal("--lines"), prose.Literal(Play)),
		prose.T("With {option}, every command except {play} prints one JSON document.", prose.Literal("--json"), prose.Literal(Play)),
		prose.T("To go straight to a room, type {line}.", prose.Literal(c.Line("CODE"))),
	)
	return data, answer, nil
}

// helpGame lists the options and settings of a new room.
func (c Commands) helpGame(name string) (any, document.Document, error) {
	game, err := c.Games.find(name)
	if err != nil {
		return nil, document.Document{}, err
	}
	data := rulesOf(game)
	var options [][]prose.Text
	for i, option := range game.Options {
		options = append(options, []prose.Text{
			typed(option.Name), typed(shorten(data.Options[i].Values)), usual(option.Default), prose.Label(option.Help),
		})
	}
	options = append(options, c.settingRows(game)...)
	options = append(
		options,
		[]prose.Text{typed("bots"), prose.T("{least} to {most}", prose.N(0), prose.N(game.MaxSeats-1)), usual("0"), prose.T("The number of bots you play with.")},
		[]prose.Text{typed("bot_level"), levels(game), usual("1"), prose.T("The strength of the bots.")},
	)
	var answer document.Document
	answer.Line(prose.T("{game}.", prose.Literal(game.Title)), prose.Label(game.Blurb))
	answer.Line()
	answer.Line(prose.T("Options, as in {example}:", prose.Literal(New+" "+game.Name+" bots=1")))
	answer.Indented(2, document.Below, options)
	answer.Line()
	answer.Paragraph(prose.T("Public rooms default to {pace}, unless you set {clock} or {absent}. With {option}, {new} uses the defaults.",
		prose.Sub(lobby.DefaultTimeControl(lobby.Plan{Public: true}).Brief()), prose.Literal("clock"), prose.Literal("absent"), prose.Literal("--json"), prose.Literal(New)))
	if len(game.LevelHelp) > 0 {
		answer.Line()
		answer.Line(prose.T("Bots:"))
	}
	for i, about := range game.LevelHelp {
		answer.Line(prose.T("{n} {level}: {text}", prose.N(i+1), prose.Sub(prose.Label(game.Levels[i])), prose.Sub(prose.Label(about))))
	}
	return data, answer, nil
}

// helpNight explains game nights, and lists their settings and what their hosts can do.
func (c Commands) helpNight() (any, document.Document, error) {
	data := protocol.HelpDocument{Commands: []protocol.Usage{}, Games: []string{}}
	var verbs [][]prose.Text
	for _, v := range lobby.HostVerbs() {
		data.Commands = append(data.Commands, protocol.Usage{Usage: v.Line(), Does: v.Does.String()})
		verbs = append(verbs, []prose.Text{typed(v.Line()), v.Does})
	}
	var answer document.Document
	answer.Paragraph(
		prose.T("At a game night people come in once, with one code, and tables fill automatically."),
		prose.T("Others take part with {join}, or with {line}.", prose.Literal(Join+" CODE"), prose.Literal(c.Line("CODE"))),
		prose.T("In text mode, type {table} when you are called, {leave} when your match is over, and {help} there for everything else.", prose.Literal("table"), prose.Literal("leave"), prose.Literal(Help)),
	)
	for _, text := range (lobby.GameNightPlan{}).PointsText() {
		answer.Paragraph(text)
	}
	answer.Line()
	answer.Line(prose.T("Settings, as in {example}:", prose.Literal(GameNight+" "+newGameNight+" "+c.Games.Night())))
	var settings [][]prose.Text
	for _, one := range lobby.GameNightSettings() {
		settings = append(settings, []prose.Text{typed(one.Word + "=" + one.Value), one.About})
	}
	answer.Indented(2, document.Wrapped, settings)
	answer.Line()
	answer.Paragraph(prose.T("The host can type, in text mode alone or in a room after {controls}, and as a command after {night}:",
		prose.Literal("controls"), prose.Literal(GameNight+" CODE")))
	answer.Indented(2, document.Wrapped, verbs)
	return data, answer, nil
}

// usual returns the text for a default value, zero if that is "".
func usual(value string) prose.Text {
	if value == "" {
		return prose.Text{}
	}
	return prose.T("default {value}", prose.Literal(value))
}

// settingRows returns the room settings for a game.
func (c Commands) settingRows(game prose.Game) [][]prose.Text {
	var rows [][]prose.Text
	for _, one := range c.Lobby.Settings() {
		one = one.ForGame(game.Game)
		rows = append(rows, []prose.Text{typed(one.Word), one.Can(), usual(one.Default), one.Help})
	}
	return rows
}

// levels returns the levels of a game's bot, such as "1 usual, 2 strong".
func levels(game prose.Game) prose.Text {
	named := make([]prose.Text, len(game.Levels))
	for i, title := range game.Levels {
		named[i] = prose.T("{n} {level}", prose.N(i+1), prose.Sub(prose.Label(title)))
	}
	return prose.T("{levels}", prose.List(named))
}

// shorten lists values, long lists by their ends.
func shorten(values []string) string {
	if len(values) > 6 && !slices.ContainsFunc(values[1:], func(v string) bool { _, err := strconv.Atoi(v); return err != nil }) {
		return values[0] + ", " + values[1] + " ... " + values[len(values)-1]
	}
	return strings.Join(values, ", ")
}

func (c Commands) rules(_ context.Context, _ Person, asked Command) (any, document.Document, error) {
	game, err := c.Games.find(asked.Arguments[0])
	if err != nil {
		return nil, document.Document{}, err
	}
	var answer document.Document
	answer.Line(prose.T("{game}", prose.Literal(game.Title)))
	answer.Line()
	answer.Blocks = append(answer.Blocks, document.Block{Kind: document.Rules, Rules: game.Rules})
	return rulesOf(game), answer, nil
}

// rulesOf returns the rules and options of a game for JSON.
func rulesOf(game prose.Game) protocol.RulesDocument {
	data := protocol.RulesDocument{
		Game: game.Name, Title: game.Title, Blurb: game.Blurb,
		MinSeats: game.MinSeats, MaxSeats: game.MaxSeats, Options: []protocol.Option{}, Rules: game.Rules.Markdown(prose.English()),
	}
	for _, option := range game.Options {
		one := protocol.Option{Name: option.Name, Title: option.Title, Help: option.Help, Default: option.Default}
		for _, value := range option.Values {
			one.Values = append(one.Values, value.Name)
		}
		data.Options = append(data.Options, one)
	}
	return data
}

func (c Commands) version(context.Context, Person, Command) (any, document.Document, error) {
	var answer document.Document
	answer.Line(prose.T("{server}, text protocol {n}", prose.Literal(c.Version), prose.N(protocol.Version)))
	return protocol.VersionDocument{Server: c.Version, Protocol: protocol.Version}, answer, nil
}
