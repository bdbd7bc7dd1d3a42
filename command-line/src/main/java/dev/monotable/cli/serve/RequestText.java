package dev.monotable.cli.serve;

import dev.monotable.cli.terminal.Json;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.text.OneLine;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /** Returns a JSON object. Numbers are 0 and other members are missing if there is nothing. */
  static String json(ObservedRequest request) {
    RequestText json = new RequestText();
    json.text.append('{');
    json.member("time", request.startedAt().toString());
    json.member("operation", request.operation().name());
    json.tables(request);
    json.member("index", request.index());
    json.number("itemsRead", BigDecimal.valueOf(request.itemsRead()));
    json.number("itemsReturned", BigDecimal.valueOf(request.itemsReturned()));
    json.number("bytesRead", BigDecimal.valueOf(request.bytesRead()));
    double readUnits = 0;
    double writeUnits = 0;
    for (ConsumedUnits units : request.capacity()) {
      readUnits += units.readUnits();
      writeUnits += units.writeUnits();
    }
    json.number("readUnits", BigDecimal.valueOf(readUnits));
    json.number("writeUnits", BigDecimal.valueOf(writeUnits));
    Duration duration = request.duration();
    json.number("ms", BigDecimal.valueOf(duration.toNanos() / 1000, 3));
    if (request.unprocessed() > 0) {
      json.number("unprocessed", BigDecimal.valueOf(request.unprocessed()));
    }
    if (request.hasMore()) {
      json.flag("more");
    }
    if (!request.injected().isEmpty()) {
      json.flag("injected");
    }
    if (request.connectionDropped()) {
      json.flag("connectionDropped");
    }
    DynamoException error = request.error();
    if (error != null) {
      json.member("error", error.code().shapeName());
      json.member("message", error.getMessage());
    }
    return json.text.append('}').toString();
  }

  private void tables(ObservedRequest request) {
    name("tables");
    text.append('[');
    String separator = "";
    for (String table : request.tables()) {
      text.append(separator);
      string(table);
      separator = ",";
    }
    text.append(']');
  }

  private void name(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    text.append('"').append(name).append("\":");
  }

  private void number(String name, BigDecimal value) {
    name(name);
    text.append(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
  }

  private void flag(String name) {
    name(name);
    text.append("true");
  }

  private void member(String name, @Nullable String value) {
    if (value != null) {
      name(name);
      string(value);
    }
  }

  private void string(String value) {
    text.append(Json.quote(value.substring(0, Math.min(value.length(), MAX_LENGTH))));
  }
}
