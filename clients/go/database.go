// Package monotable gives each test a DynamoDB of its own: an emulator that runs on this machine.
//
//	func TestChat(t *testing.T) {
//		t.Parallel()
//		db := monotable.Database(t, monotable.Schema("template.yaml"))
//		client := dynamodb.NewFromConfig(db.Config())
//
// All methods of [DB] end the test if the server reports an error, so they are for the goroutine of the
// test.
package monotable

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// DB is a database of a server: independent of all others, reached by its access key.
type DB struct {
	t       testing.TB
	access  DatabaseAccess
	path    string
	mutex   sync.Mutex
	streams []*Stream
}

// templates are the databases of this process whose forks tests get, by what they begin with. Files are
// loaded once, and a fork takes microseconds.
var templates sync.Map

// A server that is not of this test run ends a template that is not forked for this time.
const templateLife = "1h"

type template struct {
	once sync.Once
	id   string
	err  error
}

// Database creates a database, which ends with the test. Its requests are kept from the beginning.
func Database(t testing.TB, options ...Option) *DB {
	t.Helper()
	body, err := newUpload(options)
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	key, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := templates.LoadOrStore(string(key), &template{})
	first := found.(*template)
	first.once.Do(func() {
		var access DatabaseAccess
		first.err = call(endpoint, "POST", "/databases", DatabaseToCreate{
			Schema: body.Schema, Seed: body.Seed, Parameters: body.Parameters, ExpireAfter: templateLife,
		}, &access)
		first.id = access.Id
	})
	if first.err != nil {
		t.Fatal(first.err)
	}
	return create(t, endpoint, first.id)
}

func create(t testing.TB, endpoint, from string) *DB {
	t.Helper()
	db := &DB{t: t}
	if err := call(endpoint, "POST", "/databases", DatabaseToCreate{From: from}, &db.access); err != nil {
		t.Fatal(err)
	}
	db.access.Endpoint = endpoint // the one by which this process reaches the server
	db.path = "/databases/" + url.PathEscape(db.access.Id)
	t.Cleanup(db.drop)
	db.call("GET", "/requests?count=1", nil, nil) // from here on, they are kept
	return db
}

func (db *DB) drop() {
	db.t.Helper()
	db.CloseStreams()
	err := call(db.access.Endpoint, "DELETE", db.path, nil, nil)
	if err != nil && !(db.t.Failed() && isType(err, "Unreachable")) {
		db.t.Error(err)
	}
}

func (db *DB) call(method, path string, body, response any) {
	db.t.Helper()
	if err := call(db.access.Endpoint, method, db.path+path, body, response); err != nil {
		db.t.Fatal(err)
	}
}

// ID returns the ID of the database, which is its access key.
func (db *DB) ID() string { return db.access.Id }

// Config returns the configuration with which clients of the AWS SDK are created.
func (db *DB) Config() aws.Config {
	return config(db.access.Endpoint, db.access.Region, db.access.AccessKeyId, db.access.SecretAccessKey)
}

func config(endpoint, region, key, secret string) aws.Config {
	return aws.Config{
		Region:       region,
		BaseEndpoint: aws.String(endpoint),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: key, SecretAccessKey: secret, Source: "monotable"}, nil
		}),
	}
}

// Setenv leads the default configuration of AWS SDKs to the database during the test. As t.Setenv, it
// cannot be used in parallel tests.
func (db *DB) Setenv() {
	db.t.Helper()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID":                   db.access.AccessKeyId,
		"AWS_SECRET_ACCESS_KEY":               db.access.SecretAccessKey,
		"AWS_SESSION_TOKEN":                   "",
		"AWS_PROFILE":                         "",
		"AWS_REGION":                          db.access.Region,
		"AWS_DEFAULT_REGION":                  db.access.Region,
		"AWS_ENDPOINT_URL_DYNAMODB":           db.access.Endpoint,
		"AWS_ENDPOINT_URL_DYNAMODB_STREAMS":   db.access.Endpoint,
		"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "",
	} {
		db.t.Setenv(name, value)
	}
}

// Fork creates an independent copy with its own access key, in microseconds. It ends with the test.
func (db *DB) Fork() *DB {
	db.t.Helper()
	return create(db.t, db.access.Endpoint, db.access.Id)
}

// Load loads schema and seed files, all or nothing.
func (db *DB) Load(options ...Option) LoadResult {
	db.t.Helper()
	body, err := newUpload(options)
	if err != nil {
		db.t.Fatal(err)
	}
	var result LoadResult
	db.call("POST", "/load", body, &result)
	return result
}

// Now returns the time of the database's clock.
func (db *DB) Now() time.Time {
	db.t.Helper()
	var state ClockState
	db.call("GET", "/clock", nil, &state)
	now, err := time.Parse(time.RFC3339Nano, state.Now)
	if err != nil {
		db.t.Fatal(err)
	}
	return now
}

// SetTime sets the clock. It runs on from there, unless it is frozen.
func (db *DB) SetTime(now time.Time) {
	db.t.Helper()
	db.changeClock(map[string]any{"set": now.UTC().Format(time.RFC3339Nano)})
}

// Advance advances the clock, and does what is due by then: items expire, records grow old.
func (db *DB) Advance(duration time.Duration) {
	db.t.Helper()
	seconds := strconv.FormatFloat(duration.Seconds(), 'f', -1, 64)
	db.changeClock(map[string]any{"advance": "PT" + seconds + "S"})
}

// Freeze lets the clock stand still.
func (db *DB) Freeze() {
	db.t.Helper()
	db.changeClock(map[string]any{"frozen": true})
}

// Resume lets the clock run on.
func (db *DB) Resume() {
	db.t.Helper()
	db.changeClock(map[string]any{"frozen": false})
}

func (db *DB) changeClock(change map[string]any) {
	db.t.Helper()
	db.call("PATCH", "/clock", change, nil)
}

// RequestFilter says which requests to return. An empty member matches all.
type RequestFilter struct {
	Operation, Table, Index string
	// Error is the type of an error; any for all requests that failed.
	Error string
}

// Requests returns the requests since the database was created, reset, or its requests were forgotten; the
// last 1000 at most.
func (db *DB) Requests(filter RequestFilter) []RequestEntry {
	db.t.Helper()
	var found []RequestEntry
	after := ""
	for {
		var page RequestPage
		db.call("GET", "/requests"+query("operation", filter.Operation, "table", filter.Table,
			"index", filter.Index, "error", filter.Error, "after", after, "count", "100"), nil, &page)
		found = append(found, page.Requests...)
		if page.Next == nil {
			return found
		}
		after = strconv.FormatInt(*page.Next, 10)
	}
}

// query returns the query of a path from names and values, without the empty values.
func query(parameters ...string) string {
	values := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		if parameters[i+1] != "" {
			values.Set(parameters[i], parameters[i+1])
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// String returns the ID of the database and its endpoint.
func (db *DB) String() string { return fmt.Sprintf("%s at %s", db.access.Id, db.access.Endpoint) }
