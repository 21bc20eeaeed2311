package tui

// Plain changes only whether nothing but ASCII is drawn, on any screen.
func (r *Root) Plain(only bool) { r.settings.ASCII = only }

// ToASCII is what a text becomes where only ASCII is drawn.
func ToASCII(text string) string { return toASCII(text) }
