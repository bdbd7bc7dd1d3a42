package dev.monotable.design.recording;

import dev.monotable.text.JsonTokens;
import dev.monotable.text.RecentWords;
import dev.monotable.text.TextFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines in UTF-8. Unlike a reader of characters, it returns all whole lines before the end of
 * an incomplete file.
 */
final class RecordedLines {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream bytes;
  private final int most;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private int lineFrom;
  private int lineLength;
  private final RecentWords words = new RecentWords();

  /**
   * Creates a reader.
   *
   * @param most the size of the longest line
   */
  RecordedLines(InputStream bytes, int most) {
    this.bytes = bytes;
    this.most = most;
  }

  /**
   * Moves to the next line, and returns whether there is one.
   *
   * @throws EOFException if the last line is incomplete
   */
  boolean next() throws IOException {
    int from = at;
    while (true) {
      while (from < end) {
        if (buffer[from++] == '\n') {
          requireSize(from - 1 - at);
          lineFrom = at;
          lineLength = from - 1 - at;
          at = from;
          return true;
        }
      }
      requireSize(end - at);
      from -= at;
      if (!fill()) {
        return false;
      }
    }
  }

  /** Returns whether the current line begins with these bytes. */
  boolean startsWith(byte[] beginning) {
    return lineLength >= beginning.length
        && Arrays.equals(
            buffer, lineFrom, lineFrom + beginning.length, beginning, 0, beginning.length);
  }

  /** Starts reading the current line, which ends with the next call of {@link #next}. */
  JsonTokens tokens(TextFile file) {
    return new JsonTokens(file, buffer, lineFrom, lineLength);
  }

  /** Returns the texts that are the same in many lines. */
  RecentWords words() {
    return words;
  }

  private void requireSize(int size) throws IOException {
    if (size > most) {
      throw new IOException("a line has more than " + (most >> 20) + " MB");
    }
  }

  /** Reads more bytes behind those of the current line, and returns whether there were any. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, at, buffer, 0, end - at);
    end -= at;
    at = 0;
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int read = bytes.read(buffer, end, buffer.length - end);
    if (read < 0 && end > 0) {
      throw new EOFException();
    }
    end += Math.max(0, read);
    return read >= 0;
  }
}
