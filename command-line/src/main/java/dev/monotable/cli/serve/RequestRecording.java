package dev.monotable.cli.serve;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.recording.Recording;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The recording of a server. Only a server with the option {@code --record} loads this class and
 * the design lab.
 */
final class RequestRecording {
  private final Path file;
  private final Recording recording;

  private RequestRecording(Path file, Recording recording) {
    this.file = file;
    this.recording = recording;
  }

  /**
   * Creates or replaces a file.
   *
   * @throws DataFileException if it cannot be written
   */
  static RequestRecording create(Path file) throws DataFileException {
    try {
      return new RequestRecording(
          file, Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> RequestContext.NONE));
    } catch (IOException e) {
      throw new DataFileException(
          FilePosition.of(file), "the requests cannot be recorded: " + FileFailure.reason(e));
    }
  }

  /** Records the requests of a database with an ID. */
  void listenTo(MonotableEngine engine, String database) {
    recording.listenTo(engine, database);
  }

  /** Ends the file, and returns what is missing in it, or null. */
  @Nullable String end() {
    try {
      recording.close();
    } catch (IOException e) {
      return file + ": the requests were not recorded completely: " + FileFailure.reason(e);
    }
    long dropped = recording.dropped();
    return dropped == 0 ? null : file + ": " + dropped + " requests were not recorded";
  }
}
