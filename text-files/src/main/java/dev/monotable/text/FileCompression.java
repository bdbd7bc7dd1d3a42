package dev.monotable.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The compression of a file. */
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

  /**
   * Returns an input that decompresses another one.
   *
   * @throws IOException if the input is not compressed so
   */
  public InputStream open(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
      case ZSTD -> zstandard(in);
    };
  }

  private static InputStream zstandard(InputStream in) throws IOException {
    try {
      return Zstandard.read(in);
    } catch (NoClassDefFoundError e) {
      throw new IOException("zstd needs io.airlift:aircompressor on the class path", e);
    }
  }
}
