package screen

import "parlor/tui/board"

// Sizes at which the layout changes. A slim or short screen has less room than a window of 80 × 24;
// a wide screen has room for a side panel.
const (
	slimWidth   = 80
	shortHeight = 20

	// WideWidth is the minimum width of a wide screen.
	WideWidth = 120
)

// The minimum and maximum width of the side panel.
const panelLeast, panelMost = 36, 60

// PanelGap is the number of empty cells on the left of the side panel.
const PanelGap = 3

// TextCells is the maximum width of text that is comfortable to read.
const TextCells = 90

// BoardHeight is the height of a board in a window of 80 × 24.
const BoardHeight = 20

// PanelChat is the minimum number of chat lines in a side panel.
const PanelChat = 5

// BodyHeight returns the number of lines of Frame.Body.
func (c *Context) BodyHeight() int { return c.Height - 4 }

// TooSmall reports whether the window is too small for a screen.
func (c *Context) TooSmall() bool { return c.Width < board.MinWidth || c.Height < board.MinHeight }

// Slim reports whether the screen is narrower than usual.
func (c *Context) Slim() bool { return c.Width < slimWidth }

// Short reports whether the screen is lower than usual.
func (c *Context) Short() bool { return c.Height < shortHeight }

// Wide reports whether there is room for the side panel.
func (c *Context) Wide() bool { return c.Width >= WideWidth && !c.Short() }

// PanelCells returns the width of the side panel.
func (c *Context) PanelCells() int { return max(panelLeast, min(c.Width*3/10, panelMost)) }

// Across returns the width of the screen without the side panel.
func (c *Context) Across() int {
	if c.Wide() {
		return c.Width - c.PanelCells() - PanelGap
	}
	return c.Width
}
