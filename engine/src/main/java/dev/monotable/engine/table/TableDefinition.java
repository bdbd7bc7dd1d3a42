package dev.monotable.engine.table;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table: all that CreateTable and UpdateTable set.
 *
 * @param arn the Amazon Resource Name of the table
 * @param id the table ID, a UUID. A table that is created again under the same name has another one
 * @param createdAt the time of creation
 * @param keys the primary key
 * @param attributeDefinitions the definitions of the key attributes of the table and its indexes,
 *     in the order of the request
 * @param indexes local indexes first, each kind in the order of creation
 * @param payPerRequest whether the billing mode is PAY_PER_REQUEST
 * @param payPerRequestSince when the billing mode last became PAY_PER_REQUEST; null if it never was
 * @param throughput the provisioned throughput; zero units if the billing mode is PAY_PER_REQUEST
 * @param onDemandThroughput the maximum on-demand throughput; null if none is set
 * @param warmThroughput the warm throughput, which never decreases
 * @param streamView the images that a stream record contains; null if the stream is disabled
 * @param deletionProtection whether deletion protection is enabled
 * @param tableClass the table class of the request; null, if it had none, means STANDARD
 * @param tableClassChangedAt when the table class last changed; null if it never did
 * @param sse the server-side encryption; null if it uses a key that AWS owns
 * @param settings all other settings, by the codes of their types
 */
public record TableDefinition(
    String name,
    String arn,
    String id,
    Instant createdAt,
    KeySchema keys,
    List<AttributeDefinition> attributeDefinitions,
    List<IndexDefinition> indexes,
    boolean payPerRequest,
    @Nullable Instant payPerRequestSince,
    ProvisionedThroughputDescription throughput,
    @Nullable OnDemandThroughput onDemandThroughput,
    WarmThroughput warmThroughput,
    @Nullable StreamView streamView,
    boolean deletionProtection,
    @Nullable String tableClass,
    @Nullable Instant tableClassChangedAt,
    @Nullable SSEDescription sse,
    List<TableSetting> settings) {
  /** The throughput of a table or index that is paid by request. */
  public static final ProvisionedThroughputDescription NO_THROUGHPUT =
      ProvisionedThroughputDescription.builder()
          .numberOfDecreasesToday(0L)
          .readCapacityUnits(0L)
          .writeCapacityUnits(0L)
          .build();

  public TableDefinition {
    attributeDefinitions = List.copyOf(attributeDefinitions);
    indexes = List.copyOf(indexes);
    settings = List.copyOf(settings);
  }

  /**
   * Returns a builder of a table.
   *
   * @param id a UUID
   */
  public static Builder builder(
      String name, String arn, String id, Instant createdAt, KeySchema keys) {
    Builder table = new Builder();
    table.attributeDefinitions = List.of();
    table.indexes = List.of();
    table.throughput = NO_THROUGHPUT;
    table.warmThroughput = new WarmThroughput(0L, 0L);
    table.settings = List.of();
    return table.name(name).arn(arn).id(id).createdAt(createdAt).keys(keys);
  }

  /** Returns the index of that name, or null. */
  public @Nullable IndexDefinition findIndex(String name) {
    for (IndexDefinition index : indexes) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    return null;
  }

  /** Returns the setting of a type; null if the table does not have it. */
  @SuppressWarnings("unchecked") // a type has only settings of its own
  public <S extends TableSetting> @Nullable S setting(SettingType<S> type) {
    for (int i = 0; i < settings.size(); i++) {
      TableSetting setting = settings.get(i);
      if (setting.type() == type) {
        return (S) setting;
      }
    }
    return null;
  }

  /** Returns a builder that starts from this definition. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link TableDefinition}. */
  public static final class Builder extends TableDefinitionBuilder {
    private Builder() {}

    private Builder(TableDefinition from) {
      super(from);
    }

    /** Sets one of the other settings, in place of that of the same type. */
    public Builder setting(TableSetting value) {
      List<TableSetting> next = new ArrayList<>(settings);
      next.removeIf(setting -> setting.type() == value.type());
      if (!value.isDefault()) {
        next.add(value);
      }
      next.sort((one, other) -> Integer.compare(one.type().code(), other.type().code()));
      return settings(next);
    }

    /** Removes the setting of a type. */
    public Builder withoutSetting(SettingType<?> type) {
      return settings(settings.stream().filter(setting -> setting.type() != type).toList());
    }

    /** Removes the settings that a restored table does not have. */
    public Builder withRestoredSettings() {
      return settings(settings.stream().filter(setting -> setting.type().isRestored()).toList());
    }
  }
}
