package dev.monotable.engine.operation.tag;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.SettingRequests;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Tag;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tags of a table.
 *
 * @param values by key, in the order in which they were added
 */
public record TableTags(Map<String, String> values) implements TableSetting {
  /** The type of the tags of tables. */
  public static final SettingType<TableTags> TYPE = new Type();

  private static final class Type implements SettingRequests<TableTags> {
    @Override
    public int code() {
      return 1;
    }

    @Override
    public TableTags form(Fields fields, @Nullable TableTags of) {
      return new TableTags(
          fields.field(of, TableTags::values, ByteWriter::putStrings, ByteReader::nextStrings));
    }

    @Override
    public Set<String> members() {
      return Set.of("Tags");
    }

    @Override
    public @Nullable TableTags created(CreateTableInput request, OperationContext context) {
      List<Tag> tags = request.tags();
      if (tags == null) {
        return null;
      }
      Tags.require(tags, context.limits());
      return new TableTags(Tags.with(Map.of(), tags, context.limits()));
    }
  }

  public TableTags {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns the tags of a table; empty if it has none. */
  static Map<String, String> of(TableDefinition table) {
    TableTags setting = table.setting(TYPE);
    return setting == null ? Map.of() : setting.values();
  }

  @Override
  public SettingType<TableTags> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return values.isEmpty();
  }
}
