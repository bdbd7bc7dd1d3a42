package dev.monotable.cli.capture;

import static dev.monotable.cli.capture.CapturedRequest.CAPTURE;
import static dev.monotable.cli.capture.CapturedRequest.ERROR;
import static dev.monotable.cli.capture.CapturedRequest.ISSUED;
import static dev.monotable.cli.capture.CapturedRequest.OPERATION;
import static dev.monotable.cli.capture.CapturedRequest.REQUEST;

import dev.monotable.cli.terminal.Json;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.json.ClientCodec;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the requests of a server into a file, as JSON lines compressed with gzip, for {@code
 * monotable diff --requests}. A request is written by its own thread, so that none is missing and
 * those of one client are in their order, together with the {@link IssuedValues} of its response. A
 * recording ({@code --record}) keeps what a request read and consumed instead, and cannot be
 * replayed.
 *
 * <p>The file is flushed at most once a second, so a server that is killed loses the requests of
 * its last second, and those of a running server can be read.
 */
public final class RequestCapture implements RequestObserver {
  private static final int BUFFER_BYTES = 8192;

  /** The first line, which is written before the first request. */
  private static final byte[] HEADER =
      utf8("{\"" + CAPTURE + "\":" + CapturedRequest.FORMAT.number() + "}\n");

  /** The time for which a request may be in memory only, if others follow. */
  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The size of the file, uncompressed, at which it ends. */
  private static final long MAX_BYTES = 2L << 30;

  private final Path file;
  private final OutputStream out;
  private final LongSupplier nanoTime;
  private long flushedAt;
  private long written;
  private long missing;
  private @Nullable IOException failure;

  private RequestCapture(Path file, OutputStream out, LongSupplier nanoTime) {
    this.file = file;
    this.out = out;
    this.nanoTime = nanoTime;
    this.flushedAt = nanoTime.getAsLong() - FLUSH_NANOS;
  }

  /**
   * Creates a file. Requests that were captured before are not overwritten: only an empty file may
   * exist.
   *
   * @throws DataFileException if the file has content, another server writes to it, or it cannot be
   *     written
   */
  public static RequestCapture create(Path file) throws DataFileException {
    return create(file, System::nanoTime);
  }

  static RequestCapture create(Path file, LongSupplier nanoTime) throws DataFileException {
    try {
      OutputStream bytes = new BufferedOutputStream(Channels.newOutputStream(open(file)));
      return new RequestCapture(file, new GZIPOutputStream(bytes, BUFFER_BYTES, true), nanoTime);
    } catch (IOException e) {
      throw new DataFileException(
          FilePosition.of(file), "the requests cannot be captured: " + FileFailure.reason(e));
    }
  }

  /** Returns whether a file has content that a capture would overwrite. */
  public static boolean hasContent(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) > 0;
    } catch (IOException e) {
      return false; // it cannot be written either
    }
  }

  /** Opens a file and locks it until the channel is closed. */
  private static FileChannel open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (Files.isRegularFile(file) && channel.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
      if (hasContent(file)) {
        throw new FileSystemException(file.toString(), null, "the file exists and is not empty");
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new FileSystemException(
          file.toString(), null, "another server captures requests in this file");
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void observe(ObservedRequest request) {
    Record input = request.request();
    if (input != null) {
      write(line(request.operation(), input, request));
    }
  }

  private static <I extends Record, O extends Record> byte[] line(
      OperationSchema<I, O> operation, Record input, ObservedRequest request) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(
        utf8("{\"" + OPERATION + "\":\"" + operation.name() + "\",\"" + REQUEST + "\":"));
    line.writeBytes(ClientCodec.encode(operation, operation.input().recordClass().cast(input)));
    Record response = request.response();
    DynamoException error = request.error();
    if (response != null) {
      StringJoiner issued = new StringJoiner(",", ",\"" + ISSUED + "\":{", "}").setEmptyValue("");
      IssuedValues.of(operation.output(), operation.output().recordClass().cast(response))
          .forEach((place, value) -> issued.add(Json.quote(place) + ":" + Json.quote(value)));
      line.writeBytes(utf8(issued.toString()));
    } else if (error != null) {
      line.writeBytes(utf8(",\"" + ERROR + "\":" + Json.quote(error.shapeName())));
    }
    line.writeBytes(utf8("}\n"));
    return line.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void write(byte[] line) {
    if (failure != null || written + line.length > MAX_BYTES) {
      missing++;
      return;
    }
    try {
      if (written == 0) {
        out.write(HEADER);
      }
      out.write(line);
      written += line.length;
      long now = nanoTime.getAsLong();
      if (now - flushedAt >= FLUSH_NANOS) {
        out.flush();
        flushedAt = now;
      }
    } catch (IOException e) {
      failure = e;
      missing++;
    }
  }

  /** Ends the file, and returns what is missing in it, or null. */
  public synchronized @Nullable String end() {
    try {
      out.close();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    if (failure != null) {
      return file + ": the requests were not captured completely: " + FileFailure.reason(failure);
    }
    return missing == 0 ? null : file + ": " + missing + " requests were not captured";
  }
}
