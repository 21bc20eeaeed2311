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

// Patience is how long a screen waits for an answer of the lobby.
const Patience = 5 * time.Second

// Context is what the screens of one client draw with, and ask. The shell keeps it
// up to date; screens only read it.
type Context struct {
	Session lobby.Session
	You     Player
	Games   []board.Game
	History lobby.History   // of matches that have ended; nil if none are kept
	Analyse insight.Analyse // analyses such a match; nil if that is not possible
	SumUp   insight.SumUp   // sums up decisions in such matches; nil if that is not possible
	Voice   *prose.Voice    // nil speaks English
	Theme   *style.Theme

	Settings Settings

	Width, Height int // in cells, without what is drawn at the edges

	Shell Shell
}

// Player is who sees the screens.
type Player struct {
	ID         string // Identity.ID
	Name       string // as the lobby told it last
	ReturnLine string // what a guest types to come back as the same; empty with a key
}

// Shell is what screens ask of the program that shows them. All of it takes effect
// at once.
type Shell interface {
	// Tell tells the player sentences in one line, in place of what they were told before.
	Tell(texts ...prose.Text)
	// Refuse tells the player why a request fails.
	Refuse(err error)
	// Refused reports whether the player was told a refusal last.
	Refused() bool
	// TellMessage is Tell of what others say. If it is for this player, it stands out.
	TellMessage(mentions bool, texts ...prose.Text)
	// ClearExplanation takes back why a key did nothing: by now it may do something.
	ClearExplanation()
	// Open shows a screen on the one that is shown now.
	Open(s Screen)
	// OpenOn shows a screen on one of the stack; what stands on that is closed.
	OpenOn(below, s Screen)
	// Close closes a screen, with all that stands on it but a room. What was being typed
	// in a chat there is typed on below.
	Close(s Screen)
	// Top returns the uppermost screen, also while the window is too small to show it.
	Top() Screen
	// IsOpen reports whether a screen is on the stack.
	IsOpen(s Screen) bool
	// Press handles a key by its name as if it were typed.
	Press(name string) tea.Cmd
	// Ask calls the lobby, in the order in which calls are asked for, and tells the
	// player if it refuses.
	Ask(call func(context.Context) error) tea.Cmd
	// Notify rings the bell, and has the terminal show a text that may be seen by others.
	// If the text is empty, it only rings.
	Notify(text prose.Text) tea.Cmd
	// Enter goes to the room that a call gives. What is typed meanwhile is kept for it.
	Enter(call func(context.Context) SeatedMsg) tea.Cmd
	// Quit ends the program.
	Quit() tea.Cmd
	// Turn returns what waits until the screen may show what others do; nil if it always may.
	Turn() func(context.Context)
}

// PageMsg is the message of a new page of the lobby. If the session has ended, Open is
// false and Page is nil.
type PageMsg struct {
	Page *lobby.Page
	Open bool
}

// ShownMsg is the message that another part of the lobby is on the screen from now on.
type ShownMsg struct{ Window lobby.Window }

// QuitMsg is the message that the program ends.
type QuitMsg struct{}

// RoomMsg is the message that the player has come to a room.
type RoomMsg struct{}

// SeatedMsg is the message of a room's handle, or why there is none.
type SeatedMsg struct {
	Handle  lobby.Handle
	Err     error
	Welcome prose.Text // is told in the room
	Code    string     // that was asked for; a game night may have it
}

// RenamedMsg is the message of the answer to a request for another name.
type RenamedMsg struct {
	Name, ReturnLine string     // from now on
	Changed          prose.Text // says how the name differs from the one asked for; may be empty
	Err              error
}

// Done is the message of a request that answers nothing. If it failed, the shell tells
// the player why.
type Done struct{ Err error }

// Say returns a text in the player's language.
func (c *Context) Say(text prose.Text) string { return c.Voice.Say(text) }

// SayAll returns sentences one after the other.
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

// ChosenOptions returns the options of a game that have an effect, and what is chosen.
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

// OnTop reports whether a screen is the one that is shown.
func (c *Context) OnTop(s Screen) bool { return !c.TooSmall() && c.Shell.Top() == s }

// Enter goes to the room that an operation opens. Welcome is told there.
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

// CanAnalyse reports whether matches that have ended can be analysed here.
func (c *Context) CanAnalyse() bool { return c.History != nil && c.Analyse != nil }

// InsightBinding returns the binding that opens the analysis of a match that has ended.
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
