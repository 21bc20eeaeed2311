//go:build !linux

package main

import (
	"errors"
	"syscall"
	"time"
)

var errNotHere = errors.New("what a process takes is measured on Linux only")

// spent is how much time of processors this process has taken, and how much of that
// in the kernel.
func spent() (all, kernel time.Duration, err error) { return 0, 0, errNotHere }

// resident is how many bytes of a process the kernel holds in memory.
func resident(int) (int64, error) { return 0, errNotHere }

// spentBy is how much time of processors another process has taken.
func spentBy(int) (time.Duration, error) { return 0, errNotHere }

// stalling makes a socket one whose other end has to wait soon for who does not
// read.
func stalling(_, _ string, _ syscall.RawConn) error { return errNotHere }
