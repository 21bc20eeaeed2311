package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// lockFolder makes a folder where it is missing and keeps it from all other
// processes, until the file it answers is closed.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for the database cannot be created: %w", err)
	}
	path := filepath.Join(dir, "parlor.lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the folder
	if err != nil {
		return nil, fmt.Errorf("the folder for the database cannot be used: %w", err)
	}
	taken, err := tryLock(file)
	switch {
	case taken:
		err = fmt.Errorf("another parlor has the folder %s open: stop it first, or name another folder", dir)
	case err != nil:
		err = fmt.Errorf("%s cannot be locked, which the database needs: %w", path, err)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// hasRoom tries whether a file of some size can be written in a folder.
func hasRoom(dir string) bool {
	probe, err := os.CreateTemp(dir, ".room-*")
	if err != nil {
		return !isNoRoom(err)
	}
	_, err = probe.Write(make([]byte, 64<<10))
	err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name()))
	return !isNoRoom(err)
}
