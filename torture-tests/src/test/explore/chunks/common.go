// Package chunks publishes a version of a document: its chunks first, then the number of the version.
package chunks

import (
	"context"
	"fmt"

	"example.com/programs/handle"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func puts(document, version string) map[string][]types.WriteRequest {
	var requests []types.WriteRequest
	for chunk := range 3 {
		requests = append(requests, types.WriteRequest{PutRequest: &types.PutRequest{Item: handle.Item{
			"document": handle.Text(document),
			"chunk":    handle.Text(fmt.Sprintf("%s#%d", version, chunk)),
			"text":     handle.Text(fmt.Sprintf("%s %s %d", document, version, chunk)),
		}}})
	}
	return map[string][]types.WriteRequest{"Chunks": requests}
}

func setCurrent(ctx context.Context, own handle.Handle, document, version string) error {
	_, err := own.Client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("Documents"),
		Key:                       handle.Item{"document": handle.Text(document)},
		UpdateExpression:          aws.String("SET #current = :version"),
		ExpressionAttributeNames:  map[string]string{"#current": "current"},
		ExpressionAttributeValues: handle.Item{":version": &types.AttributeValueMemberN{Value: version}},
	})
	return err
}

// Check fails if a document lacks a chunk of its current version.
var Check = handle.Pieces{
	"check": func(ctx context.Context, own handle.Handle, _ []string) error {
		documents, err := handle.Scan(ctx, own, "Documents")
		if err != nil {
			return err
		}
		for _, document := range documents {
			for chunk := range handle.Int(document["chunks"]) {
				name := fmt.Sprintf("%d#%d", handle.Int(document["current"]), chunk)
				key := handle.Item{"document": document["document"], "chunk": handle.Text(name)}
				found, err := handle.Get(ctx, own, "Chunks", key)
				if err != nil {
					return err
				}
				if found == nil {
					return fmt.Errorf("%s has no chunk %s", handle.String(document["document"]), name)
				}
			}
		}
		return nil
	},
}
