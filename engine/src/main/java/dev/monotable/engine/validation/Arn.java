package dev.monotable.engine.validation;

import org.jspecify.annotations.Nullable;

/**
 * An Amazon Resource Name, in its parts: {@code arn:partition:service:region:account:resource}.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html">Amazon
 *     Resource Names</a>
 */
public record Arn(
    String partition, String service, String region, String account, String resource) {
  private static final String PREFIX = "arn:";

  /** Parts before the resource. */
  private static final int PARTS = 5;

  /** Whether a text begins as an ARN does. */
  public static boolean begins(String text) {
    return text.startsWith(PREFIX);
  }

  /** How many colons a text has, up to those that an ARN needs. */
  public static int colons(String text) {
    int count = 0;
    for (int at = text.indexOf(':'); at >= 0 && count < PARTS; at = text.indexOf(':', at + 1)) {
      count++;
    }
    return count;
  }

  /** The parts of a text; null if it is no ARN. */
  public static @Nullable Arn find(String text) {
    if (!begins(text) || colons(text) < PARTS) {
      return null;
    }
    String[] parts = text.split(":", PARTS + 1);
    return new Arn(parts[1], parts[2], parts[3], parts[4], parts[5]);
  }
}
