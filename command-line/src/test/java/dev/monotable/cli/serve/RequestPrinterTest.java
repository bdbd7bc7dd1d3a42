package dev.monotable.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class RequestPrinterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void linesAreForPeople() throws Exception {
    assertThat(log(LogForm.REQUESTS))
        .isEqualTo(
            """
            12:00:00.000 CreateTable Things: N ms
            12:00:00.000 PutItem Things a: 1 write unit, N ms
            12:00:00.000 GetItem Things a: 1 of 1 items, 5 bytes, 0.5 read units, N ms
            12:00:00.000 PutItem Lost: ResourceNotFoundException, N ms: Requested resource not found
            """);
  }

  @Test
  void jsonIsForMachines() throws Exception {
    assertThat(log(LogForm.JSON))
        .isEqualTo(
            """
            {"time":"2026-10-15T12:00:00Z","operation":"CreateTable","tables":["Things"],"summary":"CreateTable Things: N ms","itemsRead":0,"itemsReturned":0,"bytesRead":0,"readUnits":0,"writeUnits":0,"ms":N}
            {"time":"2026-10-15T12:00:00Z","operation":"PutItem","tables":["Things"],"summary":"PutItem Things a: 1 write unit, N ms","itemsRead":0,"itemsReturned":0,"bytesRead":0,"readUnits":0,"writeUnits":1,"ms":N}
            {"time":"2026-10-15T12:00:00Z","operation":"GetItem","tables":["Things"],"summary":"GetItem Things a: 1 of 1 items, 5 bytes, 0.5 read units, N ms","itemsRead":1,"itemsReturned":1,"bytesRead":5,"readUnits":0.5,"writeUnits":0,"ms":N}
            {"time":"2026-10-15T12:00:00Z","operation":"PutItem","tables":["Lost"],"summary":"PutItem Lost: ResourceNotFoundException, N ms","itemsRead":0,"itemsReturned":0,"bytesRead":0,"readUnits":0,"writeUnits":0,"ms":N,"error":"ResourceNotFoundException","message":"Requested resource not found"}
            """);
  }

  private String log(LogForm form) throws Exception {
    try (MonotableEngine engine = engine();
        RequestPrinter printer =
            new RequestPrinter(form, ZoneOffset.UTC, new PrintStream(out, false, UTF_8))) {
      engine.observe(printer);
      try (MonotableServer server = serve(engine);
          RawConnection connection = RawConnection.open(server.endpoint())) {
        connection.send(ThingRequests.CREATE_TABLE).read();
        connection.send(ThingRequests.putItem("a", "1")).read();
        connection.send(ThingRequests.getItem("a")).read();
        connection.send(ThingRequests.putItem("a", "1").replace("\"Things\"", "\"Lost\"  ")).read();
      }
    }
    return out.toString(UTF_8)
        .replaceAll("[0-9.]+ ms", "N ms")
        .replaceAll("\"ms\":[0-9.]+", "\"ms\":N");
  }

  /** The output blocks, so the lines that do not fit are counted, and requests go on. */
  @Test
  void aSlowOutputBlocksNoRequest() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    OutputStream slow =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            try {
              open.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            out.write(b);
          }
        };
    int requests = 3 * RequestPrinter.MAX_LINES;
    long dropped;
    try (MonotableEngine engine = engine();
        RequestPrinter printer =
            new RequestPrinter(
                LogForm.REQUESTS, ZoneOffset.UTC, new PrintStream(slow, true, UTF_8))) {
      engine.observe(printer);
      try (MonotableServer server = serve(engine);
          RawConnection connection = RawConnection.open(server.endpoint())) {
        for (int i = 0; i < requests; i++) {
          assertThat(connection.send(ThingRequests.operation("ListTables", "{}")).read().status())
              .isEqualTo(200);
        }
      }
      dropped = printer.dropped();
      open.countDown();
    }
    // One line may wait in the output itself.
    assertThat(dropped).isBetween(requests - RequestPrinter.MAX_LINES - 1L, (long) requests);
    assertThat(out.toString(UTF_8)).contains("(" + dropped + " requests were not printed)");
  }

  private static MonotableEngine engine() {
    ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
    return MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());
  }

  private static MonotableServer serve(MonotableEngine engine) throws IOException {
    return MonotableServer.start(
        new Exchange(engine, ExchangeConfig.standard()), ServerConfig.builder().port(0).build());
  }
}
