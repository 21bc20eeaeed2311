package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// File is the name of the database in its directory.
const File = "parlor.db"

// lockFolder creates a directory if needed and locks it against other processes until the returned file is closed.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for the database cannot be created: %w", err)
	}
	if err := refuseOthers(dir); err != nil {
		return nil, err
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

// refuseOthers returns an error if others can write to the database or its directory, as its content could not be
// trusted. A directory without a database is made writable by its owner only.
func refuseOthers(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // permissions are not in the mode
	}
	folder, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("the folder for the database cannot be used: %w", err)
	}
	others := folder.Mode().Perm()&0o022 != 0
	file, err := os.Stat(filepath.Join(dir, File))
	switch isNew := errors.Is(err, fs.ErrNotExist); {
	case isNew && others:
		if err := os.Chmod(dir, folder.Mode().Perm()&^0o022); err != nil {
			return fmt.Errorf("the folder %s can be written by others: %w", dir, err)
		}
		return nil
	case isNew:
		return nil
	case err != nil:
		return fmt.Errorf("the database cannot be used: %w", err)
	case others:
		return fmt.Errorf("the folder %s can be written by others (mode %04o): run  chmod go-w %s", dir, folder.Mode().Perm(), dir)
	case file.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("the database in %s can be written by others (mode %04o): run  chmod 600 %s", dir, file.Mode().Perm(), filepath.Join(dir, File))
	}
	return nil
}

// hasRoom reports whether a file of some size can be written in a directory.
func hasRoom(dir string) bool {
	probe, err := os.CreateTemp(dir, ".room-*")
	if err != nil {
		return !isNoRoom(err)
	}
	_, err = probe.Write(make([]byte, 64<<10))
	err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name()))
	return !isNoRoom(err)
}
