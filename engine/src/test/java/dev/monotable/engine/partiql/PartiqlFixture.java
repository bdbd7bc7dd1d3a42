package dev.monotable.engine.partiql;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.ExecuteTransactionOutput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.model.Projection;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on two tables: {@code t} with the string keys pk and sk, and {@code h} with the
 * key pk only. {@code t} has the indexes gsi-all (gsiPk), gsi-inc (gsiPk2, projattr), gsi-keys
 * (gsiPk2), lsi-keys (lsiSk) and gsi-multi with several key attributes.
 */
final class PartiqlFixture {
  private final MonotableEngine engine;

  PartiqlFixture(MonotableEngine engine) {
    this.engine = engine;
    engine.call(Operations.CREATE_TABLE, composite());
    engine.call(Operations.CREATE_TABLE, table("hash", "pk").build());
  }

  private static CreateTableInput composite() {
    List<AttributeDefinition> attributes = new ArrayList<>();
    for (String name : List.of("pk", "sk", "gsiPk", "gsiPk2", "lsiSk", "h1", "h2")) {
      attributes.add(new AttributeDefinition(name, "S"));
    }
    return CreateTableInput.builder()
        .tableName("tab")
        .attributeDefinitions(attributes)
        .keySchema(List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")))
        .globalSecondaryIndexes(
            List.of(
                global("gsi-all", new Projection("ALL", null), "gsiPk"),
                global("gsi-inc", new Projection("INCLUDE", List.of("projattr")), "gsiPk2"),
                global("gsi-keys", new Projection("KEYS_ONLY", null), "gsiPk2"),
                global("gsi-multi", new Projection("ALL", null), "h1", "h2")))
        .localSecondaryIndexes(
            List.of(
                LocalSecondaryIndex.builder()
                    .indexName("lsi-keys")
                    .keySchema(
                        List.of(
                            new KeySchemaElement("pk", "HASH"),
                            new KeySchemaElement("lsiSk", "RANGE")))
                    .projection(new Projection("KEYS_ONLY", null))
                    .build()))
        .billingMode("PAY_PER_REQUEST")
        .build();
  }

  private static GlobalSecondaryIndex global(String name, Projection projection, String... keys) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (String key : keys) {
      schema.add(new KeySchemaElement(key, "HASH"));
    }
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(schema)
        .projection(projection)
        .build();
  }

  void put(String table, String item) {
    Calls.put(engine::call, table, Item.parse(item));
  }

  @Nullable Item get(String table, String key) {
    return Calls.get(engine::call, table, Item.parse(key));
  }

  ExecuteStatementOutput call(ExecuteStatementInput request) {
    return engine.call(Operations.EXECUTE_STATEMENT, request);
  }

  /** Returns the items that a statement returns, from all pages. */
  List<Item> run(String statement, AttributeValue... parameters) {
    List<Item> items = new ArrayList<>();
    String token = null;
    do {
      ExecuteStatementOutput page = call(request(statement, parameters).nextToken(token).build());
      items.addAll(page.items());
      token = page.nextToken();
    } while (token != null);
    return items;
  }

  static ExecuteStatementInput.Builder request(String statement, AttributeValue... parameters) {
    return ExecuteStatementInput.builder()
        .statement(statement)
        .parameters(parameters.length == 0 ? null : Arrays.asList(parameters));
  }

  /** Returns the error of a statement: its name, a space and its message. */
  String fail(String statement, AttributeValue... parameters) {
    return error(() -> call(request(statement, parameters).build()));
  }

  ExecuteTransactionOutput transact(String... statements) {
    List<ParameterizedStatement> all = new ArrayList<>();
    for (String statement : statements) {
      all.add(ParameterizedStatement.builder().statement(statement).build());
    }
    return engine.call(
        Operations.EXECUTE_TRANSACTION,
        ExecuteTransactionInput.builder().transactStatements(all).build());
  }

  String failTogether(String... statements) {
    return error(() -> transact(statements));
  }

  private static String error(ThrowingCallable call) {
    DynamoException e = catchThrowableOfType(DynamoException.class, call);
    return e.code().shapeName() + ' ' + e.getMessage();
  }
}
