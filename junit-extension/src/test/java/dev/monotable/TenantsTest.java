package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.Principal;
import dev.monotable.access.request.AccessUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The four designs in {@code examples/designs}, guarded by their policies: a tenant sees its own
 * items, and nobody else's by any way.
 */
class TenantsTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");

  /** A design with its table, keys and an index in which other tenants have items. */
  enum GuardedDesign {
    CHAT("Connect40-Table-dev", "PK", "SK", "USER#", "PROFILE", "GSI1", "GSI1PK"),
    MUSIC("Music", "PK", "SK", "Artist-", "Artist_Name", "GSI1", "SK"),
    ORDERS("MainTable", "PK", "SK", "USER#", "PROFILE", "GSI1", "GSI1PK"),
    PRODUCTS("ProductTag", "id", "relate_id", "product", "tag1", "relate_id-index", "relate_id");

    private final String table;
    private final String partitionKey;
    private final String sortKey;
    private final String prefix;
    private final String sort;
    private final String index;
    private final String indexKey;

    GuardedDesign(
        String table,
        String partitionKey,
        String sortKey,
        String prefix,
        String sort,
        String index,
        String indexKey) {
      this.table = table;
      this.partitionKey = partitionKey;
      this.sortKey = sortKey;
      this.prefix = prefix;
      this.sort = sort;
      this.index = index;
      this.indexKey = indexKey;
    }

    private Path folder() {
      return DESIGNS.resolve(name().toLowerCase(Locale.ROOT));
    }

    Map<String, AttributeValue> key(String tenant) {
      return Map.of(
          partitionKey, AttributeValue.fromS(prefix + tenant), sortKey, AttributeValue.fromS(sort));
    }

    Map<String, AttributeValue> item(String tenant) {
      Map<String, AttributeValue> item = new LinkedHashMap<>(key(tenant));
      item.putIfAbsent(indexKey, AttributeValue.fromS("SHARED"));
      item.putIfAbsent("GSI1SK", AttributeValue.fromS(tenant));
      return item;
    }

    String indexValue() {
      return indexKey.equals(sortKey) ? sort : "SHARED";
    }

    Monotable create() {
      Monotable db = Monotable.builder().schema(folder().resolve("template.yaml")).create();
      for (String tenant : List.of("a", "b")) {
        db.client().putItem(put -> put.tableName(table).item(item(tenant)));
      }
      return db;
    }

    Monotable tenant(Monotable db) throws IOException {
      String json = Files.readString(folder().resolve("policy.json"));
      Policy policy = Policy.parse("policy.json", PolicyKind.IDENTITY, json);
      return db.as(
          Principal.session("000000000000", "Tenant", "a", List.of(policy))
              .withTags(Map.of("tenant", "a")));
    }

    QueryRequest query(String tenant) {
      return QueryRequest.builder()
          .tableName(table)
          .keyConditionExpression("#k = :v")
          .expressionAttributeNames(Map.of("#k", partitionKey))
          .expressionAttributeValues(Map.of(":v", AttributeValue.fromS(prefix + tenant)))
          .build();
    }

    String select(String tenant) {
      return "SELECT * FROM \""
          + table
          + "\" WHERE \""
          + partitionKey
          + "\" = '"
          + prefix
          + tenant
          + "'";
    }

    String selectItem(String tenant) {
      return select(tenant) + " AND \"" + sortKey + "\" = '" + sort + "'";
    }
  }

  private static void assertDenied(ThrowingCallable request) {
    DynamoDbException error = catchThrowableOfType(DynamoDbException.class, request);
    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
    assertThat(error.getMessage())
        .startsWith("User: arn:aws:sts::000000000000:assumed-role/Tenant/a is not authorized")
        .contains("because no identity-based policy allows the dynamodb:");
  }

  @ParameterizedTest
  @EnumSource
  void aTenantReadsAndWritesItsOwnItems(GuardedDesign design) throws IOException {
    try (Monotable db = design.create()) {
      DynamoDbClient own = design.tenant(db).client();
      assertThat(own.getItem(get -> get.tableName(design.table).key(design.key("a"))).item())
          .isEqualTo(design.item("a"));
      assertThat(own.query(design.query("a")).items()).containsExactly(design.item("a"));
      assertThat(own.executeStatement(select -> select.statement(design.select("a"))).items())
          .containsExactly(design.item("a"));
      var unused = own.deleteItem(delete -> delete.tableName(design.table).key(design.key("a")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTenantDoesNotReadOthersByTheTable(GuardedDesign design) throws IOException {
    try (Monotable db = design.create()) {
      DynamoDbClient own = design.tenant(db).client();
      assertDenied(() -> own.getItem(get -> get.tableName(design.table).key(design.key("b"))));
      assertDenied(() -> own.query(design.query("b")));
      assertDenied(() -> own.scan(scan -> scan.tableName(design.table)));
      assertDenied(() -> own.putItem(put -> put.tableName(design.table).item(design.item("b"))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTenantDoesNotReadOthersByAnIndex(GuardedDesign design) throws IOException {
    try (Monotable db = design.create()) {
      DynamoDbClient own = design.tenant(db).client();
      assertThat(
              db.client()
                  .query(
                      query ->
                          query
                              .tableName(design.table)
                              .indexName(design.index)
                              .keyConditionExpression("#k = :v")
                              .expressionAttributeNames(Map.of("#k", design.indexKey))
                              .expressionAttributeValues(
                                  Map.of(":v", AttributeValue.fromS(design.indexValue()))))
                  .items())
          .hasSize(2);
      assertDenied(
          () ->
              own.query(
                  query ->
                      query
                          .tableName(design.table)
                          .indexName(design.index)
                          .keyConditionExpression("#k = :v")
                          .expressionAttributeNames(Map.of("#k", design.indexKey))
                          .expressionAttributeValues(
                              Map.of(":v", AttributeValue.fromS(design.indexValue())))));
      assertDenied(() -> own.scan(scan -> scan.tableName(design.table).indexName(design.index)));
      assertDenied(
          () ->
              own.executeStatement(
                  select ->
                      select.statement(
                          "SELECT * FROM \"" + design.table + "\".\"" + design.index + "\"")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTenantDoesNotReadOthersByStatements(GuardedDesign design) throws IOException {
    try (Monotable db = design.create()) {
      DynamoDbClient own = design.tenant(db).client();
      assertDenied(() -> own.executeStatement(select -> select.statement(design.select("b"))));
      assertDenied(
          () ->
              own.executeStatement(
                  select -> select.statement("SELECT * FROM \"" + design.table + "\"")));
      assertDenied(
          () ->
              own.executeStatement(
                  select ->
                      select.statement(
                          design.select("a")
                              + " OR \""
                              + design.partitionKey
                              + "\" = '"
                              + design.prefix
                              + "b'")));
      assertDenied(
          () ->
              own.executeTransaction(
                  transaction ->
                      transaction.transactStatements(
                          ParameterizedStatement.builder()
                              .statement(design.selectItem("b"))
                              .build())));
      assertThat(
              own.batchExecuteStatement(
                      batch ->
                          batch.statements(
                              BatchStatementRequest.builder()
                                  .statement(design.selectItem("b"))
                                  .build(),
                              BatchStatementRequest.builder()
                                  .statement(design.selectItem("a"))
                                  .build()))
                  .responses())
          .satisfiesExactly(
              denied ->
                  assertThat(denied.error().code())
                      .isEqualTo(BatchStatementErrorCodeEnum.ACCESS_DENIED),
              allowed -> assertThat(allowed.item()).isEqualTo(design.item("a")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTenantDoesNotReadOthersByBatchesAndTransactions(GuardedDesign design) throws IOException {
    try (Monotable db = design.create()) {
      DynamoDbClient own = design.tenant(db).client();
      assertDenied(
          () ->
              own.batchGetItem(
                  batch ->
                      batch.requestItems(
                          Map.of(
                              design.table,
                              KeysAndAttributes.builder()
                                  .keys(List.of(design.key("a"), design.key("b")))
                                  .build()))));
      assertDenied(
          () ->
              own.transactGetItems(
                  transaction ->
                      transaction.transactItems(
                          TransactGetItem.builder()
                              .get(get -> get.tableName(design.table).key(design.key("b")))
                              .build())));
      assertDenied(
          () ->
              own.transactWriteItems(
                  transaction ->
                      transaction.transactItems(
                          TransactWriteItem.builder()
                              .conditionCheck(
                                  check ->
                                      check
                                          .tableName(design.table)
                                          .key(design.key("b"))
                                          .conditionExpression("attribute_exists(#k)")
                                          .expressionAttributeNames(
                                              Map.of("#k", design.partitionKey)))
                              .build())));
    }
  }

  @Test
  void aTenantDoesNotReadTheStream() throws IOException {
    GuardedDesign design = GuardedDesign.CHAT;
    try (Monotable db = design.create()) {
      String stream =
          db.client()
              .describeTable(describe -> describe.tableName(design.table))
              .table()
              .latestStreamArn();
      var own = design.tenant(db).streamsClient();
      assertDenied(() -> own.describeStream(describe -> describe.streamArn(stream)));
      assertDenied(() -> own.listStreams());
      String shard =
          db.streamsClient()
              .describeStream(describe -> describe.streamArn(stream))
              .streamDescription()
              .shards()
              .get(0)
              .shardId();
      String iterator =
          db.streamsClient()
              .getShardIterator(
                  get -> get.streamArn(stream).shardId(shard).shardIteratorType("TRIM_HORIZON"))
              .shardIterator();
      assertDenied(() -> own.getRecords(get -> get.shardIterator(iterator)));
    }
  }

  @Test
  void anInvalidPolicyIsReportedWhereItIs() {
    try (Monotable db = Monotable.create()) {
      assertThatThrownBy(() -> db.as("{\"Statement\": {\"Effect\": \"Maybe\"}}"))
          .hasMessage("Effect must be Allow or Deny");
    }
  }

  @Test
  void aDeniedRequestSaysWhichStatementDecided() {
    String policy =
        "{\"Version\": \"2012-10-17\", \"Statement\": {\"Sid\": \"None\", \"Effect\": \"Deny\","
            + " \"Action\": \"*\", \"Resource\": \"*\"}}";
    try (Monotable db = Monotable.create();
        Monotable nobody = db.as(policy)) {
      assertThatThrownBy(() -> nobody.client().listTables())
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("with an explicit deny in an identity-based policy");
      assertThat(db.client().listTables().tableNames()).isEmpty();
      assertThat(db.requests().get(0))
          .asString()
          .startsWith(
              "ListTables: AccessDeniedException, denied by statement None at policy:1:40, ");
    }
  }

  @Test
  void aHandleKnowsWhatItWasAllowedAndNeverUsed() {
    String policy =
        """
        {"Version": "2012-10-17", "Statement": [
          {"Sid": "Names", "Effect": "Allow", "Resource": "*",
           "Action": ["dynamodb:ListTables", "dynamodb:DeleteTable"]},
          {"Effect": "Deny", "Action": "dynamodb:DescribeTable", "Resource": "*"}]}
        """;
    try (Monotable db = Monotable.create()) {
      Monotable tester = db.as(policy);
      assertThat(unused(tester))
          .containsExactly(
              "statement Names at policy:2:3 [dynamodb:DeleteTable, dynamodb:ListTables]");
      tester.client().listTables();
      assertThatThrownBy(() -> tester.client().describeTable(r -> r.tableName("a")))
          .isInstanceOf(DynamoDbException.class);
      tester.close();

      assertThat(tester.usage().uses())
          .containsExactly(
              new AccessUsage.Use(
                  "arn:aws:iam::000000000000:user/tester",
                  "dynamodb:ListTables",
                  "arn:aws:dynamodb:us-east-1:000000000000:table/*"));
      assertThat(unused(tester))
          .containsExactly("statement Names at policy:2:3 [dynamodb:DeleteTable]");
      assertThat(tester.usage().draft().json())
          .contains("\"dynamodb:ListTables\"")
          .doesNotContain("Delete");
      assertThatThrownBy(db::usage)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "this handle acts as no principal: call usage() of one that as(…) has returned");
    }
  }

  private static List<String> unused(Monotable handle) {
    return handle.usage().unused().stream()
        .map(each -> each.statement() + " " + each.actions())
        .toList();
  }
}
