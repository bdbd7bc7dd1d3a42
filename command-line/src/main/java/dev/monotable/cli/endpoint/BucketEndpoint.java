package dev.monotable.cli.endpoint;

import com.github.davidmoten.aws.lw.client.Client;
import com.github.davidmoten.aws.lw.client.HttpMethod;
import com.github.davidmoten.aws.lw.client.Request;
import com.github.davidmoten.aws.lw.client.xml.XmlElement;
import com.github.davidmoten.aws.lw.client.xml.builder.Xml;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.formats.bucket.ObjectStore;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Buckets of an endpoint that is compatible with Amazon S3. Objects are read and written in parts,
 * so that each request takes bounded time and memory; the buckets are in the path of the URL.
 */
public final class BucketEndpoint implements ObjectStore {
  /** The size of a part. S3 has at least 5 MB and at most 10,000 parts. */
  private static final int PART = 8 << 20;

  private static final int MOST_BYTES = PART + (1 << 20);
  private static final int MOST_KEYS = 1000;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
  private static final Integer[] TRANSIENT = {429, 500, 502, 503, 504};
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

  private final EndpointConnection connection;
  private final Client client;

  private BucketEndpoint(EndpointConnection connection, Client client) {
    this.connection = connection;
    this.client = client;
  }

  /**
   * Opens an endpoint, without calling it. Credentials and the Region are found as by the AWS CLI.
   *
   * @param url a URL such as {@code http://127.0.0.1:9000}
   * @param environment the environment variables
   * @throws InvalidArgumentException if the URL or a configured file is invalid
   */
  public static BucketEndpoint of(String url, Map<String, String> environment) {
    return of(url, environment, REQUEST_TIMEOUT);
  }

  /**
   * Opens an endpoint, without calling it.
   *
   * @param timeout how long a request may take, with its response
   */
  static BucketEndpoint of(String url, Map<String, String> environment, Duration timeout) {
    EndpointConfig config = new EndpointConfig(url, null, null, null, environment);
    CredentialSources sources = new CredentialSources(config.environment(), null);
    EndpointConnection connection =
        EndpointConnection.of(
            url, TrustedAuthorities.ofEnvironment(url, config.environment()), timeout);
    Credentials found = Objects.requireNonNullElse(sources.find(), Credentials.ANY);
    com.github.davidmoten.aws.lw.client.Credentials credentials =
        found.token() == null
            ? com.github.davidmoten.aws.lw.client.Credentials.of(
                found.accessKey(), found.secretKey())
            : com.github.davidmoten.aws.lw.client.Credentials.of(
                found.accessKey(), found.secretKey(), found.token());
    Client client =
        Client.s3()
            .region(EndpointClient.region(config, sources))
            .credentials(credentials)
            .httpClient(new BucketHttpClient(connection, MOST_BYTES))
            .retryMaxAttempts(3)
            .retryInitialInterval(200, TimeUnit.MILLISECONDS)
            .retryStatusCodes(TRANSIENT)
            .retryException(e -> e instanceof IOException && !(e instanceof HttpTimeoutException))
            .build();
    return new BucketEndpoint(connection, client);
  }

  private Request request(HttpMethod method, String bucket, String key) {
    StringBuilder url = new StringBuilder(connection.url());
    url.append('/').append(encode(bucket));
    for (String part : key.split("/", -1)) {
      url.append('/').append(encode(part));
    }
    return client.url(url.toString()).method(method);
  }

  /** Encodes a part of a path as S3 does: all but letters, digits and {@code -._~}. */
  private static String encode(String part) {
    String encoded =
        URLEncoder.encode(part, StandardCharsets.UTF_8)
            .replace("+", "%20")
            .replace("*", "%2A")
            .replace("%7E", "~");
    return encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
  }

  private BucketReply send(Request request) throws TransferException {
    return BucketReply.of(request, connection);
  }

  // ---- listing

  @Override
  public List<StoredObject> list(String bucket, String prefix, int most) throws TransferException {
    List<StoredObject> objects = new ArrayList<>();
    String token = null;
    do {
      int left = most + 1 - objects.size();
      Request request =
          request(HttpMethod.GET, bucket, "")
              .query("list-type", "2")
              .query("encoding-type", "url")
              .query("max-keys", String.valueOf(Math.min(left, MOST_KEYS)))
              .query("prefix", prefix);
      if (token != null) {
        request.query("continuation-token", token);
      }
      BucketReply reply = send(request).expect(200);
      XmlElement page = reply.xml();
      int before = objects.size();
      for (XmlElement each : page.childrenWithName("Contents")) {
        objects.add(object(each, reply));
      }
      boolean more = Boolean.parseBoolean(text(page, "IsTruncated", reply));
      token = more ? text(page, "NextContinuationToken", reply) : null;
      if (objects.size() - before > MOST_KEYS || more && objects.size() == before) {
        throw invalid(reply);
      }
    } while (token != null && objects.size() <= most);
    return objects;
  }

  private static StoredObject object(XmlElement listed, BucketReply reply)
      throws TransferException {
    try {
      return new StoredObject(
          decode(text(listed, "Key", reply), reply),
          Long.parseLong(text(listed, "Size", reply)),
          text(listed, "ETag", reply));
    } catch (NumberFormatException e) {
      throw invalid(reply);
    }
  }

  private static String text(XmlElement element, String name, BucketReply reply)
      throws TransferException {
    List<XmlElement> found = element.childrenWithName(name);
    if (found.size() != 1) {
      throw invalid(reply);
    }
    return String.valueOf(found.get(0).content());
  }

  private static String decode(String key, BucketReply reply) throws TransferException {
    try {
      return URLDecoder.decode(key, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw invalid(reply);
    }
  }

  private static TransferException invalid(BucketReply reply) {
    return ObjectStore.failure(
        reply.status(), "InvalidResponse", "The endpoint has not answered as Amazon S3 does");
  }

  // ---- reading

  @Override
  public InputStream read(String bucket, String key) throws TransferException {
    return open(new RangedObject(bucket, key, null));
  }

  @Override
  public InputStream read(String bucket, StoredObject object) throws TransferException {
    return open(new RangedObject(bucket, object.key(), object));
  }

  private static InputStream open(RangedObject object) throws TransferException {
    object.readPart();
    return new BufferedInputStream(object, 1 << 16);
  }

  /** An object that is read part by part. */
  private final class RangedObject extends InputStream {
    private final String bucket;
    private final String key;
    private byte[] part = {};
    private int position;
    private long end;
    private long size = Long.MAX_VALUE;
    private @Nullable String version;

    /** The version that is read; null for the present one. */
    private final @Nullable StoredObject listed;

    RangedObject(String bucket, String key, @Nullable StoredObject listed) {
      this.bucket = bucket;
      this.key = key;
      this.listed = listed;
      this.version = listed == null ? null : listed.version();
    }

    void readPart() throws TransferException {
      Request request =
          request(HttpMethod.GET, bucket, key)
              .header("Range", "bytes=" + end + '-' + (end + PART - 1));
      if (version != null) {
        request.header("If-Match", version);
      }
      BucketReply reply = send(request);
      if (end == 0 && reply.status() == 416) {
        size = 0; // an empty object has no range
        requireListed();
        return;
      }
      if (listed != null && reply.status() == 412) {
        throw ObjectStore.modified(key);
      }
      reply.expect(200, 206);
      part = reply.body();
      position = 0;
      if (reply.status() == 200) {
        size = end + part.length;
        if (end > 0) {
          throw invalid(reply);
        }
      } else {
        String given = reply.header("Content-Range");
        Matcher range = CONTENT_RANGE.matcher(given == null ? "" : given);
        if (!range.matches() || !isNext(range)) {
          throw invalid(reply);
        }
      }
      requireListed();
      String tag = reply.header("ETag");
      if (listed != null && tag != null && !unquoted(tag).equals(unquoted(listed.version()))) {
        throw ObjectStore.modified(key); // by an endpoint that ignores the condition
      }
      end += part.length;
      version = listed == null ? tag : listed.version();
    }

    private static String unquoted(String tag) {
      return tag.replace("\"", "");
    }

    private void requireListed() throws TransferException {
      if (listed != null && size != listed.size()) {
        throw ObjectStore.modified(key);
      }
    }

    /** Returns whether a range is the next part, complete, of the same object. */
    private boolean isNext(Matcher range) {
      try {
        long total = Long.parseLong(range.group(3));
        boolean same = size == Long.MAX_VALUE || size == total;
        size = total;
        return same
            && Long.parseLong(range.group(1)) == end
            && Long.parseLong(range.group(2)) == end + part.length - 1
            && part.length == Math.min(PART, total - end);
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      if (position == part.length) {
        if (end >= size) {
          return -1;
        }
        try {
          readPart();
        } catch (TransferException e) {
          throw new ObjectFailure(e);
        }
      }
      int read = Math.min(length, part.length - position);
      System.arraycopy(part, position, bytes, from, read);
      position += read;
      return read;
    }
  }

  // ---- writing

  @Override
  public OutputStream write(String bucket, String key) {
    return new UploadedObject(bucket, key);
  }

  /** An object that is written at once, or in parts if it has more than one. */
  private final class UploadedObject extends OutputStream {
    private final String bucket;
    private final String key;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private final List<String> parts = new ArrayList<>();
    private @Nullable String upload;
    private boolean closed;

    UploadedObject(String bucket, String key) {
      this.bucket = bucket;
      this.key = key;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int next = from;
      while (next < from + length) {
        if (part.size() == PART) {
          upload();
        }
        int count = Math.min(from + length - next, PART - part.size());
        part.write(bytes, next, count);
        next += count;
      }
    }

    private void upload() throws IOException {
      try {
        if (upload == null) {
          BucketReply begun =
              send(request(HttpMethod.POST, bucket, key).query("uploads")).expect(200);
          upload = text(begun.xml(), "UploadId", begun);
        }
        BucketReply reply =
            send(request(HttpMethod.PUT, bucket, key)
                    .query("partNumber", String.valueOf(parts.size() + 1))
                    .query("uploadId", upload)
                    .requestBody(part.toByteArray()))
                .expect(200);
        String version = reply.header("ETag");
        if (version == null) {
          throw invalid(reply);
        }
        parts.add(version);
        part.reset();
      } catch (TransferException e) {
        throw abort(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (upload == null) {
        try {
          var unused =
              send(request(HttpMethod.PUT, bucket, key).requestBody(part.toByteArray()))
                  .expect(200);
        } catch (TransferException e) {
          throw new ObjectFailure(e);
        }
        return;
      }
      upload();
      Xml document =
          Xml.create("CompleteMultipartUpload")
              .attribute("xmlns", "http://s3.amazonaws.com/doc/2006-03-01/");
      for (int i = 0; i < parts.size(); i++) {
        document =
            document
                .element("Part")
                .element("ETag")
                .content(parts.get(i))
                .up()
                .element("PartNumber")
                .content(String.valueOf(i + 1))
                .up()
                .up();
      }
      try {
        BucketReply reply =
            send(request(HttpMethod.POST, bucket, key)
                    .query("uploadId", upload)
                    .requestBody(document.toString()))
                .expect(200);
        // S3 may begin its response with status 200 before it fails.
        if (reply.xml().name().equals("Error")) {
          throw reply.failure();
        }
      } catch (TransferException e) {
        throw abort(e);
      }
    }

    /** Removes the parts so far, and returns the exception of the failure. */
    private ObjectFailure abort(TransferException failure) {
      closed = true;
      if (upload != null) {
        try {
          var unused = send(request(HttpMethod.DELETE, bucket, key).query("uploadId", upload));
        } catch (TransferException e) {
          failure.addSuppressed(e);
        }
      }
      return new ObjectFailure(failure);
    }
  }
}
