package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ObservedRequest;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests to a file: one JSON object on each line, compressed with gzip. What was flushed
 * can be read even if the process ends without closing the file. Safe for use by multiple threads.
 */
final class RecordingWriter implements RequestConsumer, Flushable, Closeable {
  /** As many tables as a ledger keeps. */
  static final int MAX_TABLES = LedgerBounds.DEFAULT.shapes();

  private static final int BUFFER_BYTES = 1 << 16;

  private final CountedOutput counted;
  private final GZIPOutputStream compressed;
  private final long maxBytes;

  /** The line that is being written. An error inside a line leaves no part of it in the file. */
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private JsonGenerator json;
  private RequestLines lines;
  private final Map<String, DesignTable> tables = new HashMap<>();
  private long unwritten;
  private long unwrittenTables;
  private boolean closed;

  /**
   * Compresses with less effort than by default, which takes twice the time to make a file that is
   * a quarter smaller.
   */
  private static final class FastOutput extends GZIPOutputStream {
    private static final int LEVEL = 3;

    private FastOutput(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES, true);
      def.setLevel(LEVEL);
    }
  }

  /** Counts the bytes of the file. */
  private static final class CountedOutput extends FilterOutputStream {
    private long bytes;

    private CountedOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      out.write(b, off, len);
      bytes += len;
    }
  }

  RecordingWriter(Path file, long maxBytes) throws IOException {
    this.maxBytes = maxBytes;
    this.counted =
        new CountedOutput(
            new BufferedOutputStream(Channels.newOutputStream(open(file)), BUFFER_BYTES));
    this.compressed = new FastOutput(counted);
    this.json = generator();
    this.lines = new RequestLines(json);
    write(RequestLines::header);
    flush();
  }

  private JsonGenerator generator() throws IOException {
    JsonGenerator generator = new JsonFactory().createGenerator(line);
    generator.setRootValueSeparator(null);
    return generator;
  }

  /** Writes a line, or nothing if that fails. */
  private void write(Line content) throws IOException {
    boolean whole = false;
    try {
      content.writeTo(lines);
      json.flush();
      whole = true;
    } finally {
      if (!whole) {
        line.reset();
        json = generator();
        lines = new RequestLines(json);
      }
    }
    if (line.size() > Recording.MAX_LINE_BYTES) {
      line.reset();
      throw new IOException("a line of more than " + Recording.MAX_LINE_BYTES + " bytes");
    }
    line.writeTo(compressed);
    line.reset();
  }

  /** The content of a line. */
  @FunctionalInterface
  private interface Line {
    void writeTo(RequestLines lines) throws IOException;
  }

  /** Opens a file and removes what it contains, unless another recording is being written to it. */
  private static FileChannel open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
      return channel.truncate(0);
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new FileSystemException(
          file.toString(), null, "another recording is being written to this file");
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Writes a table before the requests that use it, unless it is known or there are too many. */
  synchronized void addTable(DesignTable table) {
    boolean room = tables.size() < MAX_TABLES || tables.containsKey(table.name());
    if (!isFull() && !room) {
      unwrittenTables++;
    }
    if (isFull() || !room || table.equals(tables.put(table.name(), table))) {
      return;
    }
    try {
      write(to -> to.table(table));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    if (isFull()) {
      unwritten++;
      return;
    }
    boolean written = false;
    try {
      DesignTable described = ObservedTables.find(request, tables::get);
      if (described != null) {
        addTable(described);
      }
      write(to -> to.request(request, context, tables::get));
      written = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unwritten += written ? 0 : 1;
    }
  }

  private boolean isFull() {
    return closed || counted.bytes >= maxBytes;
  }

  /** Returns the number of requests that were not written, because the file is full or closed. */
  synchronized long unwritten() {
    return unwritten;
  }

  @Override
  public synchronized void flush() throws IOException {
    if (!closed) {
      compressed.flush();
    }
  }

  /**
   * Ends the file.
   *
   * @param dropped the number of requests that were not given to this writer
   */
  synchronized void end(long dropped) throws IOException {
    if (!closed) {
      try {
        if (dropped + unwritten + unwrittenTables > 0) {
          write(to -> to.dropped(dropped + unwritten, unwrittenTables));
        }
      } finally {
        close();
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      try (OutputStream file = counted; // closed even if the rest cannot be compressed
          OutputStream rest = compressed) {
        rest.flush();
        file.flush();
      }
    }
  }

  /** Finds the description of a table. */
  @FunctionalInterface
  interface Tables {
    @Nullable DesignTable find(String name);
  }
}
