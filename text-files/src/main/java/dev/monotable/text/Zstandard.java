package dev.monotable.text;

import io.airlift.compress.zstd.ZstdInputStream;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.ZipException;

/**
 * Zstandard compression. The library is optional: the runnable jar contains it, the JUnit extension
 * does not. Without it, this class cannot be loaded.
 */
final class Zstandard {
  private Zstandard() {}

  /** Opens compressed data. */
  static InputStream read(InputStream in) throws IOException {
    return new Checked(new ZstdInputStream(in));
  }

  /** Opens an output that compresses. */
  static OutputStream write(OutputStream out) throws IOException {
    return new ZstdOutputStream(out);
  }

  /** Reports damaged data as other streams do; the library throws unchecked exceptions. */
  private static final class Checked extends FilterInputStream {
    Checked(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        return super.read(bytes, from, length);
      } catch (RuntimeException e) {
        throw new ZipException(e.getMessage());
      }
    }
  }
}
