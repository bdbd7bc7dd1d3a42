package dev.monotable.cli.endpoint;

import static dev.monotable.testing.TestServer.send;

import com.sun.net.httpserver.HttpExchange;
import dev.monotable.testing.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web server that answers like Kinesis with the stream {@code changes}. */
public final class KinesisStandIn implements AutoCloseable {
  private static final Pattern RECORD =
      Pattern.compile("\\{\"Data\":\"([^\"]+)\",\"PartitionKey\":\"([^\"]+)\"}");

  /** The data of the records that were accepted. */
  public final List<String> accepted = Collections.synchronizedList(new ArrayList<>());

  final List<String> authorizations = Collections.synchronizedList(new ArrayList<>());
  final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
  private final TestServer server = TestServer.handling(this::answer);
  private volatile IntPredicate rejects = index -> false;
  private volatile String failure = "";
  private volatile String status = "ACTIVE";

  /** Returns the URL. */
  public String url() {
    return server.url();
  }

  /** Lets each request fail with a body; an empty one for no failure. */
  public void fail(String body) {
    failure = body;
  }

  void status(String value) {
    status = value;
  }

  /** Sets which records of a request are rejected, by their indexes. */
  void reject(IntPredicate which) {
    rejects = which;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    bodies.add(body);
    authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    if (!failure.isEmpty()) {
      send(exchange, 400, failure);
    } else if (!body.startsWith("{\"StreamName\":\"changes\"")) {
      send(
          exchange,
          400,
          "{\"__type\":\"ResourceNotFoundException\",\"message\":\"Stream not found\"}");
    } else if (target.equals("Kinesis_20131202.PutRecords")) {
      send(exchange, 200, put(body));
    } else {
      send(exchange, 200, "{\"StreamDescriptionSummary\":{\"StreamStatus\":\"" + status + "\"}}");
    }
  }

  private String put(String body) {
    List<String> results = new ArrayList<>();
    Matcher record = RECORD.matcher(body);
    int failed = 0;
    for (int i = 0; record.find(); i++) {
      if (rejects.test(i)) {
        failed++;
        results.add("{\"ErrorCode\":\"ProvisionedThroughputExceededException\"}");
      } else {
        byte[] data = Base64.getDecoder().decode(record.group(1));
        accepted.add(new String(data, StandardCharsets.UTF_8));
        results.add("{\"SequenceNumber\":\"1\",\"ShardId\":\"shardId-000000000000\"}");
      }
    }
    return "{\"FailedRecordCount\":" + failed + ",\"Records\":[" + String.join(",", results) + "]}";
  }

  @Override
  public void close() {
    server.close();
  }
}
