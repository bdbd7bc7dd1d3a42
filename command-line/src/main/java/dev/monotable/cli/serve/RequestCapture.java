package dev.monotable.cli.serve;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.formats.file.DataFileException;
import dev.monotable.formats.file.FilePosition;
import dev.monotable.json.ClientCodec;
import dev.monotable.schema.OperationSchema;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the requests of a server into a file, as JSON lines compressed with gzip, for {@code
 * monotable diff --requests}. A request is written by its own thread, so that none is missing and
 * those of one client are in their order. A recording ({@link RequestRecording}) keeps what a
 * request read and consumed instead, and cannot be replayed.
 */
final class RequestCapture implements RequestObserver {
  /** The size of the file, uncompressed, at which it ends. */
  private static final long MAX_BYTES = 2L << 30;

  private final Path file;
  private final OutputStream out;
  private long written;
  private long missing;
  private @Nullable IOException failure;

  private RequestCapture(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /**
   * Creates or replaces a file.
   *
   * @throws DataFileException if it cannot be written
   */
  static RequestCapture create(Path file) throws DataFileException {
    try {
      return new RequestCapture(
          file, new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), 8192));
    } catch (IOException e) {
      throw new DataFileException(
          FilePosition.of(file), "the requests cannot be captured: " + e.getMessage());
    }
  }

  @Override
  public void observe(ObservedRequest request) {
    Record input = request.request();
    if (input != null) {
      write(line(request.operation(), input));
    }
  }

  private static <I extends Record> byte[] line(OperationSchema<I, ?> operation, Record input) {
    byte[] json = ClientCodec.encode(operation, operation.input().recordClass().cast(input));
    byte[] before =
        ("{\"operation\":\"" + operation.name() + "\",\"request\":")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] line = new byte[before.length + json.length + 2];
    System.arraycopy(before, 0, line, 0, before.length);
    System.arraycopy(json, 0, line, before.length, json.length);
    line[line.length - 2] = '}';
    line[line.length - 1] = '\n';
    return line;
  }

  private synchronized void write(byte[] line) {
    if (failure != null || written + line.length > MAX_BYTES) {
      missing++;
      return;
    }
    try {
      out.write(line);
      written += line.length;
    } catch (IOException e) {
      failure = e;
      missing++;
    }
  }

  /** Ends the file, and returns what is missing in it, or null. */
  synchronized @Nullable String end() {
    try {
      out.close();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    if (failure != null) {
      return file + ": the requests were not captured completely: " + failure.getMessage();
    }
    return missing == 0 ? null : file + ": " + missing + " requests were not captured";
  }
}
