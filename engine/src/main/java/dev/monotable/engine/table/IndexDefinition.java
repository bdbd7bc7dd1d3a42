package dev.monotable.engine.table;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The definition of a secondary index. */
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
  private final @Nullable ProvisionedThroughputDescription throughput;
  private final @Nullable OnDemandThroughput onDemandThroughput;
  private final WarmThroughput warmThroughput;

  private IndexDefinition(Builder builder) {
    this.name = builder.name;
    this.kind = builder.kind;
    this.keys = builder.keys;
    this.projection = builder.projection;
    this.throughput = builder.throughput;
    this.onDemandThroughput = builder.onDemandThroughput;
    this.warmThroughput = builder.warmThroughput;
  }

  /** Returns a builder of an index. */
  public static Builder builder(
      String name, Kind kind, KeySchema keys, IndexProjection projection) {
    return new Builder(name, kind, keys, projection);
  }

  /** Returns the name of the index. */
  public String name() {
    return name;
  }

  /** Returns whether the index is local or global. */
  public Kind kind() {
    return kind;
  }

  /** Returns the key of the index. */
  public KeySchema keys() {
    return keys;
  }

  /** Returns the attributes that are projected into the index. */
  public IndexProjection projection() {
    return projection;
  }

  /** Returns the provisioned throughput; null for a local index and for on-demand capacity. */
  public @Nullable ProvisionedThroughputDescription throughput() {
    return throughput;
  }

  /** Returns the maximum on-demand throughput; null if none is set. */
  public @Nullable OnDemandThroughput onDemandThroughput() {
    return onDemandThroughput;
  }

  /** Returns the warm throughput of a global index, which never decreases. */
  public WarmThroughput warmThroughput() {
    return warmThroughput;
  }

  /** Returns the names of all key attributes of a table and of its indexes. */
  public static Set<String> keyNames(KeySchema table, List<IndexDefinition> indexes) {
    Set<String> names = new HashSet<>();
    for (KeyAttribute attribute : table.attributes()) {
      names.add(attribute.name());
    }
    for (IndexDefinition index : indexes) {
      for (KeyAttribute attribute : index.keys().attributes()) {
        names.add(attribute.name());
      }
    }
    return names;
  }

  /** Returns a builder that starts from this definition. */
  public Builder toBuilder() {
    Builder builder = new Builder(name, kind, keys, projection);
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
    private @Nullable ProvisionedThroughputDescription throughput = null;
    private @Nullable OnDemandThroughput onDemandThroughput = null;
    private WarmThroughput warmThroughput = new WarmThroughput(0L, 0L);

    private Builder(String name, Kind kind, KeySchema keys, IndexProjection projection) {
      this.name = name;
      this.kind = kind;
      this.keys = keys;
      this.projection = projection;
    }

    /** Sets the name. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Sets whether the index is local or global. */
    public Builder kind(Kind value) {
      kind = value;
      return this;
    }

    /** Sets the key. */
    public Builder keys(KeySchema value) {
      keys = value;
      return this;
    }

    /** Sets the projection. */
    public Builder projection(IndexProjection value) {
      projection = value;
      return this;
    }

    /** Sets the provisioned throughput of a global index. */
    public Builder throughput(@Nullable ProvisionedThroughputDescription value) {
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

    /** Returns the definition. */
    public IndexDefinition build() {
      return new IndexDefinition(this);
    }
  }
}
