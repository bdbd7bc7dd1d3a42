package dev.monotable.text;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file with text in UTF-8, which may be compressed with gzip or zstd. The compression is detected
 * by the first bytes, not by the name. The text is read as a stream, so the file may be larger than
 * the heap.
 */
public final class TextFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MARK_CHARACTERS = 1 << 12;

  /** The name of the first file in a ZIP archive that is a plan of Terraform, after its header. */
  private static final String TERRAFORM_PLAN = "tfplan";

  private static final int TERRAFORM_PLAN_AT = 30;

  private final Path path;

  public TextFile(Path path) {
    this.path = path;
  }

  /** Returns the path of the file. */
  public Path path() {
    return path;
  }

  /**
   * Opens the text, without a byte order mark. The reader supports {@link Reader#mark}.
   *
   * @throws InvalidContentException if the file cannot be read or is in a binary format
   */
  public BufferedReader open() {
    try {
      InputStream bytes = content();
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(bytes, decoder), BUFFER_BYTES);
      reader.mark(1);
      if (reader.read() != '\uFEFF') {
        reader.reset();
      }
      return reader;
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  /**
   * Returns the first character that is not white space, or -1 at the end of the file, and leaves
   * the reader at the start.
   *
   * @throws InvalidContentException if the file cannot be read
   */
  public int firstCharacter(BufferedReader reader) {
    try {
      // Most files begin within the mark. More white space than that is skipped for good, which
      // only moves the lines of errors.
      while (true) {
        reader.mark(MARK_CHARACTERS);
        for (int i = 0; i < MARK_CHARACTERS; i++) {
          int c = reader.read();
          if (c < 0 || !Character.isWhitespace(c)) {
            reader.reset();
            return c;
          }
        }
      }
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  /** Converts an error of reading. */
  public InvalidContentException invalid(IOException e) {
    if (e instanceof CharacterCodingException) {
      return new InvalidContentException(
          Files.isRegularFile(path) ? malformedAt() : FilePosition.of(path), "not UTF-8");
    }
    if (e instanceof NoSuchFileException) {
      return new InvalidContentException(FilePosition.of(path), "there is no such file");
    }
    if (e instanceof EOFException) {
      return new InvalidContentException(
          FilePosition.of(path), "the compressed data is incomplete");
    }
    if (e instanceof ZipException) {
      return new InvalidContentException(
          FilePosition.of(path), "the compressed data is damaged: " + e.getMessage());
    }
    return new InvalidContentException(
        FilePosition.of(path),
        Files.isDirectory(path) ? "is a directory" : "cannot be read: " + FileFailure.reason(e));
  }

  /**
   * Opens the bytes of a file.
   *
   * @throws IOException if it cannot be read, or is a named pipe: opening one waits for its writer,
   *     which may not exist. The pipes of a shell, such as {@code /dev/stdin}, have one.
   */
  public static InputStream bytes(Path path) throws IOException {
    boolean pipe = Files.readAttributes(path, BasicFileAttributes.class).isOther();
    if (pipe && !path.startsWith("/dev") && !path.startsWith("/proc")) {
      throw new FileSystemException(
          path.toString(), null, "it is a named pipe; give a file, or /dev/stdin");
    }
    // On Java 17, the stream of Files fails with "Illegal seek" for a pipe.
    return new BufferedInputStream(
        pipe ? new FileInputStream(path.toFile()) : Files.newInputStream(path), BUFFER_BYTES);
  }

  private InputStream content() throws IOException {
    // Opened once, because the file may be a pipe.
    InputStream bytes = bytes(path);
    boolean opened = false;
    try {
      byte[] start = new byte[TERRAFORM_PLAN_AT + TERRAFORM_PLAN.length()];
      bytes.mark(start.length);
      int length = bytes.readNBytes(start, 0, start.length);
      bytes.reset();
      String format = binaryFormat(start, length);
      if (format != null) {
        throw new InvalidContentException(FilePosition.of(path), format);
      }
      InputStream content = bytes;
      if (isGzip(start, length)) {
        content = FileCompression.GZIP.open(bytes);
      } else if (isZstandard(start, length)) {
        content = FileCompression.ZSTD.open(bytes);
      }
      opened = true;
      return content;
    } finally {
      if (!opened) {
        bytes.close();
      }
    }
  }

  private static boolean isGzip(byte[] start, int length) {
    return length >= 2 && start[0] == 0x1f && start[1] == (byte) 0x8b;
  }

  private static boolean isZstandard(byte[] start, int length) {
    return length >= 4 && ByteBuffer.wrap(start).getInt() == 0x28B52FFD;
  }

  private static @Nullable String binaryFormat(byte[] start, int length) {
    if (length < 4) {
      return null;
    }
    int magic = ByteBuffer.wrap(start).getInt();
    if (magic == 0x504B0304) {
      return length == start.length
              && new String(start, StandardCharsets.ISO_8859_1).endsWith(TERRAFORM_PLAN)
          ? "a Terraform plan in its binary form; give what 'terraform show -json' prints"
          : "a ZIP archive; give the files inside it";
    }
    if (magic == 0xE00100EA) {
      return "Amazon Ion in its binary form; convert it to Ion text";
    }
    if (magic >>> 16 == 0xFFFE || magic >>> 16 == 0xFEFF) {
      return "UTF-16; save it as UTF-8";
    }
    return null;
  }

  /** Returns the position of the first bytes that are not UTF-8, by reading the file again. */
  private FilePosition malformedAt() {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    CharBuffer out = CharBuffer.allocate(BUFFER_BYTES);
    int line = 1;
    int column = 1;
    try (InputStream bytes = content()) {
      while (true) {
        int read = bytes.read(in.array(), in.position(), in.remaining());
        boolean end = read < 0;
        in.position(in.position() + Math.max(read, 0)).flip();
        CoderResult result = decoder.decode(in, out, end);
        out.flip();
        while (out.hasRemaining()) {
          if (out.get() == '\n') {
            line++;
            column = 1;
          } else {
            column = column < Integer.MAX_VALUE ? column + 1 : column;
          }
        }
        out.clear();
        in.compact();
        if (result.isError() || end) {
          return new FilePosition(path, line, column);
        }
      }
    } catch (IOException e) {
      return FilePosition.of(path);
    }
  }
}
