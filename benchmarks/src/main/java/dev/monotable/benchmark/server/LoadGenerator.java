package dev.monotable.benchmark.server;

import dev.monotable.benchmark.chat.Bodies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Drives a server from one thread over many connections, each with one outstanding request. It does
 * little more than copy bytes, so that one core is enough to saturate a server.
 */
public final class LoadGenerator implements AutoCloseable {
  /**
   * The result of a run.
   *
   * @param requests the number of completed requests
   * @param rate requests per second
   * @param p50 the median latency in microseconds
   * @param p99 the 99th percentile of the latency in microseconds
   */
  public record Result(long requests, double rate, double p50, double p99) {}

  private static final byte[] CONTENT_LENGTH =
      "\r\ncontent-length: ".getBytes(StandardCharsets.US_ASCII);

  /** Buckets of one microsecond; the last one also counts all slower requests. */
  private static final int BUCKETS = 200_000;

  private final Selector selector;
  private final Connection[] connections;
  private final int[] histogram = new int[BUCKETS];

  private LoadGenerator(Selector selector, Connection[] connections) {
    this.selector = selector;
    this.connections = connections;
  }

  /** Opens connections to a port of the loopback interface. */
  public static LoadGenerator connect(int port, int count) throws IOException {
    Selector selector = Selector.open();
    Connection[] connections = new Connection[count];
    for (int i = 0; i < count; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      connections[i] = new Connection(channel);
      channel.register(selector, SelectionKey.OP_READ, connections[i]);
    }
    return new LoadGenerator(selector, connections);
  }

  /**
   * Sends requests until the time has elapsed or there are no more bodies, and waits for all
   * responses.
   *
   * @throws IOException if the server returns an error, closes a connection, or does not respond
   *     within ten seconds
   */
  public Result run(String target, String path, Bodies bodies, double seconds) throws IOException {
    Arrays.fill(histogram, 0);
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    long done = 0;
    int open = 0;
    Head head = new Head(ServerProcess.request(target, path, new byte[0]));
    for (Connection connection : connections) {
      if (connection.send(head, bodies.next())) {
        open++;
      }
    }
    while (open > 0) {
      if (selector.select(10_000) == 0) {
        throw new IOException("the server does not respond");
      }
      for (SelectionKey key : selector.selectedKeys()) {
        Connection connection = (Connection) key.attachment();
        if (!connection.receive()) {
          continue;
        }
        long now = System.nanoTime();
        histogram[(int) Math.min(BUCKETS - 1, (now - connection.sentAt) / 1000)]++;
        done++;
        if (now >= end || !connection.send(head, bodies.next())) {
          open--;
        }
      }
      selector.selectedKeys().clear();
    }
    double elapsed = (System.nanoTime() - begin) / 1e9;
    return new Result(done, done / elapsed, quantile(done, 0.5), quantile(done, 0.99));
  }

  private double quantile(long count, double share) {
    long left = (long) Math.ceil(count * share);
    for (int i = 0; i < BUCKETS; i++) {
      left -= histogram[i];
      if (left <= 0) {
        return i;
      }
    }
    return BUCKETS;
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.channel.close();
    }
    selector.close();
  }

  /** The head of a request, for bodies of any length. */
  private static final class Head {
    private final byte[] start;

    Head(byte[] requestWithoutBody) {
      start = Arrays.copyOf(requestWithoutBody, requestWithoutBody.length - "0\r\n\r\n".length());
    }

    void put(ByteBuffer target, int bodyLength) {
      target.put(start);
      int power = 1;
      while (bodyLength / power >= 10) {
        power *= 10;
      }
      for (; power > 0; power /= 10) {
        target.put((byte) ('0' + bodyLength / power % 10));
      }
      target.put((byte) '\r').put((byte) '\n').put((byte) '\r').put((byte) '\n');
    }
  }

  private static final class Connection {
    final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(64 << 10);
    private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
    private final byte[] start = new byte[2048];
    private long sentAt;

    /** Bytes of the response that are not received yet; -1 before its head is complete. */
    private long missing;

    private int headLength;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    /** Sends a request with this body; returns false if the body is null. */
    boolean send(Head head, byte @Nullable [] body) throws IOException {
      if (body == null) {
        return false;
      }
      out.clear();
      head.put(out, body.length);
      out.put(body);
      write();
      return true;
    }

    private void write() throws IOException {
      out.flip();
      missing = -1;
      headLength = 0;
      sentAt = System.nanoTime();
      while (out.hasRemaining()) {
        channel.write(out);
      }
    }

    /** Reads the available bytes; returns whether the response is complete. */
    boolean receive() throws IOException {
      in.clear();
      int count = channel.read(in);
      if (count < 0) {
        throw new IOException("the server closed a connection");
      }
      if (missing >= 0) {
        missing -= count;
        return missing == 0;
      }
      in.flip();
      int taken = Math.min(count, start.length - headLength);
      in.get(start, headLength, taken);
      int known = headLength + taken;
      headLength = known;
      int end = headEnd(known);
      if (end < 0) {
        return false;
      }
      if (start[9] != '2') {
        throw new IOException(
            "the server returned an error: " + new String(start, 0, known, StandardCharsets.UTF_8));
      }
      missing = contentLength(end) - (known - end) - ((long) count - taken);
      return missing == 0;
    }

    private int headEnd(int known) {
      for (int i = 3; i < known; i++) {
        if (start[i] == '\n' && start[i - 1] == '\r' && start[i - 2] == '\n') {
          return i + 1;
        }
      }
      return -1;
    }

    private int contentLength(int end) {
      for (int i = 0; i < end; i++) {
        int at = 0;
        while (at < CONTENT_LENGTH.length && lower(start[i + at]) == CONTENT_LENGTH[at]) {
          at++;
        }
        if (at == CONTENT_LENGTH.length) {
          int length = 0;
          for (int digit = i + at; start[digit] != '\r'; digit++) {
            length = length * 10 + start[digit] - '0';
          }
          return length;
        }
      }
      return 0;
    }

    private static int lower(byte c) {
      return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
  }
}
