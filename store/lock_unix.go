//go:build !windows

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock locks a file against all others that open it, until it is closed or
// the process ends in any way; taken says that somebody else has it.
func tryLock(file *os.File) (taken bool, err error) {
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK), err
}

// isNoRoom says whether a file could not be written for want of room.
func isNoRoom(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT)
}

// flushFolder makes the names in a folder last.
func flushFolder(dir string) error {
	folder, err := os.Open(dir) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
