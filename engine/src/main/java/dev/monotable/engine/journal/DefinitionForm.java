package dev.monotable.engine.journal;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The written form of definitions: of tables, indexes and streams, and of pending changes.
 *
 * <p>{@code JournalFormTest} fails if a class gets a field that is not written.
 */
final class DefinitionForm {
  /** The codes of TTL and tags. */
  private static final int[] FORMER_SETTINGS = {0, 1};

  /** The form of the source of a change; the first two were a truth value in former versions. */
  private static final int BY_REQUEST = 0;

  private static final int BY_TIME_TO_LIVE = 1;
  private static final int REPLICATED = 2;

  private DefinitionForm() {}

  /** The outcomes of changes, by the bytes with which they are written, which never change. */
  private static final List<Class<? extends ChangeOutcome>> OUTCOMES =
      List.of(
          ChangeOutcome.Plain.class,
          ChangeOutcome.Encryption.class,
          ChangeOutcome.TableClass.class,
          ChangeOutcome.Warm.class,
          ChangeOutcome.Provisioned.class,
          ChangeOutcome.ProvisionedIndex.class,
          ChangeOutcome.OnDemand.class,
          ChangeOutcome.IndexAllocated.class,
          ChangeOutcome.IndexDeleted.class,
          ChangeOutcome.TableRestored.class);

  static void write(ByteWriter out, TableDefinition table) {
    var unused = table(Fields.of(out), table, List.of());
    out.putCount(table.settings().size());
    for (TableSetting setting : table.settings()) {
      out.putByte(setting.type().code());
      setting.type().write(out, setting);
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
    TableDefinition.Builder table = table(Fields.of(in), null, types);
    for (int i = in.nextLength(); i > 0; i--) {
      table.setting(settingType(in.nextByte(), settingTypes).read(in));
    }
    return table.build();
  }

  /** Reads a definition in the form of {@link Mark#FORMER_TABLE}, which ends with TTL and tags. */
  static TableDefinition readFormer(
      ByteReader in, List<? extends IndexType> types, List<SettingType<?>> settingTypes) {
    TableDefinition.Builder table = table(Fields.of(in), null, types);
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

  private static TableDefinition.Builder table(
      Fields fields, @Nullable TableDefinition of, List<? extends IndexType> types) {
    return TableDefinition.builder(
            fields.string(of, TableDefinition::name),
            fields.string(of, TableDefinition::arn),
            fields.string(of, TableDefinition::id),
            fields.time(of, TableDefinition::createdAt),
            fields.part(of, TableDefinition::keys, DefinitionForm::keys))
        .attributeDefinitions(
            fields.list(of, TableDefinition::attributeDefinitions, DefinitionForm::attribute))
        .indexes(
            fields.list(of, TableDefinition::indexes, (all, index) -> index(all, index, types)))
        .payPerRequest(fields.truth(of, TableDefinition::payPerRequest))
        .payPerRequestSince(fields.optionalTime(of, TableDefinition::payPerRequestSince))
        .throughput(fields.part(of, TableDefinition::throughput, DefinitionForm::throughput))
        .onDemandThroughput(
            fields.optional(of, TableDefinition::onDemandThroughput, DefinitionForm::onDemand))
        .warmThroughput(fields.part(of, TableDefinition::warmThroughput, DefinitionForm::warm))
        .streamView(fields.optional(of, TableDefinition::streamView, DefinitionForm::view))
        .deletionProtection(fields.truth(of, TableDefinition::deletionProtection))
        .tableClass(fields.optionalString(of, TableDefinition::tableClass))
        .tableClassChangedAt(fields.optionalTime(of, TableDefinition::tableClassChangedAt))
        .sse(fields.optional(of, TableDefinition::sse, DefinitionForm::encryption));
  }

  private static AttributeDefinition attribute(Fields fields, @Nullable AttributeDefinition of) {
    return new AttributeDefinition(
        fields.string(of, AttributeDefinition::attributeName),
        fields.string(of, AttributeDefinition::attributeType));
  }

  private static IndexDefinition index(
      Fields fields, @Nullable IndexDefinition of, List<? extends IndexType> types) {
    String name = fields.string(of, IndexDefinition::name);
    IndexType type =
        fields.field(
            of,
            IndexDefinition::type,
            (out, its) -> out.putByte(its.code()),
            in -> typeOf(in.nextByte(), types));
    return new IndexDefinition(
        name,
        type,
        fields.part(of, IndexDefinition::keys, DefinitionForm::keys),
        fields.part(of, IndexDefinition::projection, DefinitionForm::projection),
        fields.part(of, IndexDefinition::capacity, DefinitionForm::capacity),
        fields.field(
            of, IndexDefinition::settings, DefinitionForm::writeSettings, type::readSettings));
  }

  private static void writeSettings(ByteWriter out, IndexDefinition.@Nullable Settings settings) {
    if (settings != null) {
      settings.write(out);
    }
  }

  private static IndexType typeOf(int code, List<? extends IndexType> types) {
    for (IndexType type : types) {
      if (type.code() == code) {
        return type;
      }
    }
    throw new UnknownEntryException("type of index", code);
  }

  private static KeySchema keys(Fields fields, @Nullable KeySchema of) {
    return new KeySchema(
        fields.list(of, KeySchema::partition, DefinitionForm::keyAttribute),
        fields.list(of, KeySchema::sort, DefinitionForm::keyAttribute));
  }

  private static KeyAttribute keyAttribute(Fields fields, @Nullable KeyAttribute of) {
    return new KeyAttribute(
        fields.string(of, KeyAttribute::name),
        fields.code(of, KeyAttribute::type, AttributeType.values(), WrittenCode::of));
  }

  private static IndexProjection projection(Fields fields, @Nullable IndexProjection of) {
    return new IndexProjection(
        fields.code(of, IndexProjection::type, IndexProjection.Type.values(), WrittenCode::of),
        fields.list(of, IndexProjection::included, (all, name) -> all.string(name, text -> text)));
  }

  private static CapacitySettings capacity(Fields fields, @Nullable CapacitySettings of) {
    return new CapacitySettings(
        fields.optional(of, CapacitySettings::provisioned, DefinitionForm::throughput),
        fields.optional(of, CapacitySettings::onDemand, DefinitionForm::onDemand),
        fields.part(of, CapacitySettings::warm, DefinitionForm::warm));
  }

  private static ProvisionedThroughputDescription throughput(
      Fields fields, @Nullable ProvisionedThroughputDescription of) {
    return new ProvisionedThroughputDescription(
        fields.optionalTime(of, ProvisionedThroughputDescription::lastIncreaseDateTime),
        fields.optionalTime(of, ProvisionedThroughputDescription::lastDecreaseDateTime),
        fields.optionalNumber(of, ProvisionedThroughputDescription::numberOfDecreasesToday),
        fields.optionalNumber(of, ProvisionedThroughputDescription::readCapacityUnits),
        fields.optionalNumber(of, ProvisionedThroughputDescription::writeCapacityUnits));
  }

  private static OnDemandThroughput onDemand(Fields fields, @Nullable OnDemandThroughput of) {
    return new OnDemandThroughput(
        fields.optionalNumber(of, OnDemandThroughput::maxReadRequestUnits),
        fields.optionalNumber(of, OnDemandThroughput::maxWriteRequestUnits));
  }

  private static WarmThroughput warm(Fields fields, @Nullable WarmThroughput of) {
    return new WarmThroughput(
        fields.optionalNumber(of, WarmThroughput::readUnitsPerSecond),
        fields.optionalNumber(of, WarmThroughput::writeUnitsPerSecond));
  }

  private static StreamView view(Fields fields, @Nullable StreamView of) {
    return fields.code(of, view -> view, StreamView.values(), WrittenCode::of);
  }

  private static SSEDescription encryption(Fields fields, @Nullable SSEDescription of) {
    return new SSEDescription(
        fields.optionalString(of, SSEDescription::status),
        fields.optionalString(of, SSEDescription::sseType),
        fields.optionalString(of, SSEDescription::kmsMasterKeyArn),
        fields.optionalTime(of, SSEDescription::inaccessibleEncryptionDateTime));
  }

  static StreamDefinition stream(Fields fields, @Nullable StreamDefinition of) {
    return new StreamDefinition(
        fields.string(of, StreamDefinition::arn),
        fields.string(of, StreamDefinition::label),
        fields.string(of, StreamDefinition::tableName),
        fields.part(of, StreamDefinition::keys, DefinitionForm::keys),
        fields.part(of, StreamDefinition::view, DefinitionForm::view),
        fields.time(of, StreamDefinition::createdAt));
  }

  static ShardDefinition shard(Fields fields, @Nullable ShardDefinition of) {
    return new ShardDefinition(
        fields.string(of, ShardDefinition::id),
        fields.optionalString(of, ShardDefinition::parentId),
        fields.number(of, ShardDefinition::firstHash),
        fields.number(of, ShardDefinition::lastHash),
        fields.count(of, ShardDefinition::firstSequence),
        fields.time(of, ShardDefinition::openedAt));
  }

  static void write(ByteWriter out, List<TableChange> changes) {
    var unused = changes(Fields.of(out), changes);
  }

  static List<TableChange> readChanges(ByteReader in) {
    return changes(Fields.of(in), null);
  }

  private static List<TableChange> changes(Fields fields, @Nullable List<TableChange> of) {
    return fields.list(of, changes -> changes, DefinitionForm::change);
  }

  private static TableChange change(Fields fields, @Nullable TableChange of) {
    return new TableChange(
        fields.code(of, TableChange::kind, TableChange.Kind.values(), WrittenCode::of),
        fields.optionalString(of, TableChange::subject),
        fields.optionalTime(of, TableChange::dueAt),
        fields.part(of, TableChange::outcome, DefinitionForm::outcome));
  }

  private static int kind(ChangeOutcome outcome) {
    int kind = outcome instanceof ChangeOutcome.Plain ? 0 : OUTCOMES.indexOf(outcome.getClass());
    if (kind < 0) {
      throw new IllegalStateException("an outcome that cannot be written: " + outcome);
    }
    return kind;
  }

  private static ChangeOutcome plain(Fields fields, ChangeOutcome.@Nullable Plain of) {
    return fields.code(of, plain -> plain, ChangeOutcome.Plain.values(), WrittenCode::of);
  }

  private static ChangeOutcome outcome(Fields fields, @Nullable ChangeOutcome of) {
    int kind = fields.field(of, DefinitionForm::kind, ByteWriter::putByte, ByteReader::nextByte);
    return switch (kind) {
      case 0 -> plain(fields, (ChangeOutcome.Plain) of);
      case 1 ->
          new ChangeOutcome.Encryption(
              fields.optional(
                  (ChangeOutcome.Encryption) of,
                  ChangeOutcome.Encryption::next,
                  DefinitionForm::encryption));
      case 2 ->
          new ChangeOutcome.TableClass(
              fields.string((ChangeOutcome.TableClass) of, ChangeOutcome.TableClass::next));
      case 3 -> {
        ChangeOutcome.Warm warm = (ChangeOutcome.Warm) of;
        yield new ChangeOutcome.Warm(
            fields.optionalString(warm, ChangeOutcome.Warm::index),
            fields.part(warm, ChangeOutcome.Warm::next, DefinitionForm::warm));
      }
      case 4 -> {
        ChangeOutcome.Provisioned table = (ChangeOutcome.Provisioned) of;
        yield new ChangeOutcome.Provisioned(
            fields.part(table, ChangeOutcome.Provisioned::next, DefinitionForm::throughput),
            fields.part(table, ChangeOutcome.Provisioned::warm, DefinitionForm::warm));
      }
      case 5 -> {
        ChangeOutcome.ProvisionedIndex index = (ChangeOutcome.ProvisionedIndex) of;
        yield new ChangeOutcome.ProvisionedIndex(
            fields.string(index, ChangeOutcome.ProvisionedIndex::index),
            fields.part(index, ChangeOutcome.ProvisionedIndex::next, DefinitionForm::throughput),
            fields.part(index, ChangeOutcome.ProvisionedIndex::warm, DefinitionForm::warm));
      }
      case 6 ->
          new ChangeOutcome.OnDemand(
              fields.optionalTime(
                  (ChangeOutcome.OnDemand) of, ChangeOutcome.OnDemand::lastDecrease));
      case 7 -> {
        ChangeOutcome.IndexAllocated index = (ChangeOutcome.IndexAllocated) of;
        yield new ChangeOutcome.IndexAllocated(
            fields.string(index, ChangeOutcome.IndexAllocated::index),
            Duration.ofSeconds(
                fields.number(index, its -> its.duration().toSeconds()),
                fields.count(index, its -> (long) its.duration().toNanosPart())));
      }
      case 8 ->
          new ChangeOutcome.IndexDeleted(
              fields.string((ChangeOutcome.IndexDeleted) of, ChangeOutcome.IndexDeleted::index));
      case 9 -> {
        ChangeOutcome.TableRestored restored = (ChangeOutcome.TableRestored) of;
        yield new ChangeOutcome.TableRestored(
            fields.optionalString(restored, ChangeOutcome.TableRestored::backupArn),
            fields.string(restored, ChangeOutcome.TableRestored::tableArn),
            fields.time(restored, ChangeOutcome.TableRestored::restoredTo));
      }
      default -> throw new UnknownEntryException("outcome of a change", kind);
    };
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
