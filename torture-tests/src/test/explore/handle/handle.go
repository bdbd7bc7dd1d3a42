// Package handle has the handle of a piece, and what the programs share.
package handle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Item is an item, or a key.
type Item = map[string]types.AttributeValue

// Handle is what a piece gets: a client, and the time of its database in seconds.
type Handle struct {
	Client *dynamodb.Client
	Now    func(ctx context.Context) (int64, error)
}

// Pieces are functions by name.
type Pieces map[string]func(ctx context.Context, own Handle, arguments []string) error

// New returns a handle by the variables that the SDKs read.
func New() Handle {
	endpoint, key := os.Getenv("AWS_ENDPOINT_URL_DYNAMODB"), os.Getenv("AWS_ACCESS_KEY_ID")
	attempts, _ := strconv.Atoi(os.Getenv("AWS_MAX_ATTEMPTS"))
	client := dynamodb.NewFromConfig(aws.Config{
		Region:       os.Getenv("AWS_REGION"),
		BaseEndpoint: aws.String(endpoint),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: key, SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY")}, nil
		}),
		RetryMaxAttempts: attempts,
	})
	return Handle{client, func(ctx context.Context) (int64, error) {
		request, err := http.NewRequestWithContext(ctx, "GET", endpoint+"/_monotable/v1/databases/"+key+"/clock", nil)
		if err != nil {
			return 0, err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0, err
		}
		defer response.Body.Close()
		var clock struct{ Now time.Time }
		err = json.NewDecoder(response.Body).Decode(&clock)
		return clock.Now.Unix(), err
	}}
}

// Main runs a piece as a command: `programs PROGRAM VARIANT FUNCTION ARGUMENT…`.
func Main(programs map[string]map[string]Pieces) {
	if len(os.Args) < 4 || programs[os.Args[1]][os.Args[2]][os.Args[3]] == nil {
		fmt.Fprintln(os.Stderr, "usage: programs PROGRAM VARIANT FUNCTION ARGUMENT…")
		os.Exit(2)
	}
	if err := programs[os.Args[1]][os.Args[2]][os.Args[3]](context.Background(), New(), os.Args[4:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Text returns a string value.
func Text(value string) types.AttributeValue { return &types.AttributeValueMemberS{Value: value} }

// Number returns a number value.
func Number(value int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(value)}
}

// String returns the text of a value, or "" for an absent one.
func String(value types.AttributeValue) string {
	text, _ := value.(*types.AttributeValueMemberS)
	if text == nil {
		return ""
	}
	return text.Value
}

// Int returns the number of a value, or 0 for an absent one.
func Int(value types.AttributeValue) int {
	number, _ := value.(*types.AttributeValueMemberN)
	if number == nil {
		return 0
	}
	result, _ := strconv.Atoi(number.Value)
	return result
}

// Get reads an item with a strongly consistent read.
func Get(ctx context.Context, own Handle, table string, key Item) (Item, error) {
	found, err := own.Client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(table), Key: key, ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return nil, err
	}
	return found.Item, nil
}

// Scan reads all items of a table with strongly consistent reads.
func Scan(ctx context.Context, own Handle, table string) ([]Item, error) {
	var items []Item
	pages := dynamodb.NewScanPaginator(own.Client, &dynamodb.ScanInput{
		TableName: aws.String(table), ConsistentRead: aws.Bool(true),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		items = append(items, page.Items...)
	}
	return items, nil
}

// Transact writes items in one transaction.
func Transact(ctx context.Context, own Handle, items ...types.TransactWriteItem) error {
	_, err := own.Client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: items})
	return err
}

// Put returns an action of a transaction. Without a condition it is "".
func Put(table string, item Item, condition string) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: aws.String(table), Item: item, ConditionExpression: optional(condition),
	}}
}

// Update returns an action of a transaction. Without a condition it is "".
func Update(table string, key Item, expression, condition string, values Item) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: aws.String(table), Key: key, UpdateExpression: aws.String(expression),
		ConditionExpression: optional(condition), ExpressionAttributeValues: values,
	}}
}

// Delete returns an action of a transaction. Without a condition it is "".
func Delete(table string, key Item, condition string) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: aws.String(table), Key: key, ConditionExpression: optional(condition),
	}}
}

// ConditionFailed reports whether a condition of a request failed, or of an action of a transaction.
func ConditionFailed(err error) bool {
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return true
	}
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		for _, reason := range cancelled.CancellationReasons {
			if aws.ToString(reason.Code) == "ConditionalCheckFailed" {
				return true
			}
		}
	}
	return false
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return aws.String(text)
}
