package lobby

import "slices"

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
