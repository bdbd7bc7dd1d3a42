package dev.monotable.conformance.cases;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database that is called with the bytes of HTTP exchanges. It has a manual clock. */
public final class Database implements Subject {
  static final Instant NOW = Instant.parse("2026-10-10T10:00:00Z");

  /** Accepts member names as long as the longest attribute name. */
  public static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(65536).build())
              .build());

  private static final String TARGET = "DynamoDB_20120810.";
  private static final String STREAMS_TARGET = "DynamoDBStreams_20120810.";

  private final EngineConfig config;
  private final ManualTime time = new ManualTime(NOW);
  private final dev.monotable.engine.database.Database database;
  private final MonotableEngine engine;
  private final Exchange exchange;

  private Database(EngineConfig config) {
    this.config = config;
    this.database =
        dev.monotable.engine.database.Database.create(
            config.toBuilder().clock(time).scheduler(time).build());
    this.engine = database.engine();
    this.exchange = new Exchange(database, ExchangeConfig.standard().withWording(config.wording()));
  }

  /** Returns a database in the state of a fixture. */
  public static Database of(Fixture fixture, Wording wording) {
    Database database =
        new Database(
            EngineConfig.builder()
                .wording(wording)
                .limits(limits(fixture.limits()))
                .delays(delays(fixture.delays()))
                .tableFiles(fixture.buckets() ? Buckets.files() : null)
                .throttling(fixture.throttles())
                .seed(1)
                .build());
    Kept kept = new Kept();
    fixture.steps().forEach(step -> database.step(step, kept));
    return database;
  }

  private static Limits limits(Map<String, Long> changed) {
    Limits.Builder limits = Limits.builder();
    changed.forEach(
        (limit, value) -> {
          int dot = limit.indexOf('.');
          String option =
              limit.substring(dot).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
          if (!limits.set(limit.substring(0, dot) + option, value)) {
            throw new IllegalArgumentException("no limit " + limit);
          }
        });
    return limits.build();
  }

  private static Delays delays(Map<String, Long> seconds) {
    Delays.Builder delays = Delays.builder();
    seconds.forEach(
        (name, value) -> {
          try {
            Delays.Builder.class
                .getMethod(name, Duration.class)
                .invoke(delays, Duration.ofSeconds(value));
          } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
          }
        });
    return delays.build();
  }

  /** Returns a copy with its own clock, which shows the same time. */
  public Database copy() {
    Database copy = new Database(config);
    copy.advance(Duration.between(copy.time.instant(), time.instant()));
    copy.database.home().startAs(database);
    return copy;
  }

  /** Checks that the indexes, counts and trees of the engine are consistent with its items. */
  void audit() {
    Audit.check(engine);
  }

  @Override
  public void advance(Duration duration) {
    time.advance(duration);
  }

  @Override
  public Answer send(String region, String operation, String body) {
    return send(exchange, region, operation, body);
  }

  /** Sends a request to the Region of the database. */
  public Answer send(String operation, String body) {
    return send(HOME, operation, body);
  }

  /** Returns what passes a request to the Region that it is signed for. */
  OperationCaller regions() {
    return database;
  }

  /** Returns the header fields of a request, with names in lower case. */
  static Map<String, String> headers(String region, String operation) {
    boolean streams =
        switch (operation) {
          case "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords" -> true;
          default -> false;
        };
    return Map.of(
        "content-type",
        "application/x-amz-json-1.0",
        "x-amz-target",
        (streams ? STREAMS_TARGET : TARGET) + operation,
        "x-amz-date",
        "20261010T100000Z",
        "authorization",
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261010/"
            + region
            + "/dynamodb/aws4_request,"
            + " SignedHeaders=content-type;host;x-amz-date;x-amz-target,"
            + " Signature=0123456789abcdef");
  }

  public static Answer send(Exchange exchange, String operation, String body) {
    return send(exchange, HOME, operation, body);
  }

  private static Answer send(Exchange exchange, String region, String operation, String body) {
    HttpReply reply = new HttpReply();
    exchange.handle(
        new Request(headers(region, operation), body.getBytes(StandardCharsets.UTF_8)), reply);
    try {
      return Answer.of(reply.status(), reply.body(), reply.bodyLength());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    database.close();
  }

  private record Request(Map<String, String> headers, byte[] body) implements HttpRequest {
    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String path() {
      return "/";
    }

    @Override
    public @Nullable String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }
  }
}
