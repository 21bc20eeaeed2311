package screen

import "parlor/tui/board"

// Sizes from which a screen is laid out in another way. What stands side by side, or
// below each other, in a window of 80 × 24 has no room in a slim or short one. A wide
// one has room for a panel.
const (
	slimWidth   = 80
	shortHeight = 20

	// WideWidth is the least width of a wide screen.
	WideWidth = 120
)

// The panel of a wide screen is between panelLeast and panelMost cells wide.
const panelLeast, panelMost = 36, 60

// PanelGap is how many cells are free left of the panel.
const PanelGap = 3

// TextCells is how wide a line of text is at most that can still be read well.
const TextCells = 90

// BoardHeight is that of a board in a window of 80 × 24.
const BoardHeight = 20

// PanelChat is how many lines of chat a panel has before it has anything else.
const PanelChat = 5

// BodyHeight returns how many lines there are for Frame.Body.
func (c *Context) BodyHeight() int { return c.Height - 4 }

// TooSmall reports whether there is no room to draw a screen.
func (c *Context) TooSmall() bool { return c.Width < board.MinWidth || c.Height < board.MinHeight }

// Slim reports whether there is less room side by side than usual.
func (c *Context) Slim() bool { return c.Width < slimWidth }

// Short reports whether there is less room below each other than usual.
func (c *Context) Short() bool { return c.Height < shortHeight }

// Wide reports whether there is room for the panel.
func (c *Context) Wide() bool { return c.Width >= WideWidth && !c.Short() }

// PanelCells returns the width of the panel.
func (c *Context) PanelCells() int { return max(panelLeast, min(c.Width*3/10, panelMost)) }

// Across returns the width of the part of a screen that is not the panel's.
func (c *Context) Across() int {
	if c.Wide() {
		return c.Width - c.PanelCells() - PanelGap
	}
	return c.Width
}
