package dev.monotable.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.model.WarmThroughput;
import dev.monotable.schema.StructureSchema;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/** All that the written form of a state consists of, as lines: entries, codes, names and fields. */
final class WrittenForms {
  private static final List<Class<?>> CLASSES =
      List.of(
          DatabaseState.class,
          TableState.class,
          TableDefinition.class,
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
          ChangeSource.class,
          TransactionToken.class,
          ItemHold.class,
          BackupState.class,
          TransferState.class,
          KinesisDestination.class,
          TableReplica.class,
          TableReplica.Overrides.class);

  /** The constants that are written by their names, or by codes that they know themselves. */
  private static final List<Class<? extends Enum<?>>> NAMES =
      List.of(
          VectorDistanceFunction.class,
          ApproximateCreationDateTimePrecision.class,
          KinesisDestination.Change.class,
          TableReplica.Change.class);

  /** The numbers of these classes that are not written. */
  private static final Set<String> NOT_WRITTEN =
      Set.of("BLOCK_BYTES", "NOT_WRITTEN", "ALL_FLAGS", "FORMER_SETTINGS");

  private WrittenForms() {}

  /** Returns the entries that this version writes. */
  static Set<String> entries(List<ChangeOutcome> outcomes) {
    Set<String> entries = new TreeSet<>();
    for (Class<?> type : List.of(Mark.class, StateWriter.class, DefinitionForm.class)) {
      addNumbers(type, entries);
    }
    addCodes(entries);
    addTypes(entries);
    for (ChangeOutcome outcome : outcomes) {
      TableChange change = new TableChange(TableChange.Kind.STREAM, null, null, outcome);
      ByteWriter out = new ByteWriter();
      DefinitionForm.write(out, List.of(change));
      Class<?> type =
          outcome instanceof Enum<?> plain ? plain.getDeclaringClass() : outcome.getClass();
      entries.add("outcome " + type.getSimpleName() + "=" + out.bytes()[4]);
    }
    for (Class<? extends Enum<?>> type : NAMES) {
      for (Enum<?> constant : type.getEnumConstants()) {
        entries.add("name " + name(type) + "." + constant.name());
      }
    }
    CLASSES.forEach(type -> addFields(type, entries));
    addMembers(ExportDescription.SCHEMA, entries);
    addMembers(ImportTableDescription.SCHEMA, entries);
    addMembers(BulkOperationDescription.SCHEMA, entries);
    return entries;
  }

  private static void addNumbers(Class<?> type, Set<String> entries) {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())
          && field.getType() == int.class
          && !NOT_WRITTEN.contains(field.getName())) {
        entries.add("number " + name(type) + "." + field.getName() + "=" + value(field));
      }
    }
  }

  private static void addCodes(Set<String> entries) {
    for (Method method : WrittenCode.class.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        Class<?> type = method.getParameterTypes()[0];
        for (Object constant : type.getEnumConstants()) {
          try {
            entries.add(
                "code " + name(type) + "." + constant + "=" + method.invoke(null, constant));
          } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
          }
        }
      }
    }
    List<Class<?>> ordered = new ArrayList<>(List.of(RecordForm.class.getDeclaredClasses()));
    ordered.add(BulkProgress.Entry.class);
    ordered.add(TransferState.Kind.class);
    for (Class<?> type : ordered) {
      for (Object constant : type.getEnumConstants()) {
        entries.add("code " + name(type) + "." + constant + "=" + ((Enum<?>) constant).ordinal());
      }
    }
  }

  /** Adds the types of indexes and settings, and the fields of both kinds of settings. */
  private static void addTypes(Set<String> entries) {
    for (Object type : configured("INDEX_TYPES")) {
      entries.add("index " + ((IndexType) type).code());
      Class<?> settings = indexSettings(type.getClass());
      if (settings.isRecord()) {
        addFields(settings, entries);
      }
    }
    for (Object type : configured("SETTING_TYPES")) {
      // Zeros are an empty setting of any type.
      Class<?> setting =
          ((SettingType<?>) type).read(new ByteReader(new byte[64], 0, 64)).getClass();
      entries.add("setting " + name(setting) + "=" + ((SettingType<?>) type).code());
      addFields(setting, entries);
      for (Class<?> part : setting.getDeclaredClasses()) {
        if (part.isRecord()) {
          addFields(part, entries);
        }
      }
    }
  }

  /** Returns the record that a type of index declares to read; an interface if it has none. */
  private static Class<?> indexSettings(Class<?> type) {
    try {
      Method read = type.getMethod("readSettings", ByteReader.class);
      assertThat(read.getReturnType().isRecord())
          .as("%s returns its record", read)
          .isEqualTo(read.getDeclaringClass() != IndexType.class);
      return read.getReturnType();
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static List<?> configured(String constant) {
    try {
      return (List<?>) value(EngineConfig.class.getDeclaredField(constant));
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  private static Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static void addFields(Class<?> type, Set<String> entries) {
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())
          && entries.add("field " + name(type) + "." + field.getName())
          && field.getType().isRecord()) {
        addFields(field.getType(), entries);
      }
    }
  }

  private static void addMembers(StructureSchema<?> schema, Set<String> entries) {
    for (int i = 0; i < schema.memberCount(); i++) {
      String type = schema.recordClass().getSimpleName();
      entries.add("member " + type + "." + schema.member(i).wireName());
    }
  }

  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return (outer == null ? "" : outer.getSimpleName() + ".") + type.getSimpleName();
  }

  /** Returns the entries of {@code written-forms.txt} with the format that they came with. */
  static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    try (InputStream file = WrittenForms.class.getResourceAsStream("written-forms.txt")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .forEach(
              line -> {
                int at = line.indexOf(' ');
                listed.put(line.substring(at + 1), line.substring(0, at));
              });
    }
    return listed;
  }

  /** Returns the checksums of the entries that each format has. */
  static Map<Integer, String> checksums() throws IOException {
    Map<String, String> listed = listed();
    Map<Integer, String> checksums = new TreeMap<>();
    for (String format : List.copyOf(listed.values())) {
      if (!format.equals("-")) {
        List<String> entries = new ArrayList<>();
        listed.forEach(
            (entry, since) -> {
              if (!since.equals("-") && Integer.parseInt(since) <= Integer.parseInt(format)) {
                entries.add(entry);
              }
            });
        CRC32C crc = new CRC32C();
        crc.update(String.join("\n", entries).getBytes(StandardCharsets.UTF_8));
        checksums.put(Integer.valueOf(format), HexFormat.of().toHexDigits((int) crc.getValue()));
      }
    }
    return checksums;
  }
}
