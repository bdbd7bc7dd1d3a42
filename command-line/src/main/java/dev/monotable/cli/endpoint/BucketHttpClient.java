package dev.monotable.cli.endpoint;

import com.github.davidmoten.aws.lw.client.HttpClient;
import com.github.davidmoten.aws.lw.client.ResponseInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends the requests of the S3 client: each in bounded time, with a response of bounded size. */
final class BucketHttpClient implements HttpClient {
  /** Which the client of the JDK sets itself, to the values that are signed. */
  private static final Set<String> SET_BY_CLIENT = Set.of("host", "content-length");

  private final EndpointConnection connection;
  private final int mostBytes;

  BucketHttpClient(EndpointConnection connection, int mostBytes) {
    this.connection = connection;
    this.mostBytes = mostBytes;
  }

  @Override
  public ResponseInputStream request(
      URL url,
      String method,
      Map<String, String> headers,
      byte @Nullable [] body,
      int connectTimeoutMillis,
      int readTimeoutMillis)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url.toString()))
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    headers.forEach(
        (name, value) -> {
          if (!SET_BY_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
            request.header(name, value);
          }
        });
    HttpResponse<byte[]> response = connection.send(request.build(), mostBytes);
    return new ResponseInputStream(
        () -> {},
        response.statusCode(),
        response.headers().map(),
        new ByteArrayInputStream(response.body()));
  }
}
