package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/netaddr"
	"parlor/lobby"
)

// machine holds the addresses at which other computers can reach this one.
type machine struct {
	name      string       // host name; "" if others cannot use it
	addresses []netip.Addr // netaddr.Reachable
	container bool         // in a container, whose name and addresses others cannot use
}

// thisMachine returns the addresses at which other computers can reach this one.
func thisMachine(ctx context.Context, log *slog.Logger) machine {
	if netaddr.InContainer() {
		return machine{container: true}
	}
	interfaces, err := netaddr.Interfaces()
	if err != nil {
		log.Warn("cannot read the addresses of this machine; invitations may name localhost; set --public", "err", err)
	}
	name, err := os.Hostname()
	if err != nil || name == "localhost" {
		name = ""
	}
	return machine{name: name, addresses: netaddr.Reachable(interfaces, netaddr.Outgoing(ctx))}
}

// joinAddresses holds the HOST:PORT addresses at which people join.
type joinAddresses struct {
	public  string   // used in invitations
	local   string   // for this computer; "" if it is public
	network []string // for other computers, without public; likeliest first
	name    string   // by host name, for networks that resolve it; "" if there is none
	ports   []string // public at further ports
	unknown bool     // people on other machines may come, and public is no address for them
}

// joinAddresses returns the addresses of a server that listens at the given ones.
func (o options) joinAddresses(listening []net.Addr, here machine) joinAddresses {
	hosts, port := hostsOf(listening[0], here.addresses)
	j := joinAddresses{public: net.JoinHostPort("localhost", port), local: net.JoinHostPort("localhost", port)}
	for _, host := range hosts {
		j.network = append(j.network, net.JoinHostPort(host, port))
	}
	if isUnspecified(listening[0]) && here.name != "" {
		j.name = net.JoinHostPort(here.name, port)
	}
	switch {
	case o.public != "":
		j.public = publicAddress(o.public, port)
	case len(j.network) > 0:
		j.public, j.network = j.network[0], j.network[1:]
	default:
		j.unknown = isUnspecified(listening[0])
	}
	if host, _, _ := net.SplitHostPort(listening[0].String()); j.public == j.local || !isUnspecified(listening[0]) && !isLocal(host) {
		j.local = ""
	}
	host, _, _ := net.SplitHostPort(j.public)
	for _, other := range listening[1:] {
		_, port, _ := net.SplitHostPort(other.String())
		if at := net.JoinHostPort(host, port); at != j.public && !slices.Contains(j.ports, at) {
			j.ports = append(j.ports, at)
		}
	}
	return j
}

// entrance returns the addresses that invitations name.
func (j joinAddresses) entrance() lobby.Entrance {
	return lobby.Entrance{Public: j.public, Others: j.ports}
}

// hostsOf returns the hosts, and the port, at which others reach a listening address.
func hostsOf(listening net.Addr, reachable []netip.Addr) (hosts []string, port string) {
	host, port, _ := net.SplitHostPort(listening.String())
	switch {
	case isUnspecified(listening):
		for _, one := range reachable {
			hosts = append(hosts, one.String())
		}
	case !isLocal(host):
		hosts = []string{host}
	}
	return hosts, port
}

// isUnspecified reports whether an address is the unspecified one, as in ":2222".
func isUnspecified(listening net.Addr) bool {
	tcp, is := listening.(*net.TCPAddr)
	return is && tcp.IP.IsUnspecified()
}

// isLocal reports whether a host is a loopback address or localhost.
func isLocal(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip == netip.IPv6Loopback() || ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}))
}

// publicAddress adds the listening port to a name without one.
func publicAddress(public, port string) string {
	if named, namedPort, err := net.SplitHostPort(public); err == nil {
		if _, err := strconv.ParseUint(namedPort, 10, 16); err == nil {
			return net.JoinHostPort(named, namedPort)
		}
	}
	return net.JoinHostPort(public, port)
}

// maxNetwork bounds the addresses that announce prints.
const maxNetwork = 3

// announce prints how people join, and the given text about a game night.
func announce(stdout io.Writer, o options, key gossh.Signer, made bool, j joinAddresses, night string) {
	row := func(address, from string) {
		line := lobby.SSHLine(address, "")
		if from != "" {
			line = fmt.Sprintf("%-36s  %s", line, from)
		}
		_, _ = fmt.Fprintln(stdout, "    "+line)
	}
	_, _ = fmt.Fprint(stdout, "parlor is open. Join with\n\n")
	row(j.public, "")
	for _, address := range j.network[:min(len(j.network), maxNetwork)] {
		row(address, "another address of this machine")
	}
	if j.name != "" {
		row(j.name, "if your network knows this name")
	}
	for _, address := range j.ports {
		row(address, "if the other port is blocked")
	}
	if j.local != "" {
		row(j.local, "from this machine")
	}
	if j.unknown {
		_, _ = fmt.Fprint(stdout, "\nOthers cannot use this line: parlor does not know an address of this machine,\nwhich may be a container. Start it with --public HOST, where HOST is the name or\naddress at which others reach it; then the line and all invitations name that.\n")
	}
	note := ""
	if made {
		note = "  (created just now in " + o.hostKeys + ")"
	}
	_, _ = fmt.Fprintf(stdout, "\n%sHost key  %s%s\nIf others cannot connect, run parlor check. Press Ctrl+C to stop.\n", night, gossh.FingerprintSHA256(key.PublicKey()), note)
}
