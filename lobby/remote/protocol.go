package remote

import "fmt"

// Protocol is the version of the wire format. It grows with each change that the previous
// version would not understand.
//
//	3: both ends offer the same games, by the same versions of their rules
//	4: they need not: rooms are not shown to an end that does not know their rules
//	5: requests to a session have IDs, and unknown operations are refused as such
const Protocol = 5

// oldest is the oldest supported version: the previous one, so that nodes can be upgraded
// one by one.
const oldest = Protocol - 1

// requestIDs is the first version in which a frame may have an ID.
const requestIDs = 5

// greetingOf returns the greeting line of a version. The server answers with the lower of
// both.
func greetingOf(version int) string { return fmt.Sprintf("parlor lobby %d\n", version) }
