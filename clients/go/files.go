package monotable

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Option says what a database begins with.
type Option func(*upload) error

// upload is the body of a request that loads files: the server sees their contents only.
type upload struct {
	Schema     map[string]string `json:"schema,omitempty"`
	Seed       map[string]string `json:"seed,omitempty"`
	Parameters map[string]string `json:"parameters,omitempty"`
}

const maxFiles = 90

var mentioned = regexp.MustCompile(`[\w.@-][\w./@-]*\.(?:ya?ml|json)\b`)

// Schema names files that define tables, or the directory cdk.out. The files below their directory that
// they mention are read as well.
func Schema(files ...string) Option {
	return func(u *upload) error {
		for _, file := range files {
			if err := u.addSchema(file); err != nil {
				return err
			}
		}
		return nil
	}
}

// Table defines a table by the input of CreateTable in JSON, or a value that encodes to it.
func Table(inputs ...any) Option {
	return func(u *upload) error {
		encoded, err := json.Marshal(inputs)
		if err != nil {
			return err
		}
		return add(&u.Schema, "tables.json", string(encoded))
	}
}

// Seed names files with items, also as TABLE=FILE with the table of their items.
func Seed(files ...string) Option {
	return func(u *upload) error {
		for _, file := range files {
			if err := u.addSeed(file); err != nil {
				return err
			}
		}
		return nil
	}
}

// addSeed adds FILE or TABLE=FILE. A file whose name contains an equals sign is found first.
func (u *upload) addSeed(seed string) error {
	table, file, found := strings.Cut(seed, "=")
	_, err := os.Stat(seed)
	if !found || table == "" || err == nil {
		return addFile(&u.Seed, strings.ReplaceAll(filepath.Base(seed), "=", "_"), seed)
	}
	return addFile(&u.Seed, table+"="+strings.ReplaceAll(filepath.Base(file), "=", "_"), file)
}

// Items writes items to a table. They encode to plain JSON: strings, numbers, booleans, lists and maps.
func Items(table string, items ...any) Option {
	return func(u *upload) error {
		encoded, err := json.Marshal(items)
		if err != nil {
			return err
		}
		return add(&u.Seed, table+".json", string(encoded))
	}
}

// Parameter sets a parameter of templates, or an option of the Serverless Framework.
func Parameter(name, value string) Option {
	return func(u *upload) error { return add(&u.Parameters, name, value) }
}

func newUpload(options []Option) (*upload, error) {
	u := &upload{}
	for _, option := range options {
		if err := option(u); err != nil {
			return nil, err
		}
	}
	return u, nil
}

func (u *upload) addSchema(file string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	state, err := os.Stat(file)
	if err != nil {
		return err
	}
	if state.IsDir() {
		return u.addAssembly(file, "")
	}
	if err := addFile(&u.Schema, filepath.Base(file), file); err != nil {
		return err
	}
	return u.addReferences(filepath.Dir(file), file)
}

// addAssembly adds a cloud assembly, such as cdk.out, and those in it.
func (u *upload) addAssembly(directory, prefix string) error {
	files, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	within := prefix // a name with a slash is not loaded by itself
	if within == "" {
		within = "./"
	}
	for _, file := range files {
		name, full := file.Name(), filepath.Join(directory, file.Name())
		switch {
		case strings.HasPrefix(name, "assembly-"):
			err = u.addAssembly(full, within+name+"/")
		case name == "manifest.json":
			err = addFile(&u.Schema, prefix+name, full)
		case strings.HasSuffix(name, ".template.json"):
			err = addFile(&u.Schema, within+name, full)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addReferences adds the files that a file mentions, if they exist in its directory or below.
func (u *upload) addReferences(root, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, each := range mentioned.FindAllString(string(text), -1) {
		for _, base := range []string{filepath.Dir(file), root} {
			found := filepath.Join(base, filepath.FromSlash(each))
			below, err := filepath.Rel(root, found)
			if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
				continue
			}
			name := path.Clean(filepath.ToSlash(below))
			_, isMain := u.Schema[name]
			_, isKnown := u.Schema["./"+name]
			if state, err := os.Stat(found); isMain || isKnown || err != nil || !state.Mode().IsRegular() {
				continue
			}
			if len(u.Schema) >= maxFiles {
				return fmt.Errorf("monotable: %s refers to more than %d files", file, maxFiles)
			}
			if err := addFile(&u.Schema, "./"+name, found); err != nil {
				return err
			}
			if err := u.addReferences(root, found); err != nil {
				return err
			}
		}
	}
	return nil
}

func addFile(files *map[string]string, name, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return add(files, name, string(text))
}

func add(entries *map[string]string, name, content string) error {
	if known, ok := (*entries)[name]; ok && known != content {
		return fmt.Errorf("monotable: %s is given twice", name)
	}
	if *entries == nil {
		*entries = map[string]string{}
	}
	(*entries)[name] = content
	return nil
}
