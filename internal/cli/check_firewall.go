package cli

import (
	"context"
	"os"
	"regexp"
	"strings"
)

// ufwConfig is the configuration file that shows whether ufw is enabled.
const ufwConfig = "/etc/ufw/ufw.conf"

// checkFirewall checks the known firewalls of this computer.
func (p probe) checkFirewall(ctx context.Context, ports []string) (findings []finding) {
	switch p.system {
	case "linux":
		config, _ := os.ReadFile(ufwConfig)
		findings = append(p.checkUFW(ctx, string(config), ports), p.checkFirewalld(ctx, ports)...)
	case "darwin":
		findings = p.checkDarwin(ctx)
	case "windows":
		findings = p.checkWindows(ctx, ports)
	}
	if len(findings) == 0 {
		return []finding{{findingNote, "No firewall was found that can be asked; there may be another one.", ""}}
	}
	return findings
}

// checkUFW reads the rules of ufw, which needs root.
func (p probe) checkUFW(ctx context.Context, config string, ports []string) (findings []finding) {
	if !regexp.MustCompile(`(?m)^ENABLED=yes`).MatchString(config) {
		return nil
	}
	rules, err := p.run(ctx, "ufw", "status")
	for _, port := range ports {
		allow := "Run sudo ufw allow " + port + "/tcp."
		switch {
		case err != nil:
			findings = append(findings, finding{findingNote, "The firewall ufw is on, and only root may read its rules for port " + port + ".", allow + " A rule that exists already does no harm."})
		case regexp.MustCompile(`(?m)^` + port + `(/tcp)?\s+ALLOW`).MatchString(rules):
			findings = append(findings, finding{findingOK, "The firewall ufw lets port " + port + " through.", ""})
		default:
			findings = append(findings, finding{findingFail, "The firewall ufw blocks port " + port + ".", allow})
		}
	}
	return findings
}

// checkFirewalld queries firewalld's default zone.
func (p probe) checkFirewalld(ctx context.Context, ports []string) (findings []finding) {
	if state, err := p.run(ctx, "firewall-cmd", "--state"); err != nil || state != "running" {
		return nil
	}
	for _, port := range ports {
		answer, err := p.run(ctx, "firewall-cmd", "--query-port="+port+"/tcp")
		if answer != "yes" && port == "22" {
			answer, err = p.run(ctx, "firewall-cmd", "--query-service=ssh")
		}
		if answer == "yes" && err == nil {
			findings = append(findings, finding{findingOK, "The firewall firewalld lets port " + port + " through.", ""})
			continue
		}
		findings = append(findings, finding{findingFail, "The firewall firewalld blocks port " + port + ".", "Run sudo firewall-cmd --add-port=" + port + "/tcp; with --permanent as well it stays after a restart."})
	}
	return findings
}

// checkDarwin queries the application firewall of macOS.
func (p probe) checkDarwin(ctx context.Context) []finding {
	state, err := p.run(ctx, "/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
	switch {
	case err != nil:
		return nil
	case strings.Contains(state, "enabled"):
		return []finding{{findingNote, "The firewall of macOS is on.", "When macOS asks whether parlor may accept incoming connections, answer Allow; see System Settings, Network, Firewall."}}
	}
	return []finding{{findingOK, "The firewall of macOS is off.", ""}}
}

// checkWindows queries the profile in use of the Windows firewall.
func (p probe) checkWindows(ctx context.Context, ports []string) []finding {
	state, err := p.run(ctx, "netsh", "advfirewall", "show", "currentprofile", "state")
	switch {
	case err != nil:
		return nil
	case regexp.MustCompile(`(?m)\sON\s*$`).MatchString(state):
		return []finding{{
			findingNote, "The firewall of Windows is on.",
			`Let parlor through when Windows asks, or run as administrator: netsh advfirewall firewall add rule name="parlor" dir=in action=allow protocol=TCP localport=` + strings.Join(ports, ","),
		}}
	}
	return []finding{{findingOK, "The firewall of Windows is off.", ""}}
}
