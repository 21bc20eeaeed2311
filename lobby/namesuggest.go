package lobby

import (
	"crypto/sha256"
	"slices"
)

// SuggestName returns a name for a person who has not chosen one: the cleaned name that
// their client sent, if it is a person's, or else a friendly one that depends on the
// identity only. It is at most cells wide.
func SuggestName(sent, id string, cells int) string {
	name := CleanName(sent, cells)
	folded := FoldName(name)
	if RefuseName(name) != nil || slices.ContainsFunc(accountNames(), func(other string) bool { return FoldName(other) == folded }) {
		return friendlyName(id)
	}
	return name
}

// accountNames returns common user names that do not identify a person.
func accountNames() []string {
	return []string{
		"admin", "administrator", "arch", "centos", "debian", "default", "desktop", "docker", "ec2-user", "fedora", "git", "guest", "home",
		"kali", "laptop", "local", "me", "nobody", "osboxes", "owner", "pc", "pi", "player", "root", "someone", "ssh", "student", "sysadmin",
		"system", "temp", "test", "tester", "toor", "ubuntu", "user", "username", "vagrant", "vscode", "you",
	}
}

// friendlyName returns a name of two words, at most 15 cells wide.
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
