package remote

import "fmt"

// Protocol is the version of what goes over a connection. It grows with a change of the frames
// or their content that an end of the version before would not understand.
//
//	3: both ends offer the same games, by the same versions of their rules
//	4: they need not: rooms are not shown to an end that does not know their rules
//	5: requests to a session have IDs, and operations that an end does not know are refused
//	   as such
const Protocol = 5

// oldest is the oldest version that is spoken with an end that knows no newer one: the one
// before, so that machines are moved to a new program one after the other.
const oldest = Protocol - 1

// requestIDs is the version since which a frame may have an ID.
const requestIDs = 5

// greetingOf is the first line of an end that speaks a version. The server answers with the
// lower of both.
func greetingOf(version int) string { return fmt.Sprintf("parlor lobby %d\n", version) }
