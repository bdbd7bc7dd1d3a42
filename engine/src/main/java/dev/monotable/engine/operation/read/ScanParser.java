package dev.monotable.engine.operation.read;

import static dev.monotable.engine.operation.RequestStep.step;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestSteps;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.model.ScanInput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Turns a Scan into a {@link ReadPlan}. It runs the checks in AWS's order. A segment is a range of
 * the hashes of partition keys.
 */
final class ScanParser extends PagedRead {
  private static final String DYNALITE = "architect/dynalite test/scan.js";
  private static final String LEGACY = "ExtendDB/extenddb tests/test_conditional_operator.py";
  private static final String STAGES = "nubo-db/dynoxide 3.2.0 tests/scan_member_stages.rs";

  private static final String VECTORS =
      "ExtendDB/extenddb tests/test_vector_index_query_scan.py, 2026-08-20";

  /** The steps that need the request only. */
  private static final RequestSteps<ScanParser> REQUEST =
      RequestSteps.of(
          step(
              "expressions do not meet the parameters that they replaced",
              LEGACY,
              ScanParser::openExpressions),
          step(
              "no value of ScanFilter is nested too deep",
              "paritysuite/dynamodb-conformance tests/tier3/validation-ordering/deepRequests",
              ScanParser::requireShallowFilter),
          step(
              "ConditionalOperator combines at least two conditions",
              LEGACY,
              ScanParser::requireOperands),
          step(
              "AttributesToGet names no attribute twice",
              DYNALITE,
              ScanParser::requireDistinctAttributes),
          step("ScanFilter is valid", DYNALITE, ScanParser::compileLegacyFilter),
          step("ExclusiveStartKey holds valid values", DYNALITE, ScanParser::requireValidStartKey),
          step("Segment and TotalSegments agree", DYNALITE, ScanParser::requireSegments),
          step("Select agrees with the projection", DYNALITE, ScanParser::requireSelect),
          step("FilterExpression is valid", DYNALITE, ScanParser::compileFilter),
          step("ProjectionExpression is valid", DYNALITE, ScanParser::compileProjection),
          step("every name and value is used", DYNALITE, ScanParser::closeExpressions));

  /** The steps that need the table. */
  private static final RequestSteps<ScanParser> TABLE =
      RequestSteps.of(
          step("the table and the index exist", DYNALITE, ScanParser::findTarget),
          step("the index is of a type that is scanned", VECTORS, ScanParser::requireQueried),
          step("the index can be read", DYNALITE, ScanParser::requireReadable),
          step("ExclusiveStartKey has the key of the index", DYNALITE, ScanParser::requireIndexKey),
          step("the index can serve Select", DYNALITE, ScanParser::requireServed),
          step(
              "ExclusiveStartKey is a key of the table, in the segment",
              DYNALITE,
              ScanParser::requireStartInSegment),
          step(
              "the projection names no part of a key",
              DYNALITE,
              ScanParser::requireScalarKeysInProjection),
          step(
              "the filter names no part of a key", DYNALITE, ScanParser::requireScalarKeysInFilter),
          step("a global index holds what is projected", DYNALITE, ScanParser::decideFetch));

  /** {@link #REQUEST} in the order of the newer layer of the service. */
  private static final RequestSteps<ScanParser> NEWER_REQUEST =
      RequestSteps.of(
          step(
              "expressions do not meet the parameters that they replaced",
              STAGES,
              ScanParser::openExpressions),
          step(
              "no value of ScanFilter is nested too deep",
              "as in the older layer",
              ScanParser::requireShallowFilter),
          step(
              "AttributesToGet names no attribute twice",
              STAGES,
              ScanParser::requireDistinctAttributes),
          step(
              "ConditionalOperator combines at least two conditions",
              STAGES,
              ScanParser::requireOperands),
          step("ScanFilter is valid", STAGES, ScanParser::compileLegacyFilter),
          step("ExclusiveStartKey holds valid values", STAGES, ScanParser::requireValidStartKey),
          step("FilterExpression is valid", STAGES, ScanParser::compileFilter),
          step("ProjectionExpression is valid", STAGES, ScanParser::compileProjection),
          step("Select is a known value", STAGES, ScanParser::requireKnownSelect),
          step("Select agrees with the projection", STAGES, ScanParser::requireSelect),
          step("Segment and TotalSegments agree", STAGES, ScanParser::requireSegments),
          step(
              "every name and value is used",
              "as in the older layer",
              ScanParser::closeExpressions));

  /** {@link #TABLE} in the order of the newer layer of the service. */
  private static final RequestSteps<ScanParser> NEWER_TABLE =
      RequestSteps.of(
          step("the table and the index exist", STAGES, ScanParser::findTarget),
          step("the index is of a type that is scanned", VECTORS, ScanParser::requireQueried),
          step("the index can be read", STAGES, ScanParser::requireReadable),
          step("the index can serve Select", STAGES, ScanParser::requireServed),
          step("ExclusiveStartKey has the key of the index", STAGES, ScanParser::requireIndexKey),
          step(
              "ExclusiveStartKey is a key of the table, in the segment",
              STAGES,
              ScanParser::requireStartInSegment),
          step(
              "the projection names no part of a key",
              "as in the older layer",
              ScanParser::requireScalarKeysInProjection),
          step(
              "the filter names no part of a key",
              "as in the older layer",
              ScanParser::requireScalarKeysInFilter),
          step(
              "a global index holds what is projected",
              "as in the older layer",
              ScanParser::decideFetch));

  private final @Nullable String select;
  private final @Nullable Integer segment;
  private final @Nullable Integer totalSegments;
  private KeyRange range = KeyRange.ALL;
  private byte @Nullable [] after;

  private ScanParser(OperationContext context, Wording wording, ScanInput request) {
    super(context, wording, ReadAction.of(request));
    this.select = request.select();
    this.segment = request.segment();
    this.totalSegments = request.totalSegments();
  }

  /**
   * Parses a Scan.
   *
   * @throws FaultException for the first broken rule
   */
  static ScanParser parse(OperationContext context, Wording wording, ScanInput request) {
    ScanParser parser = new ScanParser(context, wording, request);
    boolean newer = wording.checksScanInNewerOrder();
    (newer ? NEWER_REQUEST : REQUEST).run(parser);
    (newer ? NEWER_TABLE : TABLE).run(parser);
    return parser;
  }

  /** Returns what the Scan reads. */
  ReadPlan plan() {
    return plan(range, true);
  }

  /** Returns where the page begins and ends. */
  PageBounds bounds() {
    return bounds(after);
  }

  /** Returns what the Scan says about its page, for observers. */
  PageSource source() {
    return new ReadActionSource(action, null, target().keys());
  }

  @Override
  Fault notQueried() {
    return VectorFault.Plain.SCAN;
  }

  private void openExpressions() {
    expressions
        .legacy("AttributesToGet", action.selection().attributesToGet())
        .legacy("ScanFilter", action.filter().conditions())
        .legacy("ConditionalOperator", action.filter().conditionalOperator())
        .expression(ExpressionKind.PROJECTION, action.selection().projectionExpression())
        .expression(ExpressionKind.FILTER, action.filter().expression())
        .open();
  }

  private void requireShallowFilter() {
    LegacyConditions.requireShallow(context, action.filter().conditions());
  }

  private void requireKnownSelect() {
    SelectRules.requireKnown(select);
  }

  private void requireSegments() {
    if (segment == null && totalSegments == null) {
      return;
    }
    if (totalSegments == null) {
      throw new FaultException(ReadFault.Plain.SEGMENT_WITHOUT_TOTAL);
    }
    if (segment == null) {
      throw new FaultException(ReadFault.Plain.TOTAL_WITHOUT_SEGMENT);
    }
    if (segment >= totalSegments) {
      throw new FaultException(new ReadFault.SegmentOutOfRange(segment, totalSegments));
    }
    range = range(segment, totalSegments);
  }

  private void requireIndexKey() {
    Item startKey = action.paging().startKey();
    if (startKey != null) {
      StartKeys.requireIndexKey(target(), startKey);
    }
  }

  private void requireStartInSegment() {
    Item startKey = action.paging().startKey();
    if (startKey == null) {
      return;
    }
    StartKeys.requireTableKey(target(), startKey);
    byte[] key = target().treeKey(startKey);
    if (segment != null && totalSegments != null && !range.contains(key)) {
      throw new FaultException(
          ReadFault.Plain.START_KEY_OF_OTHER_SEGMENT.with(totalSegments, segment));
    }
    after = key;
  }

  private static KeyRange range(int segment, int total) {
    KeyBuilder key = KeyBuilder.ofThread();
    if (!key.clear().segment(segment, total)) {
      return KeyRange.EMPTY;
    }
    byte[] from = key.toBytes();
    byte[] to = key.clear().segment(segment + 1, total) ? key.toBytes() : null;
    return new KeyRange(from, to);
  }
}
