package monotable_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

const signingKeys = `[default]
aws_access_key_id = AKIDEXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
[session]
aws_access_key_id = ASIAEXAMPLE
aws_secret_access_key = secret
aws_session_token = token/+==
`

// serveSigned starts a server that verifies signatures, and returns its endpoint.
func serveSigned(t *testing.T) string {
	t.Helper()
	program := os.Getenv("MONOTABLE_BIN")
	if program == "" {
		t.Skip("needs MONOTABLE_BIN")
	}
	keys := filepath.Join(t.TempDir(), "credentials")
	if err := os.WriteFile(keys, []byte(signingKeys), 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(program, "--port", "0", "--auth", "sigv4", "--keys", keys)
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, endpoint, found := strings.Cut(lines.Text(), "Monotable listens on "); found {
			return endpoint
		}
	}
	t.Fatal("the server named no endpoint")
	return ""
}

// changedBody sends another body than that which was signed.
type changedBody struct{}

func (changedBody) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Body = io.NopCloser(bytes.NewReader([]byte(`{"Limit":1}`)))
	request.ContentLength = 11
	return http.DefaultTransport.RoundTrip(request)
}

// listTables returns the code and the message of the error of ListTables; empty without one.
func listTables(t *testing.T, endpoint, region string, key aws.Credentials, transport http.RoundTripper) (string, string) {
	t.Helper()
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(endpoint),
		Region:       region,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return key, nil
		}),
		HTTPClient:       &http.Client{Transport: transport},
		RetryMaxAttempts: 1,
	})
	_, err := client.ListTables(t.Context(), &dynamodb.ListTablesInput{})
	var failure interface {
		error
		ErrorCode() string
		ErrorMessage() string
	}
	if errors.As(err, &failure) {
		return failure.ErrorCode(), failure.ErrorMessage()
	}
	if err != nil {
		t.Fatal(err)
	}
	return "", ""
}

func TestSignaturesAreVerified(t *testing.T) {
	t.Parallel()
	endpoint := serveSigned(t)
	key := aws.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}
	session := aws.Credentials{AccessKeyID: "ASIAEXAMPLE", SecretAccessKey: "secret", SessionToken: "token/+=="}
	other, unknown, token := key, key, session
	other.SecretAccessKey = "another"
	unknown.AccessKeyID = "AKIDOTHER"
	token.SessionToken = "another"
	const mismatch = "The request signature we calculated does not match the signature you provided."
	for _, each := range []struct {
		region        string
		key           aws.Credentials
		transport     http.RoundTripper
		code, message string
	}{
		{"us-east-1", key, http.DefaultTransport, "", ""},
		{"us-east-1", session, http.DefaultTransport, "", ""},
		{"us-east-1", other, http.DefaultTransport, "InvalidSignatureException", mismatch},
		{"us-east-1", key, changedBody{}, "InvalidSignatureException", mismatch},
		{"us-east-1", unknown, http.DefaultTransport, "UnrecognizedClientException",
			"The security token included in the request is invalid."},
		{"us-east-1", token, http.DefaultTransport, "UnrecognizedClientException",
			"The security token included in the request is invalid"},
		{"eu-west-1", key, http.DefaultTransport, "InvalidSignatureException",
			"Credential should be scoped to a valid region. "},
	} {
		code, message := listTables(t, endpoint, each.region, each.key, each.transport)
		if code != each.code || !strings.HasPrefix(message, each.message) {
			t.Errorf("%s %s: %s: %s", each.region, each.key.AccessKeyID, code, message)
		}
	}
}
