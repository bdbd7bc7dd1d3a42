// Package chat keeps the messages of chat rooms in the table Chat.
package chat

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var table = aws.String("Chat")

// Chat is the table, as a client of the AWS SDK reaches it.
type Chat struct{ Client *dynamodb.Client }

func text(value string) types.AttributeValue { return &types.AttributeValueMemberS{Value: value} }

func number(value int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(value, 10)}
}

// Post posts a message. One with a lifetime disappears.
func (c *Chat) Post(ctx context.Context, room string, n int, from, message string, lifetime time.Duration) error {
	item := map[string]types.AttributeValue{
		"PK": text("ROOM#" + room), "SK": text("MESSAGE#" + strconv.Itoa(n)), "from": text(from), "text": text(message),
	}
	if lifetime > 0 {
		item["expires"] = number(time.Now().Add(lifetime).Unix())
	}
	_, err := c.Client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: table, Item: item, ConditionExpression: aws.String("attribute_not_exists(PK)"),
	})
	return err
}

// Append posts a message behind the last one, which others may do at the same time.
func (c *Chat) Append(ctx context.Context, room, from, message string) error {
	for {
		texts, err := c.texts(ctx, room, true)
		if err != nil {
			return err
		}
		err = c.Post(ctx, room, len(texts)+1, from, message, 0)
		var taken *types.ConditionalCheckFailedException
		if !errors.As(err, &taken) {
			return err
		}
	}
}

// Texts returns the texts of a room.
func (c *Chat) Texts(ctx context.Context, room string) ([]string, error) {
	return c.texts(ctx, room, false)
}

func (c *Chat) texts(ctx context.Context, room string, consistent bool) ([]string, error) {
	page, err := c.Client.Query(ctx, &dynamodb.QueryInput{
		TableName:              table,
		ConsistentRead:         aws.Bool(consistent),
		KeyConditionExpression: aws.String("PK = :room AND begins_with(SK, :messages)"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":room": text("ROOM#" + room), ":messages": text("MESSAGE#"),
		},
	})
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, item := range page.Items {
		texts = append(texts, item["text"].(*types.AttributeValueMemberS).Value)
	}
	return texts, nil
}

// Count is the Lambda function behind the stream of the table: it counts the messages of each sender.
func (c *Chat) Count(ctx context.Context, event events.DynamoDBEvent) error {
	for _, record := range event.Records {
		sender, ok := record.Change.NewImage["from"]
		if !ok || record.EventName != "INSERT" {
			continue
		}
		_, err := c.Client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName:                 table,
			Key:                       key(sender.String()),
			UpdateExpression:          aws.String("ADD messages :one"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":one": number(1)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Counted returns how many messages of a sender were counted.
func (c *Chat) Counted(ctx context.Context, sender string) (string, error) {
	found, err := c.Client.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: key(sender)})
	if err != nil || found.Item == nil {
		return "0", err
	}
	return found.Item["messages"].(*types.AttributeValueMemberN).Value, nil
}

func key(sender string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"PK": text("USER#" + sender), "SK": text("MESSAGES")}
}
