package machines

import (
	"os/exec"
	"syscall"
)

// EndWithThis has a process, which is not started yet, killed when this one ends.
func EndWithThis(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
