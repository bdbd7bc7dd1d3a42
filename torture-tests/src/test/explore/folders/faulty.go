package folders

import (
	"context"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Faulty deletes a folder because it has read that there is no entry in it.
var Faulty = handle.Pieces{
	"put": func(ctx context.Context, own handle.Handle, arguments []string) error {
		path, name := arguments[0], arguments[1]
		return handle.Transact(ctx, own,
			handle.Put("Entries", entry(path, name, arguments[2]), ""),
			handle.Put("Entries", key("/", path+"/"), ""))
	},
	"delete": func(ctx context.Context, own handle.Handle, arguments []string) error {
		path, name := arguments[0], arguments[1]
		table := aws.String("Entries")
		_, err := own.Client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: table, Key: key(path, name)})
		if err != nil {
			return err
		}
		rest, err := own.Client.Query(ctx, &dynamodb.QueryInput{
			TableName:                 table,
			KeyConditionExpression:    aws.String("folder = :folder"),
			ExpressionAttributeValues: handle.Item{":folder": handle.Text(path)},
			ConsistentRead:            aws.Bool(true),
			Limit:                     aws.Int32(1),
		})
		if err != nil || len(rest.Items) > 0 {
			return err
		}
		_, err = own.Client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: table, Key: key("/", path+"/")})
		return err
	},
}
