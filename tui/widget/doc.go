// Package widget has the components that screens of several areas are made of: lists,
// forms, prompts, pages that scroll, the chat, and the panel of a wide screen.
//
// Of charm.land/bubbles it uses textinput, the field of every prompt, form and chat, and key,
// the keys of every binding. The others do not draw these screens, or cost more than they save:
//
//   - list turns pages rather than scrolling, says "No items." and the state of its filter in
//     English, and takes only keys of its own KeyMap, which no hint line or help here knows.
//     List is its cursor without all that.
//   - table cuts and pads every cell to a fixed width, and renders up to two windows of rows
//     for each change. In a narrow window a table here leaves columns out, or has one stand
//     below its row.
//   - viewport measures all lines whenever they are set, and View returns one string, which
//     lipgloss pads to the width and the frame would have to split again. A Scroller keeps
//     one number, and its lines stay where they are made.
//   - help knows a binding's text as a string and joins as many as fit. The hint line
//     translates texts when it draws them, drops hints from the right but keeps that of the
//     help, and remembers where each stands, for clicks.
//   - paginator draws dots or "1/9"; a list here has no pages.
//   - spinner, progress, stopwatch, timer and cursor redraw by their own ticks. A session here
//     that shows nothing new costs nothing: countdowns wait for the moment at which they look
//     different, and the cursor of a field does not blink.
//   - textarea, filepicker and tree have no counterpart.
package widget
