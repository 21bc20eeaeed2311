package tui

// Plain changes only whether nothing but ASCII is drawn, on any screen.
func (r *Root) Plain(only bool) { r.settings.ASCII = only }
