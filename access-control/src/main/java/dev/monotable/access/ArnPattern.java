package dev.monotable.access;

import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of an ARN: the six segments between its colons are compared one by one, so no
 * wildcard matches a colon, except in the last segment. Segments that are missing at the end match
 * anything.
 *
 * @param text the pattern as it is written
 * @param segments empty if the pattern is {@code *}
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html">IAM
 *     JSON policy elements: Resource</a>
 */
record ArnPattern(PolicyText text, List<PolicyText> segments) {
  private static final int SEGMENTS = 6;

  ArnPattern {
    segments = List.copyOf(segments);
  }

  static ArnPattern of(String raw, boolean variables) {
    PolicyText text = PolicyText.of(raw, variables);
    if (raw.equals("*")) {
      return new ArnPattern(text, List.of());
    }
    List<PolicyText> segments = new ArrayList<>();
    for (String segment : split(raw, variables)) {
      segments.add(PolicyText.of(segment, variables));
    }
    return new ArnPattern(text, segments);
  }

  /** Splits at the first five colons that are not inside of a variable. */
  private static List<String> split(String raw, boolean variables) {
    List<String> segments = new ArrayList<>();
    int from = 0;
    int i = 0;
    while (i < raw.length() && segments.size() < SEGMENTS - 1) {
      int end = variables && raw.startsWith("${", i) ? raw.indexOf('}', i) : -1;
      if (end > 0) {
        i = end + 1;
        continue;
      }
      if (raw.charAt(i) == ':') {
        segments.add(raw.substring(from, i));
        from = i + 1;
      }
      i++;
    }
    segments.add(raw.substring(from));
    return segments;
  }

  /** Returns whether an ARN matches. A variable without a value matches nothing. */
  boolean matches(String arn, ContextKeys context) {
    if (segments.isEmpty()) {
      return true;
    }
    String[] given = arn.split(":", SEGMENTS);
    if (given.length < SEGMENTS) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      Glob glob = segments.get(i).glob(context);
      if (glob == null || !glob.matches(given[i])) {
        return false;
      }
    }
    return true;
  }
}
