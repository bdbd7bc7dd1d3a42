//go:build unix

package monotable_test

import (
	"os/exec"
	"syscall"
)

func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
