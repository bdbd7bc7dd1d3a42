package dev.monotable.text;

import java.util.regex.Pattern;

/**
 * The format of a file that Monotable writes. A number of its own is raised for each new kind of
 * entry, so that a version that does not know it can name what it cannot read.
 *
 * @param number of the format that this version writes; it reads all numbers up to this one
 */
public record FileFormat(int number) {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /**
   * Requires that no later version has written a file.
   *
   * @param format its number, as its header says
   * @throws InvalidContentException if a later version has written it, or this is not a number
   */
  public void require(FilePosition at, String format) {
    if (!NUMBER.matcher(format).matches()) {
      throw new InvalidContentException(at, "the number of the format is invalid: " + format);
    }
    if (Integer.parseInt(format) > number) {
      throw new InvalidContentException(
          at,
          "written by a later version of Monotable (format "
              + format
              + "); this one reads format "
              + number);
    }
  }

  /**
   * Returns the error for an entry that this version does not know, although it knows the format.
   *
   * @param kind what is unknown, such as {@code operation}
   */
  public InvalidContentException unknown(FilePosition at, String kind, String name) {
    return new InvalidContentException(
        at,
        "written by a later version of Monotable (format "
            + number
            + ", with an unknown "
            + kind
            + ": "
            + name
            + ")");
  }
}
