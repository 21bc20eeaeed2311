//go:build !windows

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock locks a file against all other processes until it is closed or the process ends. It reports whether another
// process holds the lock.
func tryLock(file *os.File) (taken bool, err error) {
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK), err
}

// isNoRoom reports whether an error means a full disk.
func isNoRoom(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT)
}

// flushFolder syncs a directory.
func flushFolder(dir string) error {
	folder, err := os.Open(dir) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
