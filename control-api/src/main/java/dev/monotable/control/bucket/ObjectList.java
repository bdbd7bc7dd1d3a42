package dev.monotable.control.bucket;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.json.HttpAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of ListObjectsV2. A continuation token is where the next page begins in the order of the
 * keys.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html">ListObjectsV2</a>
 */
final class ObjectList {
  private static final int MOST = 1000;

  /** Follows each byte of UTF-8, so that it ends the keys that begin with the bytes before. */
  private static final byte AFTER_ALL = (byte) 0xff;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final BucketState bucket;
  private final String prefix;
  private final String delimiter;
  private final int most;
  private final boolean encoded;
  private final List<BucketObject> objects = new ArrayList<>();
  private final List<String> prefixes = new ArrayList<>();

  /** Where the next page begins; null if there is none. */
  private byte @Nullable [] next;

  private ObjectList(BucketState bucket, Map<String, String> query) {
    this.bucket = bucket;
    this.prefix = query.getOrDefault("prefix", "");
    this.delimiter = query.getOrDefault("delimiter", "");
    this.most = most(query.getOrDefault("max-keys", String.valueOf(MOST)));
    String encoding = query.getOrDefault("encoding-type", "");
    this.encoded = encoding.equals("url");
    if (!encoded && !encoding.isEmpty()) {
      throw invalid("Invalid Encoding Method specified in Request");
    }
  }

  /** Returns the page that a request asks for. */
  static HttpAnswer answer(BucketState bucket, Map<String, String> query) {
    if (!"2".equals(query.get("list-type"))) {
      throw invalid("Invalid list-type");
    }
    ObjectList list = new ObjectList(bucket, query);
    list.read(query);
    return list.xml(query).answer(200);
  }

  private static int most(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw invalid("Provided max-keys not an integer or within integer range");
    }
    return Math.min(MOST, Integer.parseInt(text));
  }

  private static BucketException invalid(String message) {
    return new BucketException(BucketError.INVALID_ARGUMENT, message);
  }

  private void read(Map<String, String> query) {
    byte[] from = BucketState.key(prefix);
    String after = query.get("start-after");
    String token = query.get("continuation-token");
    byte[] start =
        token != null ? decoded(token) : after == null ? from : following(after, (byte) 0);
    if (Arrays.compareUnsigned(start, from) > 0) {
      from = start;
    }
    BucketObject object = most == 0 ? null : bucket.ceiling(from);
    while (object != null && object.key().startsWith(prefix)) {
      String key = object.key();
      int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
      String common = end < 0 ? null : key.substring(0, end + delimiter.length());
      if (objects.size() + prefixes.size() == most) {
        next = BucketState.key(common == null ? key : common);
        return;
      }
      if (common == null) {
        objects.add(object);
        object = bucket.ceiling(following(key, (byte) 0));
      } else {
        prefixes.add(common);
        object = bucket.ceiling(following(common, AFTER_ALL));
      }
    }
  }

  private static byte[] following(String text, byte last) {
    byte[] key = BucketState.key(text);
    byte[] bytes = Arrays.copyOf(key, key.length + 1);
    bytes[key.length] = last;
    return bytes;
  }

  private static byte[] decoded(String token) {
    try {
      return Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw invalid("The continuation token provided is incorrect");
    }
  }

  private XmlText xml(Map<String, String> query) {
    XmlText xml = XmlText.ofResult("ListBucketResult").element("Name", bucket.name());
    xml.element("Prefix", encoded(prefix));
    xml.element("Delimiter", delimiter.isEmpty() ? null : encoded(delimiter));
    xml.element("MaxKeys", most).element("KeyCount", objects.size() + prefixes.size());
    xml.element("EncodingType", encoded ? "url" : null).element("IsTruncated", next != null);
    xml.element("ContinuationToken", query.get("continuation-token"));
    byte[] behind = next;
    xml.element(
        "NextContinuationToken",
        behind == null ? null : Base64.getUrlEncoder().withoutPadding().encodeToString(behind));
    String after = query.get("start-after");
    xml.element("StartAfter", after == null ? null : encoded(after));
    for (BucketObject object : objects) {
      xml.begin("Contents").element("Key", encoded(object.key()));
      xml.element("LastModified", TIME.format(object.modifiedAt()));
      xml.element("ETag", '"' + object.entityTag() + '"').element("Size", object.bytes().length);
      xml.element("StorageClass", object.headers().getOrDefault("x-amz-storage-class", "STANDARD"));
      xml.end("Contents");
    }
    for (String each : prefixes) {
      xml.begin("CommonPrefixes").element("Prefix", encoded(each)).end("CommonPrefixes");
    }
    return xml;
  }

  private String encoded(String text) {
    return encoded
        ? URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/")
        : text;
  }
}
