package saga

import (
	"context"

	"example.com/programs/handle"
)

// Fixed has a recovery, which takes back the orders that did not come to their end.
var Fixed = handle.Pieces{
	"order": order,
	"recover": func(ctx context.Context, own handle.Handle, _ []string) error {
		orders, err := handle.Scan(ctx, own, "Orders")
		if err != nil {
			return err
		}
		for _, found := range orders {
			if err := cancel(ctx, own, found); err != nil {
				return err
			}
		}
		return nil
	},
}
