package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.terminal.Json;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.formats.export.ItemFormat;
import dev.monotable.formats.export.ItemOutput;
import dev.monotable.formats.export.S3ExportWriter;
import dev.monotable.json.ClientCodec;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.TableDescription;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table into files. Its items are in the order of Scan, so equal tables give equal files.
 */
final class TableExport {
  private final EndpointClient source;
  private final DefinedTable table;
  private final Path directory;
  private final Progress progress;

  /** Receives items. */
  private interface ItemConsumer {
    void accept(Item item) throws IOException;
  }

  TableExport(EndpointClient source, DefinedTable table, Path directory, Progress progress) {
    this.source = source;
    this.table = table;
    this.directory = directory;
    this.progress = progress;
  }

  /**
   * Writes the definition and one file with the items.
   *
   * @return the number of items
   */
  long file(ItemFormat format, FileCompression compression) throws IOException {
    writeDefinition();
    List<String> columns = format == ItemFormat.CSV ? columns() : List.of();
    Path file = directory.resolve(table.name() + format.suffix() + compression.suffix());
    long[] items = new long[1];
    try (ItemOutput out =
        format.open(
            compression.compress(new BufferedOutputStream(Files.newOutputStream(file))), columns)) {
      scan(
          0,
          1,
          item -> {
            out.write(item);
            items[0]++;
          });
    }
    return items[0];
  }

  /**
   * Writes the definition and an export in the layout of S3, into a directory with the name of the
   * table.
   *
   * @return the number of items
   */
  long s3(ItemFormat format, int segments, Instant time) throws IOException {
    writeDefinition();
    TableDescription described = DefinedTable.describe(source, table.name());
    String arn = described == null ? null : described.tableArn();
    String tableArn = arn == null ? "arn:aws:dynamodb:::table/" + table.name() : arn;
    Path root = directory.resolve(table.name());
    S3ExportWriter export =
        new S3ExportWriter(
            key -> create(root.resolve(key)),
            ExportDescription.builder()
                .exportArn(tableArn + "/export/" + S3ExportWriter.id(tableArn, time))
                .tableArn(tableArn)
                .tableId(described == null ? null : described.tableId())
                .startTime(time)
                .exportTime(time)
                .exportFormat(format.name())
                .build(),
            time);
    ExecutorService threads = Executors.newFixedThreadPool(segments);
    try {
      List<Future<@Nullable Void>> running = new ArrayList<>();
      for (int i = 0; i < segments; i++) {
        int segment = i;
        running.add(
            threads.submit(
                () -> {
                  try (ItemOutput out = export.next(segment)) {
                    scan(segment, segments, out::write);
                  }
                  return null;
                }));
      }
      for (Future<@Nullable Void> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      end(threads);
    }
    return export.finish().items();
  }

  /** Ends the threads, so that none of them writes a file when those of a failure are deleted. */
  private static void end(ExecutorService threads) {
    threads.shutdownNow();
    try {
      var unused = threads.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static OutputStream create(Path file) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return new BufferedOutputStream(Files.newOutputStream(file));
  }

  private void writeDefinition() throws IOException {
    Files.createDirectories(directory);
    String json =
        new String(
            ClientCodec.encode(CreateTableInput.SCHEMA, table.request()), StandardCharsets.UTF_8);
    if (table.timeToLive() != null) {
      json =
          json.substring(0, json.length() - 1)
              + ",\"TimeToLiveSpecification\":{\"AttributeName\":"
              + Json.quote(table.timeToLive())
              + ",\"Enabled\":true}}";
    }
    Files.writeString(directory.resolve(table.name() + ".table.json"), json + "\n");
  }

  /** Returns the key attributes and then all other attributes by name, by reading all items. */
  private List<String> columns() throws IOException {
    List<String> columns = new ArrayList<>();
    for (KeySchemaElement key : DefinedTable.present(table.request().keySchema())) {
      columns.add(key.attributeName());
    }
    TreeSet<String> others = new TreeSet<>();
    scan(0, 1, item -> others.addAll(item.toMap().keySet()));
    columns.forEach(others::remove);
    columns.addAll(others);
    return columns;
  }

  private void scan(int segment, int segments, ItemConsumer consumer) throws IOException {
    ItemPages pages = ItemPages.of(source, table, segment, segments, null);
    while (pages.hasNext()) {
      List<Item> items = pages.next();
      for (Item item : items) {
        consumer.accept(item);
      }
      progress.add(items.size());
    }
  }
}
