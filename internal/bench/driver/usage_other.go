//go:build !linux

package driver

import (
	"errors"
	"syscall"
	"time"
)

var errNotHere = errors.New("what a process takes is measured on Linux only")

// ownCPU returns how much CPU this process has used, and how much of that in the kernel.
func ownCPU() (all, kernel time.Duration, err error) { return 0, 0, errNotHere }

// resident returns how many bytes of a process the kernel holds in memory.
func resident(int) (int64, error) { return 0, errNotHere }

// cpuOf returns how much CPU another process has used.
func cpuOf(int) (time.Duration, error) { return 0, errNotHere }

// SmallWindow makes a socket one whose other end has to wait soon for a client that does
// not read.
func SmallWindow(_, _ string, _ syscall.RawConn) error { return errNotHere }
