package dev.monotable.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.ChangeRecord;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexProjection;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.ShardDefinition;
import dev.monotable.engine.table.ShardState;
import dev.monotable.engine.table.StreamDefinition;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.StreamView;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransactionToken;
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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
          new ChangeOutcome.IndexDeleted("Index"));

  /** If this fails, the field has to be written and read, or derived, and then added here. */
  @Test
  void everyFieldIsWrittenOrDerived() {
    List<Class<?>> classes =
        List.of(
            DatabaseState.class,
            TableState.class,
            TableDefinition.class,
            KeySchema.class,
            KeyAttribute.class,
            AttributeDefinition.class,
            IndexDefinition.class,
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
            ItemHold.class);
    assertThat(classes.stream().map(JournalFormTest::fields).collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            DatabaseState: tables tokens holds closedStreams streamBytes lastSequenceNumber nextChange
            TableState: layout items bytes indexes expiry collections stream changes
            TableDefinition: name arn id createdAt keys attributeDefinitions indexes payPerRequest \
            payPerRequestSince throughput onDemandThroughput warmThroughput streamView \
            deletionProtection tableClass tableClassChangedAt sse ttlAttribute ttlChangedAt tags
            KeySchema: partition sort
            KeyAttribute: name type
            AttributeDefinition: attributeName attributeType
            IndexDefinition: name kind keys projection throughput onDemandThroughput warmThroughput
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
            ChangeRecord: sequenceNumber createdAt oldItem newItem byService
            TransactionToken: fingerprint writtenAt until
            ItemHold: until\
            """);
  }

  private static String fields(Class<?> type) {
    return type.getSimpleName()
        + Stream.of(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .map(Field::getName)
            .collect(Collectors.joining(" ", ": ", ""));
  }

  /** If this fails, constants must be added at the end only, or the version of files changes. */
  @Test
  void theOrderOfConstantsIsPartOfTheForm() {
    assertThat(Arrays.toString(AttributeType.values()))
        .isEqualTo("[S, N, B, SS, NS, BS, M, L, BOOL, NULL]");
    assertThat(Arrays.toString(StreamView.values()))
        .isEqualTo("[KEYS_ONLY, NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES]");
    assertThat(Arrays.toString(IndexDefinition.Kind.values())).isEqualTo("[GLOBAL, LOCAL]");
    assertThat(Arrays.toString(IndexProjection.Type.values()))
        .isEqualTo("[ALL, KEYS_ONLY, INCLUDE]");
    assertThat(Arrays.toString(ChangeOutcome.Plain.values()))
        .isEqualTo("[NONE, TABLE_DELETED, TABLE_CREATED]");
    assertThat(Arrays.toString(TableChange.Kind.values()))
        .isEqualTo(
            "[CREATE_TABLE, DELETE_TABLE, THROUGHPUT, BILLING_MODE, STREAM, TABLE_CLASS,"
                + " ENCRYPTION, WARM_THROUGHPUT, ALLOCATE_INDEX, BACKFILL_INDEX, UPDATE_INDEX,"
                + " DELETE_INDEX, TIME_TO_LIVE]");
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
