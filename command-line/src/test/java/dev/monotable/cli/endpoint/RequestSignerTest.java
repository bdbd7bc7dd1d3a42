package dev.monotable.cli.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestSignerTest {
  /** The expected signature was computed by botocore 1.43.11. */
  @Test
  void aRequestIsSigned() {
    RequestSigner signer =
        new RequestSigner(
            new Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "TOKEN"),
            "us-east-1",
            "dynamodb");

    assertThat(
            signer.sign(
                "/",
                "dynamodb.us-east-1.amazonaws.com",
                Map.of(
                    "content-type", "application/x-amz-json-1.0",
                    "x-amz-target", "DynamoDB_20120810.ListTables"),
                "{}".getBytes(StandardCharsets.US_ASCII),
                Instant.parse("2015-08-30T12:36:00Z")))
        .isEqualTo(
            Map.of(
                "content-type", "application/x-amz-json-1.0",
                "x-amz-target", "DynamoDB_20120810.ListTables",
                "x-amz-date", "20150830T123600Z",
                "x-amz-security-token", "TOKEN",
                "authorization",
                    "AWS4-HMAC-SHA256"
                        + " Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target,"
                        + " Signature=503440d0cda8fd8dc3e626ffcecf643590907b4336dcd8f9113d9c6f88f53456"));
  }
}
