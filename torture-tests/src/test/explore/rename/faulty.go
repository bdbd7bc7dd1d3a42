package rename

import (
	"context"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Faulty puts the file at its new path, and then deletes it at the old one.
var Faulty = handle.Pieces{
	"rename": func(ctx context.Context, own handle.Handle, arguments []string) error {
		file, err := renamed(ctx, own, arguments[0], arguments[1])
		if err != nil {
			return err
		}
		if _, err = own.Client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("Files"), Item: file}); err != nil {
			return err
		}
		_, err = own.Client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: aws.String("Files"), Key: path(arguments[0]),
		})
		return err
	},
}
