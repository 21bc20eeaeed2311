package etcdtest

import (
	"os/exec"
	"syscall"
)

// EndWithThis makes the kernel kill a process, not started yet, when this one ends.
func EndWithThis(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
