package monotable

import (
	"io/fs"
	"os"
	"syscall"
)

func inOwnGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func isRunning(process int) bool {
	_, err := os.FindProcess(process)
	return err == nil
}

// A directory of the user's profile is private by itself.
func isPrivate(state fs.FileInfo) bool { return state.IsDir() }
