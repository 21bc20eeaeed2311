package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/server"
)

// checkTimeout bounds one part of parlor check.
const checkTimeout = 3 * time.Second

// The statuses of findings.
const (
	findingOK   = "ok"
	findingNote = "note"
	findingFail = "FAIL"
)

// finding is the result of one check and the advice for it.
type finding struct{ status, found, advice string }

// probe gives the checks access to the system.
type probe struct {
	system string // runtime.GOOS
	here   machine
	// run returns the output of a program, or an error if it does not exist or fails.
	run func(ctx context.Context, name string, args ...string) (string, error)
	// lookup resolves a name.
	lookup func(ctx context.Context, name string) ([]netip.Addr, error)
}

const checkHelp = `parlor check finds what keeps people out of a server: addresses, names, the
firewall, the disk and the clock. It says what to do about each. The exit status
is 1 if something does.

    parlor check [flags]

Give it the flags of the server; these matter:

  --addr ADDRESS   where the server listens, such as :2222,:443
  --public NAME    name or name:port by which people reach this machine
  --data FOLDER    the folder of the data
`

// checkReach runs the subcommand check: whether a server with the same flags can be reached, and what to do if not.
func checkReach(ctx context.Context, c Call) int {
	o, err := parseOptions(c.Args, c.Env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, checkHelp)
		return StatusOK
	case err != nil:
		return c.misused(fmt.Errorf("check: %w", err))
	}
	p := probe{runtime.GOOS, thisMachine(ctx, newLog(c.Stderr, o.logLevel, o.logFormat)), runProgram, lookup}
	addresses, findings := checkListening(ctx, o.addr)
	var join joinAddresses
	if len(addresses) > 0 {
		join = o.joinAddresses(addresses, p.here)
		findings = append(findings, p.checkAddresses(join)...)
		findings = append(findings, p.checkName(ctx, o.public)...)
		findings = append(findings, p.checkFirewall(ctx, portsOf(addresses))...)
	}
	findings = append(findings, checkDisk(o.data), p.checkClock(ctx))
	status := StatusOK
	for _, one := range findings {
		if one.status == "" {
			continue
		}
		_, _ = fmt.Fprintf(c.Stdout, "%-5s %s\n", one.status, one.found)
		if one.advice != "" {
			_, _ = fmt.Fprintf(c.Stdout, "      %s\n", one.advice)
		}
		if one.status == findingFail {
			status = StatusError
		}
	}
	if join.public != "" {
		_, _ = fmt.Fprintf(c.Stdout, "\nOnly another machine can test the firewall. While parlor runs, type there:\n\n    %s version\n\n", lobby.SSHLine(join.public, ""))
	}
	return status
}

func runProgram(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output() //nolint:gosec // names and arguments are those of the checks
	return strings.TrimSpace(string(out)), err
}

func lookup(ctx context.Context, name string) ([]netip.Addr, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// checkListening listens briefly at the addresses of --addr. It returns the addresses at which this
// check or a running server listens.
func checkListening(ctx context.Context, addresses string) (at []net.Addr, findings []finding) {
	for address := range strings.SplitSeq(addresses, ",") {
		address = strings.TrimSpace(address)
		listener, err := listen(ctx, address)
		switch {
		case err == nil:
			at = append(at, listener.Addr())
			_ = listener.Close()
			findings = append(findings, finding{findingOK, "parlor can listen on " + address + ".", ""})
		case answersAsParlor(ctx, address):
			if tcp, err := net.ResolveTCPAddr("tcp", address); err == nil {
				if tcp.IP == nil {
					tcp.IP = net.IPv6unspecified
				}
				at = append(at, tcp)
			}
			findings = append(findings, finding{findingOK, "parlor is running and answers on " + address + ".", ""})
		default:
			findings = append(findings, finding{findingFail, err.Error() + ".", ""})
		}
	}
	return at, findings
}

// answersAsParlor reports whether a parlor server listens at a local address.
func answersAsParlor(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	if deadline, has := ctx.Deadline(); has {
		_ = conn.SetReadDeadline(deadline)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && strings.HasPrefix(line, "SSH-2.0-"+server.SoftwareVersion)
}

func portsOf(addresses []net.Addr) (ports []string) {
	for _, address := range addresses {
		if _, port, err := net.SplitHostPort(address.String()); err == nil && !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	return ports
}

// checkAddresses lists the ssh lines for other computers.
func (p probe) checkAddresses(join joinAddresses) []finding {
	host, _, _ := net.SplitHostPort(join.public)
	switch {
	case host == "localhost" && p.here.container:
		return []finding{{
			findingFail, "This is a container, and other machines cannot use its addresses.",
			"Publish the port, as with -p 2222:2222, and give --public the name or address of the machine that runs the container.",
		}}
	case host == "localhost":
		return []finding{{
			findingFail, "No other machine can reach this one: it listens on localhost only, or has no network.",
			"Connect to a network, listen on all addresses with --addr :2222, or give --public the name that people use.",
		}}
	}
	lines := []string{lobby.SSHLine(join.public, "")}
	for _, address := range slices.Concat(join.network, join.ports) {
		lines = append(lines, lobby.SSHLine(address, ""))
	}
	return []finding{{findingOK, "People join with: " + strings.Join(lines, " | "), ""}}
}

// checkName checks that the name of --public resolves to this computer.
func (p probe) checkName(ctx context.Context, public string) []finding {
	if public == "" {
		return nil
	}
	name, _, err := net.SplitHostPort(publicAddress(public, "22"))
	if err != nil {
		return []finding{{findingFail, fmt.Sprintf("%q is not a name.", public), "Write --public as NAME or NAME:PORT."}}
	}
	found, err := p.lookup(ctx, name)
	if err != nil || len(found) == 0 {
		return []finding{{findingFail, "No address is found for " + name + ".", "Give it one in DNS, or use an address of this machine in place of the name."}}
	}
	for _, address := range found {
		if slices.Contains(p.here.addresses, address.Unmap()) {
			return []finding{{findingOK, name + " is " + address.Unmap().String() + ", an address of this machine.", ""}}
		}
	}
	said := name + " is " + found[0].Unmap().String() + ", which is not an address of this machine."
	if name == found[0].Unmap().String() {
		said = name + " is not an address of this machine."
	}
	return []finding{{
		findingNote, said,
		"That is right if a router, proxy or load balancer there passes connections on to this machine.",
	}}
}

// Thresholds of free disk space.
const (
	spaceLittle = 1 << 30   // bytes below which an operator should look
	spaceNone   = 100 << 20 // bytes below which a game night may fill the disk
)

// checkDisk checks the free space of the data folder's disk.
func checkDisk(folder string) finding {
	existing := folder
	free, err := freeSpace(existing)
	for err != nil && filepath.Dir(existing) != existing {
		existing = filepath.Dir(existing) // the folder is created by parlor serve
		free, err = freeSpace(existing)
	}
	if err != nil {
		return finding{findingNote, "The free space of " + folder + " cannot be read: " + err.Error() + ".", ""}
	}
	found := fmt.Sprintf("The disk of the data folder has %d MB free.", free>>20)
	switch {
	case free < spaceNone:
		return finding{findingFail, found, "Make room, or choose another folder with --data: what cannot be stored is not played."}
	case free < spaceLittle:
		return finding{findingNote, found, "That is enough for now; keep an eye on it."}
	}
	return finding{findingOK, found, ""}
}

// checkClock checks that the clock is synchronized, if the system reports that.
func (p probe) checkClock(ctx context.Context) finding {
	if p.system != "linux" {
		return finding{}
	}
	follows, err := p.run(ctx, "timedatectl", "show", "--property=NTPSynchronized", "--value")
	switch {
	case err != nil:
		return finding{}
	case follows == "yes":
		return finding{findingOK, "The clock follows a time server.", ""}
	}
	return finding{findingNote, "The clock follows no time server, so the times that players see may be wrong.", "Run timedatectl set-ntp true."}
}
