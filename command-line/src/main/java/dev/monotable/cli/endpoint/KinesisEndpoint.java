package dev.monotable.cli.endpoint;

import dev.monotable.cli.endpoint.EndpointConnection.Reply;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.engine.KinesisStreams;
import dev.monotable.stream.kinesis.KinesisException;
import dev.monotable.stream.kinesis.KinesisRecord;
import dev.monotable.stream.kinesis.KinesisTarget;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of Kinesis, such as an emulator or AWS. Sends each request once. Safe for use by
 * multiple threads.
 *
 * @see <a href="https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html">
 *     PutRecords</a>
 */
public final class KinesisEndpoint implements KinesisTarget, KinesisStreams {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String CONTENT = "application/x-amz-json-1.1";

  private final EndpointConnection connection;
  private final Credentials credentials;

  private KinesisEndpoint(EndpointConnection connection, Credentials credentials) {
    this.connection = connection;
    this.credentials = credentials;
  }

  /**
   * Opens an endpoint, without calling it.
   *
   * @throws InvalidArgumentException if the URL is invalid
   */
  public static KinesisEndpoint of(String url, Map<String, String> environment) {
    EndpointConnection connection = EndpointConnection.of(url, null, TIMEOUT);
    Credentials credentials = new CredentialSources(environment, null).find();
    return new KinesisEndpoint(connection, credentials == null ? Credentials.ANY : credentials);
  }

  @Override
  public List<KinesisRecord> put(String streamArn, List<KinesisRecord> records) {
    StringBuilder body = new StringBuilder("{").append(stream(streamArn)).append(",\"Records\":[");
    Base64.Encoder base64 = Base64.getEncoder();
    for (KinesisRecord record : records) {
      body.append(body.charAt(body.length() - 1) == '[' ? "{\"Data\":\"" : ",{\"Data\":\"");
      body.append(base64.encodeToString(record.data()));
      body.append("\",\"PartitionKey\":\"").append(record.partitionKey()).append("\"}");
    }
    Mapping answer;
    try {
      answer = call(streamArn, "PutRecords", body.append("]}").toString());
    } catch (EndpointException e) {
      throw new KinesisException(String.valueOf(e.getMessage()), e);
    }
    List<KinesisRecord> rejected = new ArrayList<>();
    if (answer.find("Records") instanceof Sequence results
        && results.elements().size() == records.size()) {
      for (int i = 0; i < records.size(); i++) {
        if (text(results.elements().get(i), "ErrorCode") != null) {
          rejected.add(records.get(i));
        }
      }
      return rejected;
    }
    throw new KinesisException(
        connection.url() + ": the response of PutRecords does not have a result for each record",
        null);
  }

  @Override
  public boolean isActive(String streamArn) {
    try {
      Mapping answer = call(streamArn, "DescribeStreamSummary", "{" + stream(streamArn) + "}");
      FileValue summary = answer.find("StreamDescriptionSummary");
      String status = summary == null ? null : text(summary, "StreamStatus");
      return status == null || status.equals("ACTIVE") || status.equals("UPDATING");
    } catch (EndpointException e) {
      return !e.code().equals("ResourceNotFoundException");
    }
  }

  /** Returns the member that names a stream. Emulators know names, and not all of them ARNs. */
  private static String stream(String streamArn) {
    String name = streamArn.substring(streamArn.indexOf('/') + 1);
    return "\"StreamName\":\"" + name + '"';
  }

  /**
   * Calls an operation.
   *
   * @throws EndpointException if the endpoint cannot be reached or returns an error
   */
  private Mapping call(String streamArn, String operation, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String region = streamArn.split(":", -1)[3];
    RequestSigner signer = new RequestSigner(credentials, region, "kinesis");
    try {
      Reply reply = connection.call(signer, CONTENT, "Kinesis_20131202." + operation, body);
      Mapping answer = parse(new String(reply.body(), StandardCharsets.UTF_8));
      if (reply.status() == 200) {
        return answer;
      }
      String type = answer.findText("__type");
      String code = type == null ? "" : type.substring(type.indexOf('#') + 1);
      throw new EndpointException(
          code,
          connection.url()
              + ": "
              + operation
              + (code.isEmpty() ? " returned status " + reply.status() : ": " + code)
              + message(answer));
    } catch (IOException e) {
      throw connection.unreachable(e);
    } catch (InvalidContentException e) {
      throw connection.failure("the response of " + operation + " is not JSON");
    }
  }

  private static Mapping parse(String text) {
    FileValue value = FileReaders.read(Path.of("response"), text);
    return FileValue.mapping(value, "a response");
  }

  private static String message(Mapping answer) {
    String message = answer.findText("message");
    message = message == null ? answer.findText("Message") : message;
    return message == null ? "" : ": " + message;
  }

  private static @Nullable String text(FileValue value, String member) {
    return value instanceof Mapping mapping ? mapping.findText(member) : null;
  }
}
