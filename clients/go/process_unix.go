//go:build unix

package monotable

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func inOwnGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func isRunning(process int) bool { return !errors.Is(syscall.Kill(process, 0), syscall.ESRCH) }

func isPrivate(state fs.FileInfo) bool {
	owner, ok := state.Sys().(*syscall.Stat_t)
	return ok && state.IsDir() && state.Mode().Perm()&0o077 == 0 && int(owner.Uid) == os.Getuid()
}
