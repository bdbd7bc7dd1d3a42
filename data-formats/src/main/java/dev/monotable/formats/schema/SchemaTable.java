package dev.monotable.formats.schema;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.formats.file.DataFileException;
import dev.monotable.formats.file.Notice;
import dev.monotable.formats.file.Position;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that a schema file describes.
 *
 * @param at where its description starts
 * @param request the request that creates it
 * @param timeToLive the Time to Live setting, which takes a second request; null if there is none
 * @param notices the parts of the description that have no effect here
 */
public record SchemaTable(
    Position at,
    CreateTableInput request,
    @Nullable TimeToLiveSpecification timeToLive,
    List<Notice> notices) {

  public SchemaTable {
    notices = List.copyOf(notices);
  }

  /** Returns the name of the table. */
  public String name() {
    return request.tableName();
  }

  /**
   * Creates the table with the ordinary operations.
   *
   * @throws DataFileException if an operation fails, with its message as the reason
   */
  public void createIn(MonotableEngine database) throws DataFileException {
    try {
      database.call(Operations.CREATE_TABLE, request);
      if (timeToLive != null) {
        database.call(
            Operations.UPDATE_TIME_TO_LIVE,
            UpdateTimeToLiveInput.builder()
                .tableName(request.tableName())
                .timeToLiveSpecification(timeToLive)
                .build());
      }
    } catch (DynamoException e) {
      throw new DataFileException(at, String.valueOf(e.getMessage()));
    }
  }
}
