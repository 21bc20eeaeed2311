package cli

import "golang.org/x/sys/windows"

// freeSpace returns how many bytes a user may still write in the file system of a path.
func freeSpace(path string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}
