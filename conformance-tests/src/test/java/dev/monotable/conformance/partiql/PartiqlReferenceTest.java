package dev.monotable.conformance.partiql;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The examples and the sentences of AWS's pages {@code ql-reference.*}, {@code ql-functions.*} and
 * {@code ql-operators}, one after the other, in two tables of theirs: Music and Orders.
 */
class PartiqlReferenceTest {
  private static final Map<String, AttributeValue> ROCKS =
      item(
          "Artist",
          "Acme Band",
          "SongTitle",
          "PartiQL Rocks",
          "Total",
          400,
          "Devices",
          Map.of("FireStick", List.of(Map.of("DateWatched", "12/13/19"))));

  @BeforeEach
  void load(Dynamo dynamo) {
    dynamo.create(
        Tables.table("Music", Tables.key("Artist", "SongTitle"), "Artist", "SongTitle", "Genre")
            .globalSecondaryIndexes(Tables.global("GenreIndex", Tables.key("Genre", "SongTitle")))
            .build());
    dynamo.create(Tables.table("Orders", Tables.key("OrderID"), "OrderID").build());
    dynamo.put("Music", List.of(ROCKS));
  }

  private static List<Map<String, AttributeValue>> run(
      Dynamo dynamo, String statement, Object... parameters) {
    return execute(dynamo, statement, parameters).items();
  }

  private static ExecuteStatementResponse execute(
      Dynamo dynamo, String statement, Object... parameters) {
    List<AttributeValue> values = new ArrayList<>();
    for (Object parameter : parameters) {
      values.add(value(parameter));
    }
    return dynamo
        .client()
        .executeStatement(
            r -> {
              r.statement(statement).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);
              if (!values.isEmpty()) {
                r.parameters(values);
              }
            });
  }

  private static String refusal(Dynamo dynamo, String statement) {
    DynamoDbException e =
        catchThrowableOfType(DynamoDbException.class, () -> run(dynamo, statement));
    return e.awsErrorDetails().errorCode() + ": " + e.awsErrorDetails().errorMessage();
  }

  private static @Nullable Map<String, AttributeValue> song(Dynamo dynamo, String title) {
    var response =
        dynamo
            .client()
            .getItem(
                r -> r.tableName("Music").key(item("Artist", "Acme Band", "SongTitle", title)));
    return response.hasItem() ? response.item() : null;
  }

  // ql-reference.select

  @OnEveryTarget
  void select_reads_by_key_by_query_and_by_scan(Dynamo dynamo) {
    run(dynamo, "INSERT INTO \"Orders\" VALUE {'OrderID':'100', 'Address':'7834 24th', 'Total':9}");
    run(dynamo, "INSERT INTO \"Orders\" VALUE {'OrderID':'300', 'Address':'some address'}");

    assertThat(run(dynamo, "SELECT OrderID, Total FROM \"Orders\" WHERE OrderID = '100'"))
        .containsExactly(item("OrderID", "100", "Total", 9));
    assertThat(run(dynamo, "SELECT * FROM \"Orders\" WHERE OrderID = '100' or OrderID = '200'"))
        .containsExactly(item("OrderID", "100", "Address", "7834 24th", "Total", 9));
    assertThat(run(dynamo, "SELECT OrderID FROM \"Orders\" WHERE OrderID IN ['100', '300', '234']"))
        .containsExactly(item("OrderID", "100"), item("OrderID", "300"));
    assertThat(run(dynamo, "SELECT OrderID FROM \"Orders\" WHERE OrderID > '1'"))
        .containsExactlyInAnyOrder(item("OrderID", "100"), item("OrderID", "300"));
    assertThat(run(dynamo, "SELECT OrderID FROM \"Orders\" WHERE Address='some address'"))
        .containsExactly(item("OrderID", "300"));
    assertThat(
            run(
                dynamo,
                "SELECT OrderID FROM \"Orders\" WHERE OrderID = '100' OR Address='some address'"))
        .containsExactlyInAnyOrder(item("OrderID", "100"), item("OrderID", "300"));
    assertThat(run(dynamo, "select OrderID from Orders"))
        .containsExactlyInAnyOrder(item("OrderID", "100"), item("OrderID", "300"));
  }

  @OnEveryTarget
  void select_reaches_into_documents_and_reads_indexes_in_order(Dynamo dynamo) {
    run(dynamo, "INSERT INTO Music VALUE {'Artist':'A', 'SongTitle':'x', 'Genre':'rock'}");
    run(dynamo, "INSERT INTO Music VALUE {'Artist':'B', 'SongTitle':'y', 'Genre':'rock'}");

    assertThat(
            run(
                dynamo,
                "SELECT Devices.FireStick[0].DateWatched, Total FROM \"Music\""
                    + " WHERE Artist = 'Acme Band' AND SongTitle = 'PartiQL Rocks'"))
        .containsExactly(item("DateWatched", "12/13/19", "Total", 400));
    assertThat(
            run(
                dynamo,
                "SELECT SongTitle FROM \"Music\".\"GenreIndex\" WHERE Genre = 'rock'"
                    + " ORDER BY SongTitle DESC"))
        .containsExactly(item("SongTitle", "y"), item("SongTitle", "x"));
    assertThat(
            run(
                dynamo,
                "SELECT SongTitle FROM \"Music\".\"GenreIndex\" WHERE Genre = 'rock'"
                    + " ORDER BY SongTitle ASC"))
        .containsExactly(item("SongTitle", "x"), item("SongTitle", "y"));
  }

  // ql-reference.update, ql-reference.insert, ql-reference.delete

  @OnEveryTarget
  void update_sets_and_removes_and_returns_what_it_is_asked_for(Dynamo dynamo) {
    String where = " WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'";

    assertThat(
            run(
                dynamo,
                "UPDATE \"Music\" SET AwardsWon=1 SET AwardDetail={'Grammys':[2020, 2018]}"
                    + where
                    + " RETURNING MODIFIED NEW *"))
        .containsExactly(
            item("AwardsWon", 1, "AwardDetail", Map.of("Grammys", List.of(2020, 2018))));
    assertThat(
            run(
                dynamo,
                "UPDATE \"Music\" SET AwardDetail.Grammys ="
                    + " list_append(AwardDetail.Grammys, [2016])"
                    + where
                    + " RETURNING MODIFIED OLD *"))
        .containsExactly(item("AwardDetail", Map.of("Grammys", List.of(2020, 2018))));
    assertThat(run(dynamo, "UPDATE \"Music\" REMOVE AwardDetail.Grammys[2]" + where)).isEmpty();
    assertThat(
            run(
                dynamo,
                "UPDATE \"Music\" SET BandMembers = <<'member1', 'member2'>>"
                    + where
                    + " RETURNING ALL OLD *"))
        .hasSize(1);
    run(dynamo, "UPDATE \"Music\" SET BandMembers =set_add(BandMembers, <<'newmember'>>)" + where);
    run(dynamo, "UPDATE \"Music\" SET BandMembers =set_delete(BandMembers, <<'member1'>>)" + where);

    assertThat(
            run(
                dynamo,
                "UPDATE \"Music\" REMOVE Devices REMOVE Total" + where + " RETURNING ALL NEW *"))
        .containsExactly(
            item(
                "Artist",
                "Acme Band",
                "SongTitle",
                "PartiQL Rocks",
                "AwardsWon",
                1,
                "AwardDetail",
                Map.of("Grammys", List.of(2020, 2018)),
                "BandMembers",
                AttributeValue.fromSs(List.of("member2", "newmember"))));
  }

  @OnEveryTarget
  void writes_answer_for_their_conditions_and_for_what_is_missing(Dynamo dynamo) {
    String key = " WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'";

    assertThat(
            refusal(
                dynamo,
                "INSERT INTO Music value {'Artist':'Acme Band','SongTitle':'PartiQL Rocks'}"))
        .isEqualTo("DuplicateItemException: Duplicate primary key exists in table");
    assertThat(
            catchThrowableOfType(
                DuplicateItemException.class,
                () ->
                    run(
                        dynamo,
                        "INSERT INTO Music value {'Artist':?,'SongTitle':?}",
                        "Acme Band",
                        "PartiQL Rocks")))
        .isNotNull();
    ConditionalCheckFailedException failed =
        catchThrowableOfType(
            ConditionalCheckFailedException.class,
            () ->
                dynamo
                    .client()
                    .executeStatement(
                        r ->
                            r.statement("UPDATE Music SET Total = 1" + key + " AND Total = 5")
                                .returnValuesOnConditionCheckFailure(
                                    ReturnValuesOnConditionCheckFailure.ALL_OLD)));
    assertThat(failed.awsErrorDetails().errorMessage()).isEqualTo("The conditional request failed");
    assertThat(failed.item()).isEqualTo(ROCKS);
    assertThat(refusal(dynamo, "UPDATE Music SET a = 1 WHERE Artist='No' AND SongTitle='No'"))
        .isEqualTo("ConditionalCheckFailedException: The conditional request failed");
    assertThat(run(dynamo, "DELETE FROM Music WHERE Artist='No' AND SongTitle='No'")).isEmpty();
    assertThat(run(dynamo, "DELETE FROM \"Music\"" + key + " RETURNING ALL OLD *"))
        .containsExactly(ROCKS);
    assertThat(refusal(dynamo, "SELECT * FROM Nowhere"))
        .isEqualTo("ResourceNotFoundException: Requested resource not found");
    assertThat(
            catchThrowableOfType(
                ResourceNotFoundException.class, () -> run(dynamo, "SELECT * FROM Nowhere")))
        .isNotNull();
  }

  @OnEveryTarget
  void a_text_that_is_no_statement_is_refused_in_the_words_of_aws(Dynamo dynamo) {
    String unformed = "ValidationException: Statement wasn't well formed, can't be processed: ";

    assertThat(refusal(dynamo, "SELECT * FROM Music WHERE"))
        .isEqualTo(unformed + "Unexpected term");
    assertThat(refusal(dynamo, "SLECT * FROM Music"))
        .isEqualTo(unformed + "Expected data manipulation");
    assertThat(refusal(dynamo, "SELECT * FROM Music WHERE Total = 1 foo"))
        .isEqualTo(unformed + "Unexpected token after expression");
    assertThat(refusal(dynamo, "SELECT COUNT(*) FROM Music"))
        .isEqualTo("ValidationException: Unexpected path component at 1:8:5");
    assertThat(refusal(dynamo, "UPDATE Music SET a = 1 WHERE Artist = 'Acme Band'"))
        .isEqualTo(
            "ValidationException: Where clause does not contain a mandatory equality on all key"
                + " attributes");
    assertThat(refusal(dynamo, "DELETE FROM Music WHERE Artist='a' RETURNING ALL NEW *"))
        .isEqualTo(
            "ValidationException: Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL"
                + " OLD * is allowed in DELETE statements.");
  }

  // ql-functions, ql-operators, ql-reference.data-types

  @OnEveryTarget
  void functions_and_operators_select(Dynamo dynamo) {
    dynamo.put(
        "Orders",
        List.of(
            item("OrderID", "1", "Address", "7834 24th Kirkland", "Total", 500, "Flag", true),
            item("OrderID", "2", "Address", "Ballard", "Total", 5, "Image", new byte[400]),
            item("OrderID", "3", "Awards", AttributeValue.fromNul(true))));

    assertThat(ids(dynamo, "begins_with(\"Address\", '7834 24th')")).containsExactly("1");
    assertThat(ids(dynamo, "contains(\"Address\", 'Kirkland')")).containsExactly("1");
    assertThat(ids(dynamo, "attribute_type(\"Total\", 'N')")).containsExactlyInAnyOrder("1", "2");
    assertThat(ids(dynamo, "size(\"Image\") > 300")).containsExactly("2");
    assertThat(ids(dynamo, "\"Awards\" is MISSING")).containsExactlyInAnyOrder("1", "2");
    assertThat(ids(dynamo, "\"Awards\" IS NULL")).containsExactly("3");
    assertThat(ids(dynamo, "Total IS NOT MISSING AND Total <> 5")).containsExactly("1");
    assertThat(ids(dynamo, "Total != 5 AND NOT Address IS MISSING")).containsExactly("1");
    assertThat(ids(dynamo, "Total BETWEEN 5 AND 499")).containsExactly("2");
    assertThat(ids(dynamo, "Total IN [5, 6, 7] OR Flag = TRUE"))
        .containsExactlyInAnyOrder("1", "2");
    assertThat(ids(dynamo, "Total >= 500")).containsExactly("1");
    assertThat(ids(dynamo, "Total <= 5e0")).containsExactly("2");
  }

  private static List<String> ids(Dynamo dynamo, String where) {
    return run(dynamo, "SELECT OrderID FROM Orders WHERE " + where).stream()
        .map(i -> i.get("OrderID").s())
        .toList();
  }

  // API_ExecuteStatement

  @OnEveryTarget
  void pages_and_capacity_are_those_of_query(Dynamo dynamo) {
    for (int i = 0; i < 5; i++) {
      run(dynamo, "INSERT INTO Music VALUE {'Artist':'P','SongTitle':?}", "s" + i);
    }
    String statement = "SELECT SongTitle FROM Music WHERE Artist = 'P'";
    ExecuteStatementResponse first =
        dynamo.client().executeStatement(r -> r.statement(statement).limit(3));
    ExecuteStatementResponse second =
        dynamo.client().executeStatement(r -> r.statement(statement).nextToken(first.nextToken()));
    DynamoDbException other =
        catchThrowableOfType(
            DynamoDbException.class,
            () ->
                dynamo
                    .client()
                    .executeStatement(
                        r -> r.statement("SELECT * FROM Music").nextToken(first.nextToken())));

    assertThat(first.items()).hasSize(3);
    assertThat(first.lastEvaluatedKey()).isEqualTo(item("Artist", "P", "SongTitle", "s2"));
    assertThat(second.items()).containsExactly(item("SongTitle", "s3"), item("SongTitle", "s4"));
    assertThat(second.nextToken()).isNull();
    assertThat(other.awsErrorDetails().errorMessage())
        .isEqualTo("NextToken does not match request");
    assertThat(execute(dynamo, statement).consumedCapacity())
        .isEqualTo(
            ConsumedCapacity.builder()
                .tableName("Music")
                .capacityUnits(0.5)
                .table(t -> t.capacityUnits(0.5))
                .build());
    assertThat(
            execute(dynamo, "INSERT INTO Music VALUE {'Artist':'Q','SongTitle':'s','Genre':'rock'}")
                .consumedCapacity())
        .isEqualTo(
            ConsumedCapacity.builder()
                .tableName("Music")
                .capacityUnits(2.0)
                .table(t -> t.capacityUnits(1.0))
                .globalSecondaryIndexes(
                    Map.of(
                        "GenreIndex",
                        software.amazon.awssdk.services.dynamodb.model.Capacity.builder()
                            .capacityUnits(1.0)
                            .build()))
                .build());
  }

  // ql-reference.multiplestatements.batching

  private static BatchStatementRequest statement(String text) {
    return BatchStatementRequest.builder().statement(text).build();
  }

  private static BatchExecuteStatementResponse batch(Dynamo dynamo, String... statements) {
    List<BatchStatementRequest> all = new ArrayList<>();
    for (String text : statements) {
      all.add(statement(text));
    }
    return dynamo
        .client()
        .batchExecuteStatement(
            r -> r.statements(all).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  @OnEveryTarget
  void each_statement_of_a_batch_answers_for_itself(Dynamo dynamo) {
    String rocks = "Artist='Acme Band' AND SongTitle='PartiQL Rocks'";
    BatchExecuteStatementResponse writes =
        batch(
            dynamo,
            "INSERT INTO Music VALUE {'Artist':'Acme Band','SongTitle':'New'}",
            "INSERT INTO Music VALUE {'Artist':'Acme Band','SongTitle':'New'}",
            "UPDATE Music SET Total = 1 WHERE " + rocks + " AND Total = 5",
            "UPDATE Music SET Total = 401 WHERE " + rocks + " RETURNING MODIFIED NEW *",
            "DELETE FROM Nowhere WHERE a = 1",
            "DELETE Music");
    BatchExecuteStatementResponse reads =
        batch(
            dynamo,
            "SELECT Total FROM Music WHERE " + rocks,
            "SELECT Total FROM Music WHERE Artist='Acme Band' AND SongTitle='None'",
            "SELECT * FROM Music WHERE Artist='Acme Band'",
            "SELECT * FROM \"Music\".\"GenreIndex\" WHERE Genre='rock'");
    String keyNeeded =
        "Select statements within BatchExecuteStatement must specify the primary key in the where"
            + " clause.";

    assertThat(writes.responses())
        .containsExactly(
            BatchStatementResponse.builder().tableName("Music").build(),
            BatchStatementResponse.builder()
                .tableName("Music")
                .error(
                    e -> e.code("DuplicateItem").message("Duplicate primary key exists in table"))
                .build(),
            BatchStatementResponse.builder()
                .tableName("Music")
                .error(
                    e -> e.code("ConditionalCheckFailed").message("The conditional request failed"))
                .build(),
            BatchStatementResponse.builder().tableName("Music").item(item("Total", 401)).build(),
            BatchStatementResponse.builder()
                .error(e -> e.code("ResourceNotFound").message("Requested resource not found"))
                .build(),
            BatchStatementResponse.builder()
                .error(
                    e ->
                        e.code("ValidationError")
                            .message(
                                "Statement wasn't well formed, can't be processed: Expected FROM"))
                .build());
    assertThat(writes.consumedCapacity())
        .containsExactly(ConsumedCapacity.builder().tableName("Music").capacityUnits(2.0).build());
    assertThat(reads.responses())
        .containsExactly(
            BatchStatementResponse.builder().tableName("Music").item(item("Total", 401)).build(),
            BatchStatementResponse.builder().tableName("Music").build(),
            BatchStatementResponse.builder()
                .error(e -> e.code("ValidationError").message(keyNeeded))
                .build(),
            BatchStatementResponse.builder()
                .error(e -> e.code("ValidationError").message(keyNeeded))
                .build());
    assertThat(reads.consumedCapacity())
        .containsExactly(ConsumedCapacity.builder().tableName("Music").capacityUnits(1.0).build());
    assertThat(
            catchThrowableOfType(
                DynamoDbException.class,
                () ->
                    batch(
                        dynamo,
                        "SELECT * FROM Music WHERE " + rocks,
                        "DELETE FROM Music WHERE " + rocks)))
        .isNotNull();
  }

  // ql-reference.multiplestatements.transactions, ql-functions.exists

  private static ExecuteTransactionResponse transact(
      Dynamo dynamo, @Nullable String token, String... statements) {
    List<ParameterizedStatement> all = new ArrayList<>();
    for (String text : statements) {
      all.add(ParameterizedStatement.builder().statement(text).build());
    }
    return dynamo
        .client()
        .executeTransaction(
            r ->
                r.transactStatements(all)
                    .clientRequestToken(token)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  @OnEveryTarget
  void a_transaction_does_all_or_nothing_once(Dynamo dynamo) {
    String token = UUID.randomUUID().toString();
    String missing =
        "EXISTS(SELECT * FROM \"Music\" where Artist='Acme Band' and SongTitle='PartiQL Rocks'"
            + " and Awards is MISSING)";
    String insert = "INSERT INTO Music value {'Artist':'Acme Band','SongTitle':'Tx','n':1}";
    String count = "UPDATE Orders SET n = n + 1 WHERE OrderID = '1'";
    dynamo.put("Orders", List.of(item("OrderID", "1", "n", 0)));

    assertThat(transact(dynamo, null, missing, insert).responses()).isEmpty();
    ExecuteTransactionResponse first = transact(dynamo, token, count);
    ExecuteTransactionResponse again = transact(dynamo, token, count);
    IdempotentParameterMismatchException mismatch =
        catchThrowableOfType(
            IdempotentParameterMismatchException.class,
            () -> transact(dynamo, token, count.replace("+ 1", "+ 2")));
    TransactionCanceledException canceled =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () ->
                transact(
                    dynamo,
                    null,
                    insert,
                    "UPDATE Music SET n = 5 WHERE Artist='Acme Band' AND SongTitle='No'",
                    "DELETE FROM Orders WHERE OrderID = '1'"));

    assertThat(song(dynamo, "Tx"))
        .isEqualTo(item("Artist", "Acme Band", "SongTitle", "Tx", "n", 1));
    assertThat(first.consumedCapacity())
        .containsExactly(
            ConsumedCapacity.builder()
                .tableName("Orders")
                .capacityUnits(2.0)
                .writeCapacityUnits(2.0)
                .build());
    assertThat(again.consumedCapacity())
        .containsExactly(
            ConsumedCapacity.builder()
                .tableName("Orders")
                .capacityUnits(2.0)
                .readCapacityUnits(2.0)
                .build());
    assertThat(mismatch).isNotNull();
    assertThat(canceled.cancellationReasons())
        .containsExactly(
            CancellationReason.builder()
                .code("DuplicateItem")
                .message("Duplicate primary key exists in table")
                .build(),
            CancellationReason.builder()
                .code("ConditionalCheckFailed")
                .message("The conditional request failed")
                .build(),
            CancellationReason.builder().code("None").build());
    assertThat(
            transact(
                    dynamo,
                    null,
                    "SELECT n FROM Orders WHERE OrderID = '1'",
                    "SELECT * FROM Orders WHERE OrderID = 'none'")
                .responses())
        .extracting(r -> r.hasItem() ? r.item() : null)
        .containsExactly(item("n", 1), null);
  }
}
