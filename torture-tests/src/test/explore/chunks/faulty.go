package chunks

import (
	"context"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Faulty ignores the unprocessed items of its batch.
var Faulty = handle.Pieces{
	"publish": func(ctx context.Context, own handle.Handle, arguments []string) error {
		document, version := arguments[0], arguments[1]
		_, err := own.Client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: puts(document, version)})
		if err != nil {
			return err
		}
		return setCurrent(ctx, own, document, version)
	},
}
