package cli

import "golang.org/x/sys/windows"

// freeSpace returns the bytes available to a user in the file system of path.
func freeSpace(path string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}
