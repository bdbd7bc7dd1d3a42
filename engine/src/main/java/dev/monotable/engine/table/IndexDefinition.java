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

  /** Of a global index with provisioned capacity. */
  public @Nullable ProvisionedThroughputDescription throughput() {
    return throughput;
  }

  public @Nullable OnDemandThroughput onDemandThroughput() {
    return onDemandThroughput;
  }

  /** The warm throughput of a global index, which never decreases. */
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

  /** A builder that starts from this. */
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

    public Builder throughput(@Nullable ProvisionedThroughputDescription value) {
      throughput = value;
      return this;
    }

    public Builder onDemandThroughput(@Nullable OnDemandThroughput value) {
      onDemandThroughput = value;
      return this;
    }

    public Builder warmThroughput(WarmThroughput value) {
      warmThroughput = value;
      return this;
    }

    public IndexDefinition build() {
      return new IndexDefinition(this);
    }
  }
}
