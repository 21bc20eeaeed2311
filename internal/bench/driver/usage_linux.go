package driver

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ownCPU returns the CPU time of this process, and the part of it spent in the kernel.
func ownCPU() (all, kernel time.Duration, err error) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, 0, err
	}
	kernel = time.Duration(used.Stime.Nano())
	return time.Duration(used.Utime.Nano()) + kernel, kernel, nil
}

// resident returns the resident memory of a process in bytes.
func resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	var whole, pages int64
	if _, err := fmt.Sscan(string(text), &whole, &pages); err != nil {
		return 0, err
	}
	return pages * int64(os.Getpagesize()), nil
}

// ticks is the number of clock ticks per second, the unit in which the kernel reports the CPU time
// of other processes.
const ticks = 100

// cpuOf returns the CPU time of another process.
func cpuOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// What stands in brackets is a name, which may have spaces; the times are fields 14
	// and 15.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0, fmt.Errorf("the kernel says of process %d: %q", pid, text)
	}
	var all int64
	for _, field := range fields[11:13] {
		one, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		all += one
	}
	return time.Duration(all) * time.Second / ticks, nil
}

// SmallWindow gives a socket a small receive buffer and small packets, so that the other end soon
// has to wait if the client does not read.
func SmallWindow(_, _ string, raw syscall.RawConn) (err error) {
	if problem := raw.Control(func(fd uintptr) {
		if err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536); err == nil {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096)
		}
	}); problem != nil {
		return problem
	}
	return err
}
