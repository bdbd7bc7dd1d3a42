package dev.monotable.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.UnknownEntryException;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.FilterSpecification;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Tests that the written form contains everything that a state contains. */
class JournalFormTest {
  private static final Instant NOON = Instant.parse("2026-10-15T12:00:00.123456789Z");
  private static final WarmThroughput WARM = new WarmThroughput(5L, null);
  private static final ProvisionedThroughputDescription UNITS =
      new ProvisionedThroughputDescription(NOON, null, 3L, 7L, 9L);

  private static final List<ChangeOutcome> OUTCOMES =
      List.of(
          ChangeOutcome.Plain.NONE,
          ChangeOutcome.Plain.TABLE_DELETED,
          ChangeOutcome.Plain.TABLE_CREATED,
          new ChangeOutcome.Encryption(null),
          new ChangeOutcome.Encryption(new SSEDescription("ENABLED", "KMS", "arn", NOON)),
          new ChangeOutcome.TableClass("STANDARD"),
          new ChangeOutcome.Warm(null, WARM),
          new ChangeOutcome.Warm("Index", WARM),
          new ChangeOutcome.Provisioned(UNITS, WARM),
          new ChangeOutcome.ProvisionedIndex("Index", UNITS, WARM),
          new ChangeOutcome.OnDemand(null),
          new ChangeOutcome.OnDemand(NOON),
          new ChangeOutcome.IndexAllocated("Index", Duration.ofMillis(1500)),
          new ChangeOutcome.IndexDeleted("Index"),
          new ChangeOutcome.TableRestored(null, "table", NOON),
          new ChangeOutcome.TableRestored("backup", "table", NOON));

  /**
   * The checksum of all entries up to each format, which never changes. A new entry gets the next
   * number in {@code written-forms.txt}, and so does {@link SnapshotReader#FORMAT}: then a version
   * that does not know it says so. A field that is derived from others has {@code -} instead.
   */
  private static final Map<Integer, String> CHECKSUMS = Map.of(3, "158b879a", 4, "f4ab8937");

  @Test
  void everyEntryHasTheFormatThatItCameWith() throws IOException {
    assertThat(WrittenForms.listed().keySet())
        .as("written-forms.txt, with the number of a new format for each new entry")
        .isEqualTo(WrittenForms.entries(OUTCOMES));
  }

  @Test
  void aFormatThatWasWrittenNeverChanges() throws IOException {
    Map<Integer, String> checksums = WrittenForms.checksums();
    assertThat(checksums)
        .as("the checksums of formats; a new entry needs a new format")
        .isEqualTo(CHECKSUMS);
    assertThat(checksums.keySet()).last().isEqualTo(SnapshotReader.FORMAT);
  }

  @Test
  void codesAreReadAsTheyWereWritten() {
    requireCodes(AttributeType.values(), WrittenCode::of);
    requireCodes(StreamView.values(), WrittenCode::of);
    requireCodes(IndexProjection.Type.values(), WrittenCode::of);
    requireCodes(ChangeOutcome.Plain.values(), WrittenCode::of);
    requireCodes(BackupState.Type.values(), WrittenCode::of);
    requireCodes(TableChange.Kind.values(), WrittenCode::of);
  }

  private static <E extends Enum<E>> void requireCodes(E[] constants, ToIntFunction<E> codes) {
    for (E constant : constants) {
      byte[] written = {(byte) codes.applyAsInt(constant)};
      assertThat(new ByteReader(written, 0, 1).nextOf(constants, codes)).isEqualTo(constant);
    }
    ByteReader unknown = new ByteReader(new byte[] {100}, 0, 1);
    assertThatThrownBy(() -> unknown.nextOf(constants, codes))
        .isInstanceOf(UnknownEntryException.class)
        .hasMessage("an unknown code of a constant: 100");
  }

  @Test
  void aNameIsReadAsItWasWritten() {
    ByteWriter out = new ByteWriter();
    out.putString("BS");
    out.putString("XY");
    ByteReader in = new ByteReader(out.bytes(), 0, out.length());
    assertThat(in.nextNamed(AttributeType.values())).isEqualTo(AttributeType.BS);
    assertThatThrownBy(() -> in.nextNamed(AttributeType.values()))
        .isInstanceOf(UnknownEntryException.class)
        .hasMessage("an unknown name of a constant: XY");
  }

  @Test
  void anUnknownEntryIsNamed() {
    requireUnknown("an unknown entry: 200", 200);
    requireUnknown("an unknown flag of an item: 8", Mark.PUT, 0, 1, 65, 8);
  }

  private static void requireUnknown(String message, int... block) {
    byte[] bytes = new byte[block.length];
    for (int i = 0; i < block.length; i++) {
      bytes[i] = (byte) block[i];
    }
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    assertThatThrownBy(() -> reader.read(bytes, 0, bytes.length))
        .isInstanceOf(UnknownEntryException.class)
        .hasMessage(message);
  }

  @Test
  void everyOutcomeIsReadAsItWasWritten() {
    List<TableChange> changes =
        OUTCOMES.stream()
            .map(outcome -> new TableChange(TableChange.Kind.STREAM, "s", NOON, outcome))
            .toList();
    ByteWriter out = new ByteWriter();
    DefinitionForm.write(out, changes);
    ByteReader in = new ByteReader(out.bytes(), 0, out.length());
    assertThat(DefinitionForm.readChanges(in)).isEqualTo(changes);
    assertThat(in.hasMore()).isFalse();
    Set<Class<?>> written = new HashSet<>();
    OUTCOMES.forEach(
        outcome ->
            written.add(
                outcome instanceof Enum<?> plain ? plain.getDeclaringClass() : outcome.getClass()));
    assertThat(written).containsExactlyInAnyOrder(ChangeOutcome.class.getPermittedSubclasses());
  }

  @Test
  void transfersAreReadAsTheyWereWritten() throws IOException {
    List<TransferState> transfers =
        List.of(
            new TransferState(
                ExportDescription.builder()
                    .exportArn("arn/export/1")
                    .startTime(NOON)
                    .itemCount(7L)
                    .filterSpecification(
                        FilterSpecification.builder()
                            .filterExpression("#a = :m OR #b = :n")
                            .expressionAttributeNames(Map.of("#a", "a", "#b", "b"))
                            .expressionAttributeValues(
                                Item.parse(
                                    "{\":m\":{\"M\":{\"c\":{\"L\":[]}}},\":n\":{\"N\":\"1.50\"}}"))
                            .build())
                    .build(),
                null,
                "AKIAIOSFODNN7EXAMPLE"),
            new TransferState(
                ImportTableDescription.builder()
                    .importArn("arn/import/2")
                    .s3BucketSource(new S3BucketSource(null, "files", ""))
                    .build(),
                NOON,
                null));
    DatabaseState.Builder state = DatabaseState.EMPTY.toBuilder();
    PersistentTree<TransferState> tree = PersistentTree.empty();
    for (TransferState transfer : transfers) {
      tree = transfer.addTo(tree);
    }
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    Snapshot.of(state.transfers(tree).build())
        .writeTo((block, length, last) -> reader.read(block, 0, length));

    List<TransferState> read = new ArrayList<>();
    TreeCursor<TransferState> cursor = reader.finish().state().transfers().cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      read.add(cursor.value());
    }
    assertThat(read).isEqualTo(transfers);
    assertThat(
            read.get(0).export().filterSpecification().expressionAttributeValues().numberScales())
        .isEqualTo(
            transfers
                .get(0)
                .export()
                .filterSpecification()
                .expressionAttributeValues()
                .numberScales());
  }

  @Test
  void numbersAreReadAsTheyWereWritten() {
    long[] numbers = {0, 1, -1, 127, 128, -64, -65, Long.MAX_VALUE, Long.MIN_VALUE};
    ByteWriter out = new ByteWriter();
    for (long number : numbers) {
      out.putCount(number);
      out.putNumber(number);
    }
    ByteReader in = new ByteReader(out.bytes(), 0, out.length());
    for (long number : numbers) {
      assertThat(in.nextCount()).isEqualTo(number);
      assertThat(in.nextNumber()).isEqualTo(number);
    }
    assertThat(in.hasMore()).isFalse();
  }
}
