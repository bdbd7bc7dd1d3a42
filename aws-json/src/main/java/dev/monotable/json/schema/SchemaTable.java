package dev.monotable.json.schema;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.OperationCaller;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A table that a schema file describes.
 *
 * @param file the file that describes it, as named by the caller
 * @param line the line of its start, from 1
 * @param request the request that creates it
 * @param timeToLive the Time to Live setting, which takes a second request; null if there is none
 */
public record SchemaTable(
    Path file, int line, CreateTableInput request, @Nullable TimeToLiveSpecification timeToLive) {

  /**
   * Creates the table with the ordinary operations.
   *
   * @throws SchemaException if an operation fails, with its message as the reason
   */
  public void createIn(OperationCaller database) throws SchemaException {
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
      throw new SchemaException(file, line, String.valueOf(e.getMessage()));
    }
  }
}
