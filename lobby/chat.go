package lobby

import (
	"cmp"
	"slices"
	"time"
)

// maxTalk is how many lines of talk are remembered, of a room and of the lobby,
// and maxTalkBytes what they take with the names of who said them: that is more
// than as many long lines in any script.
const (
	maxTalk      = 100
	maxTalkBytes = 128 << 10
)

// ChatLog is what was said in one place, the newest lines of it. It is a value:
// methods return another one, and what a reader was given stays as it was.
type ChatLog struct {
	said  uint64 // lines so far
	lines []ChatMessage
	by    []string // Identity.ID by line, which nobody is shown
}

// Messages are what is remembered, newest last. They are to be read only.
func (t ChatLog) Messages() []ChatMessage { return t.lines }

// Add adds a line of the person with an identity, and gives it its number.
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

// Unmuted are the lines but for those of people who are muted. They are to be read only.
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

// Without is the talk without what the people with these identities said.
func (t ChatLog) Without(ids []string) ChatLog {
	left := ChatLog{said: t.said}
	for i, line := range t.lines {
		if !slices.Contains(ids, t.by[i]) {
			left.lines, left.by = append(left.lines, line), append(left.by, t.by[i])
		}
	}
	return left
}

// ChatMessage is something that somebody said in a room.
type ChatMessage struct {
	ID      uint64    `json:"ID"` // grows with each line of the room
	At      time.Time `json:"At"`
	Name    string    `json:"Name"`    // as it was then
	Watcher bool      `json:"Watcher"` // had no seat
	Apart   bool      `json:"Apart"`   // only watchers hear it
	Text    string    `json:"Text"`    // clean, on one line
}

// ReportedMessage is a line of talk with who said it.
type ReportedMessage struct {
	At      time.Time `json:"at"`
	By      string    `json:"by"` // Identity.ID
	Name    string    `json:"name"`
	Watcher bool      `json:"watcher"`
	Text    string    `json:"text"`
}

// RemoteMessage is a line of the talk in another lobby.
type RemoteMessage struct {
	ID   uint64    `json:"id"` // Line.ID there
	At   time.Time `json:"at"`
	By   string    `json:"by"` // Identity.ID, which no reader of the lobby is shown
	Name string    `json:"name"`
	Text string    `json:"text"`
}

// MostHeard is how many lines of talk go with a report.
const MostHeard = 30

// Reportable are the newest lines that somebody could hear, with who said them: those
// apart only where they hear these.
func (t ChatLog) Reportable(apart bool) []ReportedMessage {
	var heard []ReportedMessage
	for i, line := range t.lines {
		if apart || !line.Apart {
			heard = append(heard, ReportedMessage{line.At.UTC(), t.by[i], line.Name, line.Watcher, line.Text})
		}
	}
	return heard[max(0, len(heard)-MostHeard):]
}

// MessagesAfter are the lines that came after one, which may be forgotten, and are not among
// those left out.
func (t ChatLog) MessagesAfter(id uint64, out map[uint64]struct{}) (lines []RemoteMessage) {
	at, _ := slices.BinarySearchFunc(t.lines, id+1, func(line ChatMessage, id uint64) int { return cmp.Compare(line.ID, id) })
	for i, line := range t.lines[at:] {
		if _, left := out[line.ID]; !left {
			lines = append(lines, RemoteMessage{line.ID, line.At, t.by[at+i], line.Name, line.Text})
		}
	}
	return lines
}

// Newest is the ID of the newest line that was ever said.
func (t ChatLog) Newest() uint64 { return t.said }
