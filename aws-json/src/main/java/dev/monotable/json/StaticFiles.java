package dev.monotable.json;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers GET and HEAD with files of a folder on the class path, such as the pages of a browser
 * application. {@code index.html} stands for the folder that it is in. A browser asks again each
 * time, and gets the status 304 if it has the file already.
 *
 * <p>A file is read once and kept. Only names of files that exist are kept, so their number is
 * bounded.
 */
public final class StaticFiles implements HttpService {
  private static final String INDEX = "index.html";
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final int ETAG_BYTES = 8;

  /** No name begins with a dot, so none leads out of the folder. */
  private static final Pattern NAME = Pattern.compile("(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+/?+");

  private static final Map<String, String> CONTENT_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2",
          "txt", PLAIN);

  private final Class<?> anchor;
  private final String folder;
  private final String path;
  private final Map<String, String> headers;
  private final ConcurrentMap<String, HttpAnswer> files = new ConcurrentHashMap<>();

  /**
   * Creates a service for the files of a folder.
   *
   * @param anchor a class whose class loader has the folder
   * @param folder such as {@code com/example/pages}, without a slash at either end
   * @param path the path of the service, such as {@code /_name/pages}
   * @param headers added to each file, such as a {@code Content-Security-Policy}
   */
  public StaticFiles(Class<?> anchor, String folder, String path, Map<String, String> headers) {
    this.anchor = anchor;
    this.folder = folder;
    this.path = path;
    this.headers = Map.copyOf(headers);
  }

  @Override
  public int maxBodyBytes() {
    return 0;
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      reply.answer(HttpAnswer.of(405).withHeader("Allow", "GET, HEAD"));
      return;
    }
    HttpAnswer file = find(request.path());
    if (file == null) {
      reply.answer(HttpAnswer.of(404, PLAIN, "There is no such file.\n"));
      return;
    }
    String known = request.header("if-none-match");
    reply.answer(known != null && isKnown(known, file) ? file.notModified() : file);
  }

  /** Returns the file of the path of a request, or null. */
  private @Nullable HttpAnswer find(String requested) {
    int query = requested.indexOf('?');
    String file = requested.substring(path.length(), query < 0 ? requested.length() : query);
    if (!NAME.matcher(file).matches()) {
      return null;
    }
    if (file.isEmpty() || file.endsWith("/")) {
      return load(file.isEmpty() ? "/" + INDEX : file + INDEX);
    }
    return load(file);
  }

  private @Nullable HttpAnswer load(String file) {
    HttpAnswer known = files.get(file);
    String type = CONTENT_TYPES.get(file.substring(file.lastIndexOf('.') + 1));
    if (known != null || type == null) {
      return known;
    }
    try (InputStream in = anchor.getResourceAsStream("/" + folder + file)) {
      if (in == null) {
        return null;
      }
      byte[] bytes = in.readAllBytes();
      HttpAnswer answer =
          HttpAnswer.of(200, type, bytes)
              .withHeader("ETag", etag(bytes))
              .withHeader("Cache-Control", "no-cache")
              .withHeader("X-Content-Type-Options", "nosniff");
      for (Map.Entry<String, String> header : headers.entrySet()) {
        answer = answer.withHeader(header.getKey(), header.getValue());
      }
      files.put(file, answer);
      return answer;
    } catch (IOException e) {
      return null; // such as a folder
    }
  }

  private static String etag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(digest, 0, ETAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Returns whether a value of If-None-Match names a file as it is. RFC 9110, section 13.1.2. */
  private static boolean isKnown(String values, HttpAnswer file) {
    String etag = file.header("ETag");
    for (String value : values.split(",")) {
      String tag = value.strip();
      if (tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag)) {
        return true;
      }
    }
    return false;
  }
}
