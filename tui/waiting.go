package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

func waitingKeys() []Hint {
	return []Hint{
		{"enter", "begin the match (host)"},
		{"r", "ready, or not yet; once all are, the match begins"},
		{"b", "put a bot on a free seat (host); B a stronger one, where the game has it"},
		{"↑ ↓", "choose a seat"},
		{"t", "say something to the table"},
		{"w", "the people: mute, and for the host send away or hand over"},
		{"[ ]", "move the chosen seat up or down (host)"},
		{"x", "send the bot on the chosen seat away (host)"},
		{"o", "change the room: seats, options, clock (host)"},
		{"esc", "leave the room"},
	}
}

// keyWaiting handles a key while people gather. What only the host may do is
// refused by the room with a sentence.
func (t *tableScreen) keyWaiting(name string) tea.Cmd {
	chair := t.chair
	switch name {
	case "enter":
		return t.root.order(chair, lobby.Start{})
	case "b":
		return t.root.order(chair, lobby.AddBot{Level: engine.FirstBot})
	case "B":
		strongest := engine.Level(len(t.root.kit(t.update.Plan.Game).Game.Levels))
		return t.root.order(chair, lobby.AddBot{Level: strongest})
	case "r":
		ready := !t.ready()
		return t.root.order(chair, lobby.Ready{Ready: ready})
	case "w":
		t.participants = &participantsScreen{table: t}
	case "[", "]":
		return t.swap(map[string]int{"[": -1, "]": 1}[name])
	case "x", "delete", "backspace":
		at := engine.Seat(t.chosen)
		if t.chosen < len(t.update.Seats) && t.update.Seats[t.chosen].Kind == lobby.Person {
			t.root.tell("Press w for the people: there the host sends somebody away.")
			return nil
		}
		return t.root.order(chair, lobby.RemoveBot{Seat: at})
	case "up", "k":
		t.chosen = max(0, t.chosen-1)
	case "down", "j":
		t.chosen = min(t.chosen+1, len(t.update.Seats)-1)
	case "o":
		if !t.update.Host {
			t.root.tell("Only the host can change the room.")
			return nil
		}
		t.root.form = changeForm(t.root, chair, t.update.Plan)
	case "esc", "q":
		t.asking = true
	default:
		t.keyHelp(name)
	}
	return nil
}

// drawWaiting shows seats on the left, how it is played on the right, and what
// others type to come in.
func (t *tableScreen) drawWaiting() []string {
	theme, u, width := t.root.theme, t.update, t.root.width
	half := (width - 6) / 2
	left, right := t.drawSeats(half), t.drawPlan(width-6-half)
	body := []string{""}
	for i := range max(len(left), len(right)) {
		line := "   "
		if i < len(left) {
			line += Fit(left[i], half)
		} else {
			line += strings.Repeat(" ", half)
		}
		if i < len(right) {
			line += right[i]
		}
		body = append(body, line)
	}
	body = append(body, "", "   "+theme.Strong.Render("To come in, others type"),
		"   "+theme.Text.Render(t.root.session.JoinLine(u.Code)), "")
	where := "or press "
	if u.Plan.Public {
		where = "or find this room in the hall, or press "
	}
	if t.talk != nil {
		return t.waitingPage(t.talk.over(rows(body, t.root.height-4-1), t.heard()))
	}
	body = append(body, "   "+theme.Faint.Render(where)+theme.Key.Render("c")+theme.Faint.Render(" there and type ")+theme.Strong.Render(u.Code))
	return t.waitingPage(body)
}

func (t *tableScreen) waitingPage(body []string) []string {
	theme, u := t.root.theme, t.update
	page := t.root.page(t.root.kit(u.Plan.Game).Game.Title, u.Plan.Title+"  ·  "+u.Code, body, t.waitingHints())
	page[len(page)-3] = " " + theme.Accent.Render(t.waitingAsk())
	return page
}

// botText is "bot", and how well it plays where that is not as usual.
func (t *tableScreen) botText(level engine.Level) string {
	levels := t.root.kit(t.update.Plan.Game).Game.Levels
	if level <= engine.FirstBot || int(level) > len(levels) {
		return "bot"
	}
	return levels[level-1] + " bot"
}

// swap moves the chosen seat up or down.
func (t *tableScreen) swap(step int) tea.Cmd {
	chair, one, other := t.chair, t.chosen, t.chosen+step
	if t.update.Host {
		if other < 0 || other >= len(t.update.Seats) {
			t.root.tell("No seat is there to change places with.")
			return nil
		}
		t.chosen = other
	}
	return t.root.order(chair, lobby.Swap{One: engine.Seat(one), Other: engine.Seat(other)})
}

// ready says whether the person waits for the others to be ready too.
func (t *tableScreen) ready() bool {
	return t.seated() && t.update.Seats[t.update.You].Ready
}

// comes says whether what somebody with a seat waits for has come a step
// nearer by somebody else: a person sat down or became ready, or the match has
// begun.
func (t *tableScreen) comes(before lobby.Update, ready bool) bool {
	waited := before.Stage == lobby.Gathering || before.Stage == engine.Over
	switch {
	case !waited || !t.seated():
		return false
	case t.inPlay():
		return ready || !t.update.Host // the host began it, or was ready for it
	}
	return slices.ContainsFunc(t.update.Seats, func(now lobby.SeatLine) bool {
		i := slices.IndexFunc(before.Seats, func(was lobby.SeatLine) bool { return was.Kind == now.Kind && was.Name == now.Name })
		return now.Kind == lobby.Person && now.Name != t.update.Seats[t.update.You].Name &&
			(i < 0 || now.Ready && !before.Seats[i].Ready)
	})
}

func (t *tableScreen) waitingAsk() string {
	u, game := t.update, t.root.kit(t.update.Plan.Game).Game
	taken := 0
	for _, chair := range u.Seats {
		if chair.Kind != lobby.Empty {
			taken++
		}
	}
	switch {
	case t.talk != nil:
		return t.talk.line()
	case t.asking:
		return "Leave this room?"
	case !t.seated():
		return "Waiting for the match to begin."
	case !u.Host && t.ready():
		return "You are ready. It begins when all are, or when the host says so."
	case !u.Host:
		return "Press r when you are ready."
	case taken < game.MinSeats:
		return "Somebody is missing: wait for a friend, or press b for a bot."
	case taken < len(u.Seats):
		return "You can begin; seats that are free are dropped."
	}
	return "All seats are taken: begin when you like."
}

func (t *tableScreen) waitingHints() []Hint {
	if t.talk != nil {
		return t.talk.hints(false)
	}
	if t.asking {
		return []Hint{{"y", "leave"}, {"n", "stay"}}
	}
	last := []Hint{{"?", "help"}, {"t", "talk"}, {"w", "people"}, {"esc", "leave"}}
	switch {
	case !t.seated():
		return last
	case !t.update.Host && t.ready():
		return append([]Hint{{"r", "not ready yet"}}, last...)
	case !t.update.Host:
		return append([]Hint{{"r", "ready"}}, last...)
	}
	return append([]Hint{{"enter", "begin"}, {"b", "add a bot"}, {"x", "remove a bot"}, {"o", "change"}}, last...)
}

func (t *tableScreen) drawSeats(width int) []string {
	theme := t.root.theme
	lines := []string{theme.Strong.Render("Seats"), ""}
	for i, chair := range t.update.Seats {
		mark := "  "
		if i == t.chosen && t.update.Host {
			mark = theme.Accent.Render("▸ ")
		}
		text, style := chair.Name, theme.Text
		var marks []string
		if engine.Seat(i) == t.update.You {
			marks, style = append(marks, "you"), theme.Accent
		}
		if chair.Host {
			marks = append(marks, "host")
		}
		if chair.Guest {
			marks = append(marks, "guest")
		}
		if chair.Ready {
			marks = append(marks, "ready")
		}
		if chair.Kind == lobby.Bot {
			marks = append(marks, t.botText(chair.Level))
		}
		if !chair.Away.IsZero() {
			marks = append(marks, awayText(chair.Away))
		}
		if chair.Kind == lobby.Empty {
			text, style = "free", theme.Faint
		}
		line := mark + theme.Faint.Render(strconv.Itoa(i+1)) + "  " + style.Render(text)
		if len(marks) > 0 {
			line += theme.Faint.Render("  (" + strings.Join(marks, ", ") + ")")
		}
		lines = append(lines, Cut(line, width))
	}
	if len(t.update.Watchers) > 0 {
		lines = append(lines, "", Cut(theme.Faint.Render("Watching: "+strings.Join(t.update.Watchers, ", ")), width))
	}
	return lines
}

func (t *tableScreen) drawPlan(width int) []string {
	theme, plan := t.root.theme, t.update.Plan
	lines := []string{theme.Strong.Render("How it is played"), ""}
	add := func(label, value string) {
		lines = append(lines, Cut(theme.Faint.Render(Fit(label, 16))+theme.Text.Render(value), width))
	}
	for _, option := range t.root.kit(plan.Game).Game.Options {
		if option.Applies != nil && !option.Applies(plan.Options) {
			continue
		}
		for _, value := range option.Values {
			if value.Name == plan.Options[option.Name] {
				add(t.root.say(prose.Label(option.Title)), t.root.say(prose.Label(value.Label())))
			}
		}
	}
	_, below := lobby.Listed(t.root.session.Rooms, t.root.kit(plan.Game).Game)
	for _, one := range below {
		if value := one.Of(plan); one.Always || value != one.Default {
			add(t.root.say(one.Label), t.root.say(one.Says(value)))
		}
	}
	return lines
}
