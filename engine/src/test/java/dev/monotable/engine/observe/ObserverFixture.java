package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.operation.Tables;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table, an observer, and the form in which observed requests are compared as a whole. */
@ExtendWith(EngineExtension.class)
abstract class ObserverFixture {
  final List<ObservedRequest> observed = new ArrayList<>();
  MonotableEngine engine;

  /**
   * A request as these tests compare it: all that an observer can read, except the records of the
   * request and the response, and the duration, which are tested by themselves.
   */
  record Seen(
      String operation,
      @Nullable ErrorCode error,
      List<String> tables,
      @Nullable String index,
      List<Object> parts,
      SeenCost cost,
      List<Object> rest) {

    Seen error(ErrorCode code) {
      return new Seen(operation, code, tables, index, parts, cost, rest);
    }

    Seen tables(List<String> names) {
      return new Seen(operation, error, names, index, parts, cost, rest);
    }

    Seen index(String name) {
      return new Seen(operation, error, tables, name, parts, cost, rest);
    }

    /** Sets the numbers of items read and returned, and of bytes read. */
    Seen items(long read, long returned, long bytes) {
      SeenCost next = new SeenCost(List.of(read, returned, bytes), cost.capacity());
      return new Seen(operation, error, tables, index, parts, next, rest);
    }

    Seen units(ConsumedUnits... units) {
      SeenCost next = new SeenCost(cost.items(), List.of(units));
      return new Seen(operation, error, tables, index, parts, next, rest);
    }

    Seen rest(Object... left) {
      return new Seen(operation, error, tables, index, parts, cost, List.of(left));
    }
  }

  /** Returns a request of the table that has succeeded, and has cost and left nothing. */
  static Seen seen(String operation, Object... parts) {
    return new Seen(
        operation,
        null,
        List.of("Chat"),
        null,
        List.of(parts),
        new SeenCost(List.of(0L, 0L, 0L), List.of()),
        NOTHING_LEFT);
  }

  static SeenItem got(
      Item key, @Nullable Item item, @Nullable String projection, Object... consistentAndUnits) {
    return new SeenItem("Chat", key, item, projection, List.of(consistentAndUnits));
  }

  static SeenWrite wrote(
      ItemWritten.WriteKind kind,
      Item key,
      SeenTexts texts,
      boolean applied,
      SeenImages images,
      double units,
      IndexChange... changes) {
    return new SeenWrite(
        "Chat", kind, key, texts, applied, images, new SeenEffects(List.of(changes), units));
  }

  static SeenTexts texts(@Nullable String update, @Nullable String condition) {
    return new SeenTexts(update, condition);
  }

  static SeenImages images(@Nullable Item before, @Nullable Item after) {
    return new SeenImages(before, after);
  }

  /**
   * @param items the numbers of items read and returned, and of bytes read
   */
  record SeenCost(List<Long> items, List<ConsumedUnits> capacity) {}

  record SeenItem(
      String table,
      Item key,
      @Nullable Item item,
      @Nullable String projection,
      List<Object> rest) {}

  record SeenPage(
      String table,
      @Nullable String index,
      SeenPlan plan,
      @Nullable Item startKey,
      @Nullable Item lastEvaluatedKey,
      List<Object> numbers) {}

  record SeenPlan(
      String keys, @Nullable String filter, @Nullable String projection, List<Object> flags) {}

  record SeenWrite(
      String table,
      ItemWritten.WriteKind kind,
      Item key,
      SeenTexts texts,
      boolean applied,
      SeenImages images,
      SeenEffects effects) {}

  record SeenTexts(@Nullable String update, @Nullable String condition) {}

  record SeenImages(@Nullable Item before, @Nullable Item after) {}

  record SeenEffects(List<IndexChange> indexes, double units) {}

  record SeenRecords(String table, String streamArn, String shardId, int returned, long bytes) {}

  static Object seen(RequestPart part) {
    if (part instanceof ItemRead read) {
      return new SeenItem(
          read.table(),
          read.key(),
          read.item(),
          text(read.projection()),
          List.of(read.consistent(), read.units()));
    }
    if (part instanceof PageRead page) {
      return new SeenPage(
          page.table(),
          page.index(),
          new SeenPlan(
              page.keyConditions().toString(),
              text(page.filter()),
              text(page.projection()),
              List.of(page.globalIndex(), page.countOnly(), page.consistent(), page.forward())),
          page.startKey(),
          page.lastEvaluatedKey(),
          List.of(
              page.limit() == null ? "no limit" : page.limit(),
              page.evaluated(),
              page.returned(),
              page.bytes(),
              page.units(),
              page.fetchedUnits()));
    }
    if (part instanceof ItemWritten write) {
      return new SeenWrite(
          write.table(),
          write.writeKind(),
          write.key(),
          new SeenTexts(text(write.update()), text(write.condition())),
          write.applied(),
          new SeenImages(write.before(), write.after()),
          new SeenEffects(write.indexChanges(), write.units()));
    }
    RecordsRead records = (RecordsRead) part;
    return new SeenRecords(
        records.table(),
        records.streamArn(),
        records.shardId(),
        records.returned(),
        records.bytes());
  }

  static @Nullable String text(@Nullable ExpressionText text) {
    return text == null ? null : text.resolved();
  }

  static Seen seen(ObservedRequest request) {
    List<Object> parts = new ArrayList<>();
    request.parts().forEach(part -> parts.add(seen(part)));
    return new Seen(
        request.operation().name(),
        request.error() == null ? null : request.error().code(),
        request.tables(),
        request.index(),
        parts,
        new SeenCost(
            List.of(request.itemsRead(), request.itemsReturned(), request.bytesRead()),
            request.capacity()),
        List.of(request.unprocessed(), request.hasMore(), request.continues(), request.injected()));
  }

  static final List<Object> NOTHING_LEFT = List.of(0, false, false, List.of());

  @BeforeEach
  void start(MonotableEngine empty) {
    engine = empty;
    engine.call(Operations.CREATE_TABLE, Tables.chat("Chat"));
    engine.observe(observed::add);
  }

  <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    return engine.call(operation, request);
  }

  Seen last() {
    return seen(observed.get(observed.size() - 1));
  }

  static Item item(String json) {
    return Item.parse(json.replace('\'', '"'));
  }

  static Item message(int at, String text) {
    return item(
        "{'PK':{'S':'ROOM#1'},'SK':{'S':'MESSAGE#%d'},'text':{'S':'%s'}}".formatted(at, text));
  }

  static Item key(int at) {
    return Item.of("PK", "ROOM#1", "SK", "MESSAGE#" + at);
  }

  void put(Item item) {
    Calls.put(this::call, "Chat", item);
  }

  static ErrorCode errorOf(ThrowingCallable call) {
    return catchThrowableOfType(DynamoException.class, call).code();
  }

  static ConsumedUnits read(double units) {
    return new ConsumedUnits("Chat", null, units, 0);
  }

  static ConsumedUnits write(double units) {
    return new ConsumedUnits("Chat", null, 0, units);
  }

  static AttributeValue value(String text) {
    return AttributeValue.string(text);
  }

  static AttributeValue number(long number) {
    return AttributeValue.number(number);
  }
}
