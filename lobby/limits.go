package lobby

import "time"

// Limits bound everything that a person can make the lobby store. Zero means the value in
// DefaultLimits. Rate limits are in package ratelimit.
type Limits struct {
	Rooms           int           `json:"Rooms"`          // open rooms
	RoomsPerPerson  int           `json:"RoomsPerPerson"` // rooms in which one person has a seat
	RoomsPerHost    int           `json:"RoomsPerHost"`   // open rooms that were opened from one public address
	RoomsPerLocal   int           `json:"RoomsPerLocal"`  // the same for an address in a private network
	Watchers        int           `json:"Watchers"`       // spectators in one room
	GameNights      int           `json:"Evenings"`       // unfinished game nights
	GameNightPeople int           `json:"EveningPeople"`  // people at one game night
	GameNightBoards int           `json:"EveningBoards"`  // boards of one game night
	Inbox           int           `json:"Inbox"`          // waiting messages of one room
	NameCells       int           `json:"NameCells"`      // width of a name
	ChatCells       int           `json:"ChatCells"`      // width of a chat message
	TitleCells      int           `json:"TitleCells"`     // width of a room's title
	BotTime         time.Duration `json:"BotTime"`        // a bot that takes longer plays its best move so far; zero means until its next beat and is not replaced
	BotPace         time.Duration `json:"BotPace"`        // interval at which bots move, so that people can follow; negative means at once
	RoomIdle        time.Duration `json:"RoomIdle"`       // a match without connected clients ends after this
	Grace           time.Duration `json:"Grace"`          // an absent player keeps their seat for this time between matches
	GameNightIdle   time.Duration `json:"EveningIdle"`    // a game night without connected people ends after this
	GameNightKept   time.Duration `json:"EveningKept"`    // standings of a finished game night are kept for this time after the last person has left
}

// DefaultLimits returns limits for a small machine.
func DefaultLimits() Limits {
	return Limits{
		Rooms: 500, RoomsPerPerson: 5, RoomsPerHost: 40, RoomsPerLocal: 400, Watchers: 50, Inbox: 64,
		GameNights: 50, GameNightPeople: 200, GameNightBoards: 20, GameNightIdle: time.Hour, GameNightKept: 12 * time.Hour,
		NameCells: 16, TitleCells: 30, ChatCells: 240,
		BotPace:  900 * time.Millisecond,
		RoomIdle: 30 * time.Minute, Grace: 2 * time.Minute,
	}
}

// WithDefaults returns l with zero fields replaced by defaults.
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits()
	for _, n := range []struct{ own, standard *int }{
		{&l.Rooms, &d.Rooms},
		{&l.RoomsPerPerson, &d.RoomsPerPerson},
		{&l.RoomsPerHost, &d.RoomsPerHost},
		{&l.RoomsPerLocal, &d.RoomsPerLocal},
		{&l.Watchers, &d.Watchers},
		{&l.GameNights, &d.GameNights},
		{&l.GameNightPeople, &d.GameNightPeople},
		{&l.GameNightBoards, &d.GameNightBoards},
		{&l.Inbox, &d.Inbox},
		{&l.NameCells, &d.NameCells},
		{&l.TitleCells, &d.TitleCells},
		{&l.ChatCells, &d.ChatCells},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	for _, n := range []struct{ own, standard *time.Duration }{
		{&l.BotPace, &d.BotPace},
		{&l.RoomIdle, &d.RoomIdle},
		{&l.Grace, &d.Grace},
		{&l.GameNightIdle, &d.GameNightIdle},
		{&l.GameNightKept, &d.GameNightKept},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	return l
}
