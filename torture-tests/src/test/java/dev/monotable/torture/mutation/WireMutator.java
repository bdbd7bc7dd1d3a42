package dev.monotable.torture.mutation;

import dev.monotable.torture.Requests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Changes requests in their headers, in the frames of HTTP and in arbitrary bytes. */
final class WireMutator {
  private static final List<String> LINES =
      List.of(
          "Content-Length: 0",
          "Content-Length: -1",
          "Content-Length: +5",
          "Content-Length: 99999999999999999999",
          "Content-Length: 3, 3",
          "Content-Length : 2",
          "Transfer-Encoding: chunked",
          "Transfer-Encoding : chunked",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: identity",
          "Content-Encoding: gzip",
          "Content-Encoding: deflate",
          "Content-Encoding: br",
          "Accept-Encoding: gzip",
          "Accept-Encoding: gzip;q=0, *",
          "Connection: close",
          "Connection: keep-alive, upgrade",
          "Upgrade: h2c",
          "Expect: 100-continue",
          "Expect: 200-ok",
          "Origin: http://localhost:3000",
          "Origin: null",
          "Host: example.com",
          "Host: ",
          "Content-Type: text/html",
          "Content-Type: application/json; charset=utf-16",
          "X-Amz-Target: DynamoDB_20120810.",
          "X-Amz-Target: DynamoDBStreams_20120810.PutItem",
          "Authorization: AWS4-HMAC-SHA256",
          "Authorization: AWS4-HMAC-SHA256 Credential=////, SignedHeaders=, Signature=",
          ": no name",
          "No-Colon",
          " folded",
          "\u0000: x",
          "X: \u0000",
          "X: a\rb",
          "X: \u00e9\u00ff",
          "X-Long: " + "x".repeat(9_000));

  private static final List<String> FIRST_LINES =
      List.of(
          "GET / HTTP/1.1",
          "PUT / HTTP/1.1",
          "OPTIONS * HTTP/1.1",
          "POST http://localhost/ HTTP/1.1",
          "POST /?a=b#c HTTP/1.1",
          "POST /\u0000 HTTP/1.1",
          "POST /" + "x".repeat(9_000) + " HTTP/1.1",
          "POST / HTTP/1.0",
          "POST / HTTP/2.0",
          "POST / HTTP/1.1 x",
          "POST  /  HTTP/1.1",
          "POST /",
          "PRI * HTTP/2.0",
          "post / http/1.1",
          "");

  private final Random random;

  WireMutator(Random random) {
    this.random = random;
  }

  /** Returns a request as bytes, changed. */
  byte[] mutate(String operation, byte[] body) {
    return switch (random.nextInt(6)) {
      case 0 -> changeBytes(Requests.of(operation, body));
      case 1 -> Requests.of(operation, changeBytes(body));
      case 2 -> changeLines(operation, body);
      case 3 -> chunked(operation, body);
      case 4 -> encoded(operation, body);
      default -> changeBytes(changeLines(operation, body));
    };
  }

  private byte[] changeBytes(byte[] bytes) {
    byte[] result = bytes;
    for (int i = random.nextInt(4); i >= 0 && result.length > 1; i--) {
      int at = random.nextInt(result.length);
      int length =
          Math.min(result.length - at, 1 + random.nextInt(random.nextInt(8) == 0 ? 200 : 4));
      switch (random.nextInt(5)) {
        case 0 -> {
          result = result.clone();
          result[at] = (byte) random.nextInt(256);
        }
        case 1 -> {
          result = result.clone();
          result[at] ^= (byte) (1 << random.nextInt(8));
        }
        case 2 -> result = splice(result, at, at + length, new byte[0]);
        case 3 -> {
          byte[] noise = new byte[length];
          random.nextBytes(noise);
          result = splice(result, at, at, noise);
        }
        default -> {
          byte[] copy = new byte[length];
          System.arraycopy(result, at, copy, 0, length);
          result = splice(result, at, at, copy);
        }
      }
    }
    return result;
  }

  /** Replaces a range of bytes. */
  static byte[] splice(byte[] bytes, int from, int to, byte[] with) {
    byte[] result = new byte[bytes.length - (to - from) + with.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(with, 0, result, from, with.length);
    System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
    return result;
  }

  private byte[] changeLines(String operation, byte[] body) {
    List<String> lines = new ArrayList<>(List.of(Requests.head(operation, "").split("\r\n")));
    lines.add("Content-Length: " + body.length);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(lines.size());
      switch (random.nextInt(5)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, lines.get(at));
        case 2 -> lines.set(0, FIRST_LINES.get(random.nextInt(FIRST_LINES.size())));
        default -> lines.add(at, LINES.get(random.nextInt(LINES.size())));
      }
      if (lines.isEmpty()) {
        lines.add("");
      }
    }
    String end = random.nextInt(10) == 0 ? "\n" : "\r\n";
    return join(String.join(end, lines) + end + end, body);
  }

  private byte[] chunked(String operation, byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(latin(Requests.head(operation, "Transfer-Encoding: chunked\r\n") + "\r\n"));
    for (int at = 0; at < body.length; ) {
      int length = Math.min(body.length - at, 1 + random.nextInt(1 + body.length / 3));
      String size = Integer.toHexString(random.nextInt(30) == 0 ? length + 1 : length);
      bytes.writeBytes(latin(size + (random.nextInt(5) == 0 ? ";x=\"y\"" : "") + "\r\n"));
      bytes.write(body, at, length);
      bytes.writeBytes(latin("\r\n"));
      at += length;
    }
    bytes.writeBytes(latin("0\r\n" + (random.nextInt(5) == 0 ? "X-Trailer: x\r\n" : "") + "\r\n"));
    return random.nextBoolean() ? bytes.toByteArray() : changeBytes(bytes.toByteArray());
  }

  private byte[] encoded(String operation, byte[] body) {
    boolean gzip = random.nextBoolean();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = gzip ? new GZIPOutputStream(bytes) : new DeflaterOutputStream(bytes)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] coded = random.nextBoolean() ? bytes.toByteArray() : changeBytes(bytes.toByteArray());
    return Requests.of(
        operation,
        "Content-Encoding: " + (gzip ? "gzip" : "deflate") + "\r\nAccept-Encoding: gzip\r\n",
        coded);
  }

  private static byte[] join(String head, byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(latin(head));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
