package monotable

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Version is the version of this package, and of the server that it starts.
const Version = "0.1.0-SNAPSHOT"

// findProgram returns the command that starts the server: MONOTABLE_BIN, else a program monotable on the
// path, such as that of the Python package, else that of the npm package in a directory above.
func findProgram() (string, error) {
	if named := os.Getenv("MONOTABLE_BIN"); named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", fmt.Errorf("monotable: MONOTABLE_BIN is %s, which does not exist", named)
		}
		return named, nil
	}
	if found, err := exec.LookPath("monotable"); err == nil {
		return found, nil
	}
	directory, err := os.Getwd()
	if err != nil {
		return "", err
	}
	name := "monotable"
	if runtime.GOOS == "windows" {
		name = "monotable.cmd"
	}
	for {
		found := filepath.Join(directory, "node_modules", ".bin", name)
		if _, err := os.Stat(found); err == nil {
			return found, nil
		}
		parent := filepath.Dir(directory)
		if parent == directory {
			break
		}
		directory = parent
	}
	return "", errors.New("monotable: no server was found. Do one of these:\n" +
		"  - set MONOTABLE_BIN to the start script of a distribution\n" +
		"  - install the Python package monotable, so that monotable is on the path\n" +
		"  - install the npm package monotable in this directory or one above\n" +
		"  - set MONOTABLE_ENDPOINT to the URL of a server, such as a container")
}
