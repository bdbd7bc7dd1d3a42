package dev.monotable.benchmark.fresh;

import dev.monotable.Monotable;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A transport without a database: it answers each operation with the response that was recorded for
 * it. The recording is a file, so that a JVM that measures the SDK alone loads no class of ours.
 */
final class RecordedTransport implements SdkHttpClient {
  /** The system property that names the file. */
  static final String FILE = "monotable.recorded";

  private static final String OPERATION = "X-Amz-Target";

  private record Answer(SdkHttpResponse head, byte[] body) {
    /** Returns a call that answers with this. */
    ExecutableHttpRequest call() {
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

  private final Map<String, Answer> answers = new HashMap<>();

  private RecordedTransport(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      while (true) {
        String operation = in.readUTF();
        SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(in.readInt());
        for (int i = in.readInt(); i > 0; i--) {
          head.putHeader(in.readUTF(), in.readUTF());
        }
        answers.put(operation, new Answer(head.build(), in.readNBytes(in.readInt())));
      }
    } catch (EOFException end) {
      // all answers have been read
    }
  }

  /** Returns a client that gets the recorded responses. */
  static DynamoDbClient client() {
    try {
      return client(new RecordedTransport(Path.of(System.getProperty(FILE))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a client with a transport. */
  static DynamoDbClient client(SdkHttpClient transport) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://in-process.monotable.invalid"))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .httpClient(transport)
        .build();
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    String operation = request.httpRequest().firstMatchingHeader(OPERATION).orElseThrow();
    Answer answer = answers.get(operation);
    if (answer == null) {
      throw new IllegalStateException("no recorded response to " + operation);
    }
    return answer.call();
  }

  @Override
  public void close() {}

  /** Records the responses to the requests of a test. */
  static void record(Path file) throws IOException {
    try (Monotable db = Monotable.create()) {
      Recorder recorder = new Recorder(db.httpClient());
      try (DynamoDbClient client = client(recorder)) {
        TestWork.createTables(client);
        TestWork.putAndQuery(client, 1);
      }
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        for (Map.Entry<String, Answer> entry : recorder.answers.entrySet()) {
          write(out, entry.getKey(), entry.getValue());
        }
      }
    }
  }

  private static void write(DataOutputStream out, String operation, Answer answer)
      throws IOException {
    out.writeUTF(operation);
    out.writeInt(answer.head().statusCode());
    out.writeInt(answer.head().headers().size());
    for (Map.Entry<String, List<String>> header : answer.head().headers().entrySet()) {
      out.writeUTF(header.getKey());
      out.writeUTF(header.getValue().get(0));
    }
    out.writeInt(answer.body().length);
    out.write(answer.body());
  }

  /** Passes requests on, and keeps the first response to each operation. */
  private static final class Recorder implements SdkHttpClient {
    private final SdkHttpClient source;
    private final Map<String, Answer> answers = new LinkedHashMap<>();

    Recorder(SdkHttpClient source) {
      this.source = source;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      Answer answer;
      try {
        HttpExecuteResponse response = source.prepareRequest(request).call();
        try (AbortableInputStream body = response.responseBody().orElseThrow()) {
          answer = new Answer(response.httpResponse(), body.readAllBytes());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      answers.putIfAbsent(
          request.httpRequest().firstMatchingHeader(OPERATION).orElseThrow(), answer);
      return answer.call();
    }

    @Override
    public void close() {}
  }
}
