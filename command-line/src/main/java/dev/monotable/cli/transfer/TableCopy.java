package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Copies a table: its definition if it does not exist, its items in parallel segments, and then its
 * Time to Live, so that nothing expires while it is copied.
 */
final class TableCopy {
  private static final int STATUS_ATTEMPTS = 40;

  private final EndpointClient from;
  private final EndpointClient to;
  private final int segments;
  private final ItemRate rate;
  private final Checkpoint checkpoint;
  private final List<String> notices = new ArrayList<>();
  private volatile boolean failed;

  TableCopy(
      EndpointClient from, EndpointClient to, int segments, ItemRate rate, Checkpoint checkpoint) {
    this.from = from;
    this.to = to;
    this.segments = segments;
    this.rate = rate;
    this.checkpoint = checkpoint;
  }

  /** Returns what was not copied, as sentences. */
  List<String> notices() {
    return notices;
  }

  /**
   * Copies a table.
   *
   * @return the number of items copied
   * @throws InvalidArgumentException if a table with another key exists, or the table that the
   *     checkpoint belongs to does not
   */
  long copy(DefinedTable table, boolean schema, boolean items, Progress progress) {
    if (schema) {
      create(table);
    }
    long copied = items ? items(table, progress) : 0;
    if (schema) {
      expire(table);
    }
    return copied;
  }

  // ---- the definition ----

  private void create(DefinedTable table) {
    DefinedTable existing = DefinedTable.find(to, table.name());
    if (existing == null) {
      if (checkpoint.contains(table.name())) {
        throw new InvalidArgumentException(
            "the checkpoint has a part of the table "
                + table.name()
                + ", which does not exist at "
                + to.url()
                + "; delete the checkpoint to start from the beginning");
      }
      try {
        var unused = to.call(Operations.CREATE_TABLE, table.request());
      } catch (EndpointException e) {
        createWithout(table, e);
      }
    } else if (!DefinedTable.present(existing.request().keySchema())
        .equals(DefinedTable.present(table.request().keySchema()))) {
      throw new InvalidArgumentException(
          "the table " + table.name() + " exists at " + to.url() + " with another key schema");
    }
    awaitActive(to, table.name());
  }

  /** Creates a table without its stream and tags, which other databases may not have. */
  private void createWithout(DefinedTable table, EndpointException failure) {
    CreateTableInput request = table.request();
    if (request.streamSpecification() == null && request.tags() == null) {
      throw failure;
    }
    CreateTableInput plain = request.toBuilder().streamSpecification(null).tags(null).build();
    var unused = to.call(Operations.CREATE_TABLE, plain);
    if (request.streamSpecification() != null) {
      notices.add(table.name() + ": created without its stream: " + failure.getMessage());
    }
    if (request.tags() != null) {
      awaitActive(to, table.name());
      TableDescription created = DefinedTable.describe(to, table.name());
      try {
        var ignored =
            to.call(
                Operations.TAG_RESOURCE,
                TagResourceInput.builder()
                    .resourceArn(created == null ? "" : String.valueOf(created.tableArn()))
                    .tags(request.tags())
                    .build());
      } catch (EndpointException e) {
        notices.add(table.name() + ": created without its tags: " + e.getMessage());
      }
    }
  }

  /** Waits until a table can be written. */
  static void awaitActive(EndpointClient to, String name) {
    for (int attempt = 1; attempt <= STATUS_ATTEMPTS; attempt++) {
      TableDescription table = DefinedTable.describe(to, name);
      String status = table == null ? null : table.tableStatus();
      if ("ACTIVE".equals(status) || "UPDATING".equals(status)) {
        return;
      }
      to.pause(attempt);
    }
    throw to.failure("the table " + name + " does not become ACTIVE");
  }

  private void expire(DefinedTable table) {
    String attribute = table.timeToLive();
    DefinedTable existing = attribute == null ? null : DefinedTable.find(to, table.name());
    if (attribute == null || existing == null || attribute.equals(existing.timeToLive())) {
      return;
    }
    try {
      var unused =
          to.call(
              Operations.UPDATE_TIME_TO_LIVE,
              UpdateTimeToLiveInput.builder()
                  .tableName(table.name())
                  .timeToLiveSpecification(
                      TimeToLiveSpecification.builder()
                          .attributeName(attribute)
                          .enabled(true)
                          .build())
                  .build());
    } catch (EndpointException e) {
      notices.add(table.name() + ": Time to Live is not enabled: " + e.getMessage());
    }
  }

  // ---- the items ----

  private long items(DefinedTable table, Progress progress) {
    AtomicLong copied = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(segments);
    try {
      List<Future<@Nullable Void>> running = new ArrayList<>();
      for (int i = 0; i < segments; i++) {
        int segment = i;
        Callable<@Nullable Void> work =
            () -> {
              try {
                segment(table, segment, copied, progress);
              } catch (RuntimeException e) {
                failed = true;
                throw e;
              }
              return null;
            };
        running.add(threads.submit(work));
      }
      for (Future<@Nullable Void> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw from.failure("interrupted");
    } finally {
      failed = true; // ends the segments that still run
      threads.shutdown();
    }
    failed = false;
    return copied.get();
  }

  private void segment(DefinedTable table, int segment, AtomicLong copied, Progress progress) {
    ItemSender sender = new ItemSender(to, rate);
    String name = table.name();
    if (checkpoint.isDone(name, segment)) {
      return;
    }
    ItemPages pages =
        ItemPages.of(from, table, segment, segments, checkpoint.startKey(name, segment));
    while (pages.hasNext() && !failed) {
      List<Item> items = pages.next();
      sender.put(name, items);
      copied.addAndGet(items.size());
      progress.add(items.size());
      checkpoint.set(name, segment, pages.lastKey());
    }
  }
}
