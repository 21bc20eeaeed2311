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

// patience is how long a request may take.
const patience = 5 * time.Second

// maxCells bounds what one sentence may take; none comes near it.
const maxCells = 4000

// console is what all parts of a session share: it prints for the player, asks them to
// confirm, and does the commands that need no room.
type console struct {
	commands command.Commands
	person   command.Person
	returnAs func() string // Person.ReturnAs under the name that the player has now; nil leaves it
	out      io.Writer
	dropped  bool // nothing can be printed any more

	question string // what was asked last, until something else is typed
	repeated string // question as it was before the line that is answered now
}

// ask has the lobby do an operation, for a limited time.
func ask[R any](ctx context.Context, c *console, op lobby.Returns[R]) (R, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, c.person.Session, op)
}

// say prints sentences, one a line, in one go.
func (c *console) say(sentences ...prose.Text) { c.tell(c.person.Voice.SayAll(sentences)) }

// tell prints sentences in the player's language.
func (c *console) tell(sentences []string) {
	var text strings.Builder
	for _, one := range sentences {
		if one = lobby.CleanText(one, maxCells); one != "" {
			text.WriteString(one + "\n")
		}
	}
	c.write(text.String())
}

// write prints text of our own that has its lines already.
func (c *console) write(text string) {
	if _, err := io.WriteString(c.out, text); err != nil && text != "" {
		c.dropped = true
	}
}

func (c *console) refuse(err error) { c.say(prose.Reason(err)) }

// next is called for each line before it is answered.
func (c *console) next() { c.repeated, c.question = c.question, "" }

// sure reports whether a command was typed twice in a row. The first time it asks the
// question, which says what the command would do and what to type again. Any other line
// cancels it, and if the answer would mean something else by now, it asks once more.
func (c *console) sure(command string, question ...prose.Text) bool {
	asks := strings.Join(append(c.person.Voice.SayAll(question), command), "\n")
	if c.repeated == asks {
		return true
	}
	c.question = asks
	c.say(question...)
	return false
}

// rename asks for another name, and reports whether the player has it.
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

// command answers a command that needs no room.
func (c *console) command(ctx context.Context, in input) {
	if asked, err := command.Parse(strings.Fields(in.line), c.commands.Operations...); err != nil {
		c.refuse(err)
	} else {
		c.run(ctx, asked)
	}
}

// run does the same. It asks before everything about the player is deleted.
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

// games are the names of the games, as they are typed.
func (c *console) games() prose.Arg {
	var names []string
	for _, game := range c.commands.Games {
		names = append(names, game.Name)
	}
	return prose.List(prose.Literals(names))
}
