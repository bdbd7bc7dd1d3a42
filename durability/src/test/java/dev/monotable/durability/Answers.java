package dev.monotable.durability;

import static java.util.Objects.requireNonNull;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.BackupSummary;
import dev.monotable.model.DescribeBackupInput;
import dev.monotable.model.DescribeContinuousBackupsInput;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.GetResourcePolicyInput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.ListStreamsOutput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.Shard;
import dev.monotable.model.StreamDescription;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a whole database as clients read it: its tables with their items, and its streams.
 */
final class Answers {
  private final MonotableEngine engine;
  private final List<Object> answers = new ArrayList<>();

  private Answers(MonotableEngine engine) {
    this.engine = engine;
  }

  /** Returns the outputs of all operations that read; equal for equal databases. */
  static List<Object> of(MonotableEngine engine) {
    Answers all = new Answers(engine);
    all.readTables();
    all.readStreams();
    all.readBackups();
    return all.answers;
  }

  private void readTables() {
    var names = engine.call(Operations.LIST_TABLES, new ListTablesInput(null, null));
    answers.add(names);
    for (String name : requireNonNull(names.tableNames())) {
      var described = engine.call(Operations.DESCRIBE_TABLE, new DescribeTableInput(name));
      answers.add(described);
      String arn = requireNonNull(described.table()).tableArn();
      add(Operations.DESCRIBE_TIME_TO_LIVE, new DescribeTimeToLiveInput(name));
      add(Operations.LIST_TAGS_OF_RESOURCE, new ListTagsOfResourceInput(arn, null));
      add(Operations.GET_RESOURCE_POLICY, new GetResourcePolicyInput(arn));
      add(Operations.DESCRIBE_CONTINUOUS_BACKUPS, new DescribeContinuousBackupsInput(name));
      add(Operations.SCAN, ScanInput.builder().tableName(name).build());
    }
  }

  /** Adds the output of an operation, or its error: some fail while a table is created. */
  private <I extends Record, O extends Record> void add(
      OperationSchema<I, O> operation, I request) {
    try {
      answers.add(engine.call(operation, request));
    } catch (DynamoException e) {
      answers.add(e.code() + ": " + e.getMessage());
    }
  }

  private void readStreams() {
    ListStreamsOutput page = null;
    do {
      String start = page == null ? null : page.lastEvaluatedStreamArn();
      page = engine.call(Operations.LIST_STREAMS, new ListStreamsInput(null, null, start));
      answers.add(page);
      requireNonNull(page.streams()).forEach(stream -> readStream(stream.streamArn()));
    } while (page.lastEvaluatedStreamArn() != null);
  }

  private void readBackups() {
    var page =
        engine.call(Operations.LIST_BACKUPS, ListBackupsInput.builder().backupType("ALL").build());
    answers.add(page);
    for (BackupSummary backup : requireNonNull(page.backupSummaries())) {
      add(Operations.DESCRIBE_BACKUP, new DescribeBackupInput(backup.backupArn()));
    }
  }

  private void readStream(String arn) {
    String start = null;
    do {
      StreamDescription stream =
          requireNonNull(
              engine
                  .call(Operations.DESCRIBE_STREAM, new DescribeStreamInput(arn, null, start, null))
                  .streamDescription());
      answers.add(stream);
      for (Shard shard : requireNonNull(stream.shards())) {
        readShard(arn, shard.shardId());
      }
      start = stream.lastEvaluatedShardId();
    } while (start != null);
  }

  /** Reads a shard to its end, or to the end of an open shard. */
  private void readShard(String arn, String shard) {
    String iterator =
        engine
            .call(
                Operations.GET_SHARD_ITERATOR,
                new GetShardIteratorInput(arn, shard, "TRIM_HORIZON", null, null))
            .shardIterator();
    GetRecordsOutput page = null;
    while (iterator != null && (page == null || !requireNonNull(page.records()).isEmpty())) {
      page = engine.call(Operations.GET_RECORDS, new GetRecordsInput(iterator, null));
      answers.add(page);
      iterator = page.nextShardIterator();
    }
  }
}
