package dev.monotable.benchmark.fresh;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * A transport that answers every request with the same response, without reading the request. It
 * gets the response from another transport, by the first request.
 */
final class ConstantTransport implements SdkHttpClient {
  private final SdkHttpClient source;
  private @Nullable SdkHttpResponse head;
  private byte[] body = {};

  ConstantTransport(SdkHttpClient source) {
    this.source = source;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    SdkHttpResponse known = head;
    if (known == null) {
      known = perform(request);
      head = known;
    }
    return call(known, body);
  }

  private SdkHttpResponse perform(HttpExecuteRequest request) {
    try {
      HttpExecuteResponse response = source.prepareRequest(request).call();
      try (AbortableInputStream content = response.responseBody().orElseThrow()) {
        body = content.readAllBytes();
      }
      return response.httpResponse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {}

  /** Returns a call that answers with a response. */
  static ExecutableHttpRequest call(SdkHttpResponse head, byte[] body) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return HttpExecuteResponse.builder()
            .response(head)
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
            .build();
      }

      @Override
      public void abort() {}
    };
  }
}
