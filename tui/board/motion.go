package board

// Motion is embedded by boards that move for a moment after something has
// happened. The zero Motion is at rest.
type Motion struct{ left int }

// Move begins a motion of a number of frames; with 0 it rests.
func (m *Motion) Move(frames int) { m.left = frames }

// Left is how many frames are to come.
func (m *Motion) Left() int { return m.left }

// Moving implements Mover.
func (m *Motion) Moving() bool { return m.left > 0 }

// Step implements Mover.
func (m *Motion) Step() { m.left = max(0, m.left-1) }
