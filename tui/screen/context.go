package screen

import (
	"context"
	"strings"
	"time"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"

	tea "charm.land/bubbletea/v2"
)

// Patience is the maximum time that a screen waits for an answer of the lobby.
const Patience = 5 * time.Second

// Context is the shared context of the screens of a client. The shell updates it; screens only read
// it.
type Context struct {
	Session lobby.Session
	You     Player
	Games   []board.Game
	History lobby.History   // finished matches; nil if none are stored
	Analyse insight.Analyse // analyzes finished matches; nil if that is impossible
	SumUp   insight.SumUp   // summarizes decisions in finished matches; nil if that is impossible
	Voice   *prose.Voice    // nil means English
	Theme   *style.Theme

	Settings Settings

	Width, Height int // in cells, without the edges

	Shell Shell
}

// Player is the person who sees the screens.
type Player struct {
	ID         string // Identity.ID
	Name       string // as last reported by the lobby
	ReturnLine string // the command with which a guest returns; empty with a key
}

// Shell is the program as its screens see it. All methods take effect immediately.
type Shell interface {
	// Tell shows sentences in the message line, replacing the last message.
	Tell(texts ...prose.Text)
	// Refuse shows the reason of a failed request.
	Refuse(err error)
	// Refused reports whether the last message was a refusal.
	Refused() bool
	// TellMessage is like Tell for chat messages. A message that mentions the player is
	// highlighted.
	TellMessage(mentions bool, texts ...prose.Text)
	// ClearExplanation removes the explanation of a key without effect, because it may be outdated.
	ClearExplanation()
	// Open opens a screen on top of the stack.
	Open(s Screen)
	// OpenOn opens a screen above another one. It closes the screens that were above that.
	OpenOn(below, s Screen)
	// Close closes a screen and all screens above it except a room. A chat message that was being
	// typed there is continued below.
	Close(s Screen)
	// Top returns the top screen, even while the window is too small to show it.
	Top() Screen
	// IsOpen reports whether a screen is on the stack.
	IsOpen(s Screen) bool
	// Press handles a key by its name as if it were typed.
	Press(name string) tea.Cmd
	// Ask returns a command that calls the lobby and shows a refusal. Calls are made in the order
	// of Ask.
	Ask(call func(context.Context) error) tea.Cmd
	// Notify returns a command that rings the bell and lets the terminal show a text, which others
	// may see. If the text is empty, it only rings.
	Notify(text prose.Text) tea.Cmd
	// Enter returns a command that shows the room that call returns. Keys pressed in the meantime
	// are held back for the room.
	Enter(call func(context.Context) SeatedMsg) tea.Cmd
	// Quit ends the program.
	Quit() tea.Cmd
	// Turn returns a function that waits until the screen may show updates, or nil if it always
	// may.
	Turn() func(context.Context)
}

// PageMsg delivers a page of the lobby. If the session has ended, Open is false and Page is nil.
type PageMsg struct {
	Page *lobby.Page
	Open bool
}

// ShownMsg reports that another part of the lobby is visible.
type ShownMsg struct{ Window lobby.Window }

// QuitMsg reports that the program ends.
type QuitMsg struct{}

// RoomMsg reports that the player has entered a room.
type RoomMsg struct{}

// SeatedMsg delivers the handle of a room, or the error.
type SeatedMsg struct {
	Handle  lobby.Handle
	Err     error
	Welcome prose.Text // shown in the room
	Code    string     // the requested code, perhaps of a game night
}

// RenamedMsg answers a request for a new name.
type RenamedMsg struct {
	Name, ReturnLine string     // the new values
	Changed          prose.Text // says how the name differs from the requested one; may be empty
	Err              error
}

// Done reports the end of a request without an answer. The shell shows its error.
type Done struct{ Err error }

// Say returns a text in the language of the player.
func (c *Context) Say(text prose.Text) string { return c.Voice.Say(text) }

// SayAll returns the sentences joined.
func (c *Context) SayAll(texts []prose.Text) string {
	return strings.Join(c.Voice.SayAll(texts), " ")
}

// Kit returns the board of a game. If the server does not have the game, Board is nil.
func (c *Context) Kit(game string) *board.Game {
	for i := range c.Games {
		if kit := &c.Games[i]; kit.Game.Name == game {
			return kit
		}
	}
	return &board.Game{Game: engine.Game{Name: game, Title: game}}
}

// Rules returns the rules of all games.
func (c *Context) Rules() []engine.Game {
	games := make([]engine.Game, len(c.Games))
	for i, kit := range c.Games {
		games[i] = kit.Game
	}
	return games
}

// ChangedOptions returns the options of a game that differ from their defaults.
func (c *Context) ChangedOptions(game string, options engine.Options) (said []string) {
	for _, option := range c.Kit(game).Game.Options {
		for _, value := range option.Values {
			if value.Name == options[option.Name] && value.Name != option.Default {
				said = append(said, c.Say(prose.T("{option}: {value}", prose.Sub(prose.Label(option.Title)), prose.Sub(prose.Label(value.Label())))))
			}
		}
	}
	return said
}

// ChosenOptions returns the options of a game that have an effect, and their values.
func (c *Context) ChosenOptions(game engine.Game, chosen engine.Options) (labels, values []string) {
	for i := range game.Options {
		option := &game.Options[i]
		if option.Applies != nil && !option.Applies(chosen) {
			continue
		}
		for _, value := range option.Values {
			if value.Name == chosen[option.Name] {
				labels = append(labels, c.Say(prose.Label(option.Title))+" ")
				values = append(values, c.Say(prose.Label(value.Label())))
			}
		}
	}
	return labels, values
}

// OnTop reports whether a screen is visible.
func (c *Context) OnTop(s Screen) bool { return !c.TooSmall() && c.Shell.Top() == s }

// Enter returns a command that enters the room that an operation returns. welcome is shown there.
func (c *Context) Enter(op lobby.Returns[lobby.Handle], welcome prose.Text) tea.Cmd {
	session, seated := c.Session, SeatedMsg{Welcome: welcome}
	if join, is := op.(lobby.Join); is {
		seated.Code = join.Code
	}
	return c.Shell.Enter(func(ctx context.Context) SeatedMsg {
		seated.Handle, seated.Err = lobby.Ask(ctx, session, op)
		return seated
	})
}

// CanAnalyse reports whether finished matches can be analyzed.
func (c *Context) CanAnalyse() bool { return c.History != nil && c.Analyse != nil }

// InsightBinding returns the binding that opens the analysis of a finished match.
func (c *Context) InsightBinding(do func() tea.Cmd) Binding {
	one := Binding{Key: keymap.If(c.CanAnalyse(), keymap.Named(InsightKey)), Do: Command(do)}
	if c.CanAnalyse() {
		one.Hint, one.Help = prose.T("insight"), prose.T("a finished match: chances, luck and key moments")
	}
	return one
}

// CloseBinding returns the binding that closes a screen.
func (c *Context) CloseBinding(s Screen, help prose.Text) Binding {
	return Binding{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("back"), Help: help, Leaves: true, Do: Call(func() { c.Shell.Close(s) })}
}
