package trip

import (
	"context"
	"errors"

	"example.com/programs/handle"
)

// Fixed reads both offers at once, with a goroutine for each, and books in one transaction.
var Fixed = handle.Pieces{
	"book": func(ctx context.Context, own handle.Handle, arguments []string) error {
		items := make([]handle.Item, len(parts))
		results := make(chan error, len(parts))
		for n, part := range parts {
			go func() {
				var err error
				items[n], err = booking(ctx, own, arguments[0], part)
				results <- err
			}()
		}
		if err := errors.Join(<-results, <-results); err != nil {
			return err
		}
		return handle.Transact(ctx, own, handle.Put("Bookings", items[0], ""), handle.Put("Bookings", items[1], ""))
	},
}
