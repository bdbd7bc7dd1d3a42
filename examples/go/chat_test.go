package chat

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	monotable "monotable.dev/monotable/clients/go"
)

// open returns the chat of a test, in a database of its own.
func open(t *testing.T) (*Chat, *monotable.DB) {
	t.Parallel()
	db := monotable.Database(t, monotable.Schema("template.yaml"), monotable.Seed("Chat.json"))
	return &Chat{dynamodb.NewFromConfig(db.Config())}, db
}

func TestEachTestStartsWithTheSchemaAndTheSeed(t *testing.T) {
	for i := range 20 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			chat, _ := open(t)
			post(t, chat, 2, 0)
			expect(t, chat, "Welcome", "Message 2")
		})
	}
}

func TestAMessageDisappearsAfterItsLifetime(t *testing.T) {
	chat, db := open(t)
	post(t, chat, 2, time.Hour)
	db.Advance(2 * time.Hour)
	expect(t, chat, "Welcome")
}

func TestAPostSurvivesThrottling(t *testing.T) {
	chat, db := open(t)
	db.Fault(monotable.FaultToAdd{Fault: "throttle", Operation: "PutItem", Times: aws.Int64(2)})
	post(t, chat, 2, 0) // the SDK tries three times
	expect(t, chat, "Welcome", "Message 2")
	if rule := db.Faults()[0]; rule.Matched != 3 || rule.Injected != 2 {
		t.Error(rule)
	}
}

func TestTheMessagesOfARoomAreReadWithOneQuery(t *testing.T) {
	chat, db := open(t)
	expect(t, chat, "Welcome")
	requests := db.Requests(monotable.RequestFilter{})
	if len(requests) != 1 || requests[0].Operation != "Query" || requests[0].ItemsRead != 1 {
		t.Error(requests)
	}
}

func TestTheFunctionBehindTheStreamCountsMessages(t *testing.T) {
	chat, db := open(t)
	post(t, chat, 2, 0)
	post(t, chat, 3, 0)
	db.Stream("Chat", monotable.EventSourceMappingToCreate{}).Drain(lambda.NewHandler(chat.Count))
	if counted, err := chat.Counted(t.Context(), "ben"); err != nil || counted != "2" {
		t.Error(counted, err)
	}
}

func TestAForkIsACopy(t *testing.T) {
	chat, db := open(t)
	fork := &Chat{dynamodb.NewFromConfig(db.Fork().Config())}
	post(t, fork, 2, 0)
	expect(t, chat, "Welcome")
	expect(t, fork, "Welcome", "Message 2")
}

func TestNoOrderOfTwoPostsAtTheSameTimeLosesOne(t *testing.T) {
	_, db := open(t)
	post := func(own *monotable.Own) error {
		chat := &Chat{dynamodb.NewFromConfig(own.Config())}
		return chat.Append(t.Context(), "lobby", own.Name, "from "+own.Name)
	}
	check := func(result *monotable.Execution) error {
		texts, err := (&Chat{dynamodb.NewFromConfig(result.Config())}).Texts(t.Context(), "lobby")
		for _, name := range result.Returned {
			if err == nil && !slices.Contains(texts, "from "+name) {
				err = fmt.Errorf("the message of %s is lost: %q", name, texts)
			}
		}
		return err
	}
	report := db.Explore(monotable.Exploration{Pieces: monotable.Pieces{"ann": post, "ben": post}, Check: check})
	if report.Found || report.Executions < 2 {
		t.Error(report.Text)
	}
}

func post(t *testing.T, chat *Chat, n int, lifetime time.Duration) {
	t.Helper()
	if err := chat.Post(t.Context(), "lobby", n, "ben", fmt.Sprintf("Message %d", n), lifetime); err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, chat *Chat, expected ...string) {
	t.Helper()
	texts, err := chat.Texts(t.Context(), "lobby")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(texts, expected) {
		t.Errorf("found %q, expected %q", texts, expected)
	}
}
