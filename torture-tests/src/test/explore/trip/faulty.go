package trip

import (
	"context"
	"errors"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Faulty books both parts at once, with a goroutine for each. If one fails, the other stays.
var Faulty = handle.Pieces{
	"book": func(ctx context.Context, own handle.Handle, arguments []string) error {
		var puts []*dynamodb.PutItemInput
		for _, part := range parts {
			item, err := booking(ctx, own, arguments[0], part)
			if err != nil {
				return err
			}
			puts = append(puts, &dynamodb.PutItemInput{TableName: aws.String("Bookings"), Item: item})
		}
		results := make(chan error, len(parts))
		for _, put := range puts {
			go func() {
				_, err := own.Client.PutItem(ctx, put)
				results <- err
			}()
		}
		return errors.Join(<-results, <-results)
	},
}
