package dev.monotable.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Scripts that send requests by curl with the variables of the AWS SDKs. */
final class ShellPiece {
  private static final String HEAD =
      """
      #!/bin/sh
      key="AWS4-HMAC-SHA256 Credential=$AWS_ACCESS_KEY_ID/20260101/$AWS_REGION/dynamodb/aws4_request"
      dynamo() {
        curl -sS --noproxy '*' "$AWS_ENDPOINT_URL_DYNAMODB" -H "X-Amz-Target: DynamoDB_20120810.$1" \\
          -H "Authorization: $key, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0" \\
          -H 'X-Amz-Date: 20260101T000000Z' -H 'Content-Type: application/x-amz-json-1.0' -d "$2"
      }
      """;

  private ShellPiece() {}

  /**
   * Writes a script; returns its path.
   *
   * @param commands can send requests by {@code dynamo OPERATION BODY}
   */
  static String write(Path directory, String name, String commands) throws IOException {
    Path script = Files.writeString(directory.resolve(name), HEAD + commands);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script.toString();
  }
}
