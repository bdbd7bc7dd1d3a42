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

/** What a table is, apart from its items: all that CreateTable and UpdateTable set. */
public final class TableDefinition {
  /** The throughput of a table or index that is paid by request. */
  public static final ProvisionedThroughputDescription NO_THROUGHPUT =
      ProvisionedThroughputDescription.builder()
          .numberOfDecreasesToday(0L)
          .readCapacityUnits(0L)
          .writeCapacityUnits(0L)
          .build();

  /** The values of this definition, which nobody else refers to. */
  private final Builder values;

  private TableDefinition(Builder values) {
    this.values = values;
  }

  /**
   * Returns a builder of a table.
   *
   * @param id a UUID
   */
  public static Builder builder(
      String name, String arn, String id, Instant createdAt, KeySchema keys) {
    return new Builder(name, arn, id, createdAt, keys);
  }

  /** Returns the name of the table. */
  public String name() {
    return values.name;
  }

  /** Returns the Amazon Resource Name of the table. */
  public String arn() {
    return values.arn;
  }

  /**
   * Returns the table ID, a UUID. A table that is created again under the same name has another
   * one.
   */
  public String id() {
    return values.id;
  }

  /** Returns the time of creation. */
  public Instant createdAt() {
    return values.createdAt;
  }

  /** Returns the primary key. */
  public KeySchema keys() {
    return values.keys;
  }

  /**
   * Returns the definitions of the key attributes of the table and its indexes, in the order of the
   * request.
   */
  public List<AttributeDefinition> attributeDefinitions() {
    return values.attributeDefinitions;
  }

  /** Returns the indexes: local indexes first, each kind in the order of creation. */
  public List<IndexDefinition> indexes() {
    return values.indexes;
  }

  /** Returns the index of that name, or null. */
  public @Nullable IndexDefinition findIndex(String name) {
    for (IndexDefinition index : values.indexes) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    return null;
  }

  /** Returns whether the billing mode is PAY_PER_REQUEST. */
  public boolean payPerRequest() {
    return values.payPerRequest;
  }

  /** Returns when the billing mode last became PAY_PER_REQUEST; null if it never was. */
  public @Nullable Instant payPerRequestSince() {
    return values.payPerRequestSince;
  }

  /** Returns the provisioned throughput; zero units if the billing mode is PAY_PER_REQUEST. */
  public ProvisionedThroughputDescription throughput() {
    return values.throughput;
  }

  /** Returns the maximum on-demand throughput; null if none is set. */
  public @Nullable OnDemandThroughput onDemandThroughput() {
    return values.onDemandThroughput;
  }

  /** Returns the warm throughput, which never decreases. */
  public WarmThroughput warmThroughput() {
    return values.warmThroughput;
  }

  /** Returns the images that a stream record contains; null if the stream is disabled. */
  public @Nullable StreamView streamView() {
    return values.streamView;
  }

  /** Returns whether deletion protection is enabled. */
  public boolean deletionProtection() {
    return values.deletionProtection;
  }

  /** Returns the table class of the request; null, if it had none, means STANDARD. */
  public @Nullable String tableClass() {
    return values.tableClass;
  }

  /** Returns when the table class last changed; null if it never did. */
  public @Nullable Instant tableClassChangedAt() {
    return values.tableClassChangedAt;
  }

  /** Returns the server-side encryption; null if it uses a key that AWS owns. */
  public @Nullable SSEDescription sse() {
    return values.sse;
  }

  /** Returns the setting of a type; null if the table does not have it. */
  @SuppressWarnings("unchecked") // a type has only settings of its own
  public <S extends TableSetting> @Nullable S setting(SettingType<S> type) {
    for (int i = 0; i < values.settings.size(); i++) {
      TableSetting setting = values.settings.get(i);
      if (setting.type() == type) {
        return (S) setting;
      }
    }
    return null;
  }

  /** Returns all other settings, by the codes of their types. */
  public List<TableSetting> settings() {
    return values.settings;
  }

  /** Returns a builder that starts from this definition. */
  public Builder toBuilder() {
    return values.copy();
  }

  /** Builds a {@link TableDefinition}. */
  public static final class Builder implements Cloneable {
    private final String name;
    private final String arn;
    private final String id;
    private Instant createdAt;
    private final KeySchema keys;
    private List<AttributeDefinition> attributeDefinitions = List.of();
    private List<IndexDefinition> indexes = List.of();
    private boolean payPerRequest = false;
    private @Nullable Instant payPerRequestSince = null;
    private ProvisionedThroughputDescription throughput = NO_THROUGHPUT;
    private @Nullable OnDemandThroughput onDemandThroughput = null;
    private WarmThroughput warmThroughput = new WarmThroughput(0L, 0L);
    private @Nullable StreamView streamView = null;
    private boolean deletionProtection = false;
    private @Nullable String tableClass = null;
    private @Nullable Instant tableClassChangedAt = null;
    private @Nullable SSEDescription sse = null;
    private List<TableSetting> settings = List.of();

    private Builder(String name, String arn, String id, Instant createdAt, KeySchema keys) {
      this.name = name;
      this.arn = arn;
      this.id = id;
      this.createdAt = createdAt;
      this.keys = keys;
    }

    /** Sets the time of creation. */
    public Builder createdAt(Instant value) {
      createdAt = value;
      return this;
    }

    /** Sets the definitions of the key attributes. */
    public Builder attributeDefinitions(List<AttributeDefinition> value) {
      attributeDefinitions = List.copyOf(value);
      return this;
    }

    /** Sets the indexes, local ones first. */
    public Builder indexes(List<IndexDefinition> value) {
      indexes = List.copyOf(value);
      return this;
    }

    /** Sets whether the billing mode is PAY_PER_REQUEST. */
    public Builder payPerRequest(boolean value) {
      payPerRequest = value;
      return this;
    }

    /** Sets when the billing mode last became PAY_PER_REQUEST. */
    public Builder payPerRequestSince(@Nullable Instant value) {
      payPerRequestSince = value;
      return this;
    }

    /** Sets the provisioned throughput. */
    public Builder throughput(ProvisionedThroughputDescription value) {
      throughput = value;
      return this;
    }

    /** Sets the maximum on-demand throughput. */
    public Builder onDemandThroughput(@Nullable OnDemandThroughput value) {
      onDemandThroughput = value;
      return this;
    }

    /** Sets the warm throughput. */
    public Builder warmThroughput(WarmThroughput value) {
      warmThroughput = value;
      return this;
    }

    /** Sets the images that a stream record contains; null disables the stream. */
    public Builder streamView(@Nullable StreamView value) {
      streamView = value;
      return this;
    }

    /** Sets whether deletion protection is enabled. */
    public Builder deletionProtection(boolean value) {
      deletionProtection = value;
      return this;
    }

    /** Sets the table class. */
    public Builder tableClass(@Nullable String value) {
      tableClass = value;
      return this;
    }

    /** Sets when the table class last changed. */
    public Builder tableClassChangedAt(@Nullable Instant value) {
      tableClassChangedAt = value;
      return this;
    }

    /** Sets the server-side encryption. */
    public Builder sse(@Nullable SSEDescription value) {
      sse = value;
      return this;
    }

    /** Sets one of the other settings, in place of that of the same type. */
    public Builder setting(TableSetting value) {
      List<TableSetting> next = new ArrayList<>(settings);
      next.removeIf(setting -> setting.type() == value.type());
      if (!value.isDefault()) {
        next.add(value);
      }
      next.sort((one, other) -> Integer.compare(one.type().code(), other.type().code()));
      settings = List.copyOf(next);
      return this;
    }

    /** Removes the setting of a type. */
    public Builder withoutSetting(SettingType<?> type) {
      settings = settings.stream().filter(setting -> setting.type() != type).toList();
      return this;
    }

    /** Removes the settings that a restored table does not have. */
    public Builder withRestoredSettings() {
      settings = settings.stream().filter(setting -> setting.type().isRestored()).toList();
      return this;
    }

    /** Returns the definition. */
    public TableDefinition build() {
      return new TableDefinition(copy());
    }

    private Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
