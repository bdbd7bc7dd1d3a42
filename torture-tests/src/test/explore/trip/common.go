// Package trip books the flight and the hotel of a trip, both or none.
package trip

import (
	"context"
	"fmt"

	"example.com/programs/handle"
)

var parts = []string{"flight", "hotel"}

// booking reads the offer of a part of a trip, and returns the booking with its price.
func booking(ctx context.Context, own handle.Handle, trip, part string) (handle.Item, error) {
	offer, err := handle.Get(ctx, own, "Offers", handle.Item{"offer": handle.Text(part)})
	if err != nil {
		return nil, err
	}
	if offer == nil {
		return nil, fmt.Errorf("there is no %s", part)
	}
	return handle.Item{"trip": handle.Text(trip), "part": handle.Text(part), "price": offer["price"]}, nil
}

// Check fails if a trip has one part.
var Check = handle.Pieces{
	"check": func(ctx context.Context, own handle.Handle, _ []string) error {
		bookings, err := handle.Scan(ctx, own, "Bookings")
		if err != nil {
			return err
		}
		booked := map[string]int{}
		for _, found := range bookings {
			booked[handle.String(found["trip"])]++
		}
		for trip, n := range booked {
			if n != len(parts) {
				return fmt.Errorf("%s has %d of %d parts", trip, n, len(parts))
			}
		}
		return nil
	},
}
