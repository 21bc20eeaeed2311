package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/engine"
	"parlor/lobby"
)

// shown returns what the lobby shows, a word for each room, person and line.
func shown(t *testing.T, session lobby.Session) string {
	t.Helper()
	page, err := lobby.Ask(t.Context(), session, lobby.Peek{Window: lobby.WholeLobby()})
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, row := range slices.Concat(page.Yours, page.Rooms) {
		words = append(words, fmt.Sprintf("room %s %s %d/%d", strings.Join(row.Names, "+"), row.Stage, row.Open, row.Seats))
	}
	slices.Sort(words)
	for _, one := range page.People {
		words = append(words, fmt.Sprintf("%s %v %v", one.Name, one.Busy, one.Room != ""))
	}
	for _, line := range page.Chat {
		words = append(words, line.Name+": "+line.Text)
	}
	return strings.Join(words, ", ")
}

// finds waits until the lobby shows want.
func finds(t *testing.T, session lobby.Session, want string) {
	t.Helper()
	var got string
	for range 100 {
		if got = shown(t, session); got == want {
			return
		}
		time.Sleep(time.Second / 10)
	}
	t.Errorf("the lobby shows\n%q, not\n%q", got, want)
}

// TestOneLobby checks that players of all nodes see the same rooms, people and chat.
func TestOneLobby(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		sessions := []lobby.Session{a.enter(t, "anna"), b.enter(t, "bo"), c.enter(t, "cy")}
		anna := seated(t)(lobby.Ask(t.Context(), sessions[0], lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3, Public: true}}))
		all := func(want string) {
			t.Helper()
			for _, one := range sessions {
				finds(t, one, want)
			}
		}
		all("room anna gathering 2/3, anna true true, bo false false, cy false false")
		bo := seated(t)(lobby.Ask(t.Context(), sessions[1], lobby.Join{Code: anna.now.Code})) // at a, from b
		all("room anna+bo gathering 1/3, anna true true, bo true true, cy false false")
		if err := lobby.Perform(t.Context(), sessions[1], lobby.SayInLobby{Text: "hello to all"}); err != nil {
			t.Fatal(err)
		}
		all("room anna+bo gathering 1/3, anna true true, bo true true, cy false false, bo: hello to all")
		page, err := lobby.Ask(t.Context(), sessions[2], lobby.Peek{Window: lobby.Window{Rows: 9, Search: "bo", At: anna.now.Code}})
		if err != nil || page.Total != 1 || page.Rooms[0].Code != anna.now.Code {
			t.Errorf("a search finds %+v, %v", page.Rooms, err)
		}
		other, err := c.Enter(t.Context(), lobby.Identity{ID: "key:other", Name: "Anna"})
		if err != nil || other.Name() != "Anna~2" {
			t.Errorf("another Anna is called %s, %v", other.Name(), err)
		}
		other.Close()
		if err := lobby.Perform(t.Context(), sessions[2], lobby.Rename{Name: "bo"}); err == nil {
			t.Error("cy takes the name of somebody at another node")
		}
		bo.do(lobby.Leave{})
		sessions[0].Close() // the room continues without her
		sessions = sessions[1:]
		all("room anna gathering 2/3, bo false false, cy false false, bo: hello to all")
	})
}

// TestALobbyOnScreenIsUpdated checks that a lobby on screen is updated when another node changes.
func TestALobbyOnScreenIsUpdated(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		bo := b.enter(t, "bo")
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.WholeLobby()})
		<-bo.Pages()
		a.enter(t, "anna")
		for page := range bo.Pages() {
			if len(page.People) == 2 {
				return
			}
		}
	})
}

// TestQuickPlayAcrossNodes checks that quick play finds rooms of other nodes before it creates one, and tries the
// next room when a seat is taken meanwhile.
func TestQuickPlayAcrossNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		plan := lobby.Plan{Game: "davinci", Seats: 2}
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.QuickPlay{Plan: plan}))
		public := plan
		public.Public = true
		dan := seated(t)(lobby.Ask(t.Context(), b.enter(t, "dan"), lobby.Create{Plan: public}))
		bo, cy := b.enter(t, "bo"), c.enter(t, "cy")
		both := "room anna gathering 1/2, room dan gathering 1/2, anna true true, bo false false, cy false false, dan true true"
		finds(t, bo, both)
		finds(t, cy, both)
		came := make(chan [2]string, 2)                                       // player and room
		for name, one := range map[string]lobby.Session{"bo": bo, "cy": cy} { // both try anna's room first, the older one
			go func() {
				handle, err := lobby.Ask(t.Context(), one, lobby.QuickPlay{Plan: plan})
				if err != nil {
					t.Error(err)
					came <- [2]string{name}
					return
				}
				came <- [2]string{name, (<-handle.Updates()).Code}
			}()
		}
		got := map[string]string{}
		for range 2 {
			one := <-came
			got[one[1]] = one[0]
		}
		first, second := got[anna.now.Code], got[dan.now.Code]
		if first == "" || second == "" {
			t.Fatalf("two people come to %v, not to %s and %s", got, anna.now.Code, dan.now.Code)
		}
		eve := a.enter(t, "eve")
		if seat := seated(t)(lobby.Ask(t.Context(), eve, lobby.QuickPlay{Plan: plan})); got[seat.now.Code] != "" {
			t.Error("eve is in a room that is full")
		}
		seated(t)(lobby.Ask(t.Context(), c.enter(t, "fay"), lobby.Create{Plan: public}))
		gus := b.enter(t, "gus")
		finds(t, gus, "room anna+"+first+" gathering 0/2, room dan+"+second+" gathering 0/2, room eve gathering 1/2, room fay gathering 1/2, "+
			"anna true true, bo true true, cy true true, dan true true, eve true true, fay true true, gus false false")
		w.cutOff("c") // its rooms are still listed
		seat := seated(t)(lobby.Ask(t.Context(), gus, lobby.QuickPlay{Plan: plan}))
		w.mu.Lock()
		if w.owners[cluster.ShardOf(seat.now.Code)].node == "c" {
			t.Error("gus is at a node that is cut off")
		}
		w.mu.Unlock()
		w.back("c")
	})
}

// TestQuickPlayLeadsBack checks that quick play returns to a room at another node where the player already waits.
func TestQuickPlayLeadsBack(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		plan := lobby.Plan{Game: "davinci", Seats: 3, Public: true}
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: plan}))
		bo := b.enter(t, "bo")
		seated(t)(lobby.Ask(t.Context(), bo, lobby.Join{Code: anna.now.Code}))
		for range 2 { // one of dan's rooms is as old
			seated(t)(lobby.Ask(t.Context(), b.enter(t, "dan"), lobby.Create{Plan: plan}))
		}
		dan := "room anna+bo gathering 1/3, room dan gathering 2/3, room dan gathering 2/3, anna true true, bo true true, dan true true"
		finds(t, bo, dan)
		if seat := seated(t)(lobby.Ask(t.Context(), bo, lobby.QuickPlay{Plan: lobby.Plan{Game: "davinci"}})); seat.now.Code != anna.now.Code {
			t.Errorf("bo is led to %s, and waits in %s", seat.now.Code, anna.now.Code)
		}
	})
}

// sends counts the traffic between nodes during do and some time after.
func (w *world) sends(do func()) (bytes, messages int64) {
	synctest.Wait()
	bytes, messages = w.sent.Load(), w.writes.Load()
	do()
	time.Sleep(20 * time.Second) // ten heartbeats of each end, whenever it starts
	synctest.Wait()
	return w.sent.Load() - bytes, w.writes.Load() - messages
}

// TestSecretMovesSendNothing checks that a move without an event sends no byte between nodes, now or later, and that one
// with an event sends its row once to each.
func TestSecretMovesSendNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		var seed engine.Seed
		w.seed = func() engine.Seed { return seed }
		options := engine.Options{"jokers": "free"}
		for !placesAJoker(t, seed, options) {
			seed[0]++
		}
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Options: options}}))
		bo := b.enter(t, "bo")
		seated(t)(lobby.Ask(t.Context(), bo, lobby.Join{Code: anna.now.Code}))
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.WholeLobby()}) // with his own room, where anna has the other seat
		lobby.Send(t.Context(), c.enter(t, "cy"), lobby.Show{Window: lobby.WholeLobby()})
		anna.do(lobby.Start{})
		anna.do(lobby.Play{Action: "deal"})
		w.sends(func() {})
		beats, writes := w.sends(func() {})
		for _, secret := range []lobby.RoomOp{lobby.Play{Action: "place 1"}, lobby.ListLegal{}} {
			if bytes, messages := w.sends(func() { anna.do(secret) }); bytes != beats || messages != writes {
				t.Errorf("%v sends %d bytes and %d messages", secret, bytes-beats, messages-writes)
			}
		}
		if page := <-bo.Pages(); len(page.Yours) != 1 {
			t.Errorf("bo is shown %+v", page.Yours)
		}
		dan := seated(t)(lobby.Ask(t.Context(), a.enter(t, "dan"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4, Public: true}}))
		w.sends(func() {})
		bytes, messages := w.sends(func() { dan.do(lobby.AddBot{Level: 1}) })
		t.Logf("a public change sends %d bytes in %d messages to two nodes", bytes-beats, messages-writes)
		if messages-writes != 4 { // an answer and a new request for each of two
			t.Errorf("a public change sends %d messages", messages-writes)
		}
	})
}

// TestAPartitionHeals checks that after a partition nothing is missing or duplicated.
func TestAPartitionHeals(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo, dan := a.enter(t, "anna"), b.enter(t, "bo"), a.enter(t, "dan")
		say := func(session lobby.Session, text string) {
			t.Helper()
			if err := lobby.Perform(t.Context(), session, lobby.SayInLobby{Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		first := seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		say(anna, "one")
		before := "room anna gathering 1/2, anna true true, bo false false, dan false false, anna: one"
		finds(t, bo, before)
		w.cutOff("b")
		first.do(lobby.Leave{})
		seated(t)(lobby.Ask(t.Context(), dan, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3, Public: true}}))
		anna.Close()
		say(dan, "two")
		say(bo, "three")
		finds(t, bo, before+", bo: three") // unchanged: the membership decides whether a lives
		w.back("b")
		after := "room dan gathering 2/3, bo false false, dan true true, anna: one, "
		finds(t, bo, after+"bo: three, dan: two")
		finds(t, dan, after+"dan: two, bo: three")
	})
}

// TestTheLobbyOfADeadNode checks that the people of a dead node vanish and its rooms are listed once by their new
// owners.
func TestTheLobbyOfADeadNode(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		bo, cy := b.enter(t, "bo"), c.enter(t, "cy")
		for _, name := range []string{"ada", "amy", "ann"} {
			seated(t)(lobby.Ask(t.Context(), a.enter(t, name), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		}
		rooms := "room ada gathering 1/2, room amy gathering 1/2, room ann gathering 1/2, "
		finds(t, bo, rooms+"ada true true, amy true true, ann true true, bo false false, cy false false")
		w.isolate("a")
		finds(t, bo, rooms+"bo false false, cy false false")
		finds(t, cy, rooms+"bo false false, cy false false")
		if err := lobby.Perform(t.Context(), bo, lobby.Rename{Name: "amelie"}); err != nil {
			t.Error(err)
		}
		w.back("a") // and takes back some of the rooms
		back := rooms + "ada true true, amelie false false, amy true true, ann true true, cy false false"
		finds(t, bo, back)
		finds(t, cy, back)
	})
}

// TestTheLobbyOfAStoppingNode checks that rooms are never listed twice during a handover and that people stay listed
// as long as their node runs.
func TestTheLobbyOfAStoppingNode(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		bo := b.enter(t, "bo")
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		want := "room anna gathering 1/2, anna true true, bo false false"
		finds(t, bo, want)
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.WholeLobby()})
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for page := range bo.Pages() {
				if len(page.Rooms) > 1 {
					t.Errorf("the hall shows %+v", page.Rooms)
				}
			}
		}()
		if !a.HandOver(t.Context(), time.Now().Add(time.Hour)) {
			t.Fatal("nobody has the rooms")
		}
		anna.do(lobby.Say{Text: "still there"})
		finds(t, bo, want)
		a.close(t)
		finds(t, bo, "room anna gathering 1/2, bo false false")
		bo.Close()
		<-watched
	})
}

// calls waits for invitations of the session and returns them.
func calls(t *testing.T, session lobby.Session) []lobby.Notice {
	t.Helper()
	for range 100 {
		if page, err := lobby.Ask(t.Context(), session, lobby.Peek{Window: lobby.Window{}}); err != nil || len(page.Calls) > 0 {
			return page.Calls
		}
		time.Sleep(time.Second / 10)
	}
	t.Error("nobody calls")
	return nil
}

// TestInvitationsAcrossNodes checks that a player can invite anyone in the lobby to a room of any node.
func TestInvitationsAcrossNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna, bo, cy := a.enter(t, "anna"), b.enter(t, "bo"), c.enter(t, "cy")
		room := seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		finds(t, anna, "room anna gathering 1/2, anna true false, bo false false, cy false false")
		for _, one := range []lobby.Session{bo, cy} {
			finds(t, one, "room  gathering 0/2, anna true false, bo false false, cy false false")
		}
		refused := func(err error, words string) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("it is answered %v, not %q", err, words)
			}
		}
		refused(lobby.Perform(t.Context(), cy, lobby.Invite{Name: "bo", Code: room.now.Code}), "only to a room that you are in")
		refused(lobby.Perform(t.Context(), anna, lobby.Invite{Name: "nobody", Code: room.now.Code}), "is not here now")
		if err := lobby.Perform(t.Context(), anna, lobby.Invite{Name: "bo", Code: room.now.Code}); err != nil {
			t.Fatal(err)
		}
		call := calls(t, bo)[0]
		if call.Name != "anna" || call.Game != "davinci" || call.Room != room.now.Code || call.Kind != lobby.NoticeInvites {
			t.Errorf("bo is called with %+v", call)
		}
		seat := seated(t)(lobby.Ask(t.Context(), bo, lobby.Accept{Call: call.ID}))
		if seat.now.You != 1 {
			t.Errorf("bo has the seat %v", seat.now.You)
		}
		_, err := lobby.Ask(t.Context(), bo, lobby.Accept{Call: call.ID})
		refused(err, "has expired")
		if err := lobby.Perform(t.Context(), bo, lobby.Invite{Name: "cy", Code: room.now.Code}); err != nil { // from b, to c, into a room of a
			t.Fatal(err)
		}
		if watcher := seated(t)(lobby.Ask(t.Context(), cy, lobby.Accept{Call: calls(t, cy)[0].ID})); watcher.now.You != engine.Watcher {
			t.Errorf("cy has the seat %v", watcher.now.You)
		}
		refused(lobby.Perform(t.Context(), cy, lobby.Invite{Name: "bo", Code: room.now.Code}), "already in that room")
		room.do(lobby.Leave{})
		seat.do(lobby.Leave{})
		table := seated(t)(lobby.Ask(t.Context(), bo, lobby.Challenge{Name: "anna", Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
		other := seated(t)(lobby.Ask(t.Context(), anna, lobby.Accept{Call: calls(t, anna)[0].ID}))
		if other.now.Code != table.now.Code {
			t.Error("anna is in another room")
		}
		refused(lobby.Perform(t.Context(), bo, lobby.Invite{Name: "anna", Code: table.now.Code}), "already in that room")
		now := "room  gathering 0/3, anna true false, bo true false, cy false false, dan false false"
		dan := c.enter(t, "dan")
		finds(t, dan, now)
		w.cutOff("a")
		_, err = lobby.Ask(t.Context(), bo, lobby.Challenge{Name: "anna", Plan: lobby.Plan{Game: "davinci", Seats: 2}})
		refused(err, "anna cannot be reached")
		// The created room is gone again, and anna's handle has ended.
		finds(t, dan, "room  gathering 0/3, anna false false, bo true false, cy false false, dan false false")
		w.back("a")
	})
}

// TestARefusalReachesTheInviter checks that only the inviting player is told of a refusal, at the node where
// that player is now.
func TestARefusalReachesTheInviter(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna, bo, cy := a.enter(t, "anna"), b.enter(t, "bo"), c.enter(t, "cy")
		room := seated(t)(lobby.Ask(t.Context(), bo, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}})) // at bo's node, anna is a remote player
		seated(t)(lobby.Ask(t.Context(), anna, lobby.Join{Code: room.now.Code}))
		finds(t, anna, "room  gathering 0/3, room bo+anna gathering 1/3, anna true false, bo true false, cy false false")
		if err := lobby.Perform(t.Context(), anna, lobby.Invite{Name: "cy", Code: room.now.Code}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), cy, lobby.Decline{Call: calls(t, cy)[0].ID}); err != nil {
			t.Fatal(err)
		}
		told := calls(t, anna)
		if len(told) != 1 || told[0].Kind != lobby.NoticeDeclines || told[0].Name != "cy" || told[0].Room != room.now.Code || told[0].Game != "davinci" {
			t.Errorf("anna is told %+v", told)
		}
		if page, err := lobby.Ask(t.Context(), bo, lobby.Peek{Window: lobby.Window{}}); err != nil || len(page.Calls) > 0 {
			t.Errorf("bo is told %+v (%v)", page.Calls, err)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Decline{Call: told[0].ID}); err != nil { // which removes it
			t.Fatal(err)
		}
		if page, err := lobby.Ask(t.Context(), cy, lobby.Peek{Window: lobby.Window{}}); err != nil || len(page.Calls) > 0 {
			t.Errorf("cy is told %+v (%v)", page.Calls, err)
		}
		// A node that does not answer delays no one.
		if err := lobby.Perform(t.Context(), anna, lobby.Invite{Name: "cy", Code: room.now.Code}); err != nil {
			t.Fatal(err)
		}
		call := calls(t, cy)[0]
		w.cutOff("a")
		before := time.Now()
		if err := lobby.Perform(t.Context(), cy, lobby.Decline{Call: call.ID}); err != nil || !time.Now().Equal(before) {
			t.Errorf("cy has waited for %v (%v)", time.Since(before), err)
		}
		w.back("a")
	})
}
