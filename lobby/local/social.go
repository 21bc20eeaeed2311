package local

import (
	"context"
	"maps"
	"slices"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/prose"
)

// social is what people who are here ask and choose of each other: invitations, friends,
// and whom they mute.
type social struct {
	config      *Config
	directory   *directory
	invitations *invitations
	chat        *chat
	people      *account.People
}

// destination is a room to which a person is invited: whether who invites is in it, and
// whether they are there already.
type destination struct {
	room, game    string
	inside, there bool
}

// reachable is who is here under a name and can be asked something by a player.
func (s *social) reachable(c *client, name string) (listed *listedPerson, err error) {
	name = lobby.CleanText(name, s.config.Limits.NameCells)
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { listed = people.shown[people.callee(lobby.FoldName(name))] })
	switch {
	case listed == nil:
		return nil, prose.Refuse("{name} is not here now.", prose.Name(name))
	case listed.id == c.id:
		return nil, prose.Refuse("That is your own name.")
	}
	return listed, nil
}

// ownRoom is a room of this lobby as a destination.
func (s *social) ownRoom(c *client, code string) func(presentPerson) destination {
	return func(person presentPerson) destination {
		info := s.directory.info(code)
		if _, inside := info.People[c.id]; inside {
			return destination{code, info.Line.Game, true, info.People[person.id].Here}
		}
		return destination{}
	}
}

// inviteByName does invite for a person who is called by a name.
func (s *social) inviteByName(ctx context.Context, c *client, name string, to func(presentPerson) destination) error {
	person, err := s.reachable(c, name)
	if err == nil {
		err = c.spend(budget.Invitations)
	}
	if err != nil {
		return err
	}
	return s.invite(ctx, c, person.id, to)
}

// invite asks a person to come to a room. It takes as long, and answers the same,
// where they do not want to hear of the player.
func (s *social) invite(ctx context.Context, c *client, id string, to func(presentPerson) destination) error {
	muted, err := s.people.Mutes(ctx, id, c.id)
	if err != nil {
		return err
	}
	room, name, err := s.destination(id, to)
	if err != nil {
		return err
	}
	one := &invitation{Notice: lobby.Notice{Kind: lobby.NoticeInvites, Name: c.Name(), Game: room.game, Room: room.room}, from: c.id, to: id}
	if !s.invitations.send(one, muted) {
		return prose.Refuse("Many people have invited {name}. Try again later.", prose.Name(name))
	}
	return nil
}

// destination is the room to which a person can be invited, and what they are called.
func (s *social) destination(id string, to func(presentPerson) destination) (room destination, name string, err error) {
	var person presentPerson
	s.directory.read(func(_ *roomIndex, people *peopleIndex) {
		if found := people.present[id]; found != nil {
			person = *found
		}
	})
	if person.id == "" {
		return room, "", prose.Refuse("They have just left.")
	}
	switch room = to(person); {
	case !room.inside:
		return room, "", prose.Refuse("You can invite people only to a room that you are in.")
	case room.there:
		return room, "", prose.Refuse("{name} is in that room already.", prose.Name(person.name))
	}
	return room, person.name, nil
}

// decline takes what waits for a player off their pages. It returns the answer to the player who
// invited them, and the node at which that is to be told; none where there is none to tell.
func (s *social) decline(c *client, number uint64) (answer lobby.Declined, node string, err error) {
	one := s.invitations.find(c.id, number)
	if one == nil || !s.invitations.remove(one) {
		return answer, "", errTooLate
	}
	if one.Kind != lobby.NoticeInvites {
		return answer, "", nil
	}
	answer = lobby.Declined{To: one.from, By: c.id, Name: c.Name(), Game: one.Game, Room: one.Room}
	if s.declined(answer) {
		return answer, "", nil
	}
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { node = people.remote[one.from].node() })
	return answer, node, nil
}

// declined tells a person that their invitation was declined, and reports whether they
// are here.
func (s *social) declined(answer lobby.Declined) bool {
	here := false
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { here, _ = people.node(answer.To) })
	if here {
		s.invitations.send(&invitation{Notice: lobby.Notice{Kind: lobby.NoticeDeclines, Name: answer.Name, Game: answer.Game, Room: answer.Room}, from: answer.By, to: answer.To}, false)
	}
	return here
}

// mute does lobby.Mute: what waits from a person who is muted from now on
// is taken back, what they said is shown no more, and they are told nothing.
func (s *social) mute(ctx context.Context, c *client, name string, muted bool) error {
	if err := c.visitor.Mute(ctx, name, muted); err != nil {
		return err
	}
	s.muteAgain(ctx, c.id)
	if !muted {
		return nil
	}
	other := ""
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { other = people.callee(lobby.FoldName(name)) })
	s.invitations.removeIf(func(i *invitation) bool {
		return i.to == c.id && (i.from == other || lobby.FoldName(i.Name) == lobby.FoldName(name))
	})
	return nil
}

// circle does lobby.GetContacts.
func (s *social) circle(ctx context.Context, id string) (lobby.Contacts, error) {
	ties, err := s.people.Relations(ctx, id)
	if err != nil {
		return lobby.Contacts{}, err
	}
	listed := map[string]*listedPerson{}
	s.directory.read(func(_ *roomIndex, people *peopleIndex) {
		for _, tie := range ties {
			listed[tie.Person] = people.shown[tie.Person]
		}
	})
	var circle lobby.Contacts
	var absent []lobby.Friend
	for _, tie := range ties {
		friend := lobby.Friend{PersonRow: lobby.PersonRow{Name: tie.Name}}
		if listed := listed[tie.Person]; listed != nil {
			friend = lobby.Friend{PersonRow: listed.row, Here: true}
		}
		if tie.Muted {
			circle.Muted = append(circle.Muted, friend.Name)
		}
		switch {
		case tie.Friend && friend.Here:
			circle.Friends = append(circle.Friends, friend)
		case tie.Friend:
			absent = append(absent, friend)
		}
	}
	circle.Friends = append(circle.Friends, absent...)
	return circle, nil
}

// answer takes an invitation off a player's pages, as they have answered it, and says
// what it was.
func (s *social) answer(c *client, number uint64) (invites lobby.Notice, waited bool) {
	one := s.invitations.find(c.id, number)
	if one == nil || one.Kind != lobby.NoticeInvites || !s.invitations.remove(one) {
		return lobby.Notice{}, false
	}
	return one.Notice, true
}

// say does lobby.SayInLobby.
func (s *social) say(c *client, text string) error {
	clean, err := c.clean(text, errNothingSaid)
	if err == nil {
		err = c.spend(budget.LobbyChat)
	}
	if err == nil {
		err = c.spend(budget.Talk)
	}
	if err != nil {
		return err
	}
	s.chat.add(lobby.ChatMessage{At: time.Now(), Name: c.Name(), Text: clean}, c.id)
	s.directory.chatted()
	return nil
}

// meet finds out how well a player is known, and has it remembered that they were here.
func (s *social) meet(ctx context.Context, c *client) {
	isNew, back := c.visitor.Meet(ctx)
	c.isNew.Store(isNew && !s.config.Budget.IsPrivate(c.address))
	if back {
		s.muteAllAgain(ctx)
	}
}

// meetAgain is meet for a player who was new: time has passed, and a match perhaps.
func (s *social) meetAgain(ctx context.Context, c *client) {
	if c.isNew.Load() {
		s.meet(ctx, c)
	}
}

// muteAgain reads which people a person has muted, and has all their clients show what
// they hear now if that has changed. Nobody else is shown anything.
func (s *social) muteAgain(ctx context.Context, id string) {
	for _, c := range s.directory.clients(id) {
		if s.loadMutes(ctx, c) {
			c.redrawChat()
		}
	}
}

// loadMutes reads which people a player has muted, and reports whether that has changed.
// If it cannot be read, it stays as it was.
func (s *social) loadMutes(ctx context.Context, c *client) (changed bool) {
	ties, err := s.people.Relations(ctx, c.id)
	if err == nil {
		return c.setMutes(ties)
	}
	if ctx.Err() == nil {
		s.config.Log.Error("it cannot be read whom somebody has muted", "err", err)
	}
	return false
}

// muteAllAgain is muteAgain for all who are here, after a player has come back whom
// any of them may have muted.
func (s *social) muteAllAgain(ctx context.Context) {
	var ids []string
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { ids = slices.Collect(maps.Keys(people.present)) })
	for _, id := range ids {
		s.muteAgain(ctx, id)
	}
}
