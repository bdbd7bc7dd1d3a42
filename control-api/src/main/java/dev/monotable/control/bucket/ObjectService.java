package dev.monotable.control.bucket;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.json.HttpAnswer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Buckets, and objects that are read and written at once. */
final class ObjectService {
  private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{0,18})-([0-9]{0,18})");

  private final BucketRequest request;
  private final DatabaseBuckets buckets;

  ObjectService(BucketRequest request, DatabaseBuckets buckets) {
    this.request = request;
    this.buckets = buckets;
  }

  /** Checks that there was memory for a change. */
  static void requireRoom(boolean room) {
    if (!room) {
      throw new BucketException(BucketError.STORAGE_FULL);
    }
  }

  private BucketState bucket() {
    BucketState found = buckets.find(request.bucket());
    if (found == null) {
      throw new BucketException(BucketError.NO_SUCH_BUCKET);
    }
    return found;
  }

  /**
   * Creates a bucket. One that exists is an error, except in the Region in which Amazon S3 ignores
   * it.
   */
  HttpAnswer createBucket(String region) {
    if (buckets.find(request.bucket()) != null && !region.equals("us-east-1")) {
      throw new BucketException(BucketError.BUCKET_OWNED);
    }
    requireRoom(buckets.create(request.bucket()));
    return HttpAnswer.of(200).withHeader("Location", "/" + request.bucket());
  }

  HttpAnswer headBucket(String region) {
    BucketState unused = bucket();
    return HttpAnswer.of(200).withHeader("x-amz-bucket-region", region);
  }

  HttpAnswer list() {
    return ObjectList.answer(bucket(), request.query());
  }

  /** Puts an object. A bucket that does not exist is created. */
  HttpAnswer put(ObjectBody body) {
    Map<String, String> headers = new LinkedHashMap<>(request.describing());
    ObjectChecksum checksum = body.checksum();
    if (checksum != null) {
      headers.put(checksum.header(), checksum.text(body.bytes()));
      headers.put("x-amz-checksum-type", "FULL_OBJECT");
    }
    String tag = BucketObject.tagOf(body.bytes());
    requireRoom(
        buckets.change(
            request.bucket(),
            (present, now) ->
                present.with(new BucketObject(request.key(), body.bytes(), tag, now, headers))));
    HttpAnswer answer = HttpAnswer.of(200).withHeader("ETag", '"' + tag + '"');
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (header.getKey().startsWith(ObjectChecksum.PREFIX)) {
        answer = answer.withHeader(header.getKey(), header.getValue());
      }
    }
    return answer;
  }

  /** Deletes an object, if it exists. */
  HttpAnswer delete() {
    BucketState unused = bucket();
    buckets.delete(request.bucket(), request.key());
    return HttpAnswer.of(204);
  }

  /** Returns an object, or a range of its bytes; the transport drops the body of HEAD. */
  HttpAnswer get() {
    BucketObject object = bucket().find(request.key());
    if (object == null) {
      throw new BucketException(BucketError.NO_SUCH_KEY);
    }
    String tag = '"' + object.entityTag() + '"';
    if (isNamed(tag, request.header("if-match"), true)) {
      throw new BucketException(BucketError.PRECONDITION_FAILED);
    }
    if (isNamed(tag, request.header("if-none-match"), false)) {
      return HttpAnswer.of(304).withHeader("ETag", tag);
    }
    Range range = Range.of(request.header("range"), object.bytes().length);
    String type = object.headers().getOrDefault("content-type", "binary/octet-stream");
    HttpAnswer answer =
        range == null
            ? HttpAnswer.of(200, type, object.bytes())
            : HttpAnswer.of(206, type, Arrays.copyOfRange(object.bytes(), range.from, range.to))
                .withHeader(
                    "Content-Range",
                    "bytes " + range.from + '-' + (range.to - 1) + '/' + object.bytes().length);
    answer = answer.withHeader("ETag", tag).withHeader("Accept-Ranges", "bytes");
    answer = answer.withHeader("Last-Modified", httpDate(object));
    boolean withChecksum =
        range == null && "ENABLED".equalsIgnoreCase(request.header("x-amz-checksum-mode"));
    for (Map.Entry<String, String> header : object.headers().entrySet()) {
      boolean isChecksum = header.getKey().startsWith(ObjectChecksum.PREFIX);
      if (isChecksum ? withChecksum : !header.getKey().equals("content-type")) {
        answer = answer.withHeader(header.getKey(), header.getValue());
      }
    }
    return answer;
  }

  private static String httpDate(BucketObject object) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        object.modifiedAt().atOffset(ZoneOffset.UTC));
  }

  /** Returns whether a condition names a tag, or, negated, whether there is one that does not. */
  private static boolean isNamed(String tag, @Nullable String condition, boolean negated) {
    if (condition == null) {
      return false;
    }
    boolean named = false;
    for (String each : condition.split(",")) {
      String given = each.strip();
      named |= given.equals("*") || given.equals(tag) || ('"' + given + '"').equals(tag);
    }
    return named != negated;
  }

  /** A range of bytes, the last one excluded. */
  private record Range(int from, int to) {
    /** Returns the range that a header asks for; null if it asks for all bytes, or is no range. */
    static @Nullable Range of(@Nullable String header, int length) {
      Matcher range = RANGE.matcher(header == null ? "" : header);
      if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
        return null;
      }
      long first;
      long end = length;
      if (range.group(1).isEmpty()) {
        first = Math.max(0, length - Long.parseLong(range.group(2)));
      } else {
        first = Long.parseLong(range.group(1));
        if (!range.group(2).isEmpty()) {
          end = Math.min(length, Long.parseLong(range.group(2)) + 1);
        }
      }
      if (first >= end) {
        throw new BucketException(BucketError.INVALID_RANGE);
      }
      return new Range((int) first, (int) end);
    }
  }
}
