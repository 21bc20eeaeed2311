package tui

// keptLines are lines as they were styled for the last frames: most of a hall's
// are the same again. What is not drawn any more is forgotten with the next
// frame but one, and all of it with another look or another screen.
type keptLines struct {
	look        look
	now, before map[string]string
}

// look is what all lines of a frame have in common.
type look struct {
	width, styles int
	ascii         bool
}

// begin begins a frame.
func (k *keptLines) begin(now look) {
	if k.look != now {
		*k = keptLines{look: now}
	}
	k.before, k.now = k.now, make(map[string]string, len(k.now))
}

// line is the line that is drawn of something, which key says whole.
func (k *keptLines) line(key string, draw func() string) string {
	if k.now == nil {
		return draw()
	}
	line, kept := k.now[key]
	if !kept {
		if line, kept = k.before[key]; !kept {
			line = draw()
		}
		k.now[key] = line
	}
	return line
}
