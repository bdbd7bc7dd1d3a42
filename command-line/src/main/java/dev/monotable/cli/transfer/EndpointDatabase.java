package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.formats.schema.LoadTarget;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;
import dev.monotable.model.DeleteRequest;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database behind an endpoint, as files are loaded into it: writes are collected and sent in
 * batches, and a table is active when it has been created.
 */
final class EndpointDatabase implements LoadTarget {
  private final EndpointClient endpoint;
  private final ItemSender sender;
  private final Progress progress;
  private final List<WriteRequest> batch = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private String table = "";

  EndpointDatabase(EndpointClient endpoint, ItemRate rate, Progress progress) {
    this.endpoint = endpoint;
    this.sender = new ItemSender(endpoint, rate);
    this.progress = progress;
  }

  @Override
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    if (request instanceof PutItemInput put) {
      add(
          put.tableName(),
          WriteRequest.builder().putRequest(PutRequest.builder().item(put.item()).build()).build());
      return output(operation, PutItemOutput.builder().build());
    }
    if (request instanceof DeleteItemInput delete) {
      add(
          delete.tableName(),
          WriteRequest.builder()
              .deleteRequest(DeleteRequest.builder().key(delete.key()).build())
              .build());
      return output(operation, DeleteItemOutput.builder().build());
    }
    if (operation == Operations.LIST_TABLES) {
      List<String> names = DefinedTable.names(endpoint);
      return output(operation, ListTablesOutput.builder().tableNames(names).build());
    }
    O output;
    try {
      output = endpoint.call(operation, request);
    } catch (EndpointException e) {
      if (operation == Operations.DESCRIBE_TABLE && e.is("ResourceNotFoundException")) {
        throw new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, e.getMessage());
      }
      String missing = missing(request);
      if (missing == null) {
        throw e;
      }
      notices.add(missing + ": " + e.getMessage());
      output = operation.output().create(new Object[operation.output().memberCount()]);
    }
    if (request instanceof CreateTableInput created) {
      TableCopy.awaitActive(endpoint, created.tableName());
    }
    return output;
  }

  /**
   * Returns what a table does not have if a request fails, or null if it is of no use then. Other
   * databases may not have these operations.
   */
  private static @Nullable String missing(Record request) {
    if (request instanceof UpdateContinuousBackupsInput backups) {
      return backups.tableName() + ": point-in-time recovery is not enabled";
    }
    return request instanceof UpdateContributorInsightsInput insights
        ? insights.tableName() + ": Contributor Insights is not enabled"
        : null;
  }

  /** Returns what the tables do not have, as sentences. */
  List<String> notices() {
    return notices;
  }

  private static <O extends Record> O output(OperationSchema<?, O> operation, Record output) {
    return operation.output().recordClass().cast(output);
  }

  private void add(String name, WriteRequest request) {
    if (!name.equals(table)) {
      flush();
      table = name;
    }
    batch.add(request);
    if (batch.size() == ItemSender.MAX_BATCH) {
      flush();
    }
  }

  /** Sends the writes that were collected. */
  void flush() {
    if (!batch.isEmpty()) {
      sender.write(table, List.copyOf(batch));
      progress.add(batch.size());
      batch.clear();
    }
  }
}
