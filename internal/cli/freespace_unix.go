//go:build unix

package cli

import "golang.org/x/sys/unix"

// freeSpace returns the bytes available to a user in the file system of path.
func freeSpace(path string) (uint64, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil {
		return 0, err
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), nil //nolint:gosec,unconvert // the types differ between systems
}
