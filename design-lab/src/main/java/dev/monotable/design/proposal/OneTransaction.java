package dev.monotable.design.proposal;

import dev.monotable.design.model.Shape;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One transaction in place of two writes that a sender sends one right after the other. */
public final class OneTransaction implements ProposedChange {
  private final Shape first;
  private final Shape second;

  /** The first write, until the next request of all follows. */
  private @Nullable SentRequest waiting;

  private OneTransaction(Shape first, Shape second) {
    this.first = first;
    this.second = second;
  }

  /** Returns a change; null if the writes are parts of other requests. */
  public static @Nullable OneTransaction of(Shape first, Shape second) {
    return isSingle(first) && isSingle(second) ? new OneTransaction(first, second) : null;
  }

  private static boolean isSingle(Shape shape) {
    return !shape.hasParts() && !shape.isStatement() && shape.key() != null;
  }

  @Override
  public String advice() {
    return "Send both in one TransactWriteItems";
  }

  @Override
  public String table() {
    return second.table();
  }

  @Override
  public boolean joins() {
    return true;
  }

  @Override
  public boolean mayFail() {
    return true;
  }

  @Override
  public boolean isOf(SentRequest request) {
    return isOf(first, request) || isOf(second, request);
  }

  private static boolean isOf(Shape shape, SentRequest request) {
    return request.operation().name().equals(shape.operation())
        && shape.table().equals(table(request))
        && OtherRequest.hasKey(shape, key(request));
  }

  private static @Nullable String table(SentRequest request) {
    if (request.request() instanceof PutItemInput put) {
      return put.tableName();
    }
    return request.request() instanceof UpdateItemInput update
        ? update.tableName()
        : request.request() instanceof DeleteItemInput delete ? delete.tableName() : null;
  }

  private static @Nullable Item key(SentRequest request) {
    if (request.request() instanceof PutItemInput put) {
      return put.item();
    }
    return request.request() instanceof UpdateItemInput update
        // A transaction has no legacy parameters.
        ? update.updateExpression() == null ? null : update.key()
        : request.request() instanceof DeleteItemInput delete ? delete.key() : null;
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    SentRequest before = waiting;
    if (before != null && isOf(second, request) && before.context().equals(request.context())) {
      waiting = null;
      return List.of(
          request.with(
              Operations.TRANSACT_WRITE_ITEMS,
              TransactWriteItemsInput.builder()
                  .transactItems(List.of(action(before), action(request)))
                  .build()));
    }
    List<SentRequest> sent = new ArrayList<>(end());
    if (isOf(first, request)) {
      waiting = request;
    } else {
      sent.add(request);
    }
    return sent;
  }

  @Override
  public List<SentRequest> end() {
    SentRequest last = waiting;
    waiting = null;
    return last == null ? List.of() : List.of(last);
  }

  private static TransactWriteItem action(SentRequest request) {
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    if (request.request() instanceof PutItemInput put) {
      action.put(
          Put.builder()
              .tableName(put.tableName())
              .item(put.item())
              .conditionExpression(put.conditionExpression())
              .expressionAttributeNames(put.expressionAttributeNames())
              .expressionAttributeValues(put.expressionAttributeValues())
              .build());
    } else if (request.request() instanceof UpdateItemInput update) {
      action.update(
          Update.builder()
              .tableName(update.tableName())
              .key(update.key())
              .updateExpression(Objects.requireNonNull(update.updateExpression()))
              .conditionExpression(update.conditionExpression())
              .expressionAttributeNames(update.expressionAttributeNames())
              .expressionAttributeValues(update.expressionAttributeValues())
              .build());
    } else {
      DeleteItemInput delete = (DeleteItemInput) Objects.requireNonNull(request.request());
      action.delete(
          Delete.builder()
              .tableName(delete.tableName())
              .key(delete.key())
              .conditionExpression(delete.conditionExpression())
              .expressionAttributeNames(delete.expressionAttributeNames())
              .expressionAttributeValues(delete.expressionAttributeValues())
              .build());
    }
    return action.build();
  }
}
