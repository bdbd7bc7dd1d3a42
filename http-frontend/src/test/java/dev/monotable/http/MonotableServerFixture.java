package dev.monotable.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.monotable.json.Exchange;
import dev.monotable.testing.RawConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;

/** A server for a test, and requests to it. */
abstract class MonotableServerFixture {
  static final int MAX_BODY = 16 << 20;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);
  static final ServerConfig CONFIG = config().build();

  final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  // ---- helpers ----

  URI lastServer = URI.create("http://localhost:1");

  static ServerConfig.Builder config() {
    return ServerConfig.builder().port(0);
  }

  MonotableServer startServer(ServerConfig config) throws IOException {
    return startServer(TestExchange.withTable(), config);
  }

  MonotableServer startServer(Exchange exchange, ServerConfig config) throws IOException {
    MonotableServer server = MonotableServer.start(exchange, config);
    opened.add(server);
    lastServer = server.endpoint();
    return server;
  }

  URI serve(ServerConfig config) throws IOException {
    return startServer(config).endpoint();
  }

  URI server() {
    return lastServer;
  }

  RawConnection connect(URI endpoint) throws IOException {
    RawConnection connection = RawConnection.open(endpoint);
    opened.add(connection);
    return connection;
  }

  /** Waits until a condition is true, which another thread makes true. */
  static void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("not true in time: " + what);
      }
      Thread.onSpinWait();
    }
  }

  static String text(RawConnection connection) throws IOException {
    return connection.read().text();
  }

  static long crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  static String gunzip(byte[] bytes) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(gzip.readAllBytes(), UTF_8);
    }
  }
}
