package local

import (
	"context"
	"maps"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/prose"
	"parlor/ratelimit"
)

// social implements invitations, friends and muting between people.
type social struct {
	config      *Config
	directory   *directory
	invitations *invitations
	chat        *chat
	people      *account.People
}

// destination is the room of an invitation: whether the sender is in it, and whether the
// receiver already is.
type destination struct {
	room, game    string
	inside, there bool
}

// reachable returns the connected person with a name to be contacted by the player.
func (s *social) reachable(c *client, name string) (listed *listedPerson, err error) {
	name = lobby.CleanText(name, s.config.Limits.NameCells)
	s.directory.read(func(_ *roomIndex, people *peopleIndex) {
		listed = people.shown[people.findByName(lobby.FoldName(name))]
	})
	switch {
	case listed == nil:
		return nil, prose.Refuse("{name} is not here now.", prose.Name(name))
	case listed.id == c.id:
		return nil, prose.Refuse("That is your own name.")
	}
	return listed, nil
}

// ownRoom returns a function that describes a room of this lobby as a destination.
func (s *social) ownRoom(c *client, code string) func(presentPerson) destination {
	return func(person presentPerson) destination {
		info := s.directory.info(code)
		if _, inside := info.People[c.id]; inside {
			return destination{code, info.Row.Game, true, info.People[person.id].Here}
		}
		return destination{}
	}
}

// inviteByName invites the person with a name.
func (s *social) inviteByName(ctx context.Context, c *client, name string, to func(presentPerson) destination) error {
	person, err := s.reachable(c, name)
	if err == nil {
		err = c.spend(ratelimit.Invitations)
	}
	if err != nil {
		return err
	}
	return s.invite(ctx, c, person.id, to)
}

// invite sends an invitation to a person. It takes the same time and gives the same answer
// if the person has muted the player.
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
		return prose.Refuse("{name} has too many open invitations. Try again later.", prose.Name(name))
	}
	return nil
}

// destination returns the room to which a person can be invited, and the person's name.
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
		return room, "", prose.Refuse("{name} is already in that room.", prose.Name(person.name))
	}
	return room, person.name, nil
}

// decline removes a pending notice of a player. If it was an invitation from another node,
// it returns the answer to deliver and that node.
func (s *social) decline(c *client, number uint64) (answer lobby.Declined, node string, err error) {
	one := s.invitations.find(c.id, number)
	if one == nil || !s.invitations.remove(one) {
		return answer, "", errExpired
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

// declined notifies a person that their invitation was declined. It reports whether they
// are here.
func (s *social) declined(answer lobby.Declined) bool {
	here := false
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { here, _ = people.node(answer.To) })
	if here {
		s.invitations.send(&invitation{Notice: lobby.Notice{Kind: lobby.NoticeDeclines, Name: answer.Name, Game: answer.Game, Room: answer.Room}, from: answer.By, to: answer.To}, false)
	}
	return here
}

// mute performs lobby.Mute. Pending notices of the muted person are withdrawn and their
// messages disappear; they are not notified.
func (s *social) mute(ctx context.Context, c *client, name string, muted bool) error {
	if err := c.visitor.Mute(ctx, name, muted); err != nil {
		return err
	}
	s.reloadMutes(ctx, c.id)
	if !muted {
		return nil
	}
	other := ""
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { other = people.findByName(lobby.FoldName(name)) })
	s.invitations.removeIf(func(i *invitation) bool {
		return i.to == c.id && (i.from == other || lobby.FoldName(i.Name) == lobby.FoldName(name))
	})
	return nil
}

// contacts performs lobby.GetContacts.
func (s *social) contacts(ctx context.Context, id string) (lobby.Contacts, error) {
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

// answer removes an answered invitation of a player and returns it.
func (s *social) answer(c *client, number uint64) (invites lobby.Notice, waited bool) {
	one := s.invitations.find(c.id, number)
	if one == nil || one.Kind != lobby.NoticeInvites || !s.invitations.remove(one) {
		return lobby.Notice{}, false
	}
	return one.Notice, true
}

// say performs lobby.SayInLobby.
func (s *social) say(c *client, text string) error {
	clean, err := c.clean(text, errEmptyMessage)
	if err == nil {
		err = c.spend(ratelimit.LobbyChat)
	}
	if err == nil {
		err = c.spend(ratelimit.Chat)
	}
	if err != nil {
		return err
	}
	s.chat.add(lobby.ChatMessage{At: time.Now(), Name: c.Name(), Text: clean}, c.id)
	s.directory.chatted()
	return nil
}

// loadNewcomer loads whether the player is a newcomer and records the visit.
func (s *social) loadNewcomer(ctx context.Context, c *client) {
	isNew, back := c.visitor.RecordVisit(ctx)
	c.isNew.Store(isNew && !s.config.RateLimits.IsPrivate(c.address))
	if back {
		s.reloadAllMutes(ctx)
	}
}

// refreshNewcomer loads the status again for a player who was a newcomer.
func (s *social) refreshNewcomer(ctx context.Context, c *client) {
	if c.isNew.Load() {
		s.loadNewcomer(ctx, c)
	}
}

// reloadMutes loads the muted people of a person and redraws the chat of their clients if
// it has changed.
func (s *social) reloadMutes(ctx context.Context, id string) {
	for _, c := range s.directory.clients(id) {
		if s.loadMutes(ctx, c) {
			c.redrawChat()
		}
	}
}

// loadMutes loads the muted people of a client and reports whether they have changed. On an
// error they stay as they were.
func (s *social) loadMutes(ctx context.Context, c *client) (changed bool) {
	ties, err := s.people.Relations(ctx, c.id)
	if err == nil {
		return c.setMutes(ties)
	}
	if ctx.Err() == nil {
		s.config.Log.Error("cannot read a mute list", "err", err)
	}
	return false
}

// reloadAllMutes reloads the mutes of all connected people. It is needed when the account
// of a returning player is restored, as others may have muted it.
func (s *social) reloadAllMutes(ctx context.Context) {
	var ids []string
	s.directory.read(func(_ *roomIndex, people *peopleIndex) { ids = slices.Collect(maps.Keys(people.present)) })
	for _, id := range ids {
		s.reloadMutes(ctx, id)
	}
}
