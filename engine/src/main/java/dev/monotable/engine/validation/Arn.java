package dev.monotable.engine.validation;

import org.jspecify.annotations.Nullable;

/**
 * The parts of an Amazon Resource Name: {@code arn:partition:service:region:account:resource}.
 *
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html">Amazon
 *     Resource Names</a>
 */
public record Arn(
    String partition, String service, String region, String account, String resource) {
  private static final String PREFIX = "arn:";

  /** The number of parts before the resource. */
  private static final int PARTS = 5;

  /** Returns whether a text begins like an ARN. */
  public static boolean begins(String text) {
    return text.startsWith(PREFIX);
  }

  /** Returns the number of colons of a text, counting no more than an ARN requires. */
  public static int colons(String text) {
    int count = 0;
    for (int at = text.indexOf(':'); at >= 0 && count < PARTS; at = text.indexOf(':', at + 1)) {
      count++;
    }
    return count;
  }

  /** Returns the parts of a text, or null if it is not an ARN. */
  public static @Nullable Arn find(String text) {
    if (!begins(text) || colons(text) < PARTS) {
      return null;
    }
    String[] parts = text.split(":", PARTS + 1);
    return new Arn(parts[1], parts[2], parts[3], parts[4], parts[5]);
  }
}
