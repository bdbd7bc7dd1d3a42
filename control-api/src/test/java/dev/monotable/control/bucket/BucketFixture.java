package dev.monotable.control.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.limits.Limits;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * A server with buckets in the memory of its databases, and a client whose signatures are not
 * verified.
 */
@Timeout(300)
abstract class BucketFixture {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  static final int MOST_OBJECT_BYTES = 24 << 20;

  final ManualTime time = new ManualTime(Instant.parse("2026-11-28T12:00:00Z"));
  boolean hasRoom = true;
  Databases databases;
  MonotableServer server;

  @BeforeEach
  void start() throws IOException {
    Limits limits = Limits.builder().transfer(t -> t.withMaxObjectBytes(MOST_OBJECT_BYTES)).build();
    EngineConfig config =
        EngineConfig.builder().clock(time).scheduler(time).seed(1).limits(limits).build();
    databases = Databases.share(identity -> config, 20, config);
    server =
        MonotableServer.start(
            new Exchange(databases, ExchangeConfig.standard()),
            Map.of(BucketService.PATH, new BucketService(databases, null, bytes -> hasRoom)),
            ServerConfig.builder().port(0).build());
  }

  @AfterEach
  void stop() {
    server.close();
    databases.close();
  }

  HttpRequest.Builder request(String method, String path, byte[] body, String... headers) {
    return request("any", method, path, body, headers);
  }

  HttpRequest.Builder request(
      String accessKey, String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.endpoint() + BucketService.PATH + path))
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
            .header("x-amz-date", "20261128T120000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential="
                    + accessKey
                    + "/20261128/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0");
    return headers.length == 0 ? request : request.headers(headers);
  }

  static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> send(String method, String path, byte[] body, String... headers)
      throws Exception {
    return send(request(method, path, body, headers));
  }

  /** Sends a request; returns the status, and the code of the error or the text of the body. */
  String answer(String method, String path, String body, String... headers) throws Exception {
    return answer(send(method, path, body.getBytes(UTF_8), headers));
  }

  static String answer(HttpResponse<byte[]> response) {
    String text = new String(response.body(), UTF_8);
    return response.statusCode() + (text.isEmpty() ? "" : " ") + shown(text);
  }

  static String shown(String text) {
    return text.startsWith("<?xml") && text.contains("<Error>")
        ? element(text, "Code") + ": " + element(text, "Message")
        : text;
  }

  static String element(String xml, String name) {
    Matcher matcher = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
    assertThat(matcher.find()).as(xml).isTrue();
    return matcher.group(1);
  }

  static List<String> elements(String xml, String name) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  List<String> keys(String parameters) throws Exception {
    return elements(
        new String(send("GET", "/files?list-type=2" + parameters, new byte[0]).body(), UTF_8),
        "Key");
  }

  String begin(String path, String... headers) throws Exception {
    HttpResponse<byte[]> begun = send("POST", path + "?uploads", new byte[0], headers);
    return element(new String(begun.body(), UTF_8), "UploadId");
  }

  String part(String path, String id, int number, byte[] bytes, String... headers)
      throws Exception {
    HttpResponse<byte[]> put =
        send("PUT", path + "?partNumber=" + number + "&uploadId=" + id, bytes, headers);
    return put.headers().firstValue("ETag").orElse(answer(put));
  }
}
