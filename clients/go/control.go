package monotable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// Error is an error of the server, or the report that it does not answer.
type Error struct {
	// Type is the type of the error, such as UnknownDatabase; Unreachable if the server does not answer.
	Type    string
	Message string
}

func (e *Error) Error() string { return "monotable: " + e.Message }

// A transport of its own, because tests replace http.DefaultTransport.
var client = &http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: 60 * time.Second},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// ends has, for each server of this process, what returns how it has ended.
var ends sync.Map

const requestTimeout = 60 * time.Second

// call sends a request to the control API, and decodes the response.
func call(endpoint, method, path string, body, response any) error {
	return callWithin(requestTimeout, endpoint, method, path, body, response)
}

func callWithin(timeout time.Duration, endpoint, method, path string, body, response any) error {
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, endpoint+"/_monotable/v1"+path, content)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token := os.Getenv("MONOTABLE_CONTROL_TOKEN"); token != "" {
		request.Header.Set("x-monotable-token", token)
	}
	limited := *client
	limited.Timeout = timeout
	answer, err := limited.Do(request)
	if err != nil {
		return unreachable(endpoint, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return unreachable(endpoint, err)
	}
	if answer.StatusCode >= 300 {
		var reported ControlError
		if json.Unmarshal(text, &reported) == nil && reported.Error != "" {
			return &Error{reported.Error, reported.Message}
		}
		return &Error{"UnexpectedResponse", fmt.Sprintf(
			"%s answered %s %s with the status %d. Is it a Monotable server?",
			endpoint, method, path, answer.StatusCode)}
	}
	switch target := response.(type) {
	case nil:
		return nil
	case *string:
		*target = string(text)
		return nil
	}
	if err := json.Unmarshal(text, response); err != nil {
		return &Error{"UnexpectedResponse", "the server sent invalid JSON: " + err.Error()}
	}
	return nil
}

func unreachable(endpoint string, cause error) error {
	reason := cause.Error()
	if known, ok := ends.Load(endpoint); ok {
		if end := known.(func() string)(); end != "" {
			reason = end
		}
	}
	return &Error{"Unreachable", "the server at " + endpoint + " does not answer: " + reason}
}

func isType(err error, name string) bool {
	var reported *Error
	return errors.As(err, &reported) && strings.EqualFold(reported.Type, name)
}
