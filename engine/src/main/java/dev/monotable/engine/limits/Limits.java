package dev.monotable.engine.limits;

/**
 * Every number that bounds a request, a table or a database. The defaults are AWS's; tests may
 * lower them to reach a limit with little data.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas
 *     in Amazon DynamoDB</a>
 */
public final class Limits {
  /** AWS's own limits. */
  public static final Limits AWS = new Limits(new Builder());

  private final int maxItemBytes;
  private final int maxPartitionKeyBytes;
  private final int maxSortKeyBytes;
  private final int maxPageBytes;
  private final int maxBatchGetKeys;
  private final int maxBatchGetBytes;
  private final int maxBatchWrites;
  private final int maxTransactionActions;
  private final int maxTransactionBytes;
  private final long transactionTokenSeconds;
  private final int maxGlobalIndexes;
  private final int maxLocalIndexes;
  private final int maxProjectedAttributes;
  private final long maxItemCollectionBytes;
  private final int maxExpressionBytes;
  private final int maxExpressionOperators;
  private final int maxInOperands;
  private final int maxSubstitutionBytes;
  private final int maxTables;
  private final long maxTableReadUnits;
  private final long maxTableWriteUnits;
  private final long maxAccountReadUnits;
  private final long maxAccountWriteUnits;
  private final int maxTags;
  private final int maxTagBytes;
  private final int maxListedTables;
  private final int maxTotalSegments;
  private final int maxStreamRecordsPerPage;
  private final long ttlChangeSeconds;
  private final long streamRetentionSeconds;
  private final long streamIteratorSeconds;
  private final int maxListedStreams;
  private final int maxDescribedShards;
  private final int maxStreamPageBytes;
  private final long streamShardSeconds;
  private final int streamCollectionsPerShard;
  private final int maxOpenShards;
  private final int maxCommitBatch;
  private final int maxStatementReads;
  private final int maxStatementReadItems;

  private Limits(Builder builder) {
    this.maxItemBytes = builder.maxItemBytes;
    this.maxPartitionKeyBytes = builder.maxPartitionKeyBytes;
    this.maxSortKeyBytes = builder.maxSortKeyBytes;
    this.maxPageBytes = builder.maxPageBytes;
    this.maxBatchGetKeys = builder.maxBatchGetKeys;
    this.maxBatchGetBytes = builder.maxBatchGetBytes;
    this.maxBatchWrites = builder.maxBatchWrites;
    this.maxTransactionActions = builder.maxTransactionActions;
    this.maxTransactionBytes = builder.maxTransactionBytes;
    this.transactionTokenSeconds = builder.transactionTokenSeconds;
    this.maxGlobalIndexes = builder.maxGlobalIndexes;
    this.maxLocalIndexes = builder.maxLocalIndexes;
    this.maxProjectedAttributes = builder.maxProjectedAttributes;
    this.maxItemCollectionBytes = builder.maxItemCollectionBytes;
    this.maxExpressionBytes = builder.maxExpressionBytes;
    this.maxExpressionOperators = builder.maxExpressionOperators;
    this.maxInOperands = builder.maxInOperands;
    this.maxSubstitutionBytes = builder.maxSubstitutionBytes;
    this.maxTables = builder.maxTables;
    this.maxTableReadUnits = builder.maxTableReadUnits;
    this.maxTableWriteUnits = builder.maxTableWriteUnits;
    this.maxAccountReadUnits = builder.maxAccountReadUnits;
    this.maxAccountWriteUnits = builder.maxAccountWriteUnits;
    this.maxTags = builder.maxTags;
    this.maxTagBytes = builder.maxTagBytes;
    this.maxListedTables = builder.maxListedTables;
    this.maxTotalSegments = builder.maxTotalSegments;
    this.maxStreamRecordsPerPage = builder.maxStreamRecordsPerPage;
    this.ttlChangeSeconds = builder.ttlChangeSeconds;
    this.streamRetentionSeconds = builder.streamRetentionSeconds;
    this.streamIteratorSeconds = builder.streamIteratorSeconds;
    this.maxListedStreams = builder.maxListedStreams;
    this.maxDescribedShards = builder.maxDescribedShards;
    this.maxStreamPageBytes = builder.maxStreamPageBytes;
    this.streamShardSeconds = builder.streamShardSeconds;
    this.streamCollectionsPerShard = builder.streamCollectionsPerShard;
    this.maxOpenShards = builder.maxOpenShards;
    this.maxCommitBatch = builder.maxCommitBatch;
    this.maxStatementReads = builder.maxStatementReads;
    this.maxStatementReadItems = builder.maxStatementReadItems;
  }

  /** A builder that starts from AWS's limits. */
  public static Builder builder() {
    return new Builder();
  }

  /** Bytes of an item, names and values. AWS page: ServiceQuotas.html. */
  public int maxItemBytes() {
    return maxItemBytes;
  }

  /** Bytes of a partition key's value. AWS page: ServiceQuotas.html. */
  public int maxPartitionKeyBytes() {
    return maxPartitionKeyBytes;
  }

  /** Bytes of a sort key's value. AWS page: ServiceQuotas.html. */
  public int maxSortKeyBytes() {
    return maxSortKeyBytes;
  }

  /** Bytes that one Query or Scan request reads. AWS page: ServiceQuotas.html. */
  public int maxPageBytes() {
    return maxPageBytes;
  }

  /** Keys of a BatchGetItem request. AWS page: ServiceQuotas.html. */
  public int maxBatchGetKeys() {
    return maxBatchGetKeys;
  }

  /** Bytes of the items that BatchGetItem answers. AWS page: ServiceQuotas.html. */
  public int maxBatchGetBytes() {
    return maxBatchGetBytes;
  }

  /** Requests of a BatchWriteItem request. AWS page: ServiceQuotas.html. */
  public int maxBatchWrites() {
    return maxBatchWrites;
  }

  /** Actions of a transaction. AWS page: transaction-apis.html. */
  public int maxTransactionActions() {
    return maxTransactionActions;
  }

  /** Bytes of all items of a transaction. AWS page: transaction-apis.html. */
  public int maxTransactionBytes() {
    return maxTransactionBytes;
  }

  /** Seconds for which a client request token is remembered. AWS page: transaction-apis.html. */
  public long transactionTokenSeconds() {
    return transactionTokenSeconds;
  }

  /** Global secondary indexes of a table. AWS page: ServiceQuotas.html. */
  public int maxGlobalIndexes() {
    return maxGlobalIndexes;
  }

  /** Local secondary indexes of a table. AWS page: ServiceQuotas.html. */
  public int maxLocalIndexes() {
    return maxLocalIndexes;
  }

  /** Attributes named by INCLUDE over all indexes of a table. AWS page: ServiceQuotas.html. */
  public int maxProjectedAttributes() {
    return maxProjectedAttributes;
  }

  /** Bytes of an item collection of a table that has local indexes. AWS page: LSI.html. */
  public long maxItemCollectionBytes() {
    return maxItemCollectionBytes;
  }

  /** Bytes of an expression. AWS page: ServiceQuotas.html. */
  public int maxExpressionBytes() {
    return maxExpressionBytes;
  }

  /** Operators and functions of an expression. AWS page: ServiceQuotas.html. */
  public int maxExpressionOperators() {
    return maxExpressionOperators;
  }

  /** Operands of IN. AWS page: ServiceQuotas.html. */
  public int maxInOperands() {
    return maxInOperands;
  }

  /** Bytes of all expression attribute names and values. AWS page: ServiceQuotas.html. */
  public int maxSubstitutionBytes() {
    return maxSubstitutionBytes;
  }

  /** Tables of a database. AWS page: ServiceQuotas.html. */
  public int maxTables() {
    return maxTables;
  }

  /** Provisioned write units of all tables. AWS page: ServiceQuotas.html. */
  public long maxAccountWriteUnits() {
    return maxAccountWriteUnits;
  }

  /** Provisioned read units of all tables. AWS page: ServiceQuotas.html. */
  public long maxAccountReadUnits() {
    return maxAccountReadUnits;
  }

  /** Write units of a table, and of an index. AWS page: ServiceQuotas.html. */
  public long maxTableWriteUnits() {
    return maxTableWriteUnits;
  }

  /** Read units of a table, and of an index. AWS page: ServiceQuotas.html. */
  public long maxTableReadUnits() {
    return maxTableReadUnits;
  }

  /** Tags of a table. AWS page: ServiceQuotas.html. */
  public int maxTags() {
    return maxTags;
  }

  /** Bytes of all tags of a table, keys and values. AWS page: ServiceQuotas.html. */
  public int maxTagBytes() {
    return maxTagBytes;
  }

  /** Names that one ListTables request answers. AWS page: API_ListTables.html. */
  public int maxListedTables() {
    return maxListedTables;
  }

  /** Segments of a parallel scan. AWS page: API_Scan.html. */
  public int maxTotalSegments() {
    return maxTotalSegments;
  }

  /** Records that one GetRecords request answers. AWS page: API_streams_GetRecords.html. */
  public int maxStreamRecordsPerPage() {
    return maxStreamRecordsPerPage;
  }

  /**
   * Seconds that have to lie between two changes of a table's TTL setting. AWS page:
   * API_UpdateTimeToLive.html.
   */
  public long ttlChangeSeconds() {
    return ttlChangeSeconds;
  }

  /** Seconds for which a stream keeps a record. AWS page: Streams.html. */
  public long streamRetentionSeconds() {
    return streamRetentionSeconds;
  }

  /** Seconds for which a shard iterator is good. AWS page: API_streams_GetShardIterator.html. */
  public long streamIteratorSeconds() {
    return streamIteratorSeconds;
  }

  /** Streams that one ListStreams request answers. AWS page: API_streams_ListStreams.html. */
  public int maxListedStreams() {
    return maxListedStreams;
  }

  /** Shards that one DescribeStream request answers. AWS page: API_streams_DescribeStream.html. */
  public int maxDescribedShards() {
    return maxDescribedShards;
  }

  /**
   * Bytes of records that one GetRecords request answers. AWS page: API_streams_GetRecords.html.
   */
  public int maxStreamPageBytes() {
    return maxStreamPageBytes;
  }

  /** Seconds for which a shard is open at the most; about four hours on AWS. */
  public long streamShardSeconds() {
    return streamShardSeconds;
  }

  /**
   * Item collections that a shard sees before it splits; ours, as AWS does not tell when it splits.
   */
  public int streamCollectionsPerShard() {
    return streamCollectionsPerShard;
  }

  /** Open shards of a stream, beyond which none splits; ours, not AWS's. */
  public int maxOpenShards() {
    return maxOpenShards;
  }

  /** Items that long work (backfill, sweep, import) changes in one commit; ours, not AWS's. */
  public int maxCommitBatch() {
    return maxCommitBatch;
  }

  /** Queries that one PartiQL SELECT may come to. AWS page: ql-operators.html, of IN. */
  public int maxStatementReads() {
    return maxStatementReads;
  }

  /**
   * Items of a page of a PartiQL SELECT that comes to several queries. AWS page: ql-operators.html,
   * of IN.
   */
  public int maxStatementReadItems() {
    return maxStatementReadItems;
  }

  /** Makes limits that differ from AWS's in some places. */
  public static final class Builder {
    private int maxItemBytes = 400 * 1024;
    private int maxPartitionKeyBytes = 2048;
    private int maxSortKeyBytes = 1024;
    private int maxPageBytes = 1024 * 1024;
    private int maxBatchGetKeys = 100;
    private int maxBatchGetBytes = 16 * 1024 * 1024;
    private int maxBatchWrites = 25;
    private int maxTransactionActions = 100;
    private int maxTransactionBytes = 4 * 1024 * 1024;
    private long transactionTokenSeconds = 600;
    private int maxGlobalIndexes = 20;
    private int maxLocalIndexes = 5;
    private int maxProjectedAttributes = 100;
    private long maxItemCollectionBytes = 10L * 1024 * 1024 * 1024;
    private int maxExpressionBytes = 4096;
    private int maxExpressionOperators = 300;
    private int maxInOperands = 100;
    private int maxSubstitutionBytes = 2 * 1024 * 1024;
    private int maxTables = 2500;
    private long maxTableReadUnits = 40_000;
    private long maxTableWriteUnits = 40_000;
    private long maxAccountReadUnits = 80_000;
    private long maxAccountWriteUnits = 80_000;
    private int maxTags = 50;
    private int maxTagBytes = 10 * 1024;
    private int maxListedTables = 100;
    private int maxTotalSegments = 1_000_000;
    private int maxStreamRecordsPerPage = 1000;
    private long ttlChangeSeconds = 3600;
    private long streamRetentionSeconds = 24 * 3600;
    private long streamIteratorSeconds = 15 * 60;
    private int maxListedStreams = 100;
    private int maxDescribedShards = 100;
    private int maxStreamPageBytes = 1024 * 1024;
    private long streamShardSeconds = 4 * 3600;
    private int streamCollectionsPerShard = 1000;
    private int maxOpenShards = 64;
    private int maxCommitBatch = 1000;
    private int maxStatementReads = 50;
    private int maxStatementReadItems = 10;

    private Builder() {}

    public Builder maxItemBytes(int value) {
      maxItemBytes = value;
      return this;
    }

    public Builder maxPartitionKeyBytes(int value) {
      maxPartitionKeyBytes = value;
      return this;
    }

    public Builder maxSortKeyBytes(int value) {
      maxSortKeyBytes = value;
      return this;
    }

    public Builder maxPageBytes(int value) {
      maxPageBytes = value;
      return this;
    }

    public Builder maxBatchGetKeys(int value) {
      maxBatchGetKeys = value;
      return this;
    }

    public Builder maxBatchGetBytes(int value) {
      maxBatchGetBytes = value;
      return this;
    }

    public Builder maxBatchWrites(int value) {
      maxBatchWrites = value;
      return this;
    }

    public Builder maxTransactionActions(int value) {
      maxTransactionActions = value;
      return this;
    }

    public Builder maxTransactionBytes(int value) {
      maxTransactionBytes = value;
      return this;
    }

    public Builder transactionTokenSeconds(long value) {
      transactionTokenSeconds = value;
      return this;
    }

    public Builder maxGlobalIndexes(int value) {
      maxGlobalIndexes = value;
      return this;
    }

    public Builder maxLocalIndexes(int value) {
      maxLocalIndexes = value;
      return this;
    }

    public Builder maxProjectedAttributes(int value) {
      maxProjectedAttributes = value;
      return this;
    }

    public Builder maxItemCollectionBytes(long value) {
      maxItemCollectionBytes = value;
      return this;
    }

    public Builder maxExpressionBytes(int value) {
      maxExpressionBytes = value;
      return this;
    }

    public Builder maxExpressionOperators(int value) {
      maxExpressionOperators = value;
      return this;
    }

    public Builder maxInOperands(int value) {
      maxInOperands = value;
      return this;
    }

    public Builder maxSubstitutionBytes(int value) {
      maxSubstitutionBytes = value;
      return this;
    }

    public Builder maxTables(int value) {
      maxTables = value;
      return this;
    }

    public Builder maxAccountWriteUnits(long value) {
      maxAccountWriteUnits = value;
      return this;
    }

    public Builder maxAccountReadUnits(long value) {
      maxAccountReadUnits = value;
      return this;
    }

    public Builder maxTableWriteUnits(long value) {
      maxTableWriteUnits = value;
      return this;
    }

    public Builder maxTableReadUnits(long value) {
      maxTableReadUnits = value;
      return this;
    }

    public Builder maxTags(int value) {
      maxTags = value;
      return this;
    }

    public Builder maxTagBytes(int value) {
      maxTagBytes = value;
      return this;
    }

    public Builder maxListedTables(int value) {
      maxListedTables = value;
      return this;
    }

    public Builder maxTotalSegments(int value) {
      maxTotalSegments = value;
      return this;
    }

    public Builder maxStreamRecordsPerPage(int value) {
      maxStreamRecordsPerPage = value;
      return this;
    }

    public Builder ttlChangeSeconds(long value) {
      ttlChangeSeconds = value;
      return this;
    }

    public Builder streamRetentionSeconds(long value) {
      streamRetentionSeconds = value;
      return this;
    }

    public Builder streamIteratorSeconds(long value) {
      streamIteratorSeconds = value;
      return this;
    }

    public Builder maxListedStreams(int value) {
      maxListedStreams = value;
      return this;
    }

    public Builder maxDescribedShards(int value) {
      maxDescribedShards = value;
      return this;
    }

    public Builder maxStreamPageBytes(int value) {
      maxStreamPageBytes = value;
      return this;
    }

    public Builder streamShardSeconds(long value) {
      streamShardSeconds = value;
      return this;
    }

    public Builder streamCollectionsPerShard(int value) {
      streamCollectionsPerShard = value;
      return this;
    }

    public Builder maxOpenShards(int value) {
      maxOpenShards = value;
      return this;
    }

    public Builder maxCommitBatch(int value) {
      maxCommitBatch = value;
      return this;
    }

    public Builder maxStatementReads(int value) {
      maxStatementReads = value;
      return this;
    }

    public Builder maxStatementReadItems(int value) {
      maxStatementReadItems = value;
      return this;
    }

    public Limits build() {
      return new Limits(this);
    }
  }
}
