package dev.monotable.text;

/**
 * A part of a file that is valid but has no effect here, such as a Kinesis destination of a table.
 *
 * @param at where it is
 * @param text what has no effect, and why
 */
public record Notice(FilePosition at, String text) {
  /** Makes the text one line of bounded length. */
  public Notice {
    text = OneLine.message(text);
  }

  /** Returns {@code file:line:column: text}. */
  @Override
  public String toString() {
    return at + ": " + text;
  }
}
