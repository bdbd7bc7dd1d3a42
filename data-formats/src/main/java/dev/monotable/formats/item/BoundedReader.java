package dev.monotable.formats.item;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Bounds the characters that a parser reads for one record, which it keeps in memory. */
final class BoundedReader extends FilterReader {
  private final int most;
  private long read;

  BoundedReader(Reader reader, int most) {
    super(reader);
    this.most = most;
  }

  /** Begins the next record. */
  void nextRecord() {
    read = 0;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] text, int from, int length) throws IOException {
    int count = in.read(text, from, length);
    read += Math.max(count, 0);
    if (read > most) {
      throw new IOException("an item has more than " + most + " characters");
    }
    return count;
  }
}
