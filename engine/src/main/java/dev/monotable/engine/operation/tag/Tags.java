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
 * Tags as requests have them, and what is wrong with them.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html">Adding
 *     tags and labels to resources</a>
 */
public final class Tags {
  private static final String RESERVED = "aws:";

  /** Letters, spaces and digits of all scripts: DDB-TABLE-372 of what TagFault names. */
  private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

  private Tags() {}

  /**
   * The list of a request, which names a resource; that is looked for first.
   *
   * @param member the list, as messages name it
   * @throws FaultException if either is not there
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
   * Checks tags by themselves.
   *
   * @throws FaultException naming the first fault
   */
  public static void require(List<Tag> tags, Limits limits) {
    requireCount(tags.size(), limits);
    Set<String> keys = new HashSet<>();
    for (Tag tag : tags) {
      String key = requireKey(tag.key(), limits);
      String value = tag.value();
      if (!isAllowed(value, limits.tag().maxValueCharacters())) {
        throw new FaultException(new TagFault.InvalidTagValue(value));
      }
      if (!keys.add(key)) {
        throw new FaultException(new TagFault.DuplicateTagKey(key));
      }
    }
  }

  /** The same of the keys of tags that are to go. */
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
      throw new FaultException(new TagFault.InvalidTagKey(key));
    }
    if (key.regionMatches(true, 0, RESERVED, 0, RESERVED.length())) {
      throw new FaultException(new TagFault.ReservedTagKey(key));
    }
    return key;
  }

  private static boolean isAllowed(@Nullable String text, int max) {
    return text != null && text.length() <= max && ALLOWED.matcher(text).matches();
  }

  /**
   * Tags with others added, which replace those of the same key.
   *
   * @throws FaultException if they become too many, or too large
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
      throw new FaultException(new TagFault.TagsTooLarge(bytes, limits.tag().maxTotalBytes()));
    }
    return tags;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Tags as the API writes them. */
  static List<Tag> list(Map<String, String> tags) {
    List<Tag> list = new ArrayList<>(tags.size());
    tags.forEach((key, value) -> list.add(new Tag(key, value)));
    return list;
  }
}
