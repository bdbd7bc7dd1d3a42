// Package saga places an order in three steps: reserve a product, pay, place.
package saga

import (
	"context"

	"example.com/programs/handle"
)

func id(order string) handle.Item { return handle.Item{"order": handle.Text(order)} }

// reserve takes one product out of the stock, and writes the order.
func reserve(ctx context.Context, own handle.Handle, order, product string) error {
	item := handle.Item{"order": handle.Text(order), "product": handle.Text(product), "step": handle.Text("reserved")}
	return handle.Transact(ctx, own,
		handle.Put("Orders", item, "attribute_not_exists(product)"),
		handle.Update("Stock", handle.Item{"product": handle.Text(product)}, "SET available = available - :one", "available >= :one",
			handle.Item{":one": handle.Number(1)}))
}

// pay writes the payment of an order that is reserved.
func pay(ctx context.Context, own handle.Handle, order string) error {
	return handle.Transact(ctx, own,
		handle.Update("Orders", id(order), "SET step = :paid", "step = :reserved",
			handle.Item{":paid": handle.Text("paid"), ":reserved": handle.Text("reserved")}),
		handle.Put("Payments", id(order), ""))
}

// place ends an order that is paid.
func place(ctx context.Context, own handle.Handle, order string) error {
	return handle.Transact(ctx, own,
		handle.Update("Orders", id(order), "SET step = :placed", "step = :paid",
			handle.Item{":placed": handle.Text("placed"), ":paid": handle.Text("paid")}))
}

// cancel takes back the steps of an order, unless it has gone on since it was read, or is at its end.
func cancel(ctx context.Context, own handle.Handle, order handle.Item) error {
	step := handle.String(order["step"])
	if step != "reserved" && step != "paid" {
		return nil
	}
	err := handle.Transact(ctx, own,
		handle.Update("Orders", handle.Item{"order": order["order"]}, "SET step = :cancelled", "step = :step",
			handle.Item{":cancelled": handle.Text("cancelled"), ":step": order["step"]}),
		handle.Update("Stock", handle.Item{"product": order["product"]}, "SET available = available + :one", "",
			handle.Item{":one": handle.Number(1)}),
		handle.Delete("Payments", handle.Item{"order": order["order"]}, ""))
	if handle.ConditionFailed(err) {
		return nil
	}
	return err
}

// order runs the steps. If one fails, those before it are taken back.
func order(ctx context.Context, own handle.Handle, arguments []string) error {
	name, product := arguments[0], arguments[1]
	err := reserve(ctx, own, name, product)
	if err == nil {
		err = pay(ctx, own, name)
	}
	if err == nil {
		err = place(ctx, own, name)
	}
	if err == nil {
		return nil
	}
	found, failed := handle.Get(ctx, own, "Orders", id(name))
	if failed == nil {
		failed = cancel(ctx, own, found)
	}
	if failed != nil {
		return failed
	}
	return err
}
