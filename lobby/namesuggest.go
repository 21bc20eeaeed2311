package lobby

import (
	"crypto/sha256"
	"slices"
)

// SuggestName is what somebody could be called who has not said it yet: the name
// that their client sent, where that is a person's, or else a friendly one, for the
// same identity always the same. It is clean, and at most so many cells wide.
func SuggestName(sent, id string, cells int) string {
	name := CleanName(sent, cells)
	folded := FoldName(name)
	if RefuseName(name) != nil || slices.ContainsFunc(accountNames(), func(other string) bool { return FoldName(other) == folded }) {
		return friendlyName(id)
	}
	return name
}

// accountNames are user names that stand for an account of a machine, and tell
// nothing of who uses it.
func accountNames() []string {
	return []string{
		"admin", "administrator", "arch", "centos", "debian", "default", "desktop", "docker", "ec2-user", "fedora", "git", "guest", "home",
		"kali", "laptop", "local", "me", "nobody", "osboxes", "owner", "pc", "pi", "player", "root", "someone", "ssh", "student", "sysadmin",
		"system", "temp", "test", "tester", "toor", "ubuntu", "user", "username", "vagrant", "vscode", "you",
	}
}

// friendlyName is two words that suit anybody, of at most 15 cells together.
func friendlyName(id string) string {
	first := []string{
		"Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Copper", "Coral", "Cosy", "Daring", "Early", "Fair", "Gentle", "Golden", "Grand",
		"Happy", "Hazel", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Mellow", "Merry", "Misty", "Noble", "Patient", "Plucky", "Quick", "Quiet",
		"Rosy", "Silver", "Snowy", "Steady", "Sunny", "Swift", "Velvet", "Warm", "Wild", "Witty",
	}
	second := []string{
		"Badger", "Beaver", "Bison", "Cat", "Crane", "Dolphin", "Dove", "Duck", "Eagle", "Falcon", "Finch", "Fox", "Gecko", "Hare", "Hawk",
		"Heron", "Ibis", "Jackdaw", "Koala", "Lark", "Lemur", "Lynx", "Marten", "Mole", "Moose", "Newt", "Otter", "Owl", "Panda", "Puffin",
		"Quail", "Rabbit", "Raven", "Robin", "Seal", "Sparrow", "Stork", "Swan", "Turtle", "Wren",
	}
	sum := sha256.Sum256([]byte("parlor calls " + id))
	return first[int(sum[0])%len(first)] + " " + second[int(sum[1])%len(second)]
}
