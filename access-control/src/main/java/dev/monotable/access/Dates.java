package dev.monotable.access;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Dates in policies: seconds since 1970, or one of the formats of ISO 8601 that the W3C describes.
 */
final class Dates {
  private Dates() {}

  /** Reads a date; null if the text is not one. */
  static @Nullable Instant parse(String text) {
    try {
      if (text.length() <= 12 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return switch (text.length()) {
          case 0 -> null;
          case 4 -> day(text + "-01-01");
          default -> Instant.ofEpochSecond(Long.parseLong(text));
        };
      }
      return switch (text.length()) {
        case 7 -> day(text + "-01");
        case 10 -> day(text);
        default -> OffsetDateTime.parse(text).toInstant();
      };
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Instant day(String text) {
    return LocalDate.parse(text).atStartOfDay(java.time.ZoneOffset.UTC).toInstant();
  }
}
