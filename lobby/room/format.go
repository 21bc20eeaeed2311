package room

import (
	"cmp"
	"fmt"

	"parlor/engine"
	"parlor/lobby"
)

// formatVersion is that of the data in entries as they are written. Entries of
// every version from 1 on are read: what is different in an older one is a
// branch of upgrade.
//
//	1: whom the host keeps out stands there by identity; not whose name a title
//	   was made from, nor who left before whom
//	2: Banned holds marks, and there are Titled and Gone
const formatVersion = 2

// chapter is the data of an entry. Moves are those since the entry before; in a
// whole one they are all in the match.
type chapter struct {
	Version int           `json:"version"`
	Table   tableData     `json:"table"`
	Moves   []engine.Move `json:"moves,omitempty"`
	Match   *matchData    `json:"match,omitempty"`
}

// upgrade makes the data of a room's entry what the newest version would have
// written. It fails for a version that this program does not know.
func (c *chapter) upgrade(room string) error {
	if c.Version < 1 || c.Version > formatVersion {
		return fmt.Errorf("is of version %d; this server reads versions 1 to %d", c.Version, formatVersion)
	}
	if c.Version < 2 {
		c.Table.Titled = c.Table.guessTitled()
		for i, id := range c.Table.Banned {
			c.Table.Banned[i] = banMark(room, id)
		}
	}
	c.Version = formatVersion
	return nil
}

// guessTitled is whose name a title was made from, as far as the seats tell.
func (t *tableData) guessTitled() string {
	for _, s := range t.Seats {
		if s.Kind == lobby.Person && t.Plan.Title == lobby.DefaultTitle(s.Name) {
			return cmp.Or(s.ID, s.Began)
		}
	}
	return ""
}

// people are the identities that stand in the data of a table.
func (t *tableData) people() []string {
	all := []string{t.Titled, t.Host}
	for _, s := range t.Seats {
		all = append(all, s.ID, s.Began)
	}
	return all
}
