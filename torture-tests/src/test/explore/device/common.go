// Package device gives a device to the first who claims it.
package device

import (
	"context"
	"fmt"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// free returns an error if another owner has claimed the device.
func free(ctx context.Context, own handle.Handle, serial, owner string) error {
	found, err := handle.Get(ctx, own, "Devices", handle.Item{"serial": handle.Text(serial)})
	if err != nil {
		return err
	}
	if other := handle.String(found["owner"]); other != "" && other != owner {
		return fmt.Errorf("%s belongs to %s", serial, other)
	}
	return nil
}

func claim(serial, owner string) *dynamodb.PutItemInput {
	return &dynamodb.PutItemInput{
		TableName: aws.String("Devices"),
		Item:      handle.Item{"serial": handle.Text(serial), "owner": handle.Text(owner)},
	}
}
