package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks a file against all others that open it, until it is closed or
// the process ends in any way; taken says that somebody else has it.
func tryLock(file *os.File) (taken bool, err error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING), err
}

// isNoRoom says whether a file could not be written for want of room.
func isNoRoom(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// flushFolder does nothing: on Windows names last without it.
func flushFolder(string) error { return nil }
