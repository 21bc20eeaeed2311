package tui

// unexcuse takes back why a key did nothing: by now it may do something.
func (r *Root) unexcuse() {
	if r.excused {
		r.show("")
	}
}
