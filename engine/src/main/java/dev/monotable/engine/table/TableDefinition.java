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

  public static Builder builder(
      String name, String arn, String id, Instant createdAt, KeySchema keys) {
    return new Builder(name, arn, id, createdAt, keys);
  }

  public String name() {
    return name;
  }

  public String arn() {
    return arn;
  }

  /** A UUID; a table made anew under the same name has another. */
  public String id() {
    return id;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public KeySchema keys() {
    return keys;
  }

  /** The definitions as they were sent, of key attributes only. */
  public List<AttributeDefinition> attributeDefinitions() {
    return attributeDefinitions;
  }

  /** Local indexes first, each kind in the order of creation. */
  public List<IndexDefinition> indexes() {
    return indexes;
  }

  /** The index of that name, or null. */
  public @Nullable IndexDefinition findIndex(String name) {
    for (IndexDefinition index : indexes) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    return null;
  }

  /** Whether the billing mode is PAY_PER_REQUEST. */
  public boolean payPerRequest() {
    return payPerRequest;
  }

  /** When the billing mode last became PAY_PER_REQUEST; null if it never was. */
  public @Nullable Instant payPerRequestSince() {
    return payPerRequestSince;
  }

  /** Zero units where the table is PAY_PER_REQUEST. */
  public ProvisionedThroughputDescription throughput() {
    return throughput;
  }

  public @Nullable OnDemandThroughput onDemandThroughput() {
    return onDemandThroughput;
  }

  /** What the table can take at once; it never becomes less. */
  public WarmThroughput warmThroughput() {
    return warmThroughput;
  }

  /** What the stream records hold; null where the stream is off. */
  public @Nullable StreamView streamView() {
    return streamView;
  }

  public boolean deletionProtection() {
    return deletionProtection;
  }

  /** As asked for; null is STANDARD. */
  public @Nullable String tableClass() {
    return tableClass;
  }

  public @Nullable Instant tableClassChangedAt() {
    return tableClassChangedAt;
  }

  public @Nullable SSEDescription sse() {
    return sse;
  }

  /** The attribute that holds the time of expiry, in seconds; null where TTL is off. */
  public @Nullable String ttlAttribute() {
    return ttlAttribute;
  }

  /** When TTL was last turned on or off; null if never. */
  public @Nullable Instant ttlChangedAt() {
    return ttlChangedAt;
  }

  /** In the order of their making. */
  public Map<String, String> tags() {
    return tags;
  }

  /** A builder that starts from this. */
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

    public Builder name(String value) {
      name = value;
      return this;
    }

    public Builder arn(String value) {
      arn = value;
      return this;
    }

    public Builder id(String value) {
      id = value;
      return this;
    }

    public Builder createdAt(Instant value) {
      createdAt = value;
      return this;
    }

    public Builder keys(KeySchema value) {
      keys = value;
      return this;
    }

    public Builder attributeDefinitions(List<AttributeDefinition> value) {
      attributeDefinitions = value;
      return this;
    }

    public Builder indexes(List<IndexDefinition> value) {
      indexes = value;
      return this;
    }

    public Builder payPerRequest(boolean value) {
      payPerRequest = value;
      return this;
    }

    public Builder payPerRequestSince(@Nullable Instant value) {
      payPerRequestSince = value;
      return this;
    }

    public Builder throughput(ProvisionedThroughputDescription value) {
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

    public Builder streamView(@Nullable StreamView value) {
      streamView = value;
      return this;
    }

    public Builder deletionProtection(boolean value) {
      deletionProtection = value;
      return this;
    }

    public Builder tableClass(@Nullable String value) {
      tableClass = value;
      return this;
    }

    public Builder tableClassChangedAt(@Nullable Instant value) {
      tableClassChangedAt = value;
      return this;
    }

    public Builder sse(@Nullable SSEDescription value) {
      sse = value;
      return this;
    }

    public Builder ttlAttribute(@Nullable String value) {
      ttlAttribute = value;
      return this;
    }

    public Builder ttlChangedAt(@Nullable Instant value) {
      ttlChangedAt = value;
      return this;
    }

    public Builder tags(Map<String, String> value) {
      tags = value;
      return this;
    }

    public TableDefinition build() {
      return new TableDefinition(this);
    }
  }
}
