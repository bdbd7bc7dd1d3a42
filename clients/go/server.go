package monotable

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// The server ends this time after the last process that uses it.
	leaseSeconds = 8
	renewal      = 2 * time.Second
	// The first start on a machine may write the class archive.
	startTime = 120 * time.Second
	keptLines = 40
)

var listens = regexp.MustCompile(`Monotable listens on (\S+)`)

var shared struct {
	sync.Mutex
	endpoint string
}

// Endpoint returns the URL of the server of this test run: that of MONOTABLE_ENDPOINT, else one that the
// test programs of one `go test` share. The first of them starts it, and it ends within ten seconds after
// the last.
func Endpoint() (string, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.endpoint == "" {
		found, err := findServer()
		if err != nil {
			return "", err
		}
		shared.endpoint = found
	}
	return shared.endpoint, nil
}

func findServer() (string, error) {
	if named := strings.TrimSuffix(os.Getenv("MONOTABLE_ENDPOINT"), "/"); named != "" {
		return named, checkVersion(named)
	}
	program, err := findProgram()
	if err != nil {
		return "", err
	}
	directory, err := runDirectory()
	if err != nil {
		return "", err
	}
	// Another server is another key: another version or program.
	key := sha256.Sum256([]byte(Version + " " + program))
	file := filepath.Join(directory, fmt.Sprintf("%d-%x", os.Getppid(), key[:8]))
	for until := time.Now().Add(startTime); ; {
		if found, err := os.ReadFile(file); err == nil && renew(string(found)) == nil {
			go keepLease(string(found))
			return string(found), checkVersion(string(found))
		}
		taken, err := takeLock(file + ".lock")
		if err != nil {
			return "", err
		}
		if taken {
			defer os.Remove(file + ".lock")
			return startFor(program, file)
		}
		if time.Now().After(until) {
			return "", fmt.Errorf(
				"monotable: another process has not started the server; delete %s.lock if it does not run", file)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func startFor(program, file string) (string, error) {
	endpoint, err := startServer(program)
	if err != nil {
		return "", err
	}
	written := fmt.Sprintf("%s.%d", file, os.Getpid())
	if err := os.WriteFile(written, []byte(endpoint), 0o600); err != nil {
		return "", err
	}
	if err := os.Rename(written, file); err != nil {
		return "", err
	}
	go keepLease(endpoint)
	return endpoint, checkVersion(endpoint)
}

// output keeps the last lines that a server prints.
type output struct {
	sync.Mutex
	lines []string
}

func (o *output) add(line string) {
	o.Lock()
	defer o.Unlock()
	o.lines = append(o.lines, line)
	if len(o.lines) > keptLines {
		o.lines = o.lines[1:]
	}
}

func (o *output) String() string {
	o.Lock()
	defer o.Unlock()
	return strings.Join(o.lines, "\n")
}

func startServer(program string) (string, error) {
	command := exec.Command(program, "--port", "0", "--lease", strconv.Itoa(leaseSeconds)+"s", "--max-databases", "100000")
	reader, writer, err := os.Pipe()
	if err != nil {
		return "", err
	}
	command.Stdout, command.Stderr = writer, writer
	// Ctrl+C ends the tests first.
	command.SysProcAttr = inOwnGroup()
	err = command.Start()
	writer.Close()
	if err != nil {
		return "", fmt.Errorf("monotable: cannot start the server: %w", err)
	}
	printed := &output{}
	ready := make(chan string, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lines := bufio.NewScanner(reader)
		for lines.Scan() {
			printed.add(lines.Text())
			if found := listens.FindStringSubmatch(lines.Text()); found != nil {
				select {
				case ready <- found[1]:
				default:
				}
			}
		}
		_ = command.Wait()
	}()
	select {
	case endpoint := <-ready:
		ends.Store(endpoint, func() string {
			select {
			case <-ended:
				return fmt.Sprintf("it has ended with %s; its last output:\n%s", command.ProcessState, printed)
			case <-time.After(500 * time.Millisecond): // connections close a moment before it ends
				return ""
			}
		})
		return endpoint, nil
	case <-ended:
		return "", fmt.Errorf("monotable: the server could not start (%s):\n%s", command.ProcessState, printed)
	case <-time.After(startTime):
		_ = command.Process.Kill()
		return "", fmt.Errorf("monotable: the server was not ready after %s:\n%s", startTime, printed)
	}
}

func checkVersion(endpoint string) error {
	var status ServerStatus
	if err := call(endpoint, "GET", "/ready", nil, &status); err != nil {
		return err
	}
	if status.Version != Version {
		return &Error{"VersionMismatch", fmt.Sprintf(
			"this package has the version %s, but the server at %s has %s; use the same version of both",
			Version, endpoint, status.Version)}
	}
	return nil
}

func renew(endpoint string) error { return call(endpoint, "POST", "/lease", nil, nil) }

func keepLease(endpoint string) {
	for renew(endpoint) == nil {
		time.Sleep(renewal)
	}
}

// runDirectory returns the directory of the files through which processes find a server. Only this user
// may write to it.
func runDirectory() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	directory := filepath.Join(cache, "monotable-go")
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return "", err
	}
	if state, err := os.Lstat(directory); err != nil || !isPrivate(state) {
		return "", fmt.Errorf("monotable: %s is not a directory of this user alone", directory)
	}
	return directory, nil
}

func takeLock(name string) (bool, error) {
	lock, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = fmt.Fprint(lock, os.Getpid())
		return true, errors.Join(err, lock.Close())
	}
	if !errors.Is(err, fs.ErrExist) {
		return false, err
	}
	text, err := os.ReadFile(name)
	if holder, notNumber := strconv.Atoi(string(text)); err == nil && notNumber == nil && !isRunning(holder) {
		_ = os.Remove(name) // the process was killed while it started the server
	}
	return false, nil
}
