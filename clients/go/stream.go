package monotable

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// Handler is a Lambda function. lambda.NewHandler of github.com/aws/aws-lambda-go returns one.
type Handler interface {
	Invoke(ctx context.Context, payload []byte) ([]byte, error)
}

// Longer than any function of Lambda may run.
const drainTimeout = 30 * time.Minute

// Stream is the stream of a table, whose records go to Lambda functions in this process with the rules of
// Lambda's event source mappings.
type Stream struct {
	db       *DB
	settings EventSourceMappingToCreate
	mapping  string
	server   *httptest.Server
	mutex    sync.Mutex
	handler  Handler
}

// Stream returns a stream of a table. The settings are those of the event source mapping; the zero value
// has the defaults. It ends with the test.
func (db *DB) Stream(table string, settings EventSourceMappingToCreate) *Stream {
	settings.Table = table
	stream := &Stream{db: db, settings: settings}
	db.mutex.Lock()
	defer db.mutex.Unlock()
	db.streams = append(db.streams, stream)
	return stream
}

// Drain delivers all records to a function: from the beginning of the stream at first, later those since
// the last call. It returns when nothing is left, also not of what the function itself has written.
func (s *Stream) Drain(handler Handler) DrainResult {
	s.db.t.Helper()
	s.mutex.Lock()
	s.handler = handler
	s.mutex.Unlock()
	if s.mapping == "" {
		s.server = httptest.NewServer(http.HandlerFunc(s.answer))
		s.settings.Url = s.server.URL + "/"
		var created EventSourceMappingDescription
		s.db.call("POST", "/event-source-mappings", s.settings, &created)
		s.mapping = "/event-source-mappings/" + created.Id
	}
	var result DrainResult
	path := s.db.path + s.mapping + "/drain"
	if err := callWithin(drainTimeout, s.db.access.Endpoint, "POST", path, nil, &result); err != nil {
		s.db.t.Fatal(err)
	}
	return result
}

// CloseStreams ends the event source mappings of all streams of the database.
func (db *DB) CloseStreams() {
	db.mutex.Lock()
	streams := db.streams
	db.streams = nil
	db.mutex.Unlock()
	for _, stream := range streams {
		if stream.mapping != "" {
			// It fails only if the database or the server has ended, and the mapping with it.
			_ = call(db.access.Endpoint, "DELETE", db.path+stream.mapping, nil, nil)
			stream.mapping = ""
		}
		if stream.server != nil {
			stream.server.CloseClientConnections()
			stream.server.Close()
			stream.server = nil
		}
	}
}

func (s *Stream) answer(response http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	handler := s.handler
	s.mutex.Unlock()
	payload, err := io.ReadAll(request.Body)
	var result []byte
	if err == nil {
		result, err = invoke(request.Context(), handler, payload)
	}
	response.Header().Set("Content-Type", "application/json")
	if err != nil {
		// As the runtime interface client of Lambda reports an error.
		response.Header().Set("x-amz-function-error", "Unhandled")
		result, _ = json.Marshal(map[string]string{"errorType": fmt.Sprintf("%T", err), "errorMessage": err.Error()})
	}
	_, _ = response.Write(result)
}

func invoke(ctx context.Context, handler Handler, payload []byte) (result []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return handler.Invoke(ctx, payload)
}
