package folders

import (
	"context"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// count returns the values of an update that counts the entries of a folder.
func count(difference int) handle.Item {
	return handle.Item{":difference": handle.Number(difference)}
}

// Fixed counts the entries in the item of the folder, and deletes it on the condition that there are none.
var Fixed = handle.Pieces{
	"put": func(ctx context.Context, own handle.Handle, arguments []string) error {
		path, name := arguments[0], arguments[1]
		err := handle.Transact(ctx, own,
			handle.Put("Entries", entry(path, name, arguments[2]), "attribute_not_exists(folder)"),
			handle.Update("Entries", key("/", path+"/"), "ADD children :difference", "", count(1)))
		if handle.ConditionFailed(err) {
			return nil // the entry exists, and was counted
		}
		return err
	},
	"delete": func(ctx context.Context, own handle.Handle, arguments []string) error {
		path, name := arguments[0], arguments[1]
		err := handle.Transact(ctx, own,
			handle.Delete("Entries", key(path, name), "attribute_exists(folder)"),
			handle.Update("Entries", key("/", path+"/"), "ADD children :difference", "", count(-1)))
		if err != nil && !handle.ConditionFailed(err) {
			return err
		}
		_, err = own.Client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName:                 aws.String("Entries"),
			Key:                       key("/", path+"/"),
			ConditionExpression:       aws.String("children = :none"),
			ExpressionAttributeValues: handle.Item{":none": handle.Number(0)},
		})
		if handle.ConditionFailed(err) {
			return nil // there are entries, or no folder
		}
		return err
	},
}
