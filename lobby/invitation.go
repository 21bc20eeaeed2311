package lobby

import (
	"net"
	"net/url"
	"strings"

	"parlor/prose"
)

// Entrance holds the addresses at which people on other machines reach a server.
type Entrance struct {
	Public  string   // host or host:port
	Others  []string // the same host at further ports
	HostKey string   // fingerprint that OpenSSH shows, such as "SHA256:…"; may be empty
}

// Invitation describes how others join a room, a game night or the lobby.
type Invitation struct {
	Code       string   // of the room or game night; empty for the lobby
	Line       string   // ssh command line
	OtherLines []string // the same for networks that block the port of Line
	Link       string   // ssh:// link
	HostKey    string   // Entrance.HostKey
}

// Invitation returns the invitation to a room or game night, or to the lobby if code is
// empty.
func (e Entrance) Invitation(code string) Invitation {
	invitation := Invitation{Code: code, Line: SSHLine(e.Public, code), Link: SSHLink(e.Public, code), HostKey: e.HostKey}
	for _, other := range e.Others {
		invitation.OtherLines = append(invitation.OtherLines, SSHLine(other, code))
	}
	return invitation
}

// InvitationPart is a text to type, open or compare, after what it is for.
type InvitationPart struct {
	Says  prose.Text
	Typed string
}

// Parts returns the invitation in parts, the most useful first.
func (i Invitation) Parts() []InvitationPart {
	parts := []InvitationPart{{prose.T("To join, others type"), i.Line}}
	for _, line := range i.OtherLines {
		parts = append(parts, InvitationPart{prose.T("If that port is blocked, they type"), line})
	}
	if i.Link != "" {
		parts = append(parts, InvitationPart{prose.T("Or they open"), i.Link})
	}
	if i.Code != "" {
		parts = append(parts, InvitationPart{prose.T("People who are in the lobby need only the code:"), i.Code})
	}
	if i.HostKey != "" {
		parts = append(parts, i.hostKey())
	}
	return parts
}

func (i Invitation) hostKey() InvitationPart {
	return InvitationPart{prose.T("The first time, ssh asks about the host key. Answer yes if it shows"), i.HostKey}
}

func (p InvitationPart) text() prose.Text {
	return prose.T("{says}  {typed}", prose.Sub(p.Says), prose.Literal(p.Typed))
}

// Texts returns the invitation as sentences.
func (i Invitation) Texts() (texts []prose.Text) {
	for _, part := range i.Parts() {
		texts = append(texts, part.text())
	}
	return texts
}

// HostKeyText explains how to answer the question of ssh about the host key.
func (i Invitation) HostKeyText() prose.Text { return i.hostKey().text() }

// SSHLink returns SSHLine as an ssh:// link.
func SSHLink(public, user string) string {
	link := url.URL{Scheme: "ssh", Host: strings.TrimSuffix(public, ":22")}
	if user != "" {
		link.User = url.User(user)
	}
	return link.String()
}

// SSHLine returns the ssh command line for a host or host:port, with a user name unless it
// is empty.
func SSHLine(public, user string) string {
	host, port, err := net.SplitHostPort(public)
	if err != nil {
		host, port = public, ""
	}
	line := "ssh "
	if port != "" && port != "22" {
		line += "-p " + port + " "
	}
	if user != "" {
		line += user + "@"
	}
	return line + host
}
