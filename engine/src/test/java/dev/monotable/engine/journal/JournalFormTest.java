package dev.monotable.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.index.GlobalIndexes;
import dev.monotable.engine.index.LocalIndexes;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.operation.policy.TablePolicies;
import dev.monotable.engine.operation.tag.TableTags;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.vector.VectorSettings;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import dev.monotable.value.AttributeType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** If this fails, the field has to be written and read, or derived, and then added here. */
  @Test
  void everyFieldIsWrittenOrDerived() {
    List<Class<?>> classes =
        List.of(
            DatabaseState.class,
            TableState.class,
            TableDefinition.class,
            TableDefinition.Builder.class,
            TimeToLive.class,
            TableTags.class,
            TablePolicies.class,
            TablePolicies.Slot.class,
            PointInTimeRecovery.class,
            TableHistory.class,
            TableHistory.Version.class,
            KeySchema.class,
            KeyAttribute.class,
            AttributeDefinition.class,
            IndexDefinition.class,
            CapacitySettings.class,
            IndexProjection.class,
            ProvisionedThroughputDescription.class,
            OnDemandThroughput.class,
            WarmThroughput.class,
            SSEDescription.class,
            TableChange.class,
            StreamState.class,
            StreamDefinition.class,
            ShardState.class,
            ShardDefinition.class,
            ChangeRecord.class,
            TransactionToken.class,
            ItemHold.class,
            BackupState.class,
            TransferState.class,
            KinesisDestinations.class,
            KinesisDestination.class,
            VectorSettings.class);
    assertThat(classes.stream().map(JournalFormTest::fields).collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            DatabaseState: tables tokens holds closedStreams backups transfers streamBytes \
            historyBytes lastSequenceNumber nextChange
            TableState: layout items bytes indexes expiry collections stream capture history changes
            TableDefinition: values
            Builder: name arn id createdAt keys attributeDefinitions indexes payPerRequest \
            payPerRequestSince throughput onDemandThroughput warmThroughput streamView \
            deletionProtection tableClass tableClassChangedAt sse settings
            TimeToLive: attribute changedAt
            TableTags: values
            TablePolicies: table stream label
            Slot: document hasVersion revision
            PointInTimeRecovery: days
            TableHistory: versions since earliest heapBytes
            Version: items size heapBytes
            KeySchema: partition sort
            KeyAttribute: name type
            AttributeDefinition: attributeName attributeType
            IndexDefinition: name type keys projection capacity settings
            CapacitySettings: provisioned onDemand warm
            IndexProjection: type included
            ProvisionedThroughputDescription: lastIncreaseDateTime lastDecreaseDateTime \
            numberOfDecreasesToday readCapacityUnits writeCapacityUnits
            OnDemandThroughput: maxReadRequestUnits maxWriteRequestUnits
            WarmThroughput: readUnitsPerSecond writeUnitsPerSecond
            SSEDescription: status sseType kmsMasterKeyArn inaccessibleEncryptionDateTime
            TableChange: kind subject dueAt outcome
            StreamState: definition closedAt shards open bytes tags
            StreamDefinition: arn label tableName keys view createdAt
            ShardState: definition lastSequence closedAt trimmedThrough records bytes collections
            ShardDefinition: id parentId firstHash lastHash firstSequence openedAt
            ChangeRecord: sequenceNumber createdAt oldItem newItem source
            TransactionToken: fingerprint writtenAt until
            ItemHold: until
            BackupState: id name type createdAt expiresAt table hasEntries
            TransferState: description dueAt
            KinesisDestinations: destinations
            KinesisDestination: streamArn precision change dueAt failure
            VectorSettings: attribute dimensions function schema\
            """);
  }

  private static String fields(Class<?> type) {
    return type.getSimpleName()
        + Stream.of(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .map(Field::getName)
            .collect(Collectors.joining(" ", ": ", ""));
  }

  /** If this fails, files that were written before are read in another way. */
  @Test
  void codesNeverChange() {
    assertThat(codes(AttributeType.values(), WrittenCode::of))
        .isEqualTo("S=0 N=1 B=2 SS=3 NS=4 BS=5 M=6 L=7 BOOL=8 NULL=9");
    assertThat(codes(StreamView.values(), WrittenCode::of))
        .isEqualTo("KEYS_ONLY=0 NEW_IMAGE=1 OLD_IMAGE=2 NEW_AND_OLD_IMAGES=3");
    assertThat(GlobalIndexes.TYPE.code()).isEqualTo(0);
    assertThat(LocalIndexes.TYPE.code()).isEqualTo(1);
    assertThat(TimeToLive.TYPE.code()).isEqualTo(0);
    assertThat(TableTags.TYPE.code()).isEqualTo(1);
    assertThat(TablePolicies.TYPE.code()).isEqualTo(30);
    assertThat(PointInTimeRecovery.TYPE.code()).isEqualTo(2);
    assertThat(KinesisDestinations.TYPE.code()).isEqualTo(7);
    assertThat(codes(IndexProjection.Type.values(), WrittenCode::of))
        .isEqualTo("ALL=0 KEYS_ONLY=1 INCLUDE=2");
    assertThat(codes(ChangeOutcome.Plain.values(), WrittenCode::of))
        .isEqualTo("NONE=0 TABLE_DELETED=1 TABLE_CREATED=2");
    assertThat(codes(BackupState.Type.values(), WrittenCode::of)).isEqualTo("USER=0 SYSTEM=1");
    assertThat(codes(TableChange.Kind.values(), WrittenCode::of))
        .isEqualTo(
            "CREATE_TABLE=0 DELETE_TABLE=1 THROUGHPUT=2 BILLING_MODE=3 STREAM=4 TABLE_CLASS=5"
                + " ENCRYPTION=6 WARM_THROUGHPUT=7 ALLOCATE_INDEX=8 BACKFILL_INDEX=9"
                + " UPDATE_INDEX=10 DELETE_INDEX=11 TIME_TO_LIVE=12 REPLICA=13");
  }

  /** Returns all codes in their order, and requires that each is read as it was written. */
  private static <E extends Enum<E>> String codes(E[] constants, ToIntFunction<E> codes) {
    for (E constant : constants) {
      byte[] written = {(byte) codes.applyAsInt(constant)};
      assertThat(new ByteReader(written, 0, 1).nextOf(constants, codes)).isEqualTo(constant);
    }
    ByteReader unknown = new ByteReader(new byte[] {100}, 0, 1);
    assertThatThrownBy(() -> unknown.nextOf(constants, codes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an unknown code of a constant: 100");
    return Stream.of(constants)
        .sorted(Comparator.comparingInt(codes))
        .map(constant -> constant.name() + "=" + codes.applyAsInt(constant))
        .collect(Collectors.joining(" "));
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
