package dev.monotable.cli.capture;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.Notice;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads captured requests one by one, so a capture may be larger than the heap: JSON lines, which
 * may be compressed with gzip. The file of a server that was killed is incomplete, and is read up
 * to its last whole request.
 */
public final class CaptureReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_MAGIC = 0x1f8b;

  private final Path file;
  private final Input input;
  private final JsonTokens tokens;

  /** Whether the file began with the number of its format. */
  private boolean hasFormat;

  /** The position of the last request; null before the first. */
  private @Nullable FilePosition last;

  private CaptureReader(Path file, Input input) {
    this.file = file;
    this.input = input;
    this.tokens =
        new JsonTokens(
            new TextFile(file),
            new BufferedReader(
                new InputStreamReader(input, StandardCharsets.UTF_8.newDecoder()), BUFFER_BYTES));
  }

  /** Ends where the compressed data ends, instead of throwing an exception there. */
  private static final class Input extends FilterInputStream {
    private boolean incomplete;

    private Input(InputStream in, boolean incomplete) {
      super(in);
      this.incomplete = incomplete;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        return incomplete ? -1 : in.read(buffer, offset, length);
      } catch (EOFException e) {
        incomplete = true;
        return -1;
      }
    }
  }

  /**
   * Opens a file.
   *
   * @throws InvalidContentException if it cannot be read
   */
  public static CaptureReader open(Path file) {
    try {
      InputStream bytes = TextFile.bytes(file);
      boolean opened = false;
      try {
        CaptureReader reader = new CaptureReader(file, decompress(bytes));
        opened = true;
        return reader;
      } finally {
        if (!opened) {
          bytes.close();
        }
      }
    } catch (IOException e) {
      throw new TextFile(file).invalid(e);
    }
  }

  private static Input decompress(InputStream bytes) throws IOException {
    bytes.mark(2);
    boolean compressed = (bytes.read() << 8 | bytes.read()) == GZIP_MAGIC;
    bytes.reset();
    if (!compressed) {
      return new Input(bytes, false);
    }
    try {
      return new Input(new GZIPInputStream(bytes, BUFFER_BYTES), false);
    } catch (EOFException e) {
      return new Input(bytes, true); // even the header of gzip is incomplete
    }
  }

  /**
   * Reads the next request; null at the end of the file.
   *
   * @throws InvalidContentException if the file is invalid or cannot be read
   */
  public @Nullable CapturedRequest next() {
    FileValue value;
    try {
      if (tokens.next() == null) {
        return null;
      }
      value = tokens.value();
    } catch (InvalidContentException e) {
      if (input.incomplete) {
        return null;
      }
      throw e;
    }
    if (last == null && !hasFormat && isHeader(value)) {
      hasFormat = true;
      return next();
    }
    CapturedRequest request = CapturedRequest.of(value, hasFormat);
    last = request.at();
    return request;
  }

  /**
   * Returns whether a value is the first line of a capture. Files that earlier versions have
   * written do not have it.
   */
  private static boolean isHeader(FileValue value) {
    if (value instanceof Mapping line
        && line.find(CapturedRequest.CAPTURE) instanceof Scalar format) {
      CapturedRequest.FORMAT.require(line.at(), format.text());
      return true;
    }
    return false;
  }

  /** Returns what is missing in the file, after its end; null if the file is complete. */
  public @Nullable Notice incomplete() {
    if (!input.incomplete) {
      return null;
    }
    FilePosition at = last;
    return at == null
        ? new Notice(FilePosition.of(file), "the file is incomplete and has no whole request")
        : new Notice(at, "the file is incomplete and ends after this line");
  }

  @Override
  public void close() {
    tokens.close();
  }
}
