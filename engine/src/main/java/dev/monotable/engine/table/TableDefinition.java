package dev.monotable.engine.table;

import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private final String name;
  private final String arn;
  private final String id;
  private final Instant createdAt;
  private final KeySchema keys;
  private final List<AttributeDefinition> attributeDefinitions;
  private final List<IndexDefinition> indexes;
  private final boolean payPerRequest;
  private final @Nullable Instant payPerRequestSince;
  private final ProvisionedThroughputDescription throughput;
  private final @Nullable OnDemandThroughput onDemandThroughput;
  private final WarmThroughput warmThroughput;
  private final @Nullable StreamView streamView;
  private final boolean deletionProtection;
  private final @Nullable String tableClass;
  private final @Nullable Instant tableClassChangedAt;
  private final @Nullable SSEDescription sse;
  private final @Nullable String ttlAttribute;
  private final @Nullable Instant ttlChangedAt;
  private final Map<String, String> tags;

  private TableDefinition(Builder builder) {
    this.name = builder.name;
    this.arn = builder.arn;
    this.id = builder.id;
    this.createdAt = builder.createdAt;
    this.keys = builder.keys;
    this.attributeDefinitions = List.copyOf(builder.attributeDefinitions);
    this.indexes = List.copyOf(builder.indexes);
    this.payPerRequest = builder.payPerRequest;
    this.payPerRequestSince = builder.payPerRequestSince;
    this.throughput = builder.throughput;
    this.onDemandThroughput = builder.onDemandThroughput;
    this.warmThroughput = builder.warmThroughput;
    this.streamView = builder.streamView;
    this.deletionProtection = builder.deletionProtection;
    this.tableClass = builder.tableClass;
    this.tableClassChangedAt = builder.tableClassChangedAt;
    this.sse = builder.sse;
    this.ttlAttribute = builder.ttlAttribute;
    this.ttlChangedAt = builder.ttlChangedAt;
    this.tags = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tags));
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
    return name;
  }

  /** Returns the Amazon Resource Name of the table. */
  public String arn() {
    return arn;
  }

  /**
   * Returns the table ID, a UUID. A table that is created again under the same name has another
   * one.
   */
  public String id() {
    return id;
  }

  /** Returns the time of creation. */
  public Instant createdAt() {
    return createdAt;
  }

  /** Returns the primary key. */
  public KeySchema keys() {
    return keys;
  }

  /**
   * Returns the definitions of the key attributes of the table and its indexes, in the order of the
   * request.
   */
  public List<AttributeDefinition> attributeDefinitions() {
    return attributeDefinitions;
  }

  /** Returns the indexes: local indexes first, each kind in the order of creation. */
  public List<IndexDefinition> indexes() {
    return indexes;
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

  /** Returns whether the billing mode is PAY_PER_REQUEST. */
  public boolean payPerRequest() {
    return payPerRequest;
  }

  /** Returns when the billing mode last became PAY_PER_REQUEST; null if it never was. */
  public @Nullable Instant payPerRequestSince() {
    return payPerRequestSince;
  }

  /** Returns the provisioned throughput; zero units if the billing mode is PAY_PER_REQUEST. */
  public ProvisionedThroughputDescription throughput() {
    return throughput;
  }

  /** Returns the maximum on-demand throughput; null if none is set. */
  public @Nullable OnDemandThroughput onDemandThroughput() {
    return onDemandThroughput;
  }

  /** Returns the warm throughput, which never decreases. */
  public WarmThroughput warmThroughput() {
    return warmThroughput;
  }

  /** Returns the images that a stream record contains; null if the stream is disabled. */
  public @Nullable StreamView streamView() {
    return streamView;
  }

  /** Returns whether deletion protection is enabled. */
  public boolean deletionProtection() {
    return deletionProtection;
  }

  /** Returns the table class of the request; null, if it had none, means STANDARD. */
  public @Nullable String tableClass() {
    return tableClass;
  }

  /** Returns when the table class last changed; null if it never did. */
  public @Nullable Instant tableClassChangedAt() {
    return tableClassChangedAt;
  }

  /** Returns the server-side encryption; null if it uses a key that AWS owns. */
  public @Nullable SSEDescription sse() {
    return sse;
  }

  /** Returns the TTL attribute, whose value is a time in seconds; null if TTL is disabled. */
  public @Nullable String ttlAttribute() {
    return ttlAttribute;
  }

  /** Returns when TTL was last enabled or disabled; null if never. */
  public @Nullable Instant ttlChangedAt() {
    return ttlChangedAt;
  }

  /** Returns the tags, in the order in which they were added. */
  public Map<String, String> tags() {
    return tags;
  }

  /** Returns a builder that starts from this definition. */
  public Builder toBuilder() {
    Builder builder = new Builder(name, arn, id, createdAt, keys);
    builder.attributeDefinitions = attributeDefinitions;
    builder.indexes = indexes;
    builder.payPerRequest = payPerRequest;
    builder.payPerRequestSince = payPerRequestSince;
    builder.throughput = throughput;
    builder.onDemandThroughput = onDemandThroughput;
    builder.warmThroughput = warmThroughput;
    builder.streamView = streamView;
    builder.deletionProtection = deletionProtection;
    builder.tableClass = tableClass;
    builder.tableClassChangedAt = tableClassChangedAt;
    builder.sse = sse;
    builder.ttlAttribute = ttlAttribute;
    builder.ttlChangedAt = ttlChangedAt;
    builder.tags = tags;
    return builder;
  }

  /** Builds a {@link TableDefinition}. */
  public static final class Builder {
    private String name;
    private String arn;
    private String id;
    private Instant createdAt;
    private KeySchema keys;
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
    private @Nullable String ttlAttribute = null;
    private @Nullable Instant ttlChangedAt = null;
    private Map<String, String> tags = Map.of();

    private Builder(String name, String arn, String id, Instant createdAt, KeySchema keys) {
      this.name = name;
      this.arn = arn;
      this.id = id;
      this.createdAt = createdAt;
      this.keys = keys;
    }

    /** Sets the name of the table. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Sets the Amazon Resource Name. */
    public Builder arn(String value) {
      arn = value;
      return this;
    }

    /** Sets the table ID, a UUID. */
    public Builder id(String value) {
      id = value;
      return this;
    }

    /** Sets the time of creation. */
    public Builder createdAt(Instant value) {
      createdAt = value;
      return this;
    }

    /** Sets the primary key. */
    public Builder keys(KeySchema value) {
      keys = value;
      return this;
    }

    /** Sets the definitions of the key attributes. */
    public Builder attributeDefinitions(List<AttributeDefinition> value) {
      attributeDefinitions = value;
      return this;
    }

    /** Sets the indexes, local ones first. */
    public Builder indexes(List<IndexDefinition> value) {
      indexes = value;
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

    /** Sets the TTL attribute; null disables TTL. */
    public Builder ttlAttribute(@Nullable String value) {
      ttlAttribute = value;
      return this;
    }

    /** Sets when TTL was last enabled or disabled. */
    public Builder ttlChangedAt(@Nullable Instant value) {
      ttlChangedAt = value;
      return this;
    }

    /** Sets the tags, in the order in which they were added. */
    public Builder tags(Map<String, String> value) {
      tags = value;
      return this;
    }

    /** Returns the definition. */
    public TableDefinition build() {
      return new TableDefinition(this);
    }
  }
}
