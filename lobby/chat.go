package lobby

import (
	"cmp"
	"slices"
	"time"
)

// Limits of a chat log: the number of messages, and their total size in bytes, including names. The
// size has room for maxTalk long messages in any script.
const (
	maxTalk      = 100
	maxTalkBytes = 128 << 10
)

// ChatLog holds the latest messages of a room or the lobby. It is a value: its methods
// return a new log and do not change the old one.
type ChatLog struct {
	said  uint64 // number of messages so far
	lines []ChatMessage
	by    []string // Identity.ID by message; not shown
}

// Messages returns the messages, oldest first. The caller must not change them.
func (t ChatLog) Messages() []ChatMessage { return t.lines }

// Add returns a log with another message by a person, with the next ID.
func (t ChatLog) Add(line ChatMessage, by string) ChatLog {
	t.said++
	line.ID = t.said
	t.lines, t.by = append(slices.Clip(t.lines), line), append(slices.Clip(t.by), by)
	drop := max(0, len(t.lines)-maxTalk)
	bytes := 0
	for _, line := range t.lines[drop:] {
		bytes += len(line.Name) + len(line.Text)
	}
	for ; bytes > maxTalkBytes; drop++ {
		bytes -= len(t.lines[drop].Name) + len(t.lines[drop].Text)
	}
	t.lines, t.by = t.lines[drop:], t.by[drop:]
	return t
}

// Unmuted returns the messages without those of muted people. The caller must not change
// them.
func (t ChatLog) Unmuted(mutes func(id string) bool) []ChatMessage {
	if !slices.ContainsFunc(t.by, mutes) {
		return t.lines
	}
	var left []ChatMessage
	for i, line := range t.lines {
		if !mutes(t.by[i]) {
			left = append(left, line)
		}
	}
	return left
}

// Without returns a log without the messages of the people with these identities.
func (t ChatLog) Without(ids []string) ChatLog {
	left := ChatLog{said: t.said}
	for i, line := range t.lines {
		if !slices.Contains(ids, t.by[i]) {
			left.lines, left.by = append(left.lines, line), append(left.by, t.by[i])
		}
	}
	return left
}

// ChatMessage is a message in a chat.
type ChatMessage struct {
	ID      uint64    `json:"ID"` // increasing in each log
	At      time.Time `json:"At"`
	Name    string    `json:"Name"`    // at the time of the message
	Watcher bool      `json:"Watcher"` // sent by a spectator
	Apart   bool      `json:"Apart"`   // visible to spectators only
	Text    string    `json:"Text"`    // cleaned, on one line
	// Announced reports whether the message is an announcement of the host of a game night.
	Announced bool `json:"Announced,omitzero"`
}

// ReportedMessage is a message with its author, attached to a report.
type ReportedMessage struct {
	At      time.Time `json:"at"`
	By      string    `json:"by"` // Identity.ID
	Name    string    `json:"name"`
	Watcher bool      `json:"watcher"`
	Text    string    `json:"text"`
}

// RemoteMessage is a lobby chat message of another node.
type RemoteMessage struct {
	ID   uint64    `json:"id"` // ChatMessage.ID there
	At   time.Time `json:"at"`
	By   string    `json:"by"` // Identity.ID; not shown to clients
	Name string    `json:"name"`
	Text string    `json:"text"`
}

// MaxReportedMessages is the number of messages attached to a report.
const MaxReportedMessages = 30

// Reportable returns the latest messages that a person could see, with their authors. apart
// includes those visible to spectators only.
func (t ChatLog) Reportable(apart bool) []ReportedMessage {
	var heard []ReportedMessage
	for i, line := range t.lines {
		if apart || !line.Apart {
			heard = append(heard, ReportedMessage{line.At.UTC(), t.by[i], line.Name, line.Watcher, line.Text})
		}
	}
	return heard[max(0, len(heard)-MaxReportedMessages):]
}

// MessagesAfter returns the messages with greater IDs than id, except those in out.
func (t ChatLog) MessagesAfter(id uint64, out map[uint64]struct{}) (lines []RemoteMessage) {
	at, _ := slices.BinarySearchFunc(t.lines, id+1, func(line ChatMessage, id uint64) int { return cmp.Compare(line.ID, id) })
	for i, line := range t.lines[at:] {
		if _, left := out[line.ID]; !left {
			lines = append(lines, RemoteMessage{line.ID, line.At, t.by[at+i], line.Name, line.Text})
		}
	}
	return lines
}

// Announcement returns the latest announcement as a list, which is empty if there is none.
func (t ChatLog) Announcement() []ChatMessage {
	for _, line := range slices.Backward(t.lines) {
		if line.Announced {
			return []ChatMessage{line}
		}
	}
	return nil
}

// Newest returns the ID of the latest message, also if it was removed.
func (t ChatLog) Newest() uint64 { return t.said }
