package dev.monotable.design.proposal;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.model.Shape;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One BatchGetItem in place of the GetItem requests that a sender sends one after the other. */
public final class BatchInstead implements ProposedChange {
  /** As many keys has a batch at most. */
  private static final int MAX_KEYS = 100;

  private final Shape shape;

  /** The reads since another request; replaced by one when the next other request follows. */
  private final List<SentRequest> waiting = new ArrayList<>();

  private final int keys;

  /**
   * Creates a change.
   *
   * @param shape of the requests
   * @param keys the number of keys that were read in a row at most
   */
  public BatchInstead(Shape shape, int keys) {
    this.shape = shape;
    this.keys = keys;
  }

  @Override
  public String advice() {
    return fill(
        "One BatchGetItem of {} keys takes 1 request instead of {}, and the same read units",
        keys,
        keys);
  }

  @Override
  public String table() {
    return shape.table();
  }

  @Override
  public boolean joins() {
    return true;
  }

  @Override
  public boolean isOf(SentRequest request) {
    return request.request() instanceof GetItemInput get
        && table().equals(get.tableName())
        && OtherRequest.hasKey(shape, get.key());
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    List<SentRequest> sent = new ArrayList<>();
    boolean joins = isOf(request);
    if (!joins || !follows(request)) {
      sent.addAll(end());
    }
    if (joins) {
      waiting.add(request);
    } else {
      sent.add(request);
    }
    return sent;
  }

  /** Returns whether a read can be in a batch with those that wait. */
  private boolean follows(SentRequest request) {
    if (waiting.isEmpty()) {
      return true;
    }
    GetItemInput own = (GetItemInput) request.request();
    boolean same = waiting.size() < MAX_KEYS && waiting.get(0).context().equals(request.context());
    for (SentRequest each : waiting) {
      GetItemInput other = (GetItemInput) each.request();
      same &=
          !other.key().equals(own.key())
              && equal(other.projectionExpression(), own.projectionExpression())
              && equal(other.expressionAttributeNames(), own.expressionAttributeNames())
              && Boolean.TRUE.equals(other.consistentRead())
                  == Boolean.TRUE.equals(own.consistentRead());
    }
    return same;
  }

  private static boolean equal(@Nullable Object one, @Nullable Object other) {
    return Objects.equals(one, other);
  }

  @Override
  public List<SentRequest> end() {
    if (waiting.size() < 2) {
      List<SentRequest> single = List.copyOf(waiting);
      waiting.clear();
      return single;
    }
    SentRequest last = waiting.get(waiting.size() - 1);
    GetItemInput any = (GetItemInput) last.request();
    Set<Item> keys = new LinkedHashSet<>();
    waiting.forEach(each -> keys.add(((GetItemInput) each.request()).key()));
    waiting.clear();
    return List.of(
        last.with(
            Operations.BATCH_GET_ITEM,
            BatchGetItemInput.builder()
                .requestItems(
                    Map.of(
                        table(),
                        KeysAndAttributes.builder()
                            .keys(List.copyOf(keys))
                            .consistentRead(any.consistentRead())
                            .projectionExpression(any.projectionExpression())
                            .expressionAttributeNames(any.expressionAttributeNames())
                            .build()))
                .build()));
  }
}
