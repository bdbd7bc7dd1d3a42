package chunks

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Fixed sends the unprocessed items again, after a random time.
var Fixed = handle.Pieces{
	"publish": func(ctx context.Context, own handle.Handle, arguments []string) error {
		document, version := arguments[0], arguments[1]
		requests := puts(document, version)
		for attempt := 0; len(requests) > 0; attempt++ {
			if attempt == 5 {
				return errors.New("the batch is not processed")
			}
			if attempt > 0 {
				time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			}
			batch, err := own.Client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: requests})
			if err != nil {
				return err
			}
			requests = batch.UnprocessedItems
		}
		return setCurrent(ctx, own, document, version)
	},
}
