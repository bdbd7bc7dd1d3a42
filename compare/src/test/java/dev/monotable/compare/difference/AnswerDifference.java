package dev.monotable.compare.difference;

import dev.monotable.compare.endpoint.Request;
import java.util.regex.Pattern;

/**
 * One thing in which two answers differ.
 *
 * @param aspect {@code accepted}, {@code type}, {@code message}, {@code state}, or the path of a
 *     member of the answer, list indexes left out
 * @param ours what Monotable says
 * @param local what DynamoDB Local says
 */
public record AnswerDifference(Request request, String aspect, String ours, String local) {
  private static final Pattern DETAILS =
      Pattern.compile("[:#][A-Za-z0-9_]+|passing\\d+|\\d+(\\.\\d+)?|\"[^\"]*\"|'[^']*'");

  /** The same for differences that only differ in names and numbers. */
  public String kind() {
    return request.operation()
        + " | "
        + aspect
        + "\n  ours:  "
        + plain(ours)
        + "\n  local: "
        + plain(local);
  }

  private static String plain(String text) {
    String plain = DETAILS.matcher(text).replaceAll("~");
    return plain.length() > 400 ? plain.substring(0, 400) : plain;
  }
}
