// Package rename moves a file to another path.
package rename

import (
	"context"
	"fmt"
	"maps"

	"example.com/programs/handle"
)

func path(path string) handle.Item { return handle.Item{"path": handle.Text(path)} }

// renamed reads a file, and returns it with its new path.
func renamed(ctx context.Context, own handle.Handle, source, target string) (handle.Item, error) {
	found, err := handle.Get(ctx, own, "Files", path(source))
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("%s does not exist", source)
	}
	file := maps.Clone(found)
	file["path"] = handle.Text(target)
	return file, nil
}
