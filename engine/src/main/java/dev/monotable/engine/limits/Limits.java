package dev.monotable.engine.limits;

import static dev.monotable.engine.limits.LimitChecks.requireNotNegative;
import static dev.monotable.engine.limits.LimitChecks.requirePositive;

import dev.monotable.expression.ExpressionParser;
import dev.monotable.value.ItemWriter;
import java.util.function.UnaryOperator;

/**
 * Every number that bounds a request, a table or a database, by subject. The defaults are AWS's
 * quotas; a test may lower them to reach a limit with little data.
 *
 * <p>Lengths, ranges and counts of single members are not here: they are constraints of the service
 * model.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas
 *     in Amazon DynamoDB</a>
 */
public final class Limits {
  /** AWS's quotas. */
  public static final Limits AWS = new Limits(new Builder());

  /**
   * Levels of lists and maps in an item. Not configurable: it belongs to the stored form of values.
   * AWS page: ServiceQuotas.html.
   */
  public static final int MAX_LEVELS = ItemWriter.MAX_LEVELS;

  /** The limits, in a builder that nobody else refers to. */
  private final Builder limits;

  private Limits(Builder limits) {
    this.limits = limits;
  }

  /** Returns a builder that starts from AWS's quotas. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the limits of an item, its keys and its item collection. */
  public Item item() {
    return limits.item;
  }

  /** Returns the limits of an expression with its placeholders. */
  public Expression expression() {
    return limits.expression;
  }

  /** Returns the limits of a Query or Scan. */
  public Read read() {
    return limits.read;
  }

  /** Returns the limits of a batch of reads or writes. */
  public Batch batch() {
    return limits.batch;
  }

  /** Returns the limits of a transaction. */
  public Transaction transaction() {
    return limits.transaction;
  }

  /** Returns the limits of a SELECT statement that needs several queries. */
  public Statement statement() {
    return limits.statement;
  }

  /** Returns the limits of all tables of a database. */
  public Account account() {
    return limits.account;
  }

  /** Returns the limits of a table. */
  public Table table() {
    return limits.table;
  }

  /** Returns the rates at which tables change. */
  public TableChangeLimits tableChanges() {
    return limits.tableChanges;
  }

  /** Returns the limits of the secondary indexes of a table. */
  public Index index() {
    return limits.index;
  }

  /** Returns the limits of vector indexes, and of searches in them. */
  public VectorLimits vector() {
    return limits.vector;
  }

  /** Returns the limits of the tags of a table. */
  public TagLimits tag() {
    return limits.tag;
  }

  /** Returns the limits of backups, and of restores. */
  public BackupLimits backup() {
    return limits.backup;
  }

  /** Returns the limits of a stream. */
  public Stream stream() {
    return limits.stream;
  }

  /** Returns the limits of a shard of a stream. */
  public Shard shard() {
    return limits.shard;
  }

  /** Returns the memory for what no request can delete. */
  public Memory memory() {
    return limits.memory;
  }

  /** Returns the limits of a commit of work that changes many items: backfill, expiry, import. */
  public Commit commit() {
    return limits.commit;
  }

  /** Returns the limits of exports and imports. */
  public TransferLimits transfer() {
    return limits.transfer;
  }

  /**
   * An item, its keys and its item collection.
   *
   * @param maxBytes bytes of an item, names and values. AWS page: ServiceQuotas.html
   * @param maxPartitionKeyBytes bytes of a partition key's value. AWS page: ServiceQuotas.html
   * @param maxSortKeyBytes bytes of a sort key's value. AWS page: ServiceQuotas.html
   * @param maxCollectionBytes bytes of an item collection in a table with local secondary indexes.
   *     AWS page: LSI.html
   */
  public record Item(
      int maxBytes, int maxPartitionKeyBytes, int maxSortKeyBytes, long maxCollectionBytes) {
    public Item {
      requirePositive(maxBytes, maxPartitionKeyBytes, maxSortKeyBytes, maxCollectionBytes);
    }

    public Item withMaxBytes(int value) {
      return new Item(value, maxPartitionKeyBytes, maxSortKeyBytes, maxCollectionBytes);
    }

    public Item withMaxCollectionBytes(long value) {
      return new Item(maxBytes, maxPartitionKeyBytes, maxSortKeyBytes, value);
    }
  }

  /**
   * An expression with its placeholders.
   *
   * @param maxBytes bytes of an expression. AWS page: ServiceQuotas.html
   * @param maxOperators operators and functions of an expression. AWS page: ServiceQuotas.html
   * @param maxInOperands operands of {@code IN}. AWS page: ServiceQuotas.html
   * @param maxPathElements elements of a document path. AWS page: ServiceQuotas.html
   * @param maxPlaceholderBytes bytes of an expression attribute name or value placeholder. AWS
   *     page: ServiceQuotas.html
   * @param maxSubstitutionBytes bytes of all expression attribute names and values. AWS page:
   *     ServiceQuotas.html
   */
  public record Expression(
      int maxBytes,
      int maxOperators,
      int maxInOperands,
      int maxPathElements,
      int maxPlaceholderBytes,
      int maxSubstitutionBytes) {
    public Expression {
      requirePositive(
          maxBytes,
          maxOperators,
          maxInOperands,
          maxPathElements,
          maxPlaceholderBytes,
          maxSubstitutionBytes);
    }

    public Expression withMaxSubstitutionBytes(int value) {
      return new Expression(
          maxBytes, maxOperators, maxInOperands, maxPathElements, maxPlaceholderBytes, value);
    }
  }

  /**
   * A Query or Scan.
   *
   * @param maxPageBytes bytes that one request reads. AWS page: ServiceQuotas.html
   */
  public record Read(int maxPageBytes) {
    public Read {
      requirePositive(maxPageBytes);
    }

    public Read withMaxPageBytes(int value) {
      return new Read(value);
    }
  }

  /**
   * A batch of reads or writes.
   *
   * @param maxGets keys of a BatchGetItem request. AWS page: ServiceQuotas.html
   * @param maxGetBytes bytes of the items that BatchGetItem returns. AWS page: ServiceQuotas.html
   * @param maxWrites writes of a BatchWriteItem request. AWS page: ServiceQuotas.html
   */
  public record Batch(int maxGets, int maxGetBytes, int maxWrites) {
    public Batch {
      requirePositive(maxGets, maxGetBytes, maxWrites);
    }

    public Batch withMaxGetBytes(int value) {
      return new Batch(maxGets, value, maxWrites);
    }
  }

  /**
   * A transaction.
   *
   * @param maxBytes bytes of all items of a transaction. AWS page: transaction-apis.html
   * @param tokenSeconds seconds for which a client request token is valid. AWS page: transaction-
   *     apis.html
   */
  public record Transaction(int maxBytes, long tokenSeconds) {
    public Transaction {
      requirePositive(maxBytes, tokenSeconds);
    }

    public Transaction withMaxBytes(int value) {
      return new Transaction(value, tokenSeconds);
    }
  }

  /**
   * A SELECT statement that needs several queries.
   *
   * @param maxReads queries of one statement. AWS page: ql-operators.html, of {@code IN}
   * @param maxReadItems items of one page. AWS page: ql-operators.html, of {@code IN}
   */
  public record Statement(int maxReads, int maxReadItems) {
    public Statement {
      requirePositive(maxReads, maxReadItems);
    }
  }

  /**
   * All tables of a database.
   *
   * @param maxTables tables. AWS page: ServiceQuotas.html
   * @param maxListedTables table names that one ListTables request returns. AWS page:
   *     API_ListTables.html
   * @param maxReadUnits provisioned read capacity units of all tables. AWS page: ServiceQuotas.html
   * @param maxWriteUnits provisioned write capacity units of all tables. AWS page:
   *     ServiceQuotas.html
   */
  public record Account(int maxTables, int maxListedTables, long maxReadUnits, long maxWriteUnits) {
    public Account {
      requirePositive(maxTables, maxListedTables, maxReadUnits, maxWriteUnits);
    }

    public Account withMaxTables(int value) {
      return new Account(value, maxListedTables, maxReadUnits, maxWriteUnits);
    }

    public Account withMaxReadUnits(long value) {
      return new Account(maxTables, maxListedTables, value, maxWriteUnits);
    }

    public Account withMaxWriteUnits(long value) {
      return new Account(maxTables, maxListedTables, maxReadUnits, value);
    }
  }

  /**
   * A table.
   *
   * @param maxReadUnits read units of a table, and of a global index. AWS page: ServiceQuotas.html
   * @param maxWriteUnits write units of a table, and of a global index. AWS page:
   *     ServiceQuotas.html
   * @param ttlChangeSeconds seconds between two changes of the Time to Live setting. AWS page:
   *     API_UpdateTimeToLive.html
   * @param maxPolicyBytes bytes of a resource-based policy. AWS page: ServiceQuotas.html
   */
  public record Table(
      long maxReadUnits, long maxWriteUnits, long ttlChangeSeconds, int maxPolicyBytes) {
    public Table {
      requirePositive(maxReadUnits, maxWriteUnits, maxPolicyBytes);
      requireNotNegative(ttlChangeSeconds);
    }

    public Table withMaxReadUnits(long value) {
      return new Table(value, maxWriteUnits, ttlChangeSeconds, maxPolicyBytes);
    }

    public Table withMaxWriteUnits(long value) {
      return new Table(maxReadUnits, value, ttlChangeSeconds, maxPolicyBytes);
    }

    public Table withTtlChangeSeconds(long value) {
      return new Table(maxReadUnits, maxWriteUnits, value, maxPolicyBytes);
    }
  }

  /**
   * The secondary indexes of a table.
   *
   * @param maxGlobal global secondary indexes of a table. AWS page: ServiceQuotas.html
   * @param maxLocal local secondary indexes of a table. AWS page: ServiceQuotas.html
   * @param maxKeyAttributes attributes of the partition key, and of the sort key, of a global
   *     secondary index. AWS page: GSI.DesignPattern.MultiAttributeKeys.html
   */
  public record Index(int maxGlobal, int maxLocal, int maxKeyAttributes) {
    public Index {
      requirePositive(maxGlobal, maxLocal, maxKeyAttributes);
    }

    public Index withMaxGlobal(int value) {
      return new Index(value, maxLocal, maxKeyAttributes);
    }
  }

  /**
   * A stream.
   *
   * @param maxListed streams that one ListStreams request returns. AWS page:
   *     API_streams_ListStreams.html
   * @param maxDescribedShards shards that one DescribeStream request returns. AWS page:
   *     API_streams_DescribeStream.html
   * @param maxPageRecords records that one GetRecords request returns. AWS page:
   *     API_streams_GetRecords.html
   * @param maxPageBytes bytes of records that one GetRecords request returns. AWS page:
   *     API_streams_GetRecords.html
   * @param retentionSeconds seconds for which a record is kept. AWS page: Streams.html
   * @param iteratorSeconds seconds for which a shard iterator is valid. AWS page:
   *     API_streams_GetShardIterator.html
   */
  public record Stream(
      int maxListed,
      int maxDescribedShards,
      int maxPageRecords,
      int maxPageBytes,
      long retentionSeconds,
      long iteratorSeconds) {
    public Stream {
      requirePositive(
          maxListed,
          maxDescribedShards,
          maxPageRecords,
          maxPageBytes,
          retentionSeconds,
          iteratorSeconds);
    }

    public Stream withRetentionSeconds(long value) {
      return new Stream(
          maxListed, maxDescribedShards, maxPageRecords, maxPageBytes, value, iteratorSeconds);
    }
  }

  /**
   * A shard of a stream. The numbers are ours: AWS documents only that a shard is open for about
   * four hours.
   *
   * @param maxOpenSeconds seconds for which a shard is open
   * @param maxCollections item collections of a shard before it splits
   * @param maxOpenShards open shards of a stream; none splits beyond
   */
  public record Shard(long maxOpenSeconds, int maxCollections, int maxOpenShards) {
    public Shard {
      requirePositive(maxOpenSeconds, maxCollections, maxOpenShards);
    }

    public Shard withMaxCollections(int value) {
      return new Shard(maxOpenSeconds, value, maxOpenShards);
    }

    public Shard withMaxOpenShards(int value) {
      return new Shard(maxOpenSeconds, maxCollections, value);
    }
  }

  /**
   * The memory of a database for what no request can delete. When it is full, the oldest entries
   * are removed before they expire. AWS has no such limits; the numbers are ours.
   *
   * @param maxStreamBytes bytes of heap for the records of all streams; by default an eighth of the
   *     JVM's heap
   * @param maxClosedStreams streams of deleted tables, and former streams of existing tables
   * @param maxTokens client request tokens, and also items that transactions hold; by default as
   *     many as fit into a thirty-second of the JVM's heap
   * @param maxHistoryBytes bytes of heap for what tables with point-in-time recovery were before;
   *     by default an eighth of the JVM's heap
   */
  public record Memory(
      long maxStreamBytes, int maxClosedStreams, int maxTokens, long maxHistoryBytes) {
    /** The approximate bytes of heap of a client request token. */
    private static final int TOKEN_BYTES = 256;

    public Memory {
      requirePositive(maxStreamBytes, maxClosedStreams, maxTokens, maxHistoryBytes);
    }

    /** Returns the limits for a JVM with a heap of this many bytes. */
    public static Memory ofHeap(long bytes) {
      return new Memory(
          bytes / 8,
          10_000,
          (int) Math.min(bytes / 32 / TOKEN_BYTES, Integer.MAX_VALUE),
          bytes / 8);
    }

    public Memory withMaxStreamBytes(long value) {
      return new Memory(value, maxClosedStreams, maxTokens, maxHistoryBytes);
    }

    public Memory withMaxClosedStreams(int value) {
      return new Memory(maxStreamBytes, value, maxTokens, maxHistoryBytes);
    }

    public Memory withMaxTokens(int value) {
      return new Memory(maxStreamBytes, maxClosedStreams, value, maxHistoryBytes);
    }

    public Memory withMaxHistoryBytes(long value) {
      return new Memory(maxStreamBytes, maxClosedStreams, maxTokens, value);
    }
  }

  /**
   * A commit of work that changes many items: backfill, expiry, import. The number is ours.
   *
   * @param maxItems items changed in one commit
   */
  public record Commit(int maxItems) {
    public Commit {
      requirePositive(maxItems);
    }

    public Commit withMaxItems(int value) {
      return new Commit(value);
    }
  }

  /** Builds limits that differ from AWS's. Each method changes the limits of one subject. */
  public static final class Builder implements Cloneable {
    private Item item = new Item(400 * 1024, 2048, 1024, 10L * 1024 * 1024 * 1024);
    private Expression expression =
        new Expression(ExpressionParser.MAX_BYTES, 300, 100, 32, 255, 2 * 1024 * 1024);
    private Read read = new Read(1024 * 1024);
    private Batch batch = new Batch(100, 16 * 1024 * 1024, 25);
    private Transaction transaction = new Transaction(4 * 1024 * 1024, 600);
    private Statement statement = new Statement(50, 10);
    private Account account = new Account(2500, 100, 80_000, 80_000);
    private Table table = new Table(40_000, 40_000, 3600, 20 * 1024);
    private TableChangeLimits tableChanges = new TableChangeLimits(500, 4, 3600, 100);
    private Index index = new Index(20, 5, 4);
    private VectorLimits vector = VectorLimits.ofHeap(Runtime.getRuntime().maxMemory());
    private TagLimits tag = new TagLimits(50, 10 * 1024, 128, 256);
    private BackupLimits backup = new BackupLimits(10_000, 100, 50, 35, 0);
    private Stream stream = new Stream(100, 100, 1000, 1024 * 1024, 24 * 3600, 15 * 60);
    private Shard shard = new Shard(4 * 3600, 1000, 64);
    private Memory memory = Memory.ofHeap(Runtime.getRuntime().maxMemory());
    private Commit commit = new Commit(1000);
    private TransferLimits transfer = TransferLimits.AWS;

    private Builder() {}

    public Builder item(UnaryOperator<Item> change) {
      item = change.apply(item);
      return this;
    }

    public Builder expression(UnaryOperator<Expression> change) {
      expression = change.apply(expression);
      return this;
    }

    public Builder read(UnaryOperator<Read> change) {
      read = change.apply(read);
      return this;
    }

    public Builder batch(UnaryOperator<Batch> change) {
      batch = change.apply(batch);
      return this;
    }

    public Builder transaction(UnaryOperator<Transaction> change) {
      transaction = change.apply(transaction);
      return this;
    }

    public Builder statement(UnaryOperator<Statement> change) {
      statement = change.apply(statement);
      return this;
    }

    public Builder account(UnaryOperator<Account> change) {
      account = change.apply(account);
      return this;
    }

    public Builder table(UnaryOperator<Table> change) {
      table = change.apply(table);
      return this;
    }

    public Builder tableChanges(UnaryOperator<TableChangeLimits> change) {
      tableChanges = change.apply(tableChanges);
      return this;
    }

    public Builder index(UnaryOperator<Index> change) {
      index = change.apply(index);
      return this;
    }

    public Builder vector(UnaryOperator<VectorLimits> change) {
      vector = change.apply(vector);
      return this;
    }

    public Builder tag(UnaryOperator<TagLimits> change) {
      tag = change.apply(tag);
      return this;
    }

    public Builder backup(UnaryOperator<BackupLimits> change) {
      backup = change.apply(backup);
      return this;
    }

    public Builder stream(UnaryOperator<Stream> change) {
      stream = change.apply(stream);
      return this;
    }

    public Builder shard(UnaryOperator<Shard> change) {
      shard = change.apply(shard);
      return this;
    }

    public Builder memory(UnaryOperator<Memory> change) {
      memory = change.apply(memory);
      return this;
    }

    public Builder commit(UnaryOperator<Commit> change) {
      commit = change.apply(commit);
      return this;
    }

    public Builder transfer(UnaryOperator<TransferLimits> change) {
      transfer = change.apply(transfer);
      return this;
    }

    public Limits build() {
      try {
        return new Limits((Builder) clone());
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
