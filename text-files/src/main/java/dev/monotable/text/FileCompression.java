package dev.monotable.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** How a file is compressed. */
public enum FileCompression {
  NONE(""),
  GZIP(".gz"),
  ZSTD(".zst");

  private static final int BUFFER_BYTES = 1 << 16;

  private final String suffix;

  FileCompression(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the end of the names of such files. */
  public String suffix() {
    return suffix;
  }

  /** Returns an output that compresses what it writes to another one. */
  public OutputStream compress(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> Zstandard.write(out);
    };
  }
}
