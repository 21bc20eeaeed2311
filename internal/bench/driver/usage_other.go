//go:build !linux

package driver

import (
	"errors"
	"syscall"
	"time"
)

var errNotHere = errors.New("what a process takes is measured on Linux only")

// ownCPU returns the CPU time of this process, and the part of it spent in the kernel.
func ownCPU() (all, kernel time.Duration, err error) { return 0, 0, errNotHere }

// resident returns the resident memory of a process in bytes.
func resident(int) (int64, error) { return 0, errNotHere }

// cpuOf returns the CPU time of another process.
func cpuOf(int) (time.Duration, error) { return 0, errNotHere }

// SmallWindow makes the other end of a socket soon wait if the client does not read.
func SmallWindow(_, _ string, _ syscall.RawConn) error { return errNotHere }
