package device

import (
	"context"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
)

// Fixed puts the claim with a condition.
var Fixed = handle.Pieces{
	"claim": func(ctx context.Context, own handle.Handle, arguments []string) error {
		serial, owner := arguments[0], arguments[1]
		if err := free(ctx, own, serial, owner); err != nil {
			return err
		}
		put := claim(serial, owner)
		put.ConditionExpression = aws.String("attribute_not_exists(serial) OR #owner = :owner")
		put.ExpressionAttributeNames = map[string]string{"#owner": "owner"}
		put.ExpressionAttributeValues = handle.Item{":owner": handle.Text(owner)}
		_, err := own.Client.PutItem(ctx, put)
		return err
	},
}
