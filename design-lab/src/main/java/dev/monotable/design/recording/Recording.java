package dev.monotable.design.recording;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.RequestQueue;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.replay.StartItems;
import dev.monotable.design.replay.TrafficWindow;
import dev.monotable.design.replay.TrafficWindows;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.Notice;
import dev.monotable.text.TextFile;
import dev.monotable.value.Item;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file with the requests of engines, as JSON lines, compressed with gzip. It is written on a
 * thread of its own. If requests come faster than they can be written, they are recorded without
 * their items; if there is no room even for that, or the file has reached its largest size, they
 * are dropped and counted. Definitions of tables are always recorded. So are the items that tables
 * have at the beginning, as far as there is room, so that the requests can be sent again.
 */
public final class Recording implements AutoCloseable {
  /** The default of the largest size of a file: 512 MB. */
  public static final long DEFAULT_MAX_BYTES = 512L << 20;

  /** The size of a line. A request with larger items is recorded without them. */
  static final int MAX_LINE_BYTES = 64 << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  private static final MemberReader.Form DROPPED =
      new MemberReader.Form("a line").with(MemberReader::number, "dropped", "droppedTables");

  /** The form of a written request, so that it is read without being kept as a tree before. */
  private static final byte[] REQUEST = "{\"op\":".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] SCAN = "{\"op\":\"Scan\"".getBytes(StandardCharsets.US_ASCII);

  private final RecordingWriter writer;
  private final RequestQueue queue;
  private final StartItems startItems = new StartItems(Bound.RECORDED_BYTES.most());

  private Recording(RecordingWriter writer, Supplier<RequestContext> contexts) {
    this.writer = writer;
    this.queue = RequestQueue.dropping(writer, contexts, RecordedRequest::withoutItems);
    writer.countAlso(queue::dropped);
  }

  /**
   * Creates a file, or replaces it.
   *
   * @param maxBytes the size at which the file ends, approximately
   * @param contexts returns who sends the request that the calling thread performs; must be fast
   * @throws IOException if the file cannot be written
   */
  public static Recording create(Path file, long maxBytes, Supplier<RequestContext> contexts)
      throws IOException {
    return new Recording(new RecordingWriter(file, maxBytes, MAX_LINE_BYTES), contexts);
  }

  /**
   * Records the requests of an engine from now on, and the tables that it has with their items, as
   * far as there is room.
   *
   * @return the registration; closing it ends recording
   */
  public RequestObserver.Registration listenTo(MonotableEngine engine) {
    addTables(engine, null);
    return engine.observe(queue);
  }

  /**
   * Records the requests of one of several databases.
   *
   * @param database its ID
   * @return the registration; closing it ends recording
   * @see #listenTo(MonotableEngine)
   */
  public RequestObserver.Registration listenTo(MonotableEngine engine, String database) {
    addTables(engine, database);
    return engine.observe(queue.of(database));
  }

  private void addTables(MonotableEngine engine, @Nullable String database) {
    // A copy is read, so that no other observer sees it.
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      for (DesignTable table : ObservedTables.of(copy)) {
        List<Item> items = startItems.find(copy, table.name());
        writer.addTable(new RecordedTable(database, table, items, items == null));
      }
    }
  }

  /** Returns the number of requests that were not recorded. */
  public long dropped() {
    return queue.dropped() + writer.unwritten();
  }

  /** Writes what was observed so far, so that it can be read. */
  public void flush() {
    queue.process();
  }

  /**
   * Writes what was observed, and ends the file.
   *
   * @throws IOException if the file cannot be written
   */
  @Override
  public void close() throws IOException {
    try {
      queue.close();
    } finally {
      writer.end();
    }
  }

  /**
   * Reads a recording. An incomplete file, of a process that was killed, is read up to its last
   * whole line.
   *
   * @param tables receives the tables, each before the requests that use it
   * @param loss receives what the recording lacks
   * @param wantsRequests returns whether the next request is needed as it was sent, and the items
   *     of the next table
   * @return what is missing: the end of an incomplete file, or requests that were dropped
   * @throws DataFileException if the file cannot be read or is not a recording
   */
  public static List<Notice> replay(
      Path file,
      RequestConsumer consumer,
      Consumer<RecordedTable> tables,
      RecordingLoss loss,
      BooleanSupplier wantsRequests)
      throws DataFileException {
    return replay(file, consumer, tables, loss, wantsRequests, MAX_LINE_BYTES);
  }

  /**
   * Reads the beginning of a recording, to send its requests again.
   *
   * @throws DataFileException if the file cannot be read or is not a recording
   */
  public static TrafficWindow window(Path file) throws DataFileException {
    TrafficWindows traffic = new TrafficWindows();
    var unused =
        replay(
            file,
            (request, context) -> traffic.accept(request, context, false),
            table -> table.addTo(traffic),
            new RecordingLoss(),
            traffic::isOpen);
    return traffic.first();
  }

  /** Reads a recording whose lines have a bounded size. */
  static List<Notice> replay(
      Path file,
      RequestConsumer consumer,
      Consumer<RecordedTable> tables,
      RecordingLoss loss,
      BooleanSupplier wantsRequests,
      int maxLineBytes)
      throws DataFileException {
    List<Notice> notices = new ArrayList<>();
    RecordingLoss own = new RecordingLoss();
    IgnoredMembers ignored = new IgnoredMembers();
    int number = 0;
    try (InputStream bytes = open(file)) {
      RecordedLines lines = new RecordedLines(bytes, maxLineBytes);
      while (lines.next()) {
        number++;
        FilePosition at = new FilePosition(file, number, 0);
        // A Scan may be the only one of a recording, and its request is short.
        boolean wanted = wantsRequests.getAsBoolean() || lines.startsWith(SCAN);
        Line line = new Line(at, lines, ignored, wanted);
        line.replay(consumer, tables, own);
      }
    } catch (EOFException e) {
      notices.add(
          new Notice(
              new FilePosition(file, number, 0),
              "the file is incomplete and ends after this line"));
    } catch (IOException e) {
      throw new DataFileException(new TextFile(file).invalid(e));
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
    if (number == 0) {
      throw new DataFileException(FilePosition.of(file), "not a recording: it has no line");
    }
    ignored.addTo(notices, file);
    own.addTo(notices, file);
    loss.add(own);
    return notices;
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = TextFile.bytes(file);
    try {
      return new GZIPInputStream(bytes, BUFFER_BYTES);
    } catch (ZipException | EOFException e) {
      bytes.close();
      throw new InvalidContentException(FilePosition.of(file), "not a recording");
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** A line of a recording. */
  private record Line(
      FilePosition at, RecordedLines lines, IgnoredMembers ignored, boolean withRequest) {
    void replay(RequestConsumer consumer, Consumer<RecordedTable> tables, RecordingLoss loss) {
      try {
        if (at.line() == 1) {
          requireHeader(at, parse(at, lines));
        } else if (lines.startsWith(REQUEST) || !describes(consumer, tables, loss)) {
          RecordedMembers members = members(RequestReader.REQUEST);
          RecordedRequest request = RequestReader.request(members);
          loss.count(request);
          consumer.accept(request, RequestReader.context(members));
        }
      } catch (InvalidContentException e) {
        throw new InvalidContentException(at, e.reason());
      } catch (IllegalArgumentException e) {
        throw new InvalidContentException(at, "not a line of a recording: " + e.getMessage());
      } catch (RuntimeException e) {
        throw new InvalidContentException(at, "not a line of a recording");
      }
    }

    private RecordedMembers members(MemberReader.Form form) {
      try (JsonTokens tokens = lines.tokens(new TextFile(at.file()))) {
        return new MemberReader(at, tokens, lines.words(), ignored, withRequest).line(form);
      }
    }

    /** Reads a line that is not a request, and returns whether it is such a line. */
    private boolean describes(
        RequestConsumer consumer, Consumer<RecordedTable> tables, RecordingLoss loss) {
      Mapping line = parse(at, lines);
      if (line.find("dropped") != null) {
        RecordedMembers dropped = members(DROPPED);
        loss.add((long) dropped.number("dropped"), (long) dropped.number("droppedTables"));
        return true;
      }
      if (line.find("table") != null) {
        tables.accept(TableReader.table(members(TableReader.TABLE)));
        return true;
      }
      if (line.find("bulkPut") != null) {
        RecordedMembers ended = members(RequestReader.BULK_PUT);
        consumer.acceptBulkPut(RequestReader.bulkPut(ended), RequestReader.context(ended));
        return true;
      }
      if (line.find("op") == null) {
        String name = line.members().isEmpty() ? "" : line.members().get(0).name();
        throw RequestLines.FORMAT.unknown(at, "kind of line", name);
      }
      return false;
    }
  }

  private static void requireHeader(FilePosition at, Mapping line) {
    if (!(line.find("recording") instanceof FileValue.Scalar version)) {
      throw new InvalidContentException(at, "not a recording");
    }
    RequestLines.FORMAT.require(at, version.text());
  }

  private static Mapping parse(FilePosition at, RecordedLines lines) {
    try (JsonTokens tokens = lines.tokens(new TextFile(at.file()))) {
      tokens.next();
      return FileValue.mapping(tokens.value(), "a line");
    }
  }
}
