package local

import (
	"maps"
	"sync"

	"parlor/lobby"
)

// chat is what is said in the lobby, at this node and at others.
type chat struct {
	mu      sync.Mutex // guards what follows
	talk    lobby.ChatLog
	changes uint64
	remote  map[uint64]struct{}     // Line.ID of the lines that were said at other nodes
	heard   map[string]lobby.Cursor // by node: up to where its chat is known, also of nodes that are gone
}

func newChat() *chat { return &chat{remote: map[uint64]struct{}{}, heard: map[string]lobby.Cursor{}} }

// add adds a line that a person says at this node.
func (c *chat) add(line lobby.ChatMessage, by string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.talk = c.talk.Add(line, by)
	c.changes++
}

// addRemote adds the lines that another node tells of, and reports whether there are any.
func (c *chat) addRemote(node string, news lobby.Changes) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, heard := c.changes, c.heard[node]
	if heard.Feed != news.Mark.Feed {
		heard = lobby.Cursor{Feed: news.Mark.Feed}
	}
	for _, line := range news.Talk {
		if line.ID <= heard.Said {
			continue // before a cut
		}
		c.talk = c.talk.Add(lobby.ChatMessage{At: line.At, Name: line.Name, Text: line.Text}, line.By)
		c.remote[c.talk.Newest()] = struct{}{}
		c.changes++
	}
	heard.Said = max(heard.Said, news.Mark.Said)
	c.heard[node] = heard
	if lines := c.talk.Messages(); len(lines) > 0 && len(c.remote) > 2*len(lines) { // what is forgotten is not to be left out
		maps.DeleteFunc(c.remote, func(id uint64, _ struct{}) bool { return id < lines[0].ID })
	}
	return c.changes > before
}

// remove takes out what people with these identities have said.
func (c *chat) remove(ids []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.talk = c.talk.Without(ids)
	c.changes++
}

// now returns the chat, and a number that grows whenever it changes.
func (c *chat) now() (lobby.ChatLog, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.talk, c.changes
}

// news returns the lines after one that were said at this node, and the ID of the
// newest line.
func (c *chat) news(after uint64) (lines []lobby.RemoteMessage, newest uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.talk.MessagesAfter(after, c.remote), c.talk.Newest()
}

// recent returns what a report of the lobby's chat is sent with.
func (c *chat) recent() []lobby.ReportedMessage {
	talk, _ := c.now()
	return talk.Reportable(true)
}
