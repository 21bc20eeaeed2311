package lobby

import "time"

// Limits are the numbers that bound everything a person can make the lobby
// hold. Zero means the number in DefaultLimits. How often somebody may do what is
// the budget's to say.
type Limits struct {
	Rooms           int           `json:"Rooms"`          // rooms open at once
	RoomsPerPerson  int           `json:"RoomsPerPerson"` // rooms in which one person holds a seat
	RoomsPerHost    int           `json:"RoomsPerHost"`   // rooms open at once that were made from one address
	RoomsPerLocal   int           `json:"RoomsPerLocal"`  // the same for an address on a private network
	Watchers        int           `json:"Watchers"`       // watchers in one room
	GameNights      int           `json:"Evenings"`       // game nights that are not over
	GameNightPeople int           `json:"EveningPeople"`  // people at one game night
	GameNightBoards int           `json:"EveningBoards"`  // boards of one game night
	Inbox           int           `json:"Inbox"`          // messages that wait for one room
	NameCells       int           `json:"NameCells"`      // width of a name
	ChatCells       int           `json:"ChatCells"`      // width of what somebody says in one go
	TitleCells      int           `json:"TitleCells"`     // width of a room's title
	BotTime         time.Duration `json:"BotTime"`        // a bot that has not thought to the end by then plays the best it has found; zero is until it has to move, and so it stays
	BotPace         time.Duration `json:"BotPace"`        // a bot moves this long after it could, so that people can follow; negative is at once
	RoomIdle        time.Duration `json:"RoomIdle"`       // a match without any person connected is ended after this
	Grace           time.Duration `json:"Grace"`          // a seat of somebody who is away is held so long while no match is played
	GameNightIdle   time.Duration `json:"EveningIdle"`    // a game night where nobody is there is over after this
	GameNightKept   time.Duration `json:"EveningKept"`    // the standings of one that is over can be seen so long after the last person has gone
}

// DefaultLimits suit a small machine.
func DefaultLimits() Limits {
	return Limits{
		Rooms: 500, RoomsPerPerson: 5, RoomsPerHost: 40, RoomsPerLocal: 400, Watchers: 50, Inbox: 64,
		GameNights: 50, GameNightPeople: 200, GameNightBoards: 20, GameNightIdle: time.Hour, GameNightKept: 12 * time.Hour,
		NameCells: 16, TitleCells: 30, ChatCells: 240,
		BotPace:  900 * time.Millisecond,
		RoomIdle: 30 * time.Minute, Grace: 2 * time.Minute,
	}
}

// WithDefaults fills in what is zero.
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
