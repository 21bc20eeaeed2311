package board

// Motion is embedded by boards with animations. The zero Motion is at rest.
type Motion struct{ left int }

// Move begins an animation of the given number of frames. With 0, it ends the current one.
func (m *Motion) Move(frames int) { m.left = frames }

// Left returns the number of remaining frames.
func (m *Motion) Left() int { return m.left }

// Moving implements Mover.
func (m *Motion) Moving() bool { return m.left > 0 }

// Step implements Mover.
func (m *Motion) Step() { m.left = max(0, m.left-1) }
