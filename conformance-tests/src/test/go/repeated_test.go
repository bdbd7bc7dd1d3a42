// Tests requests that carry a token and are repeated. The SDK writes maps in Go's random order, so
// the repeated requests have other bytes. The endpoint is the variable MONOTABLE_ENDPOINT.

package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const rounds = 60

// Records the bodies and the hosts of requests, and sends them to the server under test only.
type recorder struct {
	host      string
	mutex     sync.Mutex
	bodies    []string
	hosts     map[string]int
	described chan struct{}
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	r.mutex.Lock()
	r.bodies = append(r.bodies, string(body))
	r.hosts[request.URL.Host]++
	r.mutex.Unlock()
	if request.URL.Host != r.host {
		return nil, fmt.Errorf("the request left for %s", request.URL.Host)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if strings.HasSuffix(request.Header.Get("X-Amz-Target"), ".DescribeEndpoints") {
		r.described <- struct{}{}
	}
	return response, err
}

// Returns the number of different bodies of the last requests.
func (r *recorder) different(last int) int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	bodies := map[string]bool{}
	for _, body := range r.bodies[len(r.bodies)-last:] {
		bodies[body] = true
	}
	return len(bodies)
}

func newClient(t *testing.T, options ...func(*dynamodb.Options)) (*dynamodb.Client, *recorder) {
	t.Helper()
	endpoint := os.Getenv("MONOTABLE_ENDPOINT")
	parsed, err := url.Parse(endpoint)
	if err != nil || parsed.Host == "" {
		t.Fatalf("MONOTABLE_ENDPOINT is %q", endpoint)
	}
	transport := &recorder{host: parsed.Host, hosts: map[string]int{}, described: make(chan struct{}, 1000)}
	all := append([]func(*dynamodb.Options){func(o *dynamodb.Options) {
		o.BaseEndpoint = aws.String(endpoint)
		o.Region = "us-east-1"
		o.Credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}, nil
		})
		o.HTTPClient = &http.Client{Transport: transport}
	}}, options...)
	return dynamodb.New(dynamodb.Options{}, all...), transport
}

// Creates a table with the keys PK and SK and deletes it after the test.
func createTable(t *testing.T, client *dynamodb.Client) string {
	t.Helper()
	table := t.Name()
	_, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName:   &table,
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
	})
	check(t, err)
	t.Cleanup(func() {
		_, err := client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: &table})
		check(t, err)
	})
	return table
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func text(value string) types.AttributeValue {
	return &types.AttributeValueMemberS{Value: value}
}

func number(value string) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: value}
}

func list(values ...types.AttributeValue) types.AttributeValue {
	return &types.AttributeValueMemberL{Value: values}
}

func key(partition string, sort int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"PK": text(partition), "SK": text(strconv.Itoa(sort))}
}

// Returns a map with several members at each level.
func nested(depth int) types.AttributeValue {
	members := map[string]types.AttributeValue{}
	for i := range 5 {
		name := fmt.Sprintf("m%d", i)
		if depth == 0 {
			members[name] = number(strconv.Itoa(i))
		} else {
			members[name] = nested(depth - 1)
		}
	}
	return &types.AttributeValueMemberM{Value: members}
}

func transaction(table string, token string, round int) *dynamodb.TransactWriteItemsInput {
	item := key("item", round)
	item["map"] = nested(2)
	item["list"] = list(nested(1), text("last"))
	item["set"] = &types.AttributeValueMemberSS{Value: []string{"a", "b", "c"}}
	return &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: &token,
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: &table, Item: item}},
			{Update: &types.Update{
				TableName:                &table,
				Key:                      key("counter", round),
				UpdateExpression:         aws.String("SET #t = :s, #m = :m ADD #n :one"),
				ConditionExpression:      aws.String("attribute_not_exists(#n)"),
				ExpressionAttributeNames: map[string]string{"#n": "counter", "#t": "text", "#m": "map"},
				ExpressionAttributeValues: map[string]types.AttributeValue{
					":one": number("1"), ":m": nested(1), ":s": text("s")},
			}},
			{Delete: &types.Delete{TableName: &table, Key: key("gone", round)}},
			{ConditionCheck: &types.ConditionCheck{
				TableName:                 &table,
				Key:                       key("missing", round),
				ConditionExpression:       aws.String("attribute_not_exists(PK) OR #a = :m OR #b = :s"),
				ExpressionAttributeNames:  map[string]string{"#a": "a", "#b": "b"},
				ExpressionAttributeValues: map[string]types.AttributeValue{":m": nested(2), ":s": text("s")},
			}},
		},
	}
}

func TestTransactWriteItemsIsDoneOnce(t *testing.T) {
	client, sent := newClient(t)
	table := createTable(t, client)
	different := 0
	for round := range rounds {
		token := fmt.Sprintf("token-%d", round)
		for range 3 {
			_, err := client.TransactWriteItems(t.Context(), transaction(table, token, round))
			check(t, err)
		}
		different += sent.different(3) - 1
	}
	if different < rounds {
		t.Errorf("only %d of %d repeated requests have other bytes", different, 2*rounds)
	}
}

func TestTransactWriteItemsWithAnotherListIsAMismatch(t *testing.T) {
	client, _ := newClient(t)
	table := createTable(t, client)
	put := func(elements types.AttributeValue) error {
		item := key("item", 0)
		item["list"] = elements
		_, err := client.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{
			ClientRequestToken: aws.String("token"),
			TransactItems:      []types.TransactWriteItem{{Put: &types.Put{TableName: &table, Item: item}}},
		})
		return err
	}
	check(t, put(list(text("a"), text("b"))))
	err := put(list(text("b"), text("a")))
	var mismatch *types.IdempotentParameterMismatchException
	if !errors.As(err, &mismatch) {
		t.Errorf("got %v", err)
	}
}

func TestExecuteTransactionIsDoneOnce(t *testing.T) {
	client, sent := newClient(t)
	table := createTable(t, client)
	different := 0
	for round := range rounds {
		for range 3 {
			_, err := client.ExecuteTransaction(t.Context(), &dynamodb.ExecuteTransactionInput{
				ClientRequestToken: aws.String(fmt.Sprintf("token-%d", round)),
				TransactStatements: []types.ParameterizedStatement{{
					// A second INSERT of the same item fails.
					Statement: aws.String(fmt.Sprintf(
						`INSERT INTO "%s" VALUE {'PK': ?, 'SK': ?, 'map': ?, 'list': ?}`, table)),
					Parameters: []types.AttributeValue{
						text("item"), text(strconv.Itoa(round)), nested(2), list(nested(1), nested(0))},
				}},
			})
			check(t, err)
		}
		different += sent.different(3) - 1
	}
	if different < rounds {
		t.Errorf("only %d of %d repeated requests have other bytes", different, 2*rounds)
	}
}

func TestPagesOfExecuteStatementAreComplete(t *testing.T) {
	client, sent := newClient(t)
	table := createTable(t, client)
	const items = 20
	for i := range items {
		item := key("item", i)
		item["map"] = nested(2)
		_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: item})
		check(t, err)
	}
	found := map[string]bool{}
	pages := 0
	var next *string
	for {
		page, err := client.ExecuteStatement(t.Context(), &dynamodb.ExecuteStatementInput{
			Statement:  aws.String(fmt.Sprintf(`SELECT * FROM "%s" WHERE map = ?`, table)),
			Parameters: []types.AttributeValue{nested(2)},
			Limit:      aws.Int32(1),
			NextToken:  next,
		})
		check(t, err)
		pages++
		for _, item := range page.Items {
			found[item["SK"].(*types.AttributeValueMemberS).Value] = true
		}
		if next = page.NextToken; next == nil {
			break
		}
	}
	if len(found) != items || pages < items {
		t.Errorf("found %d of %d items on %d pages", len(found), items, pages)
	}
	if different := sent.different(pages); different < pages {
		t.Errorf("only %d of %d requests have different bytes", different, pages)
	}
}

// With endpoint discovery, the SDK asks for the endpoints in the background and goes to the address
// that it gets, if it is one of AWS.
func TestEndpointDiscoveryStaysWithTheServer(t *testing.T) {
	client, sent := newClient(t, func(o *dynamodb.Options) {
		o.EndpointDiscovery.EnableEndpointDiscovery = aws.EndpointDiscoveryEnabled
	})
	table := createTable(t, client)
	get := func() {
		_, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &table, Key: key("a", 0)})
		check(t, err)
	}
	get()
	<-sent.described
	for range 300 {
		get()
	}

	endpoints, err := client.DescribeEndpoints(t.Context(), &dynamodb.DescribeEndpointsInput{})
	check(t, err)
	if len(endpoints.Endpoints) != 1 || *endpoints.Endpoints[0].Address != sent.host {
		t.Errorf("got the endpoints %v, expected %s", endpoints.Endpoints, sent.host)
	}
	sent.mutex.Lock()
	defer sent.mutex.Unlock()
	if len(sent.hosts) != 1 || sent.hosts[sent.host] == 0 {
		t.Errorf("got requests to %v", sent.hosts)
	}
}
