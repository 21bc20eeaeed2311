package local

import (
	"maps"
	"sync"

	"parlor/lobby"
)

// chat is the lobby chat, with the messages of all nodes.
type chat struct {
	mu      sync.Mutex // guards the fields below
	talk    lobby.ChatLog
	changes uint64
	remote  map[uint64]struct{}     // IDs of the messages that were sent at other nodes
	heard   map[string]lobby.Cursor // by node, also of nodes that are gone: how far its chat has been applied
}

func newChat() *chat { return &chat{remote: map[uint64]struct{}{}, heard: map[string]lobby.Cursor{}} }

// add adds a message that a person sent at this node.
func (c *chat) add(line lobby.ChatMessage, by string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.talk = c.talk.Add(line, by)
	c.changes++
}

// addRemote adds the new messages of another node and reports whether there were any.
func (c *chat) addRemote(node string, news lobby.Changes) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, heard := c.changes, c.heard[node]
	if heard.Feed != news.Mark.Feed {
		heard = lobby.Cursor{Feed: news.Mark.Feed}
	}
	for _, line := range news.Talk {
		if line.ID <= heard.Said {
			continue // already applied before the connection was lost
		}
		c.talk = c.talk.Add(lobby.ChatMessage{At: line.At, Name: line.Name, Text: line.Text}, line.By)
		c.remote[c.talk.Newest()] = struct{}{}
		c.changes++
	}
	heard.Said = max(heard.Said, news.Mark.Said)
	c.heard[node] = heard
	if lines := c.talk.Messages(); len(lines) > 0 && len(c.remote) > 2*len(lines) { // drop the IDs of messages that have left the log
		maps.DeleteFunc(c.remote, func(id uint64, _ struct{}) bool { return id < lines[0].ID })
	}
	return c.changes > before
}

// remove removes all messages of the people with these identities.
func (c *chat) remove(ids []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.talk = c.talk.Without(ids)
	c.changes++
}

// now returns the chat log, and a counter that grows with each change.
func (c *chat) now() (lobby.ChatLog, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.talk, c.changes
}

// news returns the messages with greater IDs than after that were sent at this node, and
// the ID of the newest message.
func (c *chat) news(after uint64) (lines []lobby.RemoteMessage, newest uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.talk.MessagesAfter(after, c.remote), c.talk.Newest()
}

// recent returns the messages that are attached to a report about the lobby chat.
func (c *chat) recent() []lobby.ReportedMessage {
	talk, _ := c.now()
	return talk.Reportable(true)
}
