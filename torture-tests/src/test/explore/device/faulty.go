package device

import (
	"context"

	"example.com/programs/handle"
)

// Faulty checks that nobody has claimed the device, and puts the claim without a condition.
var Faulty = handle.Pieces{
	"claim": func(ctx context.Context, own handle.Handle, arguments []string) error {
		serial, owner := arguments[0], arguments[1]
		if err := free(ctx, own, serial, owner); err != nil {
			return err
		}
		_, err := own.Client.PutItem(ctx, claim(serial, owner))
		return err
	},
}
