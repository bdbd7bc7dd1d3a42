package dev.monotable.engine.table;

import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import org.jspecify.annotations.Nullable;

/** What a secondary index is, apart from its entries. */
public final class IndexDefinition {
  /** Global: a key of its own; local: the table's partition key with another sort key. */
  public enum Kind {
    GLOBAL,
    LOCAL
  }

  private final String name;
  private final Kind kind;
  private final KeySchema keys;
  private final IndexProjection projection;
  private final TableDefinition.Status status;
  private final boolean backfilling;
  private final @Nullable ProvisionedThroughputDescription throughput;
  private final @Nullable OnDemandThroughput onDemandThroughput;
  private final @Nullable WarmThroughput warmThroughput;

  private IndexDefinition(Builder builder) {
    this.name = builder.name;
    this.kind = builder.kind;
    this.keys = builder.keys;
    this.projection = builder.projection;
    this.status = builder.status;
    this.backfilling = builder.backfilling;
    this.throughput = builder.throughput;
    this.onDemandThroughput = builder.onDemandThroughput;
    this.warmThroughput = builder.warmThroughput;
  }

  public static Builder builder(
      String name, Kind kind, KeySchema keys, IndexProjection projection) {
    return new Builder(name, kind, keys, projection);
  }

  public String name() {
    return name;
  }

  public Kind kind() {
    return kind;
  }

  public KeySchema keys() {
    return keys;
  }

  public IndexProjection projection() {
    return projection;
  }

  public TableDefinition.Status status() {
    return status;
  }

  /** Whether entries of items that are older than the index are still being made. */
  public boolean backfilling() {
    return backfilling;
  }

  /** Of a global index with provisioned capacity. */
  public @Nullable ProvisionedThroughputDescription throughput() {
    return throughput;
  }

  public @Nullable OnDemandThroughput onDemandThroughput() {
    return onDemandThroughput;
  }

  public @Nullable WarmThroughput warmThroughput() {
    return warmThroughput;
  }

  /** A builder that starts from this. */
  public Builder toBuilder() {
    Builder builder = new Builder(name, kind, keys, projection);
    builder.status = status;
    builder.backfilling = backfilling;
    builder.throughput = throughput;
    builder.onDemandThroughput = onDemandThroughput;
    builder.warmThroughput = warmThroughput;
    return builder;
  }

  /** Builds a {@link IndexDefinition}. */
  public static final class Builder {
    private String name;
    private Kind kind;
    private KeySchema keys;
    private IndexProjection projection;
    private TableDefinition.Status status = TableDefinition.Status.ACTIVE;
    private boolean backfilling = false;
    private @Nullable ProvisionedThroughputDescription throughput = null;
    private @Nullable OnDemandThroughput onDemandThroughput = null;
    private @Nullable WarmThroughput warmThroughput = null;

    private Builder(String name, Kind kind, KeySchema keys, IndexProjection projection) {
      this.name = name;
      this.kind = kind;
      this.keys = keys;
      this.projection = projection;
    }

    public Builder name(String value) {
      name = value;
      return this;
    }

    public Builder kind(Kind value) {
      kind = value;
      return this;
    }

    public Builder keys(KeySchema value) {
      keys = value;
      return this;
    }

    public Builder projection(IndexProjection value) {
      projection = value;
      return this;
    }

    public Builder status(TableDefinition.Status value) {
      status = value;
      return this;
    }

    public Builder backfilling(boolean value) {
      backfilling = value;
      return this;
    }

    public Builder throughput(@Nullable ProvisionedThroughputDescription value) {
      throughput = value;
      return this;
    }

    public Builder onDemandThroughput(@Nullable OnDemandThroughput value) {
      onDemandThroughput = value;
      return this;
    }

    public Builder warmThroughput(@Nullable WarmThroughput value) {
      warmThroughput = value;
      return this;
    }

    public IndexDefinition build() {
      return new IndexDefinition(this);
    }
  }
}
