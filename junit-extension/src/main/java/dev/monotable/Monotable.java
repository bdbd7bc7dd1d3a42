package dev.monotable;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.Principal;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.api.Experimental;
import dev.monotable.client.ClientKind;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.DatabaseClock;
import dev.monotable.engine.database.Replication;
import dev.monotable.engine.database.Settlement;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.pattern.PatternBlock;
import dev.monotable.pattern.PatternCall;
import dev.monotable.pattern.PatternRun;
import dev.monotable.stream.TableStream;
import dev.monotable.stream.kinesis.KinesisDelivery;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A DynamoDB database in this JVM, with AWS SDK clients, a clock that a test can set, snapshots,
 * forks and injected faults. It can be used without JUnit:
 *
 * <pre>{@code
 * try (Monotable db = Monotable.create()) {
 *   DynamoDbClient dynamo = db.client();
 *   dynamo.createTable(...);
 *   db.clock().advance(Duration.ofDays(1));
 * }
 * }</pre>
 *
 * <p>With JUnit, {@code @MonotableTest} provides each test with a database of its own.
 *
 * <p>Each client is created when it is first requested, and the same one is returned from then on.
 * The clients, the endpoint and the background work end with {@link #close}. After that, the other
 * methods and the clients throw an {@link IllegalStateException}.
 *
 * <p>Safe for use by multiple threads.
 */
public interface Monotable extends AutoCloseable {
  /** Creates an empty database with the default configuration. */
  static Monotable create() {
    return builder().create();
  }

  /** Returns a builder of a database. */
  static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a handle that passes each call to the database that is current at that time. Its
   * clients and its endpoint stay the same and follow the current database. So an application can
   * be wired once, and each test can still have a database of its own; {@code MonotableExtension}
   * does this.
   *
   * <p>Closing the handle closes its clients and its endpoint, but not the current database.
   *
   * @param current returns a database that {@link #create}, a builder or {@link #fork} has created;
   *     called at each request, on any thread. If it throws, so does the request
   */
  static Monotable following(Supplier<? extends Monotable> current) {
    return following(current, Transport.IN_PROCESS);
  }

  /**
   * Returns a handle that {@linkplain #following(Supplier) follows} the current database, whose
   * clients reach it by the given transport.
   */
  static Monotable following(Supplier<? extends Monotable> current, Transport transport) {
    return new FollowingDatabase(
        Objects.requireNonNull(current, "current"), Objects.requireNonNull(transport, "transport"));
  }

  /** Builds a database; the methods of {@link DatabaseBuilder} describe the settings. */
  final class Builder extends DatabaseBuilder<Builder> {
    Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Creates the database, with its tables and items.
     *
     * @throws IllegalArgumentException if a declared table or a file is invalid
     */
    public Monotable create() {
      return InProcessDatabase.create(settings(null));
    }

    /**
     * Creates the database, with names of files relative to the package of a class.
     *
     * @throws IllegalArgumentException if a declared table or a file is invalid
     */
    public Monotable createFor(Class<?> type) {
      return InProcessDatabase.create(settings(Objects.requireNonNull(type, "type")));
    }
  }

  /** Returns the synchronous client of DynamoDB. */
  default DynamoDbClient client() {
    return client(DynamoDbClient.class);
  }

  /** Returns the asynchronous client of DynamoDB. */
  default DynamoDbAsyncClient asyncClient() {
    return client(DynamoDbAsyncClient.class);
  }

  /** Returns the synchronous client of DynamoDB Streams. */
  default DynamoDbStreamsClient streamsClient() {
    return client(DynamoDbStreamsClient.class);
  }

  /** Returns the asynchronous client of DynamoDB Streams. */
  default DynamoDbStreamsAsyncClient streamsAsyncClient() {
    return client(DynamoDbStreamsAsyncClient.class);
  }

  /**
   * Returns a client by its type. These types are supported: {@code DynamoDbClient}, {@code
   * DynamoDbAsyncClient}, {@code DynamoDbEnhancedClient}, {@code DynamoDbEnhancedAsyncClient},
   * {@code DynamoDbStreamsClient}, {@code DynamoDbStreamsAsyncClient}, {@code SdkHttpClient},
   * {@code SdkAsyncHttpClient}.
   *
   * @throws IllegalArgumentException if the type is not supported
   */
  <T> T client(Class<T> type);

  /** Returns whether {@link #client(Class)} supports a type. */
  static boolean hasClient(Class<?> type) {
    return ClientKind.find(type) != null;
  }

  /**
   * Returns a table of the enhanced client, which maps its items to beans. The table need not
   * exist.
   *
   * @param tableType {@code DynamoDbTable} or {@code DynamoDbAsyncTable}
   * @param name the name of the table
   * @param bean a class with the annotation {@code @DynamoDbBean} or {@code @DynamoDbImmutable}
   * @throws IllegalArgumentException if the type of the table is not supported
   */
  <T> T table(Class<T> tableType, String name, Class<?> bean);

  /**
   * Returns a table of the enhanced client for a bean, of the one table that was declared with this
   * bean.
   *
   * @param tableType {@code DynamoDbTable} or {@code DynamoDbAsyncTable}
   * @throws IllegalArgumentException if no table or more than one was declared with this bean, or
   *     the type of the table is not supported
   */
  default <T> T table(Class<T> tableType, Class<?> bean) {
    return table(tableType, tableName(bean), bean);
  }

  /**
   * Returns the name of the one table that was declared with a bean.
   *
   * @throws IllegalArgumentException if no table or more than one was declared with this bean
   */
  String tableName(Class<?> bean);

  /** Returns whether {@link #table} supports a type of tables. */
  static boolean hasTable(Class<?> type) {
    return ClientKind.findOfTable(type) != null;
  }

  /**
   * Creates a table with the keys and indexes that the annotations of beans declare, billed on
   * demand; indexes project all attributes. It is active at once. Does nothing if a table of that
   * name and with these keys exists.
   *
   * @param beans classes with the annotation {@code @DynamoDbBean} or {@code @DynamoDbImmutable};
   *     if a table contains several, their keys must be equal, and it gets the indexes of all of
   *     them
   * @throws IllegalArgumentException if the beans do not fit together, DynamoDB rejects the table,
   *     or a table of that name has other keys
   */
  void createTable(String name, Class<?>... beans);

  /**
   * Loads schema files, which describe tables, and seed files, which have items, all or nothing.
   * The purpose and the format of each file are detected by content; {@link DataFiles} names the
   * formats. A table that exists is left as it is, and an item replaces the one with its key.
   *
   * @return what has changed, and the parts of the files that have no effect
   * @throws IllegalArgumentException if a file does not exist or is invalid, with its name, line
   *     and column, and the reason; nothing has changed then
   */
  LoadSummary load(Path... files);

  /**
   * Loads files by name, like {@link #load(Path...)}. A name is that of a resource of the class
   * path, also inside a jar, or else that of a file. In a test with the JUnit extension, resources
   * are found relative to the package of the test class first, then to the root of the class path.
   * {@code Chat=items.csv} is a seed file with items of the table {@code Chat}.
   */
  LoadSummary load(String... names);

  /** Loads files with parameters of templates, or for given tables, like {@link #load(Path...)}. */
  LoadSummary load(DataFiles files);

  /**
   * Returns a table as text for people: a line for each item, sorted by key, item collections
   * together. At most 1,000 items, and 80 characters of each value.
   *
   * <pre>
   * Chat (PK, SK): 3 items
   * "ROOM#1"  "MSG#1"  body: "hello", sentAt: 1
   *           "MSG#2"  sentAt: 2
   * "ROOM#2"  "MSG#1"  body: "hello", tags: &lt;"a", "b"&gt;
   * </pre>
   *
   * @throws IllegalArgumentException if the table does not exist
   */
  String dump(String table);

  /**
   * Returns the entries of an index as text for people, by the keys of the index, with the
   * attributes that the index projects. See {@link #dump(String)}.
   *
   * @throws IllegalArgumentException if the table or the index does not exist
   */
  String dump(String table, String index);

  /** Returns all tables as text for people, see {@link #dump(String)}. */
  String dump();

  /**
   * Returns all items of a table as lines of DynamoDB JSON, {@code {"Item":{"PK":{"S":"a"}}}},
   * sorted by key: the form of exports to S3, which {@link #load(Path...)} and {@code --seed} read.
   *
   * @throws IllegalArgumentException if the table does not exist
   */
  String dumpJson(String table);

  /**
   * Writes the items of tables into a file, which is created or replaced, as lines of DynamoDB JSON
   * with the names of their tables: {@code {"TableName":"Chat","Item":{"PK":{"S":"a"}}}}. {@link
   * #load(Path...)} and {@code --seed} read it into a database with these tables.
   *
   * @param tables the names of the tables; all tables if none is given
   * @throws IllegalArgumentException if a table does not exist
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  void dumpTo(Path file, String... tables);

  /**
   * Returns an HTTP client for code that builds its own synchronous SDK clients. It passes each
   * request to the database without a socket; closing it has no effect.
   */
  default SdkHttpClient httpClient() {
    return client(SdkHttpClient.class);
  }

  /**
   * Returns an HTTP client for code that builds its own asynchronous SDK clients. It passes each
   * request to the database without a socket; closing it has no effect.
   */
  default SdkAsyncHttpClient asyncHttpClient() {
    return client(SdkAsyncHttpClient.class);
  }

  /**
   * Returns an HTTP endpoint of the database on 127.0.0.1, for code that accepts nothing else. Its
   * port is opened by the first call.
   */
  URI endpoint();

  /** Returns the engine, which performs operations without an SDK. */
  MonotableEngine engine();

  /**
   * Returns the database of another Region, which is created, empty, if the Region has none of its
   * own; and this one for its own Region. A table gets a replica there by UpdateTable, which also
   * creates the database. Its clock follows this one's until it is set. It has clients and faults
   * of its own, is reset with this database, and ends with it; closing it has no effect.
   *
   * <p>Clients of the {@link #endpoint} reach the Region that they sign for.
   *
   * @param name such as {@code eu-west-1}
   * @throws IllegalArgumentException if the name is invalid, or there are too many Regions
   */
  Monotable region(String name);

  /**
   * Returns the replication of global tables between the Regions: to pause it, delay it, and cut a
   * Region off.
   *
   * <pre>{@code
   * db.replication().cut("eu-west-1");
   * ... // a write in each Region
   * db.replication().reconnect("eu-west-1");
   * }</pre>
   */
  Replication replication();

  /** Returns the clock of the database. Everything in it that depends on time follows the clock. */
  DatabaseClock clock();

  /**
   * Returns the last requests, oldest first: operation, table, index, key condition, items read and
   * returned, bytes, capacity, time and error. At most 1,000 are kept, and fewer if their items are
   * large. Reads of stream handlers are not among them.
   */
  List<ObservedRequest> requests();

  /** Forgets the {@linkplain #requests requests} so far. */
  void clearRequests();

  /**
   * Returns the last requests with their errors, the injected faults with their seed, and the
   * tables that the requests name, as text for people, within {@link ReportLimits#DEFAULT}. The
   * JUnit extension publishes it when a test fails.
   */
  default String report() {
    return report(requests(), ReportLimits.DEFAULT);
  }

  /** Returns a {@linkplain #report() report} of some requests, within other limits. */
  String report(List<ObservedRequest> requests, ReportLimits limits);

  /**
   * Returns an access pattern that is about to be used, to set what one use may cost and then to
   * run it.
   *
   * <pre>{@code
   * db.pattern("messages of a room").maxRequests(1).maxReadUnits(0.5).run(() -> ...);
   * }</pre>
   *
   * @param name the name of the access pattern; declared in the design file, if there is one
   */
  @Experimental
  PatternRun pattern(String name);

  /**
   * Runs a block as one use of an access pattern, within the budget that the design file declares;
   * see {@link PatternRun#run}.
   *
   * @throws dev.monotable.pattern.BrokenContractError if the budget is exceeded
   */
  @Experimental
  default void pattern(String name, PatternBlock block) {
    pattern(name).run(block);
  }

  /**
   * Calls a block as one use of an access pattern, within the budget that the design file declares,
   * and returns its result; see {@link PatternRun#call}.
   *
   * @throws dev.monotable.pattern.BrokenContractError if the budget is exceeded
   */
  @Experimental
  default <T> T pattern(String name, PatternCall<T> block) {
    return pattern(name).call(block);
  }

  /** Returns the fault injector of the database. */
  Faults faults();

  /**
   * Returns the stream of a table, to add handlers to: code that receives its records as functions
   * of AWS Lambda do.
   *
   * <pre>{@code
   * db.stream("Chat").onRecord(record -> audit(record));
   * db.stream("Chat").batchSize(10).onEvent(new ChatHandler());
   * dynamo.putItem(...);
   * db.stream("Chat").awaitDrained();
   * }</pre>
   *
   * @param tableName the name of the table, which need not exist until a handler is added
   */
  TableStream stream(String tableName);

  /**
   * Returns a bucket of Amazon S3 in the memory of this database, for ImportTable and
   * ExportTableToPointInTime. It need not exist.
   *
   * <pre>{@code
   * db.bucket("files").put("chat/items.json", "{\"Item\":{\"PK\":{\"S\":\"a\"}}}");
   * }</pre>
   *
   * @throws IllegalStateException if the database has the folders of {@link DatabaseBuilder#s3}
   *     instead
   */
  @Experimental
  Bucket bucket(String name);

  /**
   * Returns what writes the changes of tables to their Kinesis destinations, to set a handler that
   * receives the records.
   *
   * <pre>{@code
   * dynamo.enableKinesisStreamingDestination(
   *     b -> b.tableName("Chat").streamArn("arn:aws:kinesis:us-east-1:000000000000:stream/chat"));
   * db.kinesis().onRecord(record -> audit(record.json()));
   * dynamo.putItem(...);
   * db.kinesis().awaitDelivered();
   * }</pre>
   *
   * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds.html">Using
   *     Kinesis Data Streams to capture changes to DynamoDB</a>
   */
  @Experimental
  KinesisDelivery kinesis();

  /** Returns a snapshot of the current data in less than a microsecond, regardless of its size. */
  Snapshot snapshot();

  /**
   * Sets the data back to a snapshot, which may come from another database. Handlers of {@linkplain
   * #stream streams} continue with the records that are written from then on.
   */
  void restore(Snapshot snapshot);

  /**
   * Returns what has changed since a snapshot, which may come from another database: the items that
   * were added, removed and changed, by table. At most 1,000 items.
   */
  DatabaseDifference changesSince(Snapshot before);

  /**
   * Returns a new database that starts from this one's data, settings and time, and is independent
   * from then on. It begins without faults and without handlers of streams. It must be closed on
   * its own.
   *
   * <p>Requests to a fork count as those to the original do: for the access pattern of the test or
   * block that sends them, and for the report of the design. So do requests to a fork of a fork. A
   * database that {@linkplain #restore restores} a snapshot of another one is no fork of it.
   */
  Monotable fork();

  /**
   * Returns an exploration: it runs pieces of code with every order of their requests, each time on
   * a fork of this database.
   */
  @Experimental
  Explorer explore();

  /**
   * Sets the data back to the state that the database was created with, or to the last {@link
   * #setResetPoint}: its declared tables and items for a new database, the data of the original for
   * a fork, what a test started with for the database of a test. Forgets the requests, and removes
   * the faults, the handlers of streams and that of Kinesis destinations. The clock continues.
   */
  void reset();

  /** Makes the current data the state to which {@link #reset} returns. */
  void setResetPoint();

  /**
   * Deletes the items whose time to live has expired by the clock, at once. DynamoDB deletes them
   * within a few days.
   *
   * @return the number of items deleted
   * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html">Using
   *     time to live (TTL) in DynamoDB</a>
   */
  long expireNow();

  /**
   * Advances the clock until nothing waits for it: no table, index or replica is being changed, no
   * export, import or bulk operation is in progress, and other Regions and {@linkplain #kinesis
   * Kinesis} have received every change. It goes from one end to the next, so a test need not know
   * the delays.
   *
   * <p>What a pause or a cut of the {@linkplain #replication replication} holds back is not waited
   * for, nor are changes that no handler of Kinesis receives.
   *
   * @param within how far the clock may be advanced
   * @return what it waited for
   * @throws Settlement.UnsettledException if something has not ended within this time, with what it
   *     is
   */
  @Experimental
  default Settlement settle(Duration within) {
    Map<String, Settlement.Region> regions = new LinkedHashMap<>();
    regions.put(engine().config().region(), inSettlement());
    for (Replication.Link link : replication().links()) {
      regions.computeIfAbsent(link.from(), name -> region(name).inSettlement());
    }
    return Settlement.of(List.copyOf(regions.values()), replication(), within);
  }

  private Settlement.Region inSettlement() {
    KinesisDelivery kinesis = kinesis();
    return new Settlement.Region(engine(), clock(), kinesis::deliverDue, kinesis::findFailure);
  }

  /**
   * Lets requests be throttled from now on, as by AWS: those on items when they exceed the
   * throughput of their table, of a global secondary index or of a partition, by the clock of the
   * database; and changes of tables when they exceed the rates of an account. Begins as if all
   * tables had been idle. The report of a failed test names the keys that were throttled. A fork
   * does not throttle.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TroubleshootingThrottling.html">DynamoDB
   *     throttling resolution guide</a>
   */
  @Experimental
  default void throttle() {
    throttle(true);
  }

  /**
   * Lets requests be throttled from now on, see {@link #throttle()}, or no longer. By default they
   * are not.
   */
  @Experimental
  void throttle(boolean on);

  /**
   * Returns a handle of this database whose clients and endpoint act under IAM policies: they may
   * do what these allow, and nothing else. A request that is denied fails with an
   * AccessDeniedException, and {@link #requests} says which statement decided. Other handles may do
   * everything.
   *
   * @param policy a policy document in AWS's JSON
   * @param more further documents of the same principal
   * @throws dev.monotable.text.InvalidContentException if a document is invalid, with line and
   *     column
   */
  @Experimental
  default Monotable as(String policy, String... more) {
    List<Policy> policies = new ArrayList<>();
    policies.add(Policy.parse("policy", PolicyKind.IDENTITY, policy));
    for (String another : more) {
      policies.add(Policy.parse("policy " + (policies.size() + 1), PolicyKind.IDENTITY, another));
    }
    return as(Principal.user(engine().config().account(), "tester", policies));
  }

  /**
   * Returns a handle of this database whose clients and endpoint act as a principal, see {@link
   * #as(String, String...)}. Closing it closes these only, and this database closes it.
   *
   * @param principal a user or a session of a role, with its tags, its permissions boundary and the
   *     policies of its session
   */
  @Experimental
  Monotable as(Principal principal);

  /**
   * Returns what the principal of this handle was allowed, has used and has never used, with a
   * draft of a policy for just that. Principals with the same ARN count together; requests that
   * were denied do not count. After the handle is closed, it is what had been used until then.
   *
   * @throws IllegalStateException if this handle is not one of {@link #as(Principal)}
   */
  @Experimental
  PrincipalUsage usage();

  /**
   * Returns the keys of a table that were accessed and throttled most since Contributor Insights
   * was enabled for it, ten of each kind. Empty if it is not enabled.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/contributorinsights.html">Analyzing
   *     data access using CloudWatch Contributor Insights for DynamoDB</a>
   */
  default ContributorReport contributors(String tableName) {
    return engine().contributors(tableName, null, 10);
  }

  /** Returns the same of a global secondary index. */
  default ContributorReport contributors(String tableName, String indexName) {
    return engine().contributors(tableName, indexName, 10);
  }

  /** Closes the clients and the endpoint, and ends the background work. */
  @Override
  void close();
}
