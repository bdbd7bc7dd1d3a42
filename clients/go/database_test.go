package monotable_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"monotable.dev/monotable/clients/go"
)

var chat = map[string]any{
	"TableName":               "Chat",
	"BillingMode":             "PAY_PER_REQUEST",
	"AttributeDefinitions":    []map[string]string{{"AttributeName": "pk", "AttributeType": "S"}},
	"KeySchema":               []map[string]string{{"AttributeName": "pk", "KeyType": "HASH"}},
	"TimeToLiveSpecification": map[string]any{"AttributeName": "expires", "Enabled": true},
	"StreamSpecification":     map[string]any{"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
}

type function func(payload []byte) error

func (f function) Invoke(_ context.Context, payload []byte) ([]byte, error) {
	return []byte("null"), f(payload)
}

func put(t *testing.T, db *monotable.DB, key string, expires ...time.Time) error {
	t.Helper()
	item := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}}
	for _, each := range expires {
		item["expires"] = &types.AttributeValueMemberN{Value: fmt.Sprint(each.Unix())}
	}
	client := dynamodb.NewFromConfig(db.Config(), func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("Chat"), Item: item})
	return err
}

func mustPut(t *testing.T, db *monotable.DB, key string, expires ...time.Time) {
	t.Helper()
	if err := put(t, db, key, expires...); err != nil {
		t.Fatal(err)
	}
}

func keys(t *testing.T, db *monotable.DB) []string {
	t.Helper()
	client := dynamodb.NewFromConfig(db.Config())
	page, err := client.Scan(t.Context(), &dynamodb.ScanInput{TableName: aws.String("Chat")})
	if err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, item := range page.Items {
		found = append(found, item["pk"].(*types.AttributeValueMemberS).Value)
	}
	slices.Sort(found)
	return found
}

func equal(t *testing.T, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Errorf("found %v, expected %v", found, expected)
	}
}

func TestParallelTestsHaveTheirOwnData(t *testing.T) {
	for i := range 200 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			db := monotable.Database(t, monotable.Table(chat), monotable.Items("Chat", map[string]any{"pk": "seed"}))
			mustPut(t, db, fmt.Sprintf("test %d", i))
			equal(t, keys(t, db), []string{"seed", fmt.Sprintf("test %d", i)})
		})
	}
}

func TestFilesAreReadWithWhatTheyReferTo(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	write(t, directory, "serverless.yml", "service: chat\nprovider: {name: aws}\nresources: ${file(tables/chat.yml)}\n")
	write(t, directory, "tables/chat.yml", "Resources: {Chat: {Type: AWS::DynamoDB::Table, Properties: {"+
		"TableName: Chat, BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: pk,"+
		" AttributeType: S}], KeySchema: [{AttributeName: pk, KeyType: HASH}]}}}\n")
	write(t, directory, "Chat.json", `{"Item": {"pk": {"S": "a"}}}`)
	db := monotable.Database(t, monotable.Schema(filepath.Join(directory, "serverless.yml")),
		monotable.Seed(filepath.Join(directory, "Chat.json")))
	equal(t, db.Dump("Chat"), `{"TableName":"Chat","Item":{"pk":{"S":"a"}}}`+"\n")
	equal(t, db.Describe().Tables[0].Name, "Chat")
}

func TestASeedNamesItsTable(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	write(t, directory, "a=b.json", `[{"pk": "a"}]`)
	other := maps.Clone(chat)
	other["TableName"] = "Other"
	db := monotable.Database(t, monotable.Table(chat, other),
		monotable.Seed("Chat="+filepath.Join(directory, "a=b.json")))
	equal(t, keys(t, db), []string{"a"})
}

func write(t *testing.T, directory, name, text string) {
	t.Helper()
	file := filepath.Join(directory, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestForksSnapshotsAndReset(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	mustPut(t, db, "a")
	fork := db.Fork()
	mustPut(t, fork, "b")
	equal(t, keys(t, db), []string{"a"})
	equal(t, keys(t, fork), []string{"a", "b"})
	equal(t, db.Diff(fork.ID()).Tables, []monotable.TableChange{{
		Table: "Chat", Presence: "kept", Added: []map[string]any{}, Changed: []monotable.ItemChanged{},
		Removed: []map[string]any{{"pk": map[string]any{"S": "b"}}},
	}})
	db.Snapshot("one")
	mustPut(t, db, "c")
	equal(t, len(db.Diff("one").Tables[0].Added), 1)
	db.Restore("one")
	equal(t, keys(t, db), []string{"a"})
	db.Reset()
	equal(t, keys(t, db), []string{})
	equal(t, db.Load(monotable.Items("Chat", map[string]any{"pk": "d"})).ItemsPut, int64(1))
	equal(t, keys(t, db), []string{"d"})
}

func TestTime(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	db.Freeze()
	db.SetTime(start)
	mustPut(t, db, "a", start.Add(time.Hour))
	db.Advance(59*time.Minute + 1500*time.Microsecond)
	equal(t, db.Now(), start.Add(59*time.Minute+1500*time.Microsecond))
	equal(t, keys(t, db), []string{"a"})
	db.Advance(2 * time.Minute)
	equal(t, keys(t, db), []string{})
	db.Resume()
}

func TestThrottlingAndContributors(t *testing.T) {
	t.Parallel()
	table := maps.Clone(chat)
	table["OnDemandThroughput"] = map[string]int{"MaxWriteRequestUnits": 1}
	table["ContributorInsightsSpecification"] = map[string]bool{"Enabled": true}
	db := monotable.Database(t)
	db.Freeze()
	db.Load(monotable.Table(table))
	db.Throttle(true)
	for range 301 { // those of this second, and the burst
		mustPut(t, db, "a")
	}
	var throttled *types.ThrottlingException
	if err := put(t, db, "a"); !errors.As(err, &throttled) {
		t.Fatal(err)
	}
	db.Throttle(false)
	mustPut(t, db, "a")
	key := map[string]any{"pk": map[string]any{"S": "a"}}
	equal(t, db.Contributors("Chat", "").AccessedPartitionKeys, []monotable.ContributorEntry{{Key: key, Count: 302}})
	equal(t, db.Contributors("Chat", "").ThrottledPartitionKeys, []monotable.ContributorEntry{{Key: key, Count: 1}})
}

func TestReplicationIsCutAndConnectedAgain(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	_, err := dynamodb.NewFromConfig(db.Config()).UpdateTable(t.Context(), &dynamodb.UpdateTableInput{
		TableName: aws.String("Chat"),
		ReplicaUpdates: []types.ReplicationGroupUpdate{
			{Create: &types.CreateReplicationGroupMemberAction{RegionName: aws.String("eu-west-1")}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	db.Replication(monotable.ReplicationChange{Cut: "eu-west-1"})
	mustPut(t, db, "a")
	links := []monotable.ReplicationLink{
		{Source: "eu-west-1", Target: "us-east-1", Cut: true, Delay: "PT0S"},
		{Source: "us-east-1", Target: "eu-west-1", Cut: true, Delay: "PT0S", Pending: 1},
	}
	equal(t, db.Replication(monotable.ReplicationChange{}), links)
	links[0].Cut, links[1].Cut, links[1].Pending = false, false, 0
	db.Replication(monotable.ReplicationChange{Reconnect: "eu-west-1"})
	equal(t, db.Replication(monotable.ReplicationChange{Deliver: aws.Bool(true)}), links)
}

func TestFaultsAndRequests(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	rule := db.Fault(monotable.FaultToAdd{Fault: "throttle", Operation: "PutItem", Times: aws.Int64(1)})
	var throttled *types.ThrottlingException
	if err := put(t, db, "a"); !errors.As(err, &throttled) {
		t.Fatal(err)
	}
	mustPut(t, db, "a")
	rule.Matched, rule.Injected = 2, 1
	equal(t, db.Faults(), []monotable.FaultDescription{rule})
	for range 120 {
		keys(t, db)
	}
	operations := map[string]int{}
	for _, each := range db.Requests(monotable.RequestFilter{Table: "Chat"}) {
		operations[each.Operation]++
	}
	equal(t, operations, map[string]int{"PutItem": 2, "Scan": 120})
	equal(t, db.Requests(monotable.RequestFilter{Error: "any"})[0].Error, "ThrottlingException")
	if report := db.Report("markdown"); !strings.Contains(report, "Scan") {
		t.Error(report)
	}
	db.ClearFaults()
	db.ClearRequests()
	equal(t, len(db.Requests(monotable.RequestFilter{})), 0)
}

func TestStreamsReachFunctions(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	mustPut(t, db, "a")
	calls := 0
	stream := db.Stream("Chat", monotable.EventSourceMappingToCreate{MaximumRetryAttempts: aws.Int(1)})
	result := stream.Drain(function(func(payload []byte) error {
		calls++
		if calls == 1 {
			return errors.New("the first time")
		}
		if strings.Contains(string(payload), `"S":"a"`) {
			return put(t, db, "b")
		}
		return nil
	}))
	equal(t, result, monotable.DrainResult{Invocations: 3, Discarded: []monotable.DiscardedRecords{}})
	mustPut(t, db, "c")
	result = stream.Drain(function(func([]byte) error { panic("always") }))
	equal(t, result.Discarded[0].Condition, "RetryAttemptsExhausted")
	if !strings.Contains(result.Discarded[0].Error, "panic: always") {
		t.Error(result.Discarded[0].Error)
	}
}

func TestAPrincipalMayDoWhatItsPoliciesAllow(t *testing.T) {
	t.Parallel()
	db := monotable.Database(t, monotable.Table(chat))
	mustPut(t, db, "USER#a")
	const policy = `{"Version": "2012-10-17", "Statement": {"Effect": "Allow",
		"Action": ["dynamodb:GetItem", "dynamodb:DeleteItem"], "Resource": "*", "Condition":
		{"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "USER#${aws:PrincipalTag/tenant}"}}}}`
	tenant := db.Principal(monotable.PrincipalToCreate{
		Role: "App", Name: "a", Tags: map[string]string{"tenant": "a"}, Policies: []string{policy},
	})
	equal(t, tenant.ARN(), "arn:aws:sts::000000000000:assumed-role/App/a")
	client := dynamodb.NewFromConfig(tenant.Config())
	get := func(key string) (*dynamodb.GetItemOutput, error) {
		return client.GetItem(t.Context(), &dynamodb.GetItemInput{
			TableName: aws.String("Chat"),
			Key:       map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
		})
	}
	if found, err := get("USER#a"); err != nil || len(found.Item) != 1 {
		t.Fatal(found, err)
	}
	if _, err := get("USER#b"); err == nil || !strings.Contains(err.Error(),
		"AccessDeniedException: User: "+tenant.ARN()+" is not authorized to perform: dynamodb:GetItem on") {
		t.Error(err)
	}
	usage := tenant.Usage()
	equal(t, len(usage.Used), 1)
	equal(t, usage.Unused[0].Actions, []string{"dynamodb:DeleteItem"})
	tenant.End()
	if _, err := get("USER#a"); err == nil || !strings.Contains(err.Error(), "UnrecognizedClientException") {
		t.Error(err)
	}

	nobody := db.As(strings.Replace(policy, "Allow", "Deny", 1))
	_, err := dynamodb.NewFromConfig(nobody.Config()).ListTables(t.Context(), &dynamodb.ListTablesInput{})
	if err == nil || !strings.Contains(err.Error(), "AccessDeniedException") {
		t.Error(err)
	}
}

func TestTheEnvironmentLeadsToTheDatabase(t *testing.T) {
	db := monotable.Database(t)
	db.Setenv()
	equal(t, os.Getenv("AWS_ACCESS_KEY_ID"), db.ID())
}
