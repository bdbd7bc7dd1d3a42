package dev.monotable.control.bucket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operation of Amazon S3 that Monotable has, with the action that policies allow it by. */
enum BucketOperation {
  ABORT_UPLOAD("AbortMultipartUpload", "s3:AbortMultipartUpload", "uploadId"),
  COMPLETE_UPLOAD("CompleteMultipartUpload", "s3:PutObject", "uploadId"),
  CREATE_BUCKET("CreateBucket", "s3:CreateBucket", ""),
  CREATE_UPLOAD("CreateMultipartUpload", "s3:PutObject", "uploads"),
  DELETE_OBJECT("DeleteObject", "s3:DeleteObject", ""),
  GET_OBJECT("GetObject", "s3:GetObject", ""),
  HEAD_BUCKET("HeadBucket", "s3:ListBucket", ""),
  HEAD_OBJECT("HeadObject", "s3:GetObject", ""),
  LIST_OBJECTS(
      "ListObjectsV2",
      "s3:ListBucket",
      "list-type prefix delimiter max-keys continuation-token start-after encoding-type"),
  PUT_OBJECT("PutObject", "s3:PutObject", ""),
  UPLOAD_PART("UploadPart", "s3:PutObject", "partNumber uploadId");

  private final String wire;
  private final String action;

  /** The names of the parameters, with spaces between them. */
  private final String parameters;

  BucketOperation(String wire, String action, String parameters) {
    this.wire = wire;
    this.action = action;
    this.parameters = parameters;
  }

  /** Returns the action, such as {@code s3:GetObject}. */
  String action() {
    return action;
  }

  /** A row of the table of all operations. */
  private record Row(String name, String method, String level, List<String> selectors) {
    boolean matches(BucketRequest request) {
      if (!method.equals(request.method()) || !level.equals(request.level())) {
        return false;
      }
      for (String selector : selectors) {
        boolean present =
            selector.startsWith("x-amz-")
                ? request.header(selector) != null
                : request.query().containsKey(selector);
        if (!present) {
          return false;
        }
      }
      return true;
    }
  }

  /** The table, which the first request reads. */
  private static final class Table {
    private static final String FILE = "operations.txt";
    static final List<Row> ROWS = read();

    private static List<Row> read() {
      List<Row> rows = new ArrayList<>();
      try (InputStream bytes =
              Objects.requireNonNull(BucketOperation.class.getResourceAsStream(FILE));
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.isEmpty() && !line.startsWith("#")) {
            List<String> parts = List.of(line.split(" "));
            rows.add(
                new Row(parts.get(0), parts.get(1), parts.get(2), parts.subList(3, parts.size())));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return List.copyOf(rows);
    }
  }

  /**
   * Returns the operation of a request.
   *
   * @throws BucketException if Monotable does not have it, or a parameter of it
   */
  static BucketOperation of(BucketRequest request) {
    Row found = null;
    for (Row row : Table.ROWS) {
      if (row.matches(request)
          && (found == null || row.selectors().size() > found.selectors().size())) {
        found = row;
      }
    }
    if (found == null) {
      throw new BucketException(BucketError.METHOD_NOT_ALLOWED);
    }
    BucketOperation operation = find(found.name());
    if (operation == null) {
      throw BucketException.notImplemented("The operation " + found.name());
    }
    List<String> known = List.of(operation.parameters.split(" "));
    for (String parameter : request.query().keySet()) {
      if (!known.contains(parameter) && !isOfAll(parameter)) {
        throw BucketException.notImplemented(
            "The parameter '" + parameter + "' of " + found.name());
      }
    }
    return operation;
  }

  /** Returns whether a parameter belongs to a signature, or names the operation for logs. */
  private static boolean isOfAll(String parameter) {
    return parameter.regionMatches(true, 0, "X-Amz-", 0, 6) || parameter.equals("x-id");
  }

  private static @Nullable BucketOperation find(String name) {
    for (BucketOperation each : values()) {
      if (each.wire.equals(name)) {
        return each;
      }
    }
    return null;
  }
}
