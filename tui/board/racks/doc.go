// Package racks draws racks for games in which players keep tiles in rows, some of them hidden. A
// rack is drawn as whole tiles of several sizes, or as compact tiles in one or more rows, with
// position numbers below them.
//
// A game describes its tiles in a [Rack] and draws it with [Renderer.Draw] or [Renderer.DrawCompact].
// The sizes that fit depend only on [Length].
package racks
