package room

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// waitingPage draws a room in which people gather.
type waitingPage struct {
	*waiting
	panel   *panel
	linked  widget.QRCode
	planned []lobby.Grouped // the settings of the room
}

// drawWaiting draws the seats, the settings, and how others join.
func (w *waitingPage) drawWaiting() screen.Frame {
	theme := w.ctx.Theme
	w.panel.shown = w.ctx.Wide()
	body := w.roomRows()
	if w.chat.ChatLine == nil {
		ask := w.todo()
		if kept := w.absences().keptFor(); !kept.IsZero() && !w.ofNight() { // a game night gives the seat up earlier
			ask = w.ctx.Say(kept) + " " + ask
		}
		return w.framed(widget.Under(body, widget.Wrapped(w.ctx, ask, theme.Accent), 0), nil)
	}
	words := w.chat.ChatLine.Words(theme.Accent)
	body = body[:max(0, w.ctx.BodyHeight()-len(words))]
	if !w.panel.shown {
		body = w.chat.ChatLine.Overlay(body, w.chat.heard())
	}
	return w.framed(append(body, words...), nil)
}

// roomBehind draws the room with another prompt.
func (w *waitingPage) roomBehind(words []string) screen.Frame { return w.framed(w.roomRows(), words) }

// roomRows returns the waiting room in exactly the lines of the body. On a wide screen, the chat is
// in the panel.
func (w *waitingPage) roomRows() []string {
	height := w.ctx.BodyHeight()
	if !w.ctx.Wide() {
		return style.Exactly(w.roomBody(), height)
	}
	panel := append([]string{""}, w.chat.ChatLog.Titled(w.ctx, w.chat.heard(), w.ctx.PanelCells(), height-1)...)
	return widget.WithPanel(w.ctx, nil, w.roomBody(), panel, height)
}

// roomBody returns the waiting room without the prompt.
func (w *waitingPage) roomBody() []string {
	theme, u := w.ctx.Theme, w.update
	body := w.drawRoom()
	if w.ofNight() {
		return body // all seats are taken
	}
	if !w.ctx.Short() {
		body = append(body, "")
	}
	body = append(body, "   "+theme.Strong.Render(w.ctx.Say(prose.T("To join, others type"))))
	body = append(body, widget.Paragraph(w.config.Invitation(u.Code).Line, theme.Text, w.ctx.Across()-4)...)
	if w.ctx.Short() {
		return body
	}
	where := prose.T("or press {key} there and type {code}", prose.Literal("c"), prose.Literal(u.Code))
	if u.Plan.Public {
		where = prose.T("or find this room in the lobby, or press {key} there and type {code}", prose.Literal("c"), prose.Literal(u.Code))
	}
	body = append(append(body, ""), widget.Paragraph(w.ctx.Say(where), theme.Faint, w.ctx.Across()-4)...)
	if lines := widget.ReturnLines(w.ctx); len(lines) > 0 {
		body = append(append(body, ""), lines...)
	}
	return w.withLink(body)
}

// withLink adds the link of the room and its QR code if there is room.
func (w *waitingPage) withLink(body []string) []string {
	if !w.ctx.Wide() || w.chat.ChatLine != nil {
		return body
	}
	free := w.ctx.BodyHeight() - 2 - len(body) // the prompt is below
	url := w.config.Invitation(w.update.Code).Link
	link := widget.Paragraph(w.ctx.Say(prose.T("or open  {link}", prose.Literal(url))), w.ctx.Theme.Faint, w.ctx.Across()-4)
	if free < len(link) {
		return body
	}
	body = append(body, link...)
	if picture := w.linked.Lines(w.ctx, url); len(picture) > 0 && free-len(link) > len(picture) {
		body = append(append(body, ""), style.Indented(slices.Clone(picture), 3)...)
	}
	return body
}

// drawRoom draws the seats and the settings, side by side or, in a narrow window, one below the
// other. In a short window, it draws only settings that differ from the defaults.
func (w *waitingPage) drawRoom() []string {
	width := w.ctx.Across()
	if w.above = 0; w.ctx.Slim() {
		left, right := w.drawSeats(width-4), w.drawPlan(width-4)
		if w.ctx.Short() {
			right = w.drawUnusual(width - 4)
			left = append(left[:1:1], left[2:]...)
			w.above = -1 // the line that is omitted
		}
		body := make([]string, 0, len(left)+1+len(right))
		for _, line := range slices.Concat(left, []string{""}, right) {
			body = append(body, "   "+line)
		}
		return body
	}
	w.above = 1
	half := (width - 6) / 2
	left := w.drawSeats(half)
	if used := style.Column(leastSeats, left...) + 2; used < half { // the settings can use more
		half = used
	}
	right := w.drawPlan(width - 6 - half)
	body := append(make([]string, 0, w.ctx.Height), "")
	for i := range max(len(left), len(right)) {
		one, other := "", ""
		if i < len(left) {
			one = left[i]
		}
		if i < len(right) {
			other = right[i]
		}
		cells := style.Width(one)
		if cells > half {
			one = style.Cut(one, half)
			cells = style.Width(one)
		}
		body = append(body, "   "+one+style.Blanks(half-cells)+other)
	}
	return body
}

// leastSeats is the minimum width of the column of seats.
const leastSeats = 30

func (w *waitingPage) drawSeats(width int) []string {
	theme := w.ctx.Theme
	lines := w.seats.Draw(theme, []string{theme.Strong.Render(w.ctx.Say(prose.T("Seats"))), ""}, 0, len(w.update.Seats), func(at int, _ string, _ style.Style) string {
		return w.drawSeat(at, width)
	})
	if len(w.update.Watchers) > 0 {
		lines = append(lines, "", style.Cut(theme.Faint.Render(w.ctx.Say(prose.T("Watching: {names}", prose.List(prose.Names(w.update.Watchers))))), width))
	}
	return lines
}

// drawSeat draws a seat with its number, its player, and facts about them.
func (w *waitingPage) drawSeat(at, width int) string {
	theme, seat, mark := w.ctx.Theme, &w.update.Seats[at], "  "
	if at == w.seats.Cursor && w.update.Host {
		mark = theme.Accent.Render("▸ ")
	}
	text, textStyle := seat.Name, theme.Text
	var marks []prose.Text
	if engine.Seat(at) == w.update.You {
		marks, textStyle = append(marks, prose.T("you")), theme.Accent
	}
	if seat.Host {
		marks = append(marks, prose.T("host"))
	}
	if seat.Guest {
		marks = append(marks, prose.T("guest"))
	}
	if seat.Program {
		marks = append(marks, prose.T("program"))
	}
	if seat.Ready {
		marks = append(marks, prose.T("ready"))
	}
	if seat.Kind == lobby.SeatBot {
		marks = append(marks, w.botText(seat.Level))
	}
	if !seat.Away.IsZero() {
		marks = append(marks, awayText(seat.Away))
	}
	if seat.Kind == lobby.SeatEmpty {
		text, textStyle = w.ctx.Say(prose.T("free")), theme.Faint
	}
	var line strings.Builder
	line.Grow(width + widget.HeadStyles)
	line.WriteString(mark)
	theme.Faint.Write(&line, strconv.Itoa(at+1))
	line.WriteString("  ")
	textStyle.Write(&line, text)
	if len(marks) > 0 {
		theme.Faint.Write(&line, "  ("+w.ctx.Say(prose.T("{facts}", prose.List(marks)))+")")
	}
	return style.Cut(line.String(), width)
}

func (w *waitingPage) drawPlan(width int) []string {
	theme, plan := w.ctx.Theme, w.update.Plan
	var labels, values []string
	add := func(label, value prose.Text) {
		labels, values = append(labels, w.ctx.Say(label)+" "), append(values, w.ctx.Say(value))
	}
	labels, values = w.ctx.ChosenOptions(w.ctx.Kit(plan.Game).Game, plan.Options)
	add(prose.T("Pace"), lobby.TimeControlOf(plan).Brief())
	for _, group := range w.settings() {
		for i := range group.Settings {
			one := &group.Settings[i]
			if one.Word == "public" && w.ofNight() {
				continue // its seats belong to players
			}
			if value := one.ValueIn(plan); !one.Anyway && !one.InTimeControl && (one.Always || value != one.Default) {
				add(one.Label, one.FormatIn(plan))
			}
		}
	}
	lines := append(make([]string, 0, 2+2*len(labels)), theme.Strong.Render(w.ctx.Say(prose.T("How to play"))), "")
	return widget.AppendLabelled(lines, theme, labels, values, 16, width)
}

// drawUnusual lists the settings that differ from the defaults, in as few lines as possible.
func (w *waitingPage) drawUnusual(width int) []string {
	plan := w.update.Plan
	said := w.ctx.ChangedOptions(plan.Game, plan.Options)
	said = append(said, w.ctx.Voice.SayAll(lobby.LobbyChoiceTexts(w.config.Rooms, lobby.LobbyChoices(w.config.Rooms, plan)))...)
	return style.Wrapped(strings.Join(said, widget.HintGap), w.ctx.Theme.Text, width)
}

// settings returns the settings of the room's game. The list is made once per room.
func (w *waitingPage) settings() []lobby.Grouped {
	if w.planned == nil {
		w.planned = lobby.Listed(w.config.Rooms, w.kit().Game)
	}
	return w.planned
}

func (w *waitingPage) framed(body, words []string) screen.Frame {
	title := w.kit().Game.Title
	right := widget.WithUnread(w.ctx, w.chat.Unread(), w.ctx.Say(lobby.TitleText(w.update.Plan.Title)), w.update.Code)
	return screen.Frame{Title: title, Left: title, Right: right, Body: body, Words: words}
}
