// Package folders keeps entries in folders. A folder exists as long as it has entries.
package folders

import (
	"context"
	"fmt"

	"example.com/programs/handle"
)

func key(path, name string) handle.Item {
	return handle.Item{"folder": handle.Text(path), "key": handle.Text(name)}
}

func entry(path, name, value string) handle.Item {
	item := key(path, name)
	item["value"] = handle.Text(value)
	return item
}

// Check fails if an entry has no folder.
var Check = handle.Pieces{
	"check": func(ctx context.Context, own handle.Handle, _ []string) error {
		entries, err := handle.Scan(ctx, own, "Entries")
		if err != nil {
			return err
		}
		for _, found := range entries {
			path := handle.String(found["folder"])
			if path == "/" {
				continue
			}
			folder, err := handle.Get(ctx, own, "Entries", key("/", path+"/"))
			if err != nil {
				return err
			}
			if folder == nil {
				return fmt.Errorf("%s has entries, and does not exist", path)
			}
		}
		return nil
	},
}
