package dev.monotable.cli.transfer;

import static java.util.Objects.requireNonNull;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.Json;
import dev.monotable.model.BillingModeSummary;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.ListTagsOfResourceOutput;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.Tag;
import dev.monotable.model.TimeToLiveDescription;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexDescription;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.ListSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table: that which creates an equal table elsewhere. Lists without an order of
 * their own are sorted by name, so that equal definitions are equal.
 *
 * <p>Not part of it are the encryption key and the warm throughput, which belong to an account.
 *
 * @param request creates the table with its indexes, its stream and its tags
 * @param timeToLive the attribute with the expiry time; null if TTL is disabled
 * @param itemCount the number of items, which AWS counts every six hours
 */
record DefinedTable(CreateTableInput request, @Nullable String timeToLive, long itemCount) {
  private static final String ON_DEMAND = "PAY_PER_REQUEST";

  /** AWS allows 10,000 in a Region. */
  private static final int MOST_TABLES = 100_000;

  /** A resource has at most 50. */
  private static final int MOST_TAGS = 1_000;

  /** The constraints on the name of a table. */
  private static final Constraints NAME =
      ((ListSchema) requireNonNull(ListTablesOutput.SCHEMA.find("TableNames")).schema())
          .element()
          .constraints();

  String name() {
    return request.tableName();
  }

  /**
   * Returns the names of all tables of an endpoint, sorted.
   *
   * @throws EndpointException if the endpoint lists what cannot be the name of a table, or never
   *     ends
   */
  static List<String> names(EndpointClient endpoint) {
    List<String> names = new ArrayList<>();
    PageTokens tokens =
        new PageTokens(endpoint, Operations.LIST_TABLES.name(), "LastEvaluatedTableName");
    String start = null;
    do {
      ListTablesOutput page =
          endpoint.call(
              Operations.LIST_TABLES,
              ListTablesInput.builder().exclusiveStartTableName(start).build());
      names.addAll(present(page.tableNames()));
      start = page.lastEvaluatedTableName();
      tokens.require(present(page.tableNames()).size(), start);
      if (names.size() > MOST_TABLES) {
        throw endpoint.failure("ListTables has more than 100,000 names");
      }
    } while (start != null);
    for (String name : names) {
      if (!isName(name)) {
        throw endpoint.failure("it lists a table with the invalid name " + Json.quote(name));
      }
    }
    names.sort(null);
    return names;
  }

  /**
   * Returns tables of an endpoint, each of which is described when its turn comes.
   *
   * @param names empty for all tables
   * @throws InvalidArgumentException while iterating, if a table does not exist
   */
  static Iterable<DefinedTable> all(EndpointClient endpoint, List<String> names) {
    List<String> wanted = names.isEmpty() ? names(endpoint) : names;
    return () -> wanted.stream().map(name -> require(endpoint, name)).iterator();
  }

  private static DefinedTable require(EndpointClient endpoint, String name) {
    DefinedTable table = find(endpoint, name);
    if (table == null) {
      throw new InvalidArgumentException(
          "the table " + name + " does not exist at " + endpoint.url());
    }
    return table;
  }

  /** Returns whether a text can be the name of a table, and so of a file in a directory. */
  private static boolean isName(String name) {
    return name.length() >= NAME.min()
        && name.length() <= NAME.max()
        && name.matches(String.valueOf(NAME.pattern()));
  }

  /**
   * Returns the definition of a table, or null if it does not exist.
   *
   * @throws InvalidArgumentException if the name is invalid
   */
  static @Nullable DefinedTable find(EndpointClient endpoint, String name) {
    if (!isName(name)) {
      throw new InvalidArgumentException("'" + name + "' is not the name of a table");
    }
    TableDescription table = describe(endpoint, name);
    if (table == null) {
      return null;
    }
    CreateTableInput request;
    try {
      request = request(name, table, tags(endpoint, table));
    } catch (NullPointerException e) { // a response is not validated
      throw endpoint.failure("the description of the table " + name + " is incomplete");
    }
    return new DefinedTable(
        request, timeToLive(endpoint, name), table.itemCount() == null ? 0 : table.itemCount());
  }

  /** Returns what an endpoint says about a table, or null if it does not exist. */
  static @Nullable TableDescription describe(EndpointClient endpoint, String name) {
    try {
      return endpoint
          .call(Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(name).build())
          .table();
    } catch (EndpointException e) {
      if (e.is("ResourceNotFoundException")) {
        return null;
      }
      throw e;
    }
  }

  private static CreateTableInput request(String name, TableDescription table, List<Tag> tags) {
    BillingModeSummary billing = table.billingModeSummary();
    boolean onDemand =
        billing == null
            ? hasNoUnits(table.provisionedThroughput())
            : ON_DEMAND.equals(billing.billingMode());
    StreamSpecification stream = table.streamSpecification();
    boolean hasStream = stream != null && Boolean.TRUE.equals(stream.streamEnabled());
    CreateTableInput.Builder request =
        CreateTableInput.builder()
            .tableName(name)
            .attributeDefinitions(
                sorted(
                    present(table.attributeDefinitions()),
                    Comparator.comparing(definition -> definition.attributeName())))
            .keySchema(table.keySchema())
            .billingMode(onDemand ? ON_DEMAND : "PROVISIONED")
            .streamSpecification(hasStream ? stream : null)
            .tags(tags.isEmpty() ? null : tags)
            .onDemandThroughput(table.onDemandThroughput());
    if (!onDemand) {
      request.provisionedThroughput(units(table.provisionedThroughput()));
    }
    if (Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
      request.deletionProtectionEnabled(true);
    }
    if (table.tableClassSummary() != null
        && !"STANDARD".equals(table.tableClassSummary().tableClass())) {
      request.tableClass(table.tableClassSummary().tableClass());
    }
    List<LocalSecondaryIndex> locals = new ArrayList<>();
    for (LocalSecondaryIndexDescription index : present(table.localSecondaryIndexes())) {
      locals.add(
          LocalSecondaryIndex.builder()
              .indexName(requireNonNull(index.indexName()))
              .keySchema(requireNonNull(index.keySchema()))
              .projection(requireNonNull(index.projection()))
              .build());
    }
    List<GlobalSecondaryIndex> globals = new ArrayList<>();
    for (GlobalSecondaryIndexDescription index : present(table.globalSecondaryIndexes())) {
      globals.add(
          GlobalSecondaryIndex.builder()
              .indexName(requireNonNull(index.indexName()))
              .keySchema(requireNonNull(index.keySchema()))
              .projection(requireNonNull(index.projection()))
              .provisionedThroughput(onDemand ? null : units(index.provisionedThroughput()))
              .onDemandThroughput(index.onDemandThroughput())
              .build());
    }
    locals.sort(Comparator.comparing(LocalSecondaryIndex::indexName));
    globals.sort(Comparator.comparing(GlobalSecondaryIndex::indexName));
    return request
        .localSecondaryIndexes(locals.isEmpty() ? null : locals)
        .globalSecondaryIndexes(globals.isEmpty() ? null : globals)
        .vectorIndexes(vectors(table))
        .build();
  }

  /** Returns whether a table of DynamoDB Local, which has no billing mode, is on-demand. */
  private static boolean hasNoUnits(@Nullable ProvisionedThroughputDescription given) {
    return given == null
        || Objects.equals(given.readCapacityUnits(), 0L)
            && Objects.equals(given.writeCapacityUnits(), 0L);
  }

  private static @Nullable List<VectorIndex> vectors(TableDescription table) {
    List<VectorIndex> vectors = new ArrayList<>();
    for (VectorIndexDescription index : present(table.vectorIndexes())) {
      vectors.add(
          VectorIndex.builder()
              .indexName(requireNonNull(index.indexName()))
              .vectorAttribute(requireNonNull(index.vectorAttribute()))
              .searchSchema(index.searchSchema())
              .projection(requireNonNull(index.projection()))
              .dimensions(requireNonNull(index.dimensions()))
              .distanceFunction(requireNonNull(index.distanceFunction()))
              .build());
    }
    vectors.sort(Comparator.comparing(VectorIndex::indexName));
    return vectors.isEmpty() ? null : vectors;
  }

  private static @Nullable ProvisionedThroughput units(
      @Nullable ProvisionedThroughputDescription given) {
    return given == null || given.readCapacityUnits() == null || given.writeCapacityUnits() == null
        ? null
        : ProvisionedThroughput.builder()
            .readCapacityUnits(given.readCapacityUnits())
            .writeCapacityUnits(given.writeCapacityUnits())
            .build();
  }

  /** Returns the tags; none if the endpoint has no tags, such as DynamoDB Local. */
  private static List<Tag> tags(EndpointClient endpoint, TableDescription table) {
    List<Tag> tags = new ArrayList<>();
    if (table.tableArn() == null) {
      return tags;
    }
    PageTokens tokens =
        new PageTokens(
            endpoint, "ListTagsOfResource of the table " + table.tableName(), "NextToken");
    try {
      String token = null;
      do {
        ListTagsOfResourceOutput page =
            endpoint.call(
                Operations.LIST_TAGS_OF_RESOURCE,
                ListTagsOfResourceInput.builder()
                    .resourceArn(table.tableArn())
                    .nextToken(token)
                    .build());
        tags.addAll(present(page.tags()));
        token = page.nextToken();
        tokens.require(present(page.tags()).size(), token);
        if (tags.size() > MOST_TAGS) {
          throw endpoint.failure(
              "ListTagsOfResource of the table " + table.tableName() + " has more than 1,000 tags");
        }
      } while (token != null);
    } catch (EndpointException e) {
      if (!isUnsupported(e)) {
        throw e;
      }
    }
    // AWS reserves the prefix for its own tags, which a user cannot set.
    tags.removeIf(tag -> tag.key().startsWith("aws:"));
    tags.sort(Comparator.comparing(Tag::key));
    return tags;
  }

  private static @Nullable String timeToLive(EndpointClient endpoint, String name) {
    try {
      TimeToLiveDescription found =
          endpoint
              .call(
                  Operations.DESCRIBE_TIME_TO_LIVE,
                  DescribeTimeToLiveInput.builder().tableName(name).build())
              .timeToLiveDescription();
      return found != null && String.valueOf(found.timeToLiveStatus()).startsWith("ENABL")
          ? found.attributeName()
          : null;
    } catch (EndpointException e) {
      if (isUnsupported(e)) {
        return null;
      }
      throw e;
    }
  }

  /** Returns whether an endpoint does not have an operation at all. */
  static boolean isUnsupported(EndpointException e) {
    return e.is("UnknownOperationException");
  }

  private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
    List<T> copy = new ArrayList<>(list);
    copy.sort(order);
    return copy;
  }

  static <T> List<T> present(@Nullable List<T> list) {
    return Objects.requireNonNullElse(list, List.of());
  }
}
