package dev.monotable.benchmark.growth;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures the latency of GetItem at a server that is running, while other clients read 16 MB at a
 * time by BatchGetItem. Arguments: the port, the megabytes of data to write before (500), the
 * seconds (20) and the number of other clients (2).
 */
public final class BatchesBeside {
  private static final int ITEM_BYTES = 160_000;
  private static final int KEYS = 100;

  private BatchesBeside() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[0]);
    int megabytes = args.length > 1 ? Integer.parseInt(args[1]) : 500;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 20;
    int others = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    int items = (int) (megabytes * 1_000_000L / ITEM_BYTES);
    try (Connection connection = new Connection(port)) {
      load(connection, items);
      print("alone", latencies(connection, seconds));
      AtomicBoolean ended = new AtomicBoolean();
      AtomicInteger batches = new AtomicInteger();
      Thread[] threads = new Thread[others];
      for (int i = 0; i < others; i++) {
        threads[i] = new Thread(() -> readBatches(port, items, ended, batches));
        threads[i].start();
      }
      print("beside batches", latencies(connection, seconds));
      ended.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.printf("%.1f batches/s%n", batches.get() / (double) seconds);
    }
  }

  private static void load(Connection connection, int items) throws IOException {
    connection.call(
        "CreateTable",
        "{\"TableName\":\"Large\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
            + "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],"
            + "\"BillingMode\":\"PAY_PER_REQUEST\"}");
    for (int i = 0; i < items; i++) {
      connection.call(
          "PutItem",
          "{\"TableName\":\"Large\",\"Item\":{\"pk\":{\"S\":\"k"
              + i
              + "\"},\"v\":{\"S\":\""
              + "x".repeat(ITEM_BYTES)
              + "\"}}}");
    }
    connection.call("PutItem", "{\"TableName\":\"Large\",\"Item\":{\"pk\":{\"S\":\"small\"}}}");
  }

  /** Returns the latencies of GetItem in nanoseconds, sorted. */
  private static long[] latencies(Connection connection, int seconds) throws IOException {
    long[] nanos = new long[seconds * 100_000];
    int count = 0;
    long start = System.nanoTime();
    long now = start;
    while (now - start < TimeUnit.SECONDS.toNanos(seconds) && count < nanos.length) {
      connection.call("GetItem", "{\"TableName\":\"Large\",\"Key\":{\"pk\":{\"S\":\"small\"}}}");
      long after = System.nanoTime();
      nanos[count++] = after - now;
      now = after;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static void print(String name, long[] sorted) {
    System.out.printf(
        "%s: %,d requests, p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.2f ms%n",
        name,
        sorted.length,
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.99)] / 1e6,
        sorted[(int) (sorted.length * 0.999)] / 1e6,
        sorted[sorted.length - 1] / 1e6);
  }

  private static void readBatches(int port, int items, AtomicBoolean ended, AtomicInteger batches) {
    Random random = new Random(1);
    try (Connection connection = new Connection(port)) {
      while (!ended.get()) {
        int first = random.nextInt(Math.max(1, items - KEYS));
        StringBuilder keys = new StringBuilder();
        for (int i = first; i < Math.min(items, first + KEYS); i++) {
          keys.append(i == first ? "" : ",").append("{\"pk\":{\"S\":\"k").append(i).append("\"}}");
        }
        connection.call("BatchGetItem", "{\"RequestItems\":{\"Large\":{\"Keys\":[" + keys + "]}}}");
        batches.incrementAndGet();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection that sends one request after the other, and skips what it receives. */
  private static final class Connection implements AutoCloseable {
    private static final String LENGTH = "Content-Length: ";

    private final Socket socket;
    private final InputStream in;

    Connection(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    void call(String operation, String body) throws IOException {
      String request =
          "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810."
              + operation
              + "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20260101T000000Z\r\n"
              + "Authorization: AWS4-HMAC-SHA256"
              + " Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
              + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      long length = 0;
      String status = line();
      for (String line = line(); !line.isEmpty(); line = line()) {
        length = line.startsWith(LENGTH) ? Long.parseLong(line.substring(LENGTH.length())) : length;
      }
      in.skipNBytes(length);
      if (!status.contains(" 200 ")) {
        throw new IOException(operation + ": " + status);
      }
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new IOException("the server has closed the connection");
        }
        if (b != '\r') {
          line.append((char) b);
        }
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
