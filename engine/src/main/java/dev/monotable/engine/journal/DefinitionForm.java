package dev.monotable.engine.journal;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.UnknownEntryException;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import dev.monotable.value.AttributeType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The written form of definitions: of tables, indexes and streams, and of pending changes.
 *
 * <p>{@code JournalFormTest} fails if a class gets a field that is not written.
 */
final class DefinitionForm {
  /** The codes of TTL and tags. */
  private static final int[] FORMER_SETTINGS = {0, 1};

  /** How the source of a change is written; the first two were a truth value in former versions. */
  private static final int BY_REQUEST = 0;

  private static final int BY_TIME_TO_LIVE = 1;
  private static final int REPLICATED = 2;

  private DefinitionForm() {}

  static void write(ByteWriter out, TableDefinition table) {
    out.putString(table.name());
    out.putString(table.arn());
    out.putString(table.id());
    out.putTime(table.createdAt());
    writeKeys(out, table.keys());
    out.putCount(table.attributeDefinitions().size());
    for (AttributeDefinition attribute : table.attributeDefinitions()) {
      out.putString(attribute.attributeName());
      out.putString(attribute.attributeType());
    }
    out.putCount(table.indexes().size());
    for (IndexDefinition index : table.indexes()) {
      writeIndex(out, index);
    }
    out.putBoolean(table.payPerRequest());
    out.putOptionalTime(table.payPerRequestSince());
    writeThroughput(out, table.throughput());
    writeOnDemand(out, table.onDemandThroughput());
    writeWarm(out, table.warmThroughput());
    StreamView view = table.streamView();
    out.putBoolean(view != null);
    if (view != null) {
      out.putByte(WrittenCode.of(view));
    }
    out.putBoolean(table.deletionProtection());
    out.putOptionalString(table.tableClass());
    out.putOptionalTime(table.tableClassChangedAt());
    writeEncryption(out, table.sse());
    out.putCount(table.settings().size());
    for (TableSetting setting : table.settings()) {
      out.putByte(setting.type().code());
      setting.write(out);
    }
  }

  /**
   * Reads the definition of a table.
   *
   * @param types of indexes that the table may have
   * @param settingTypes that it may have
   */
  static TableDefinition read(
      ByteReader in, List<? extends IndexType> types, List<SettingType<?>> settingTypes) {
    TableDefinition.Builder table = readTable(in, types);
    for (int i = in.nextLength(); i > 0; i--) {
      table.setting(settingType(in.nextByte(), settingTypes).read(in));
    }
    return table.build();
  }

  /** Reads a definition in the form of {@link Mark#FORMER_TABLE}, which ends with TTL and tags. */
  static TableDefinition readFormer(
      ByteReader in, List<? extends IndexType> types, List<SettingType<?>> settingTypes) {
    TableDefinition.Builder table = readTable(in, types);
    for (int code : FORMER_SETTINGS) {
      table.setting(settingType(code, settingTypes).read(in));
    }
    return table.build();
  }

  private static SettingType<?> settingType(int code, List<SettingType<?>> types) {
    for (SettingType<?> type : types) {
      if (type.code() == code) {
        return type;
      }
    }
    throw new UnknownEntryException("type of setting", code);
  }

  private static TableDefinition.Builder readTable(ByteReader in, List<? extends IndexType> types) {
    String name = in.nextString();
    String arn = in.nextString();
    String id = in.nextString();
    Instant createdAt = in.nextTime();
    TableDefinition.Builder table = TableDefinition.builder(name, arn, id, createdAt, readKeys(in));
    List<AttributeDefinition> attributes = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      String attribute = in.nextString();
      attributes.add(new AttributeDefinition(attribute, in.nextString()));
    }
    List<IndexDefinition> indexes = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      indexes.add(readIndex(in, types));
    }
    return table
        .attributeDefinitions(attributes)
        .indexes(indexes)
        .payPerRequest(in.nextBoolean())
        .payPerRequestSince(in.nextOptionalTime())
        .throughput(readThroughput(in))
        .onDemandThroughput(readOnDemand(in))
        .warmThroughput(readWarm(in))
        .streamView(in.nextBoolean() ? in.nextOf(StreamView.values(), WrittenCode::of) : null)
        .deletionProtection(in.nextBoolean())
        .tableClass(in.nextOptionalString())
        .tableClassChangedAt(in.nextOptionalTime())
        .sse(readEncryption(in));
  }

  private static void writeIndex(ByteWriter out, IndexDefinition index) {
    out.putString(index.name());
    out.putByte(index.type().code());
    writeKeys(out, index.keys());
    out.putByte(WrittenCode.of(index.projection().type()));
    out.putCount(index.projection().included().size());
    for (String name : index.projection().included()) {
      out.putString(name);
    }
    ProvisionedThroughputDescription throughput = index.capacity().provisioned();
    out.putBoolean(throughput != null);
    if (throughput != null) {
      writeThroughput(out, throughput);
    }
    writeOnDemand(out, index.capacity().onDemand());
    writeWarm(out, index.capacity().warm());
    if (index.settings() != null) {
      index.settings().write(out);
    }
  }

  private static IndexDefinition readIndex(ByteReader in, List<? extends IndexType> types) {
    String name = in.nextString();
    IndexType indexType = typeOf(in.nextByte(), types);
    KeySchema keys = readKeys(in);
    IndexProjection.Type type = in.nextOf(IndexProjection.Type.values(), WrittenCode::of);
    List<String> included = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      included.add(in.nextString());
    }
    IndexProjection projection = new IndexProjection(type, included);
    ProvisionedThroughputDescription provisioned = in.nextBoolean() ? readThroughput(in) : null;
    OnDemandThroughput onDemand = readOnDemand(in);
    CapacitySettings capacity = new CapacitySettings(provisioned, onDemand, readWarm(in));
    return new IndexDefinition(
        name, indexType, keys, projection, capacity, indexType.readSettings(in));
  }

  private static IndexType typeOf(int code, List<? extends IndexType> types) {
    for (IndexType type : types) {
      if (type.code() == code) {
        return type;
      }
    }
    throw new UnknownEntryException("type of index", code);
  }

  private static void writeKeys(ByteWriter out, KeySchema keys) {
    writeAttributes(out, keys.partition());
    writeAttributes(out, keys.sort());
  }

  private static KeySchema readKeys(ByteReader in) {
    List<KeyAttribute> partition = readAttributes(in);
    return new KeySchema(partition, readAttributes(in));
  }

  private static void writeAttributes(ByteWriter out, List<KeyAttribute> attributes) {
    out.putCount(attributes.size());
    for (KeyAttribute attribute : attributes) {
      out.putString(attribute.name());
      out.putByte(WrittenCode.of(attribute.type()));
    }
  }

  private static List<KeyAttribute> readAttributes(ByteReader in) {
    List<KeyAttribute> attributes = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      String name = in.nextString();
      attributes.add(new KeyAttribute(name, in.nextOf(AttributeType.values(), WrittenCode::of)));
    }
    return attributes;
  }

  private static void writeThroughput(ByteWriter out, ProvisionedThroughputDescription units) {
    out.putOptionalTime(units.lastIncreaseDateTime());
    out.putOptionalTime(units.lastDecreaseDateTime());
    out.putOptionalNumber(units.numberOfDecreasesToday());
    out.putOptionalNumber(units.readCapacityUnits());
    out.putOptionalNumber(units.writeCapacityUnits());
  }

  private static ProvisionedThroughputDescription readThroughput(ByteReader in) {
    Instant increased = in.nextOptionalTime();
    Instant decreased = in.nextOptionalTime();
    Long decreases = in.nextOptionalNumber();
    Long reads = in.nextOptionalNumber();
    return new ProvisionedThroughputDescription(
        increased, decreased, decreases, reads, in.nextOptionalNumber());
  }

  private static void writeOnDemand(ByteWriter out, @Nullable OnDemandThroughput units) {
    out.putBoolean(units != null);
    if (units != null) {
      out.putOptionalNumber(units.maxReadRequestUnits());
      out.putOptionalNumber(units.maxWriteRequestUnits());
    }
  }

  private static @Nullable OnDemandThroughput readOnDemand(ByteReader in) {
    if (!in.nextBoolean()) {
      return null;
    }
    Long reads = in.nextOptionalNumber();
    return new OnDemandThroughput(reads, in.nextOptionalNumber());
  }

  private static void writeWarm(ByteWriter out, WarmThroughput units) {
    out.putOptionalNumber(units.readUnitsPerSecond());
    out.putOptionalNumber(units.writeUnitsPerSecond());
  }

  private static WarmThroughput readWarm(ByteReader in) {
    Long reads = in.nextOptionalNumber();
    return new WarmThroughput(reads, in.nextOptionalNumber());
  }

  private static void writeEncryption(ByteWriter out, @Nullable SSEDescription sse) {
    out.putBoolean(sse != null);
    if (sse != null) {
      out.putOptionalString(sse.status());
      out.putOptionalString(sse.sseType());
      out.putOptionalString(sse.kmsMasterKeyArn());
      out.putOptionalTime(sse.inaccessibleEncryptionDateTime());
    }
  }

  private static @Nullable SSEDescription readEncryption(ByteReader in) {
    if (!in.nextBoolean()) {
      return null;
    }
    String status = in.nextOptionalString();
    String type = in.nextOptionalString();
    String key = in.nextOptionalString();
    return new SSEDescription(status, type, key, in.nextOptionalTime());
  }

  static void write(
      ByteWriter out,
      StreamDefinition stream,
      @Nullable Instant closedAt,
      Map<String, String> tags) {
    out.putString(stream.arn());
    out.putString(stream.label());
    out.putString(stream.tableName());
    writeKeys(out, stream.keys());
    out.putByte(WrittenCode.of(stream.view()));
    out.putTime(stream.createdAt());
    out.putOptionalTime(closedAt);
    out.putStrings(tags);
  }

  static StreamReplay readStream(ByteReader in, Map<String, StreamReplay> known) {
    String arn = in.nextString();
    String label = in.nextString();
    String table = in.nextString();
    KeySchema keys = readKeys(in);
    StreamView view = in.nextOf(StreamView.values(), WrittenCode::of);
    StreamDefinition definition =
        new StreamDefinition(arn, label, table, keys, view, in.nextTime());
    StreamReplay stream = known.computeIfAbsent(arn, name -> new StreamReplay());
    stream.define(definition, in.nextOptionalTime(), in.nextStrings());
    return stream;
  }

  static void write(ByteWriter out, List<TableChange> changes) {
    out.putCount(changes.size());
    for (TableChange change : changes) {
      out.putByte(WrittenCode.of(change.kind()));
      out.putOptionalString(change.subject());
      out.putOptionalTime(change.dueAt());
      writeOutcome(out, change.outcome());
    }
  }

  static List<TableChange> readChanges(ByteReader in) {
    List<TableChange> changes = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      TableChange.Kind kind = in.nextOf(TableChange.Kind.values(), WrittenCode::of);
      String subject = in.nextOptionalString();
      Instant dueAt = in.nextOptionalTime();
      changes.add(new TableChange(kind, subject, dueAt, readOutcome(in)));
    }
    return changes;
  }

  private static void writeOutcome(ByteWriter out, ChangeOutcome outcome) {
    if (outcome instanceof ChangeOutcome.Plain plain) {
      out.putByte(0);
      out.putByte(WrittenCode.of(plain));
    } else if (outcome instanceof ChangeOutcome.Encryption encryption) {
      out.putByte(1);
      writeEncryption(out, encryption.next());
    } else if (outcome instanceof ChangeOutcome.TableClass tableClass) {
      out.putByte(2);
      out.putString(tableClass.next());
    } else if (outcome instanceof ChangeOutcome.Warm warm) {
      out.putByte(3);
      out.putOptionalString(warm.index());
      writeWarm(out, warm.next());
    } else if (outcome instanceof ChangeOutcome.Provisioned provisioned) {
      out.putByte(4);
      writeThroughput(out, provisioned.next());
      writeWarm(out, provisioned.warm());
    } else if (outcome instanceof ChangeOutcome.ProvisionedIndex index) {
      out.putByte(5);
      out.putString(index.index());
      writeThroughput(out, index.next());
      writeWarm(out, index.warm());
    } else if (outcome instanceof ChangeOutcome.OnDemand onDemand) {
      out.putByte(6);
      out.putOptionalTime(onDemand.lastDecrease());
    } else if (outcome instanceof ChangeOutcome.IndexAllocated index) {
      out.putByte(7);
      out.putString(index.index());
      out.putNumber(index.duration().toSeconds());
      out.putCount(index.duration().toNanosPart());
    } else if (outcome instanceof ChangeOutcome.IndexDeleted index) {
      out.putByte(8);
      out.putString(index.index());
    } else if (outcome instanceof ChangeOutcome.TableRestored restored) {
      out.putByte(9);
      out.putOptionalString(restored.backupArn());
      out.putString(restored.tableArn());
      out.putTime(restored.restoredTo());
    } else {
      throw new IllegalStateException("an outcome that cannot be written: " + outcome);
    }
  }

  private static ChangeOutcome readOutcome(ByteReader in) {
    int type = in.nextByte();
    switch (type) {
      case 0 -> {
        return in.nextOf(ChangeOutcome.Plain.values(), WrittenCode::of);
      }
      case 1 -> {
        return new ChangeOutcome.Encryption(readEncryption(in));
      }
      case 2 -> {
        return new ChangeOutcome.TableClass(in.nextString());
      }
      case 3 -> {
        String index = in.nextOptionalString();
        return new ChangeOutcome.Warm(index, readWarm(in));
      }
      case 4 -> {
        ProvisionedThroughputDescription next = readThroughput(in);
        return new ChangeOutcome.Provisioned(next, readWarm(in));
      }
      case 5 -> {
        String index = in.nextString();
        ProvisionedThroughputDescription next = readThroughput(in);
        return new ChangeOutcome.ProvisionedIndex(index, next, readWarm(in));
      }
      case 6 -> {
        return new ChangeOutcome.OnDemand(in.nextOptionalTime());
      }
      case 7 -> {
        String index = in.nextString();
        long seconds = in.nextNumber();
        return new ChangeOutcome.IndexAllocated(index, Duration.ofSeconds(seconds, in.nextCount()));
      }
      case 8 -> {
        return new ChangeOutcome.IndexDeleted(in.nextString());
      }
      case 9 -> {
        String backup = in.nextOptionalString();
        String table = in.nextString();
        return new ChangeOutcome.TableRestored(backup, table, in.nextTime());
      }
      default -> throw new UnknownEntryException("outcome of a change", type);
    }
  }

  /** Writes what made a change; null if it was a request. */
  static void writeSource(ByteWriter out, @Nullable ChangeSource source) {
    if (source == null) {
      out.putByte(BY_REQUEST);
    } else if (source.region() == null) {
      out.putByte(BY_TIME_TO_LIVE);
    } else {
      out.putByte(REPLICATED);
      out.putString(source.region());
      out.putNumber(source.time());
    }
  }

  /** Reads what {@link #writeSource} has written. */
  static @Nullable ChangeSource readSource(ByteReader in) {
    int form = in.nextByte();
    return switch (form) {
      case BY_REQUEST -> null;
      case BY_TIME_TO_LIVE -> ChangeSource.TIME_TO_LIVE;
      case REPLICATED -> {
        String region = in.nextString();
        yield new ChangeSource(region, in.nextNumber());
      }
      default -> throw new UnknownEntryException("source of a change", form);
    };
  }
}
