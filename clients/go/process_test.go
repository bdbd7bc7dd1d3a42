//go:build unix

package monotable_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"monotable.dev/monotable/clients/go"
)

// TestMain runs a process that uses the server and hangs, if a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("MONOTABLE_TEST_HANGS") != "" {
		endpoint, err := monotable.Endpoint()
		fmt.Println(endpoint, err)
		select {}
	}
	os.Exit(m.Run())
}

// start starts processes that use the server and hang: one in place of a shell, or several as its children.
func start(t *testing.T, count int, environment ...string) (*exec.Cmd, []string) {
	t.Helper()
	script := "exec " + os.Args[0]
	if count > 1 {
		script = strings.Repeat(os.Args[0]+" & ", count) + "wait"
	}
	shell := exec.Command("sh", "-c", script)
	shell.Env = append(append(os.Environ(), "MONOTABLE_TEST_HANGS=yes", "XDG_CACHE_HOME="+t.TempDir()), environment...)
	// A group of its own, so that the test can end all of them.
	shell.SysProcAttr = group()
	output, err := shell.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { signalGroup(shell, syscall.SIGKILL); _ = shell.Wait() })
	lines := bufio.NewScanner(output)
	var printed []string
	for len(printed) < count && lines.Scan() {
		printed = append(printed, lines.Text())
	}
	return shell, printed
}

func TestProcessesShareAServerThatEndsWithThem(t *testing.T) {
	t.Parallel()
	shell, printed := start(t, 3)
	for _, line := range printed {
		equal(t, line, printed[0])
	}
	endpoint, end, _ := strings.Cut(printed[0], " ")
	equal(t, end, "<nil>")
	if !answers(endpoint) {
		t.Fatal(printed)
	}
	signalGroup(shell, syscall.SIGKILL)
	ends(t, endpoint)
}

func TestCtrlCLeavesNoServer(t *testing.T) {
	t.Parallel()
	process, printed := start(t, 1)
	endpoint, end, _ := strings.Cut(printed[0], " ")
	equal(t, end, "<nil>")
	signalGroup(process, syscall.SIGINT) // as a terminal does
	ends(t, endpoint)
}

// ends waits until a server has ended, which has to be within ten seconds.
func ends(t *testing.T, endpoint string) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); answers(endpoint); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the server still runs after ten seconds")
		}
	}
}

func TestACrashOfTheServerIsOneClearError(t *testing.T) {
	t.Parallel()
	program := os.Getenv("MONOTABLE_BIN")
	if program == "" {
		t.Skip("needs MONOTABLE_BIN")
	}
	directory := t.TempDir()
	file, wrapper := filepath.Join(directory, "pid"), filepath.Join(directory, "monotable")
	script := fmt.Sprintf("#!/bin/sh\necho $$ >'%s'\nexec '%s' \"$@\"\n", file, program)
	if err := os.WriteFile(wrapper, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	test := exec.Command(os.Args[0], "-test.run=^TestThatLosesItsServer$")
	test.Env = append(os.Environ(), "MONOTABLE_TEST_PID="+file, "MONOTABLE_BIN="+wrapper, "XDG_CACHE_HOME="+directory)
	output, err := test.CombinedOutput()
	const expected = "does not answer: it has ended with signal: killed"
	if err == nil || strings.Count(string(output), expected) != 1 || strings.Count(string(output), "monotable: ") != 1 {
		t.Errorf("%v: %s", err, output)
	}
}

// TestThatLosesItsServer fails, in a process of its own.
func TestThatLosesItsServer(t *testing.T) {
	file := os.Getenv("MONOTABLE_TEST_PID")
	if file == "" {
		t.Skip("runs in a process of its own")
	}
	db := monotable.Database(t)
	text, _ := os.ReadFile(file)
	server, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(server, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	db.Reset()
}

func answers(endpoint string) bool {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(endpoint + "/_monotable/v1/ready")
	if err == nil {
		response.Body.Close()
	}
	return err == nil
}

func TestAProgramThatIsNoneIsAnError(t *testing.T) {
	t.Parallel()
	for program, expected := range map[string]string{
		"/nowhere/monotable": " monotable: MONOTABLE_BIN is /nowhere/monotable, which does not exist",
		"/bin/false":         " monotable: the server could not start (exit status 1):",
	} {
		_, printed := start(t, 1, "MONOTABLE_BIN="+program)
		equal(t, printed, []string{expected})
	}
}
