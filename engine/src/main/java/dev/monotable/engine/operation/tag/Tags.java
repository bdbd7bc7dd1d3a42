package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.ConstraintFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TagFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.Tag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the tags of requests.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html">Adding
 *     tags and labels to resources</a>
 */
public final class Tags {
  private static final String RESERVED = "aws:";

  /**
   * The valid characters, among them letters, spaces and digits of all scripts (DDB-TABLE-372 of
   * the findings that {@link TagFault} names).
   */
  private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

  private Tags() {}

  /**
   * Returns the tags or tag keys of a request.
   *
   * @param arn the ResourceArn of the request, which is checked first
   * @param member the name of the list in the API
   * @throws FaultException if the ARN or the list is missing
   */
  static <T> List<T> requireList(@Nullable String arn, @Nullable List<T> list, String member) {
    if (arn == null) {
      throw new FaultException(TagFault.Plain.NO_ARN);
    }
    if (list == null) {
      throw new FaultException(ConstraintFault.notNull(member));
    }
    return list;
  }

  /**
   * Checks the keys, the values and the number of tags.
   *
   * @throws FaultException for the first invalid tag, or if there are too many
   */
  public static void require(List<Tag> tags, Limits limits) {
    requireCount(tags.size(), limits);
    Set<String> keys = new HashSet<>();
    for (Tag tag : tags) {
      String key = requireKey(tag.key(), limits);
      String value = tag.value();
      if (!isAllowed(value, limits.tag().maxValueCharacters())) {
        throw new FaultException(TagFault.Plain.INVALID_TAG_VALUE.with(value));
      }
      if (!keys.add(key)) {
        throw new FaultException(TagFault.Plain.DUPLICATE_TAG_KEY.with(key));
      }
    }
  }

  /** Checks the keys and the number of tags to remove. */
  static void requireKeys(List<String> keys, Limits limits) {
    requireCount(keys.size(), limits);
    keys.forEach(key -> requireKey(key, limits));
  }

  private static void requireCount(int count, Limits limits) {
    if (count > limits.tag().maxTags()) {
      throw new FaultException(TagFault.Plain.TOO_MANY_TAGS);
    }
  }

  private static String requireKey(@Nullable String key, Limits limits) {
    if (key == null || key.isEmpty() || !isAllowed(key, limits.tag().maxKeyCharacters())) {
      throw new FaultException(TagFault.Plain.INVALID_TAG_KEY.with(key));
    }
    if (key.regionMatches(true, 0, RESERVED, 0, RESERVED.length())) {
      throw new FaultException(TagFault.Plain.RESERVED_TAG_KEY.with(key));
    }
    return key;
  }

  private static boolean isAllowed(@Nullable String text, int max) {
    return text != null && text.length() <= max && ALLOWED.matcher(text).matches();
  }

  /**
   * Returns tags with others added. An added tag replaces one with the same key.
   *
   * @throws FaultException if the result has too many tags, or their total size is too large
   */
  public static Map<String, String> with(
      Map<String, String> present, List<Tag> added, Limits limits) {
    Map<String, String> tags = new LinkedHashMap<>(present);
    for (Tag tag : added) {
      tags.put(tag.key(), tag.value());
    }
    requireCount(tags.size(), limits);
    int bytes = 0;
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      bytes += bytes(tag.getKey()) + bytes(tag.getValue());
    }
    if (bytes > limits.tag().maxTotalBytes()) {
      throw new FaultException(
          TagFault.Plain.TAGS_TOO_LARGE.with(bytes, limits.tag().maxTotalBytes()));
    }
    return tags;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns tags as a list of the API. */
  static List<Tag> list(Map<String, String> tags) {
    List<Tag> list = new ArrayList<>(tags.size());
    tags.forEach((key, value) -> list.add(new Tag(key, value)));
    return list;
  }
}
