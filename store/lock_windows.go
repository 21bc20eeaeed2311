package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks a file against all other processes until it is closed or the process ends. It reports whether another
// process holds the lock.
func tryLock(file *os.File) (taken bool, err error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING), err
}

// isNoRoom reports whether an error means a full disk.
func isNoRoom(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// flushFolder does nothing, as Windows needs no sync of directories.
func flushFolder(string) error { return nil }
