package monotable_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"monotable.dev/monotable/clients/go"
)

func owner(config aws.Config) (string, error) {
	found, err := dynamodb.NewFromConfig(config).GetItem(context.Background(), &dynamodb.GetItemInput{
		TableName:      aws.String("Chat"),
		Key:            map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "seat"}},
		ConsistentRead: aws.Bool(true),
	})
	if err != nil || found.Item == nil {
		return "", err
	}
	return found.Item["owner"].(*types.AttributeValueMemberS).Value, nil
}

// book returns a piece that books the seat, after a look at it without a condition.
func book(condition *string) func(own *monotable.Own) error {
	return func(own *monotable.Own) error {
		if condition == nil {
			if found, err := owner(own.Config()); err != nil || found != "" {
				return err
			}
		}
		_, err := dynamodb.NewFromConfig(own.Config()).PutItem(context.Background(), &dynamodb.PutItemInput{
			TableName: aws.String("Chat"),
			Item: map[string]types.AttributeValue{
				"pk":    &types.AttributeValueMemberS{Value: "seat"},
				"owner": &types.AttributeValueMemberS{Value: own.Name},
			},
			ConditionExpression: condition,
		})
		return err
	}
}

func TestAnOrderThatFailsTheCheckIsFound(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	report := db.Explore(monotable.Exploration{
		Pieces: monotable.Pieces{"ann": book(nil), "bob": book(nil)},
		Check: func(result *monotable.Execution) error {
			if found, err := owner(result.Config()); err != nil || found != "bob" {
				return err
			}
			return context.Canceled
		}})
	if !report.Found || !strings.HasPrefix(report.Text, "context canceled\n\n") {
		t.Error(report.Text)
	}
	if found, err := owner(db.Config()); err != nil || found != "" {
		t.Error(found, err)
	}
}

func TestASoundBookingIsExploredToTheEnd(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	safely := book(aws.String("attribute_not_exists(pk)"))
	report := db.Explore(monotable.Exploration{
		Pieces: monotable.Pieces{"ann": safely, "bob": safely},
		Check: func(result *monotable.Execution) error {
			_, err := owner(result.Config())
			return err
		}})
	if report.Found || report.Executions < 2 {
		t.Error(report.Text)
	}
}
