package dev.monotable.engine.fault;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.operation.Tables;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchExecuteStatementOutput;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.Get;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Put;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An engine with two tables, and requests whose outcome is a text. */
abstract class FaultFixture {
  static final InjectedFault SERVER_ERROR = new InjectedFault.ServerError(false);

  final ManualTime time = new ManualTime(EngineExtension.NOON);
  final MonotableEngine engine =
      MonotableEngine.create(
          EngineConfig.builder().clock(time).scheduler(time).seed(20261122).build());

  @BeforeEach
  void createTables() {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Chat"));
    engine.call(
        Operations.CREATE_TABLE,
        Tables.chat("Other").toBuilder()
            .billingMode("PROVISIONED")
            .provisionedThroughput(new ProvisionedThroughput(5L, 5L))
            .globalSecondaryIndexes(null)
            .attributeDefinitions(
                List.of(new AttributeDefinition("PK", "S"), new AttributeDefinition("SK", "S")))
            .build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  ActiveRule inject(FaultRule.Builder rule, InjectedFault fault) {
    return engine.faults().add(rule.inject(fault));
  }

  /** Returns "ok", or the error as a text with its reasons. */
  static String outcome(Runnable call) {
    try {
      call.run();
      return "ok";
    } catch (DynamoException e) {
      String text = e.code().shapeName() + ": " + e.getMessage();
      return e.detail() == null ? text : text + " " + e.detail();
    } catch (DroppedConnectionException e) {
      return e.applied() ? "dropped, applied" : "dropped";
    }
  }

  static Item key(String pk, String sk) {
    return Item.of("PK", pk, "SK", sk);
  }

  static Item item(String pk, String sk) {
    return Item.of("PK", pk, "SK", sk, "GSI1PK", "G", "GSI1SK", sk);
  }

  void put(Item item) {
    put("Chat", item);
  }

  void put(String table, Item item) {
    Calls.put(engine::call, table, item);
  }

  @Nullable Item get(String pk, String sk) {
    return get("Chat", pk, sk, false);
  }

  @Nullable Item get(String table, String pk, String sk, boolean consistent) {
    return engine
        .call(
            Operations.GET_ITEM,
            GetItemInput.builder()
                .tableName(table)
                .key(key(pk, sk))
                .consistentRead(consistent)
                .build())
        .item();
  }

  void delete(String pk, String sk) {
    Calls.delete(engine::call, "Chat", key(pk, sk));
  }

  QueryOutput query(String pk) {
    return Calls.query(engine::call, "Chat", "PK = {}", pk);
  }

  QueryOutput queryIndex(String pk) {
    return Calls.queryIndex(engine::call, "Chat", "GSI1", "GSI1PK = {}", pk);
  }

  ScanOutput scan() {
    return engine.call(Operations.SCAN, ScanInput.builder().tableName("Chat").build());
  }

  ExecuteStatementOutput execute(String statement) {
    return Calls.execute(engine::call, statement);
  }

  Map<String, List<WriteRequest>> batchWrite(String... sortKeys) {
    List<WriteRequest> requests = new ArrayList<>();
    for (String sk : sortKeys) {
      requests.add(new WriteRequest(new PutRequest(item("A", sk)), null));
    }
    return engine
        .call(
            Operations.BATCH_WRITE_ITEM,
            BatchWriteItemInput.builder().requestItems(Map.of("Chat", requests)).build())
        .unprocessedItems();
  }

  BatchGetItemOutput batchGet(String... sortKeys) {
    List<Item> keys = new ArrayList<>();
    for (String sk : sortKeys) {
      keys.add(key("A", sk));
    }
    return engine.call(
        Operations.BATCH_GET_ITEM,
        BatchGetItemInput.builder()
            .requestItems(Map.of("Chat", KeysAndAttributes.builder().keys(keys).build()))
            .build());
  }

  BatchExecuteStatementOutput batchExecute(String... statements) {
    List<BatchStatementRequest> all = new ArrayList<>();
    for (String statement : statements) {
      all.add(BatchStatementRequest.builder().statement(statement).build());
    }
    return engine.call(
        Operations.BATCH_EXECUTE_STATEMENT,
        BatchExecuteStatementInput.builder().statements(all).build());
  }

  void transactPut(String... sortKeys) {
    List<TransactWriteItem> actions = new ArrayList<>();
    for (String sk : sortKeys) {
      actions.add(
          TransactWriteItem.builder()
              .put(Put.builder().tableName("Chat").item(item("A", sk)).build())
              .build());
    }
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder().transactItems(actions).build());
  }

  void transactGet(String... sortKeys) {
    List<TransactGetItem> gets = new ArrayList<>();
    for (String sk : sortKeys) {
      gets.add(new TransactGetItem(Get.builder().tableName("Chat").key(key("A", sk)).build()));
    }
    engine.call(
        Operations.TRANSACT_GET_ITEMS, TransactGetItemsInput.builder().transactItems(gets).build());
  }

  void transactExecute(String... statements) {
    List<ParameterizedStatement> all = new ArrayList<>();
    for (String statement : statements) {
      all.add(ParameterizedStatement.builder().statement(statement).build());
    }
    engine.call(
        Operations.EXECUTE_TRANSACTION,
        ExecuteTransactionInput.builder().transactStatements(all).build());
  }

  /** Returns the sort keys of the items in the table, without faults. */
  List<String> stored() {
    try (MonotableEngine fork = engine.fork()) {
      List<String> keys = new ArrayList<>();
      for (Item item : Calls.scan(fork::call, "Chat")) {
        keys.add(item.find("SK").string());
      }
      keys.sort(null);
      return keys;
    }
  }
}
