package dev.monotable.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that bulk operations go on where they were. */
class BulkProgressTest extends BulkOperations {
  /** All that remains of an operation: descriptions, items, stream records and reports. */
  private record Result(
      BulkOperationDescription operation,
      Set<Item> items,
      List<String> records,
      Map<String, String> reports) {}

  private Result resultIn(MonotableEngine in, String arn) throws IOException {
    List<String> records = new ArrayList<>();
    for (Record each : streamRecords(in)) {
      records.add(each.eventName() + ' ' + each.dynamodb());
    }
    return new Result(describeIn(in, arn), items(in), records, reports());
  }

  /**
   * A copy of each state before a commit goes on where it was, in memory and after it was written:
   * each record is applied once, and all is as in the run that was not interrupted.
   */
  @Test
  void anInterruptedRunEqualsAnUnbrokenOne() throws Exception {
    write("in/1", FileCompression.NONE, String.join("\n", MIXED) + "\nnot json\n" + MIXED.get(0));
    write("in/2", FileCompression.NONE, "");
    write("in/3", FileCompression.NONE, String.join("\n", MIXED));
    write("in/4", FileCompression.NONE, String.join("\n", MIXED));
    for (long reportBytes : new long[] {1, 300, 1 << 20}) {
      engine.close();
      Limits limits =
          Limits.builder()
              .commit(commit -> commit.withMaxItems(2))
              .bulk(bulk -> bulk.withMaxReportBytes(reportBytes))
              .build();
      EngineConfig config = config().limits(limits).build();
      engine = MonotableEngine.create(config);
      createTable(engine);
      List<Snapshot> before = new ArrayList<>();
      var registration =
          engine.admit(
              new Admission() {
                @Override
                public void enter(AdmissionRequest request) {
                  if (request.operation() == Operations.START_BULK_PUT_ITEMS) {
                    before.add(engine.snapshot());
                  }
                }
              });
      String arn = arn(run(request("in/", BOTH).build()));
      registration.close();
      before.remove(0); // before the operation
      Result unbroken = resultIn(engine, arn);

      assertThat(result(unbroken.operation())).isEqualTo("COMPLETED_WITH_ERRORS 28 13");
      assertThat(before).hasSizeGreaterThan(14);
      for (Snapshot each : before) {
        for (Snapshot state : List.of(each, written(each, config))) {
          deleteReports();
          MonotableEngine copy = MonotableEngine.create(config);
          copy.restore(state);
          assertThat(describeIn(copy, arn).bulkOperationStatus()).isEqualTo("IN_PROGRESS");
          time.advance(Duration.ofSeconds(1));
          assertEnd(unbroken, resultIn(copy, arn));
          copy.close();
        }
      }
    }
  }

  private static void assertEnd(Result unbroken, Result resumed) {
    assertThat(resumed.operation().toBuilder().endTime(unbroken.operation().endTime()).build())
        .isEqualTo(unbroken.operation());
    assertThat(resumed.items()).isEqualTo(unbroken.items());
    assertThat(withoutTimes(resumed.records())).isEqualTo(withoutTimes(unbroken.records()));
    // Reports that were written before are those of the unbroken run.
    resumed.reports().keySet().removeIf(key -> key.contains("manifest-summary"));
    assertThat(unbroken.reports()).containsAllEntriesOf(resumed.reports());
  }

  private static List<String> withoutTimes(List<String> records) {
    return records.stream()
        .map(record -> record.replaceAll("approximateCreationDateTime=[^,]*", ""))
        .toList();
  }

  private static Snapshot written(Snapshot state, EngineConfig config) throws IOException {
    SnapshotReader reader = new SnapshotReader(config);
    state.writeTo((bytes, length, last) -> reader.read(bytes, 0, length));
    return reader.finish();
  }

  private void deleteReports() throws IOException {
    Path out = folder.resolve("out");
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }
}
