// Package racks is a kit for boards of games in which players keep tiles in rows, some of them
// hidden. It draws a rack as whole tiles of several sizes, or as compact tiles in one or more
// rows, with the numbers of the places below them.
//
// A game describes what is on each tile in a [Rack], and draws it with [Drawer.Draw] or
// [Drawer.DrawCompact]. Which sizes have room follows from [Length] alone.
package racks
