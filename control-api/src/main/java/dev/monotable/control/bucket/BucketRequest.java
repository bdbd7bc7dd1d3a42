package dev.monotable.control.bucket;

import dev.monotable.json.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request for a bucket or an object, whose names are in the path.
 *
 * @param http the request as received
 * @param bucket empty for the list of all buckets
 * @param key of the object; empty for the bucket
 * @param query the parameters; the last one of those with the same name
 */
record BucketRequest(HttpRequest http, String bucket, String key, Map<String, String> query) {
  private static final int MAX_KEY_BYTES = 1024;
  private static final int MAX_METADATA_BYTES = 2 << 10;
  private static final String METADATA = "x-amz-meta-";

  /** The headers of Amazon S3 and conditions that have an effect here, or none on AWS either. */
  private static final Set<String> KNOWN =
      Set.of(
          "x-amz-checksum-algorithm",
          "x-amz-checksum-mode",
          "x-amz-checksum-type",
          "x-amz-content-sha256",
          "x-amz-copy-source",
          "x-amz-date",
          "x-amz-decoded-content-length",
          "x-amz-expected-bucket-owner",
          "x-amz-mp-object-size",
          "x-amz-sdk-checksum-algorithm",
          "x-amz-security-token",
          "x-amz-te", // the SDK for Java offers to read a hash behind the object
          "x-amz-trailer",
          "x-amz-user-agent");

  /** The headers that describe an object. */
  private static final Set<String> DESCRIBING =
      Set.of(
          "cache-control",
          "content-disposition",
          "content-encoding",
          "content-language",
          "content-type",
          "expires",
          "x-amz-server-side-encryption",
          "x-amz-server-side-encryption-aws-kms-key-id",
          "x-amz-storage-class");

  /** Reads the path and query of a request. */
  static BucketRequest of(HttpRequest http) {
    String path = http.path();
    int end = path.indexOf('?');
    String named = path.substring(BucketService.PATH.length(), end < 0 ? path.length() : end);
    String names = named.startsWith("/") ? named.substring(1) : named;
    int slash = names.indexOf('/');
    Map<String, String> query = new LinkedHashMap<>();
    try {
      for (String each : end < 0 ? new String[0] : path.substring(end + 1).split("&")) {
        int equals = each.indexOf('=');
        if (!each.isEmpty()) {
          query.put(
              decoded(equals < 0 ? each : each.substring(0, equals)),
              equals < 0 ? "" : decoded(each.substring(equals + 1)));
        }
      }
      return new BucketRequest(
          http,
          exact(slash < 0 ? names : names.substring(0, slash)),
          slash < 0 ? "" : exact(names.substring(slash + 1)),
          query);
    } catch (IllegalArgumentException e) {
      throw new BucketException(BucketError.INVALID_URI);
    }
  }

  private static String exact(String text) {
    return decoded(text.replace("+", "%2B"));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  String method() {
    return http.method();
  }

  /** Returns what the path names. */
  String level() {
    if (bucket.isEmpty()) {
      return "service";
    }
    return key.isEmpty() ? "bucket" : "object";
  }

  /** Returns the path of the bucket or object. */
  String resource() {
    return "/" + bucket + (key.isEmpty() ? "" : "/" + key);
  }

  /** Returns the ARN of the bucket or object. */
  String arn() {
    return "arn:aws:s3:::" + bucket + (key.isEmpty() ? "" : "/" + key);
  }

  @Nullable String header(String name) {
    return http.header(name);
  }

  /** Returns a parameter that the operation has. */
  String require(String parameter) {
    return String.valueOf(query.get(parameter));
  }

  /**
   * Checks the names and headers.
   *
   * @throws BucketException if a name is invalid, or a header asks for what Monotable does not have
   */
  void check(BucketOperation operation) {
    if (!bucket.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
      throw new BucketException(BucketError.INVALID_BUCKET_NAME);
    }
    if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
      throw new BucketException(BucketError.KEY_TOO_LONG);
    }
    boolean reads =
        operation == BucketOperation.GET_OBJECT || operation == BucketOperation.HEAD_OBJECT;
    boolean writes =
        operation == BucketOperation.PUT_OBJECT || operation == BucketOperation.CREATE_UPLOAD;
    for (String received : http.headerNames()) {
      String name = received.toLowerCase(Locale.ROOT);
      boolean isCondition = name.startsWith("if-");
      boolean isKnown =
          isCondition
              ? reads && (name.equals("if-match") || name.equals("if-none-match"))
              : KNOWN.contains(name)
                  || (writes && (DESCRIBING.contains(name) || name.startsWith(METADATA)))
                  || isChecksum(name);
      if ((isCondition || name.startsWith("x-amz-")) && !isKnown) {
        throw new BucketException(
            BucketError.NOT_IMPLEMENTED, BucketError.NOT_IMPLEMENTED.text() + ": " + name);
      }
    }
  }

  private static boolean isChecksum(String name) {
    return name.startsWith(ObjectChecksum.PREFIX)
        && ObjectChecksum.find(name.substring(ObjectChecksum.PREFIX.length())) != null;
  }

  /** Returns the headers that describe the object to write. */
  Map<String, String> describing() {
    Map<String, String> described = new LinkedHashMap<>();
    int metadata = 0;
    for (String received : http.headerNames()) {
      String name = received.toLowerCase(Locale.ROOT);
      String value = String.join(",", http.headers(received));
      if (name.startsWith(METADATA)) {
        metadata += name.length() - METADATA.length() + value.length();
        described.put(name, value);
      } else if (name.equals("content-encoding")) {
        List<String> codings = new ArrayList<>(List.of(value.split("\\s*,\\s*")));
        if (codings.removeIf(coding -> coding.isEmpty() || coding.equalsIgnoreCase("aws-chunked"))
            && codings.isEmpty()) {
          continue; // it is that of the request only
        }
        described.put(name, String.join(",", codings));
      } else if (DESCRIBING.contains(name)) {
        described.put(name, value);
      }
    }
    if (metadata > MAX_METADATA_BYTES) {
      throw new BucketException(BucketError.METADATA_TOO_LARGE);
    }
    described.putIfAbsent("content-type", "binary/octet-stream");
    return described;
  }
}
