package dev.monotable.control.bucket;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of CompleteMultipartUpload. The few forms of XML that it can have are read here, because
 * the distribution of Monotable has no parser of XML.
 */
final class PartList {
  private static final int MOST = 10_000;
  private static final Pattern PROLOG = Pattern.compile("^\\s*(<\\?xml[^<>]*>)?\\s*");

  /** A tag, whose name can have a namespace, and the text up to the next one. */
  private static final Pattern TAG =
      Pattern.compile("<(/?)(?:[\\w.-]+:)?([\\w.-]+)(?:\\s[^<>]*)?>([^<>]*)");

  private PartList() {}

  /**
   * Returns the elements of each part, by their names.
   *
   * @throws BucketException if it is not such a list, or empty
   */
  static List<Map<String, String>> read(String xml) {
    Matcher prolog = PROLOG.matcher(xml);
    int at = prolog.find() ? prolog.end() : 0;
    Matcher tag = TAG.matcher(xml).region(at, xml.length());
    List<Map<String, String>> parts = new ArrayList<>();
    List<String> open = new ArrayList<>();
    boolean isEnded = false;
    while (!isEnded && tag.lookingAt()) {
      String name = tag.group(2);
      if (tag.group(1).isEmpty()) {
        open.add(name);
        begin(open, tag.group(3).strip(), parts);
      } else if (open.isEmpty()
          || !tag.group(3).isBlank()
          || !open.remove(open.size() - 1).equals(name)) {
        throw malformed();
      }
      isEnded = open.isEmpty();
      at = tag.end();
      tag.region(at, xml.length());
    }
    if (!isEnded || at < xml.length() || parts.isEmpty() || parts.size() > MOST) {
      throw malformed();
    }
    return parts;
  }

  private static void begin(List<String> open, String text, List<Map<String, String>> parts) {
    String name = open.get(open.size() - 1);
    boolean fits =
        switch (open.size()) {
          case 1 -> name.equals("CompleteMultipartUpload") && text.isEmpty();
          case 2 -> name.equals("Part") && text.isEmpty() && parts.add(new HashMap<>());
          case 3 -> parts.get(parts.size() - 1).put(name, unescaped(text)) == null;
          default -> false;
        };
    if (!fits) {
      throw malformed();
    }
  }

  private static String unescaped(String text) {
    return text.replace("&quot;", "\"")
        .replaceAll("&#(34|x22);", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  private static BucketException malformed() {
    return new BucketException(BucketError.MALFORMED_XML);
  }
}
