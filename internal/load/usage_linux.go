package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// spent is how much time of processors this process has taken, and how much of that
// in the kernel.
func spent() (all, kernel time.Duration, err error) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, 0, err
	}
	kernel = time.Duration(used.Stime.Nano())
	return time.Duration(used.Utime.Nano()) + kernel, kernel, nil
}

// resident is how many bytes of this process the kernel holds in memory.
func resident() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var whole, pages int64
	if _, err := fmt.Sscan(strings.TrimSpace(string(text)), &whole, &pages); err != nil {
		return 0, err
	}
	return pages * int64(os.Getpagesize()), nil
}

// stalling makes a socket one whose other end has to wait soon for who does not
// read: with small packets and little room the system takes few of them.
func stalling(_, _ string, raw syscall.RawConn) (err error) {
	if problem := raw.Control(func(fd uintptr) {
		if err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536); err == nil {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096)
		}
	}); problem != nil {
		return problem
	}
	return err
}
