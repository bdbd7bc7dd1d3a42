package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageReader;
import dev.monotable.engine.query.PageRequest;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Scan. Items come in the order of the hashes of their partition keys; a segment is a range of
 * hashes.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html">Scan</a>
 */
public final class ScanHandler implements OperationHandler<ScanInput, ScanOutput> {
  private final OperationContext context;

  public ScanHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ScanOutput handle(ScanInput request, Wording wording) {
    RequestExpressions expressions =
        new RequestExpressions(
                context,
                wording,
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .legacy("AttributesToGet", request.attributesToGet())
            .legacy("ScanFilter", request.scanFilter())
            .legacy("ConditionalOperator", request.conditionalOperator())
            .expression(ExpressionKind.PROJECTION, request.projectionExpression())
            .expression(ExpressionKind.FILTER, request.filterExpression())
            .open();
    LegacyConditions.requireShallow(context, request.scanFilter());
    LegacyConditions.requireOperands(request.conditionalOperator(), request.scanFilter());
    LegacyConditions.requireDistinct(request.attributesToGet());
    BoundCondition scanFilter =
        LegacyConditions.filter(context, request.scanFilter(), request.conditionalOperator());
    Item startKey = request.exclusiveStartKey();
    StartKeys.requireValid(startKey);
    requireSegments(request.segment(), request.totalSegments());
    SelectRules.require(
        request.select(),
        request.indexName(),
        request.projectionExpression(),
        request.attributesToGet());
    BoundCondition filterExpression =
        expressions.condition(ExpressionKind.FILTER, request.filterExpression());
    BoundProjection projection =
        Projections.of(expressions, request.projectionExpression(), request.attributesToGet());
    expressions.close();

    TableState table = context.requireTable(Required.member(request.tableName()));
    boolean consistent = Boolean.TRUE.equals(request.consistentRead());
    ReadTarget target = ReadTarget.of(table, request.indexName(), consistent);
    if (startKey != null) {
      StartKeys.requireIndexKey(target, startKey);
    }
    target.requireServes(request.select());
    KeyRange range = segment(request.segment(), request.totalSegments());
    byte[] after = startKey == null ? null : after(request, target, range, startKey);
    if (projection != null) {
      KeyRules.requireScalarKeys(target.layout(), projection.nestedNames());
    }
    if (filterExpression != null) {
      KeyRules.requireScalarKeys(target.layout(), filterExpression.nestedNames());
    }
    boolean fetch = target.fetches(request.select(), projection);
    Page page =
        PageReader.read(
            new PageRequest(
                table,
                target.path(),
                range,
                after,
                true,
                request.limit() == null ? Integer.MAX_VALUE : request.limit(),
                context.limits().read().maxPageBytes(),
                filterExpression != null ? filterExpression : scanFilter,
                projection,
                fetch,
                "COUNT".equals(request.select())));
    return new ScanOutput(
        "COUNT".equals(request.select()) ? null : page.items(),
        page.count(),
        page.scannedCount(),
        target.lastEvaluatedKey(page),
        target.capacity(
            page,
            consistent,
            Required.member(request.tableName()),
            request.returnConsumedCapacity()));
  }

  private static void requireSegments(@Nullable Integer segment, @Nullable Integer total) {
    if (segment == null && total == null) {
      return;
    }
    if (total == null) {
      throw new FaultException(ReadFault.Plain.SEGMENT_WITHOUT_TOTAL);
    }
    if (segment == null) {
      throw new FaultException(ReadFault.Plain.TOTAL_WITHOUT_SEGMENT);
    }
    if (segment >= total) {
      throw new FaultException(new ReadFault.SegmentOutOfRange(segment, total));
    }
  }

  private static KeyRange segment(@Nullable Integer segment, @Nullable Integer total) {
    if (segment == null || total == null) {
      return KeyRange.ALL;
    }
    KeyBuilder key = KeyBuilder.ofThread();
    if (!key.segment(segment, total)) {
      return KeyRange.EMPTY;
    }
    byte[] from = key.toBytes();
    byte[] to = key.clear().segment(segment + 1, total) ? key.toBytes() : null;
    return new KeyRange(from, to);
  }

  private byte[] after(ScanInput request, ReadTarget target, KeyRange range, Item startKey) {
    StartKeys.requireTableKey(target, startKey);
    byte[] key = target.treeKey(startKey);
    Integer segment = request.segment();
    Integer total = request.totalSegments();
    if (segment != null && total != null && !range.contains(key)) {
      throw new FaultException(new ReadFault.StartKeyOfOtherSegment(total, segment));
    }
    return key;
  }
}
