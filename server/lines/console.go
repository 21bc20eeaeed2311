package lines

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// patience is the timeout of a request.
const patience = 5 * time.Second

// maxCells bounds the width of one sentence. None comes near it.
const maxCells = 4000

// console is shared by all parts of a session. It prints, asks for confirmation, and runs the commands that need no
// room.
type console struct {
	commands command.Commands
	person   command.Person
	returnAs func() string // returns Person.ReturnAs under the current name; may be nil
	out      io.Writer
	dropped  bool // output has failed
	// tableWaits is until when the player's table at the game night waits for those who are called; zero if it does not.
	tableWaits time.Time

	question string // last question asked, cleared by any other line
	repeated string // question before the current line
}

// ask performs an operation of the lobby with a timeout.
func ask[R any](ctx context.Context, c *console, op lobby.Returns[R]) (R, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, c.person.Session, op)
}

// say prints texts, one per line, in a single write.
func (c *console) say(sentences ...prose.Text) { c.tell(c.person.Voice.SayAll(sentences)) }

// tell prints localized sentences, one per line, in a single write.
func (c *console) tell(sentences []string) {
	var text strings.Builder
	for _, one := range sentences {
		if one = lobby.CleanText(one, maxCells); one != "" {
			text.WriteString(one + "\n")
		}
	}
	c.write(text.String())
}

// write prints text that is already split into lines.
func (c *console) write(text string) {
	if _, err := io.WriteString(c.out, text); err != nil && text != "" {
		c.dropped = true
	}
}

func (c *console) refuse(err error) { c.say(prose.Reason(err)) }

// next must be called before each line is answered.
func (c *console) next() { c.repeated, c.question = c.question, "" }

// sure reports whether a command was typed twice in a row. The first time it prints the question,
// which describes what the command would do and what to type again. Any other line cancels it. If
// the consequences have changed in between, it asks again.
func (c *console) sure(command string, question ...prose.Text) bool {
	asks := strings.Join(append(c.person.Voice.SayAll(question), command), "\n")
	if c.repeated == asks {
		return true
	}
	c.question = asks
	c.say(question...)
	return false
}

// rename changes the player's name and reports whether that succeeded.
func (c *console) rename(ctx context.Context, wished string) bool {
	if _, err := ask(ctx, c, lobby.Rename{Name: wished}); err != nil {
		c.refuse(err)
		return false
	}
	if c.returnAs != nil {
		c.person.ReturnAs = c.returnAs()
	}
	if told := lobby.CleanedNameText(wished, c.person.Session.Name(), c.commands.Lobby.Limits().NameCells); !told.IsZero() {
		c.say(told)
	}
	return true
}

// command parses and answers a command that needs no room.
func (c *console) command(ctx context.Context, in input) {
	if asked, err := command.Parse(strings.Fields(in.line), c.commands.Operations...); err != nil {
		c.refuse(err)
	} else {
		c.run(ctx, asked)
	}
}

// run answers a parsed command. It asks before deleting the account.
func (c *console) run(ctx context.Context, asked command.Command) {
	if question := asked.AskDelete(); len(question) > 0 {
		if asked.Yes = c.sure("me --delete", question...); !asked.Yes {
			return
		}
	}
	var text strings.Builder
	if err := c.commands.Run(ctx, c.person, asked, &text); err != nil && !errors.Is(err, command.ErrNoTurn) {
		c.refuse(err)
		return
	}
	c.write(text.String())
}

// games returns the names of the games, as users type them.
func (c *console) games() prose.Arg {
	var names []string
	for _, game := range c.commands.Games {
		names = append(names, game.Name)
	}
	return prose.List(prose.Literals(names))
}
