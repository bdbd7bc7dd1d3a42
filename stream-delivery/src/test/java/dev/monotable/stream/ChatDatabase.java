package dev.monotable.stream;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.table;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseClock;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import dev.monotable.model.StreamSpecification;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * A database with the table Chat, its stream and its mappings. The table has rooms (partition key)
 * and messages (sort key).
 */
final class ChatDatabase implements AutoCloseable {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Region database;
  private final EventSourceMappings mappings;

  ChatDatabase() {
    this(EngineConfig.DEFAULT);
  }

  ChatDatabase(EngineConfig config) {
    database = Database.create(config).home();
    database.clock().freeze(START);
    mappings = new EventSourceMappings(database.engine(), database.clock());
    call(
        Operations.CREATE_TABLE,
        table("Chat", "room, id: N")
            .streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType("NEW_AND_OLD_IMAGES")
                    .build())
            .build());
  }

  <I extends java.lang.Record, O extends java.lang.Record> O call(
      OperationSchema<I, O> operation, I request) {
    return database.engine().call(operation, request);
  }

  TableStream stream() {
    return mappings.stream("Chat");
  }

  EventSourceMappings mappings() {
    return mappings;
  }

  Region database() {
    return database;
  }

  DatabaseClock clock() {
    return database.clock();
  }

  FaultInjector faults() {
    return database.faults();
  }

  /** Injects a fault into reads of streams. */
  ActiveRule inject(InjectedFault fault) {
    return faults().add(FaultRule.on(Operations.GET_RECORDS).inject(fault));
  }

  /** Injects a fault into some reads of streams. */
  ActiveRule inject(int times, InjectedFault fault) {
    return faults().add(FaultRule.on(Operations.GET_RECORDS).times(times).inject(fault));
  }

  String streamArn() {
    return describe(this::call, "Chat").latestStreamArn();
  }

  static Item key(String room, int id) {
    return Item.parse("{\"room\":{\"S\":\"" + room + "\"},\"id\":{\"N\":\"" + id + "\"}}");
  }

  void put(Item item) {
    Calls.put(this::call, "Chat", item);
  }

  void put(String room, int id) {
    put(room, id, "text of " + id);
  }

  void put(String room, int id, String text) {
    put(
        Item.parse(
            "{\"room\":{\"S\":\""
                + room
                + "\"},\"id\":{\"N\":\""
                + id
                + "\"},\"text\":{\"S\":\""
                + text
                + "\"}}"));
  }

  /** Puts messages 1 to {@code count} of a room. */
  void putAll(String room, int count) {
    for (int id = 1; id <= count; id++) {
      put(room, id);
    }
  }

  /** Returns the ID of the message of a record. */
  static int id(Record record) {
    return Integer.parseInt(record.dynamodb().keys().get("id").n());
  }

  static List<Integer> ids(List<Record> records) {
    List<Integer> ids = new ArrayList<>();
    for (Record record : records) {
      ids.add(id(record));
    }
    return ids;
  }

  @Override
  public void close() {
    mappings.close();
    database.database().close();
  }
}
