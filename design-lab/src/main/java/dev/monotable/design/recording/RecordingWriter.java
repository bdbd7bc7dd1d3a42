package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.RequestQueue;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.BulkPutTotals;
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
import java.util.function.LongSupplier;
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

  /** The room for definitions in a file that is full. */
  private static final long DEFINITION_BYTES = 16 << 20;

  private final CountedOutput counted;
  private final GZIPOutputStream compressed;
  private final long maxBytes;
  private final int maxLineBytes;

  /** The line that is being written. An error inside a line leaves no part of it in the file. */
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private JsonGenerator json;
  private RequestLines lines;
  private final Map<String, DesignTable> tables = new HashMap<>();
  private long unwritten;
  private long unwrittenTables;

  /** Returns the number of requests that were not given to this writer. */
  private LongSupplier dropped = () -> 0;

  /** The loss that the file has. */
  private long writtenLoss;

  private long writtenTableLoss;
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

  RecordingWriter(Path file, long maxBytes, int maxLineBytes) throws IOException {
    this.maxBytes = maxBytes;
    this.maxLineBytes = maxLineBytes;
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

  /** Counts requests that are not given to this writer. */
  synchronized void countAlso(LongSupplier droppedRequests) {
    this.dropped = droppedRequests;
  }

  /**
   * Writes a line, or nothing if that fails.
   *
   * @return false if it was too long and not written
   */
  private boolean write(Line content) throws IOException {
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
    boolean fits = line.size() <= maxLineBytes;
    if (fits) {
      line.writeTo(compressed);
    }
    line.reset();
    return fits;
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
  synchronized void addTable(RecordedTable recorded) {
    DesignTable table = recorded.table();
    String key = key(recorded.database(), table.name());
    boolean room =
        hasRoomForDefinitions() && (tables.size() < MAX_TABLES || tables.containsKey(key));
    if (!room) {
      unwrittenTables++;
    } else if (!table.equals(tables.put(key, table))) {
      try {
        boolean written =
            write(to -> to.table(recorded))
                || write(to -> to.table(new RecordedTable(recorded.database(), table, null, true)));
        unwrittenTables += written ? 0 : 1;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    Tables known = name -> tables.get(key(context.database(), name));
    boolean definition = RequestQueue.isDefinition(request);
    if (definition ? !hasRoomForDefinitions() : isFull()) {
      unwritten++;
      return;
    }
    boolean written = false;
    try {
      DesignTable described = ObservedTables.find(request, known::find);
      if (described != null) {
        addTable(new RecordedTable(context.database(), described, null, false));
      }
      written =
          write(to -> to.request(request, context, known))
              || write(to -> to.request(RecordedRequest.withoutItems(request), context, known));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unwritten += written ? 0 : 1;
    }
  }

  @Override
  public synchronized void acceptBulkPut(BulkPutTotals ended, RequestContext context) {
    boolean written = false;
    try {
      written = !isFull() && write(to -> to.bulkPut(ended, context));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unwritten += written ? 0 : 1;
    }
  }

  private static String key(@Nullable String database, String table) {
    return database == null ? table : database + '\n' + table;
  }

  private boolean hasRoomForDefinitions() {
    return !closed && (!isFull() || counted.bytes < maxBytes + DEFINITION_BYTES);
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
      long lost = dropped.getAsLong() + unwritten;
      if (!isFull() || lost >= 2 * writtenLoss) { // a full file grows no more
        writeLoss(lost);
      }
      compressed.flush();
    }
  }

  /** Writes what was lost since it was written last, so that a file has it without its end. */
  private void writeLoss(long lost) throws IOException {
    if (lost > writtenLoss || unwrittenTables > writtenTableLoss) {
      write(to -> to.dropped(lost - writtenLoss, unwrittenTables - writtenTableLoss));
      writtenLoss = lost;
      writtenTableLoss = unwrittenTables;
    }
  }

  /** Ends the file. */
  synchronized void end() throws IOException {
    if (!closed) {
      try {
        writeLoss(dropped.getAsLong() + unwritten);
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
