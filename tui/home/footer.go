package home

import (
	"strings"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// chatMost is the maximum number of messages below the rooms.
const chatMost = 3

// foot is the lower part of the lobby: details of the room under the cursor, the newest messages,
// who is here, and how a guest returns.
type foot struct {
	ctx      *screen.Context
	cache    *cache
	rooms    *roomList
	settings []lobby.Setting // settings that hosts can choose
	log      *widget.ChatLog
}

func (f *foot) draw() []string {
	lines, page := f.drawChosen(), &f.rooms.page
	if !f.ctx.Short() && !f.ctx.Wide() {
		here := hereText(f.ctx, page.People)
		lines = append(lines, f.log.Newest(f.ctx, page.Chat, chatMost)...)
		lines = append(lines, f.cache.people.At(0, board.Text(here), func() string { return footText(f.ctx, here) }))
	}
	return append(lines, widget.ReturnLines(f.ctx)...)
}

// height returns the number of lines of draw.
func (f *foot) height() int {
	height := 1 + len(widget.ReturnLines(f.ctx))
	if row, known := f.rooms.row(f.rooms.cursor); known && !row.Locked {
		height++
	}
	if f.ctx.Short() || f.ctx.Wide() {
		return height
	}
	if heard := len(f.rooms.page.Chat); heard > 0 {
		height += min(heard, chatMost) + 1
	}
	return height + 1
}

// drawChosen draws details of the room under the cursor, below an empty line.
func (f *foot) drawChosen() []string {
	row, known := f.rooms.row(f.rooms.cursor)
	if !known || row.Locked {
		return []string{""}
	}
	chosen := chosenRoom{row, f.ctx.Say(prose.T("opened {ago}", prose.Sub(prose.Ago(time.Since(row.Since)))))}
	return []string{"", f.cache.chosen.At(0, chosen, func() string {
		return footText(f.ctx, fitParts(f.ctx, roomParts(f.ctx, f.settings, chosen)))
	})}
}

// roomParts returns the details of a room.
func roomParts(c *screen.Context, settings []lobby.Setting, r chosenRoom) []string {
	parts := []string{r.row.Code}
	if c.Slim() { // the list has no room for them
		parts = append(parts, c.Say(newRoomLine(r.row).who()))
	}
	parts = append(parts, c.ChangedOptions(r.row.Game, r.row.Options)...)
	parts = append(parts, c.Voice.SayAll(lobby.LobbyChoiceTexts(settings, r.row.Settings))...)
	if r.row.Watchers > 0 {
		parts = append(parts, c.Say(prose.C("{n} spectator", "{n} spectators", prose.N(r.row.Watchers))))
	}
	return append(parts, r.opened)
}

// fitParts joins the details of a room and leaves out those that do not fit. Only names are cut.
func fitParts(c *screen.Context, parts []string) string {
	line, room := parts[0], c.Across()-5
	for i, part := range parts[1:] {
		if free := room - style.Width(line) - style.Width(widget.HeadGap); i == 0 && c.Slim() {
			line += widget.HeadGap + style.Cut(part, free)
		} else if style.Width(part) <= free {
			line += widget.HeadGap + part
		}
	}
	return line
}

// hereText lists the people who are here.
func hereText(c *screen.Context, people []lobby.PersonRow) string {
	var text strings.Builder
	text.Grow(4 * c.Width) // usually more than fits
	text.WriteString(c.Say(prose.T("Here now:")) + " ")
	for i, person := range people {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(person.Name)
		switch {
		case person.Guest && person.Program:
			text.WriteString(" (" + c.Say(prose.T("guest, program")) + ")")
		case person.Guest:
			text.WriteString(" (" + c.Say(prose.T("guest")) + ")")
		case person.Program:
			text.WriteString(" (" + c.Say(prose.T("program")) + ")")
		}
	}
	return text.String()
}

// footText draws a line of the foot, cut to the width.
func footText(c *screen.Context, text string) string {
	return style.Cut("   "+c.Theme.Faint.Render(text), c.Across()-2)
}
