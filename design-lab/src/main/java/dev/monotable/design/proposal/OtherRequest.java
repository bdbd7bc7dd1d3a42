package dev.monotable.design.proposal;

import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Requests with another member, or as another operation.
 *
 * @param shape the shape of the requests
 */
public record OtherRequest(Shape shape, Kind kind) implements ProposedChange {

  /** The kinds of changes. */
  public enum Kind {
    /** A read is not strongly consistent. */
    EVENTUAL,
    /** The only action of a transaction is a request. */
    SINGLE;

    /** Returns what to do. */
    public String advice() {
      return switch (this) {
        case EVENTUAL -> "Leave out ConsistentRead";
        case SINGLE -> "Send the action as a request of its own";
      };
    }
  }

  @Override
  public String advice() {
    return kind.advice();
  }

  @Override
  public String table() {
    return shape.table();
  }

  @Override
  public boolean isOf(SentRequest request) {
    return changed(request) != null;
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    SentRequest changed = changed(request);
    return List.of(changed == null ? request : changed);
  }

  private @Nullable SentRequest changed(SentRequest request) {
    return switch (kind) {
      case EVENTUAL -> eventual(request);
      case SINGLE -> single(request);
    };
  }

  private @Nullable SentRequest eventual(SentRequest request) {
    String member = "ConsistentRead";
    if (request.request() instanceof GetItemInput get) {
      return table().equals(get.tableName())
              && Boolean.TRUE.equals(get.consistentRead())
              && shape.operation().equals(Operations.GET_ITEM.name())
              && hasKey(get.key())
          ? with(request, Operations.GET_ITEM, get, member, null)
          : null;
    } else if (request.request() instanceof QueryInput query) {
      return isPage(Operations.QUERY, query.tableName(), query.indexName(), query.consistentRead())
          ? with(request, Operations.QUERY, query, member, null)
          : null;
    }
    return request.request() instanceof ScanInput scan
            && isPage(Operations.SCAN, scan.tableName(), scan.indexName(), scan.consistentRead())
        ? with(request, Operations.SCAN, scan, member, null)
        : null;
  }

  private boolean isPage(
      OperationSchema<?, ?> operation,
      @Nullable String of,
      @Nullable String index,
      @Nullable Boolean consistent) {
    return shape.operation().equals(operation.name())
        && table().equals(of)
        && Objects.equals(shape.index(), index)
        && Boolean.TRUE.equals(consistent);
  }

  private @Nullable SentRequest single(SentRequest request) {
    if (request.request() instanceof TransactWriteItemsInput writes
        && writes.transactItems().size() == 1) {
      TransactWriteItem only = writes.transactItems().get(0);
      if (only.put() != null && isOfTable(only.put().tableName()) && hasKey(only.put().item())) {
        return as(request, Operations.PUT_ITEM, only.put());
      } else if (only.update() != null
          && isOfTable(only.update().tableName())
          && hasKey(only.update().key())) {
        return as(request, Operations.UPDATE_ITEM, only.update());
      }
      return only.delete() != null
              && isOfTable(only.delete().tableName())
              && hasKey(only.delete().key())
          ? as(request, Operations.DELETE_ITEM, only.delete())
          : null;
    }
    if (request.request() instanceof TransactGetItemsInput gets
        && gets.transactItems().size() == 1) {
      TransactGetItem only = gets.transactItems().get(0);
      return only.get() != null && isOfTable(only.get().tableName()) && hasKey(only.get().key())
          ? as(request, Operations.GET_ITEM, only.get())
          : null;
    }
    return null;
  }

  private boolean isOfTable(@Nullable String of) {
    return table().equals(of);
  }

  private boolean hasKey(@Nullable Item item) {
    return hasKey(shape, item);
  }

  /** Returns whether an item, or its key, has the form of the key of a shape. */
  static boolean hasKey(Shape shape, @Nullable Item item) {
    if (item == null || shape.key() == null) {
      return false;
    }
    for (TermTemplate term : shape.key().terms()) {
      AttributeValue value = item.find(term.attribute());
      if (value == null || !term.values().get(0).matches(value)) {
        return false;
      }
    }
    return true;
  }

  private static <I extends Record> SentRequest with(
      SentRequest request,
      OperationSchema<I, ?> operation,
      I input,
      String member,
      @Nullable Object value) {
    StructureSchema<I> schema = operation.input();
    @Nullable Object[] values = new @Nullable Object[schema.memberCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = schema.value(input, i);
    }
    values[schema.memberIndex(member)] = value;
    return request.with(operation, schema.create(values));
  }

  /** Returns an action as a request: its members have the same names there. */
  private static <I extends Record, A extends Record & Structure> SentRequest as(
      SentRequest request, OperationSchema<I, ?> operation, A action) {
    StructureSchema<I> schema = operation.input();
    @Nullable Object[] values = new @Nullable Object[schema.memberCount()];
    copy(action.schema(), action, schema, values);
    return request.with(operation, schema.create(values));
  }

  private static <T extends Record> void copy(
      StructureSchema<T> from, Record action, StructureSchema<?> to, @Nullable Object[] values) {
    T source = from.recordClass().cast(action);
    for (int i = 0; i < from.memberCount(); i++) {
      int at = to.memberIndex(from.member(i).wireName());
      if (at >= 0) {
        values[at] = from.value(source, i);
      }
    }
  }
}
