package dev.monotable.conformance.cases;

import dev.monotable.SharedEndpoint;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.RawConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the cases over a socket. Each wording has a server with a single connection, which calls the
 * database of the current case.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SocketCasesTest {
  private static final OperationCases CASES = new OperationCases();
  private static final Map<Wording, Wire> WIRES = new LinkedHashMap<>();

  @AfterAll
  static void close() {
    WIRES.values().forEach(Wire::close);
    WIRES.clear();
    CASES.close();
  }

  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicNode> cases() {
    return CASES.tests(
        (database, wording) -> WIRES.computeIfAbsent(wording, Wire::new).to(database));
  }

  /** A server with one client, and its current database. */
  private static final class Wire implements Subject, OperationCaller {
    private final SharedEndpoint endpoint;
    private final RawConnection connection;
    private volatile @Nullable Database database;

    Wire(Wording wording) {
      endpoint =
          SharedEndpoint.open(new Exchange(this, ExchangeConfig.standard().withWording(wording)));
      try {
        connection = RawConnection.open(endpoint.uri());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Wire to(Database next) {
      database = next;
      return this;
    }

    private Database database() {
      return Objects.requireNonNull(database);
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      return database().regions().call(operation, request, envelope);
    }

    @Override
    public Answer send(String region, String operation, String body) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      StringBuilder head = new StringBuilder("POST / HTTP/1.1\r\nhost: localhost\r\n");
      Database.headers(region, operation)
          .forEach((field, value) -> head.append(field + ": " + value + "\r\n"));
      head.append("content-length: " + bytes.length + "\r\n\r\n");
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
      request.writeBytes(bytes);
      try {
        RawConnection.Answer received = connection.sendWhatIsRead(request.toByteArray()).read();
        return Answer.of(received.status(), received.body(), received.body().length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void advance(Duration time) {
      database().advance(time);
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        endpoint.close();
      }
    }
  }
}
