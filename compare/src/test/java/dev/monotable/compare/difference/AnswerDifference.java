package dev.monotable.compare.difference;

import dev.monotable.compare.endpoint.Request;
import java.util.regex.Pattern;

/**
 * A difference between two responses.
 *
 * @param aspect {@code accepted}, {@code type}, {@code message}, {@code state}, or the path of a
 *     member of the response, without list indexes
 * @param ours the value of Monotable
 * @param local the value of the other emulator
 */
public record AnswerDifference(Request request, String aspect, String ours, String local) {
  private static final Pattern DETAILS =
      Pattern.compile("[:#][A-Za-z0-9_]+|passing\\d+|\\d+(\\.\\d+)?|\"[^\"]*\"|'[^']*'");

  /** Returns a text that is equal for differences that vary only in names and numbers. */
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
