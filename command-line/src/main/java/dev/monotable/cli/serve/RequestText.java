package dev.monotable.cli.serve;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.text.OneLine;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The text of a request in a log. */
final class RequestText {
  /** The length of the longest line, in characters; a longer one is cut. */
  static final int MAX_LENGTH = 4000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  private final StringBuilder text = new StringBuilder(256);

  private RequestText() {}

  /**
   * Returns a line for people, such as {@code 12:00:01.250 Query Chat.GSI1 PK = "ROOM#1": 3 of 12
   * items, 9180 bytes, 1.5 read units, 0.214 ms}; an error with its message.
   */
  static String line(ObservedRequest request, ZoneId zone) {
    RequestText line = new RequestText();
    line.text.append(TIME.format(request.startedAt().atZone(zone))).append(' ');
    line.printable(request.toString());
    DynamoException error = request.error();
    if (error != null && error.getMessage() != null) {
      line.text.append(": ");
      line.printable(error.getMessage());
    }
    return line.text.toString();
  }

  /** Appends text without control characters, which could change the terminal. */
  private void printable(String added) {
    int character;
    for (int i = 0; i < added.length(); i += Character.charCount(character)) {
      if (text.length() >= MAX_LENGTH) {
        text.append("...");
        return;
      }
      character = added.codePointAt(i);
      text.appendCodePoint(OneLine.isUnprintable(character) ? '?' : character);
    }
  }
}
