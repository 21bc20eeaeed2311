package tui

// Plain changes only whether nothing but ASCII is drawn, on any screen.
func (r *Root) Plain(only bool) { r.settings.ASCII = only }

// KeyNames are the keys that a line of the help stands for.
func KeyNames(text string) []string { return keyNames(text) }
