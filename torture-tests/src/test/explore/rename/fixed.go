package rename

import (
	"context"

	"example.com/programs/handle"
)

// Fixed puts and deletes in one transaction.
var Fixed = handle.Pieces{
	"rename": func(ctx context.Context, own handle.Handle, arguments []string) error {
		file, err := renamed(ctx, own, arguments[0], arguments[1])
		if err != nil {
			return err
		}
		return handle.Transact(ctx, own,
			handle.Put("Files", file, "attribute_not_exists(bytes)"),
			handle.Delete("Files", path(arguments[0]), "attribute_exists(bytes)"))
	},
}
