//go:build !linux

package machines

import "os/exec"

// EndWithThis does nothing on this system: the caller must end the process.
func EndWithThis(*exec.Cmd) {}
