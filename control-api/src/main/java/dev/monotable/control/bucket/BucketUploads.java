package dev.monotable.control.bucket;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.bucket.BucketUpload;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.json.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Uploads of objects in parts. They are a part of the database, so their memory has the bound of
 * objects.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html">Uploading
 *     and copying objects using multipart upload</a>
 */
final class BucketUploads {
  private static final int MOST_PARTS = 10_000;
  private static final int LEAST_BYTES = 5 << 20;
  private static final String ALGORITHM = "x-amz-checksum-algorithm";
  private static final String TYPE = "x-amz-checksum-type";
  private static final String FULL_OBJECT = "FULL_OBJECT";

  private final BucketRequest request;
  private final DatabaseBuckets buckets;
  private final LongPredicate hasRoom;

  /**
   * @param hasRoom returns whether the heap has room for a number of bytes
   */
  BucketUploads(BucketRequest request, DatabaseBuckets buckets, LongPredicate hasRoom) {
    this.request = request;
    this.buckets = buckets;
    this.hasRoom = hasRoom;
  }

  /** Begins an upload. A bucket that does not exist is created. */
  HttpAnswer create() {
    Map<String, String> headers = new LinkedHashMap<>(request.describing());
    String algorithm = request.header(ALGORITHM);
    String type = request.header(TYPE);
    ObjectChecksum checksum = null;
    if (algorithm != null) {
      checksum = ObjectChecksum.find(algorithm);
      if (checksum == null) {
        throw BucketException.notImplemented("The checksum algorithm " + algorithm);
      }
      boolean isFull = checksum == ObjectChecksum.CRC64NVME || FULL_OBJECT.equals(type);
      type = isFull ? FULL_OBJECT : "COMPOSITE";
      headers.put(ALGORITHM, checksum.name());
      headers.put(TYPE, type);
    }
    String id = buckets.newUploadId();
    ObjectService.requireRoom(
        buckets.change(
            request.bucket(),
            (present, now) ->
                present.with(
                    BucketUpload.begin(
                        id, new BucketObject(request.key(), new byte[0], "", now, headers)))));
    HttpAnswer answer =
        XmlText.ofResult("InitiateMultipartUploadResult")
            .element("Bucket", request.bucket())
            .element("Key", request.key())
            .element("UploadId", id)
            .answer(200);
    return checksum == null
        ? answer
        : answer.withHeader(ALGORITHM, checksum.name()).withHeader(TYPE, String.valueOf(type));
  }

  private BucketUpload require(@Nullable BucketState bucket) {
    if (bucket == null) {
      throw new BucketException(BucketError.NO_SUCH_BUCKET);
    }
    BucketUpload upload = bucket.findUpload(request.require("uploadId"));
    if (upload == null || !upload.target().key().equals(request.key())) {
      throw new BucketException(BucketError.NO_SUCH_UPLOAD);
    }
    return upload;
  }

  /** Adds a part. */
  HttpAnswer put(ObjectBody body) {
    int number = number(request.require("partNumber"));
    BucketUpload unused = require(buckets.find(request.bucket()));
    String tag = BucketObject.tagOf(body.bytes());
    ObjectService.requireRoom(
        buckets.change(
            request.bucket(),
            (present, now) ->
                present.with(
                    require(present)
                        .with(
                            number,
                            new BucketObject(
                                String.valueOf(number), body.bytes(), tag, now, Map.of())))));
    HttpAnswer answer = HttpAnswer.of(200).withHeader("ETag", '"' + tag + '"');
    ObjectChecksum checksum = body.checksum();
    return checksum == null
        ? answer
        : answer.withHeader(checksum.header(), checksum.text(body.bytes()));
  }

  private static int number(String text) {
    int number = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > MOST_PARTS) {
      throw new BucketException(
          BucketError.INVALID_ARGUMENT,
          "Part number must be an integer between 1 and 10000, inclusive");
    }
    return number;
  }

  /** Ends an upload without an object. */
  HttpAnswer abort() {
    BucketUpload unused = require(buckets.find(request.bucket()));
    boolean smaller =
        buckets.change(request.bucket(), (present, now) -> present.without(require(present)));
    ObjectService.requireRoom(smaller);
    return HttpAnswer.of(204);
  }

  /** Makes an object of the parts that the body lists. */
  HttpAnswer complete(ObjectBody body) {
    BucketUpload upload = require(buckets.find(request.bucket()));
    List<BucketObject> parts = listed(upload, new String(body.bytes(), StandardCharsets.UTF_8));
    byte[] bytes = joined(parts);
    Map<String, String> headers = new LinkedHashMap<>(upload.target().headers());
    String algorithm = headers.remove(ALGORITHM);
    String type = headers.remove(TYPE);
    ObjectChecksum checksum = algorithm == null ? null : ObjectChecksum.find(algorithm);
    String value = null;
    if (checksum != null) {
      boolean isFull = FULL_OBJECT.equals(type);
      value = isFull ? checksum.text(bytes) : composite(checksum, parts);
      headers.put(checksum.header(), value);
      headers.put(TYPE, String.valueOf(type));
      String given = request.header(checksum.header());
      if (given != null && !given.equals(value)) {
        throw new BucketException(
            BucketError.BAD_DIGEST,
            "The " + checksum.name() + " you specified did not match the calculated checksum.");
      }
    }
    String tag = tag(parts);
    ObjectService.requireRoom(
        buckets.change(
            request.bucket(),
            (present, now) -> {
              if (require(present) != upload) {
                throw new BucketException(BucketError.CONFLICT);
              }
              return completed(present, upload, bytes, tag, headers, now);
            }));
    return XmlText.ofResult("CompleteMultipartUploadResult")
        .element("Location", BucketService.PATH + request.resource())
        .element("Bucket", request.bucket())
        .element("Key", request.key())
        .element("ETag", '"' + tag + '"')
        .element(checksum == null ? "Checksum" : checksum.element(), value)
        .element("ChecksumType", checksum == null ? null : type)
        .answer(200);
  }

  private static BucketState completed(
      BucketState present,
      BucketUpload upload,
      byte[] bytes,
      String tag,
      Map<String, String> headers,
      Instant now) {
    return present
        .without(upload)
        .with(new BucketObject(upload.target().key(), bytes, tag, now, headers));
  }

  /** Returns the parts of a list, each as it was uploaded. */
  private List<BucketObject> listed(BucketUpload upload, String list) {
    List<Map<String, String>> elements = PartList.read(list);
    List<BucketObject> parts = new ArrayList<>();
    int last = 0;
    for (Map<String, String> element : elements) {
      int number = number(element.getOrDefault("PartNumber", ""));
      if (number <= last) {
        throw new BucketException(BucketError.INVALID_PART_ORDER);
      }
      last = number;
      BucketObject part = upload.find(number);
      String tag = element.getOrDefault("ETag", "").replace("\"", "");
      if (part == null || !part.entityTag().equals(tag) || !hasChecksums(part, element)) {
        throw new BucketException(BucketError.INVALID_PART);
      }
      parts.add(part);
    }
    for (BucketObject part : parts.subList(0, parts.size() - 1)) {
      if (part.bytes().length < LEAST_BYTES) {
        throw new BucketException(BucketError.ENTITY_TOO_SMALL);
      }
    }
    return parts;
  }

  private static boolean hasChecksums(BucketObject part, Map<String, String> element) {
    for (ObjectChecksum each : ObjectChecksum.values()) {
      String given = element.get(each.element());
      if (given != null && !given.equals(each.text(part.bytes()))) {
        return false;
      }
    }
    return true;
  }

  private byte[] joined(List<BucketObject> parts) {
    long length = 0;
    for (BucketObject part : parts) {
      length += part.bytes().length;
    }
    String declared = request.header("x-amz-mp-object-size");
    if (declared != null && !declared.equals(String.valueOf(length))) {
      throw new BucketException(
          BucketError.INVALID_REQUEST,
          "The provided 'x-amz-mp-object-size' header value "
              + declared
              + " does not match what was computed: "
              + length);
    }
    if (length > Integer.MAX_VALUE - 8) { // the longest array
      throw new BucketException(BucketError.ENTITY_TOO_LARGE);
    }
    ObjectService.requireRoom(hasRoom.test(length));
    byte[] bytes = new byte[(int) length];
    int at = 0;
    for (BucketObject part : parts) {
      System.arraycopy(part.bytes(), 0, bytes, at, part.bytes().length);
      at += part.bytes().length;
    }
    return bytes;
  }

  /** Returns the checksum of the checksums of all parts. */
  private static String composite(ObjectChecksum checksum, List<BucketObject> parts) {
    int length = checksum.of(new byte[0]).length;
    byte[] all = new byte[parts.size() * length];
    for (int i = 0; i < parts.size(); i++) {
      System.arraycopy(checksum.of(parts.get(i).bytes()), 0, all, i * length, length);
    }
    return checksum.text(all) + '-' + parts.size();
  }

  /** Returns the hash of the hashes of all parts, with their number. */
  private static String tag(List<BucketObject> parts) {
    StringBuilder tags = new StringBuilder();
    for (BucketObject part : parts) {
      tags.append(part.entityTag());
    }
    byte[] hashes = HexFormat.of().parseHex(tags);
    return BucketObject.tagOf(hashes) + '-' + parts.size();
  }
}
