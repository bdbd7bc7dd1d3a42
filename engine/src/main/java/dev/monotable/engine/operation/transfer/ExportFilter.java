package dev.monotable.engine.operation.transfer;

import static dev.monotable.engine.operation.RequestStep.step;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.expression.KeyConditions;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.RequestSteps;
import dev.monotable.engine.operation.read.KeyConditionRange;
import dev.monotable.engine.operation.read.KeyOperands;
import dev.monotable.engine.operation.read.ReadTarget;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.FilterSpecification;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items of a table that an export has, and the attributes of each. A key condition reduces what
 * is read, the filter then decides about each item, and the projection about its attributes. For
 * one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Filtered.html">Filtering
 *     a table export</a>
 */
final class ExportFilter {
  private static final String GUIDE = "AWS S3DataExport.Filtered";

  private static final FilterSpecification EMPTY = FilterSpecification.builder().build();

  private static final RequestSteps<ExportFilter> REQUEST =
      RequestSteps.of(
          step("the specification is not empty", "DDB-EXPORT-008", ExportFilter::requireContent),
          step("names and values have expressions", GUIDE, ExportFilter::open),
          step("KeyConditionExpression is valid", GUIDE, ExportFilter::compileKeyCondition),
          step("FilterExpression is valid", GUIDE, ExportFilter::compileFilter),
          step("ProjectionExpression is valid", GUIDE, ExportFilter::compileProjection),
          step("every name and value is used", GUIDE, ExportFilter::close),
          step("no attribute name is too long", GUIDE, ExportFilter::requireShortNames));

  private static final RequestSteps<ExportFilter> TABLE =
      RequestSteps.of(
          step("the condition is on the key", GUIDE, ExportFilter::matchKey),
          step("a filter beside it is not on the key", GUIDE, ExportFilter::requireNoKeyInFilter),
          step("no path goes into a key attribute", GUIDE, ExportFilter::requireScalarKeys));

  private final TransferJobs jobs;
  private final FilterSpecification given;
  private final RequestExpressions expressions;
  private @Nullable BoundCondition keyCondition;
  private @Nullable KeyConditions conditions;
  private @Nullable BoundCondition filter;
  private @Nullable BoundProjection projection;
  private @Nullable TableState table;
  private KeyRange range = KeyRange.ALL;

  private ExportFilter(TransferJobs jobs, FilterSpecification given) {
    this.jobs = jobs;
    this.given = given;
    this.expressions =
        new RequestExpressions(
            jobs.context(),
            jobs.wording(),
            given.expressionAttributeNames(),
            given.expressionAttributeValues());
  }

  /**
   * Compiles a specification.
   *
   * @param given null to export all items
   * @throws FaultException if it is invalid for any table
   */
  static ExportFilter of(TransferJobs jobs, @Nullable FilterSpecification given) {
    if (given == null) {
      return new ExportFilter(jobs, EMPTY);
    }
    ExportFilter created = new ExportFilter(jobs, given);
    created.run(REQUEST);
    return created;
  }

  /**
   * Fits the filter to its table.
   *
   * @return this
   * @throws FaultException if it is invalid for the table
   */
  ExportFilter fit(TableState exported) {
    table = exported;
    run(TABLE);
    return this;
  }

  /** Runs checks, whose messages AWS begins with what is invalid (DDB-EXPORT-008). */
  private void run(RequestSteps<ExportFilter> steps) {
    try {
      steps.run(this);
    } catch (FaultException e) {
      if (e.code() != ErrorCode.VALIDATION) {
        throw e;
      }
      throw new FaultException(TransferFault.Plain.INVALID_FILTER.with(e.fault()));
    }
  }

  // Steps.

  private void requireContent() {
    if (given.equals(EMPTY)) {
      throw new FaultException(TransferFault.Plain.EMPTY_FILTER);
    }
  }

  private void open() {
    expressions
        .expression(ExpressionKind.PROJECTION, given.projectionExpression())
        .expression(ExpressionKind.FILTER, given.filterExpression())
        .expression(ExpressionKind.KEY_CONDITION, given.keyConditionExpression())
        .open();
  }

  private void compileKeyCondition() {
    keyCondition =
        expressions.condition(ExpressionKind.KEY_CONDITION, given.keyConditionExpression());
    conditions = keyCondition == null ? null : keyCondition.keyConditions();
  }

  private void compileFilter() {
    filter = expressions.condition(ExpressionKind.FILTER, given.filterExpression());
  }

  private void compileProjection() {
    projection = expressions.projection(given.projectionExpression());
  }

  private void close() {
    expressions.close();
  }

  private void requireShortNames() {
    int most = jobs.context().limits().transfer().maxNameBytes();
    if ((keyCondition != null && keyCondition.hasLongerName(most))
        || (filter != null && filter.hasLongerName(most))
        || (projection != null && projection.hasLongerName(most))) {
      throw new FaultException(TransferFault.Plain.LONG_FILTER_NAME.with(most));
    }
  }

  private TableState table() {
    return Objects.requireNonNull(table, "the filter has no table yet");
  }

  private void matchKey() {
    if (conditions != null) {
      ReadTarget target = new ReadTarget(table(), table().layout().table());
      KeyCondition condition =
          conditions.match(target.keys().partition(), target.keys().sort(), attribute -> {});
      KeyOperands.requireCondition(target, condition);
      range = KeyConditionRange.of(condition, target.path());
    }
  }

  private void requireNoKeyInFilter() {
    if (conditions != null && filter != null) {
      filter.requireNoKeyAttribute(table().definition().keys().attributes());
    }
  }

  private void requireScalarKeys() {
    if (projection != null) {
      KeyRules.requireScalarKeys(table().layout(), projection.nestedNames());
    }
    if (filter != null) {
      KeyRules.requireScalarKeys(table().layout(), filter.nestedNames());
    }
  }

  // What is exported.

  /** Returns a cursor over the items that are read, before the first of them. */
  TreeCursor<Item> read(PersistentTree<Item> items) {
    byte[] to = range.to();
    return items.ascend(range.from(), range.from().length, to, to == null ? 0 : to.length);
  }

  /** Returns the size of the items that are read, in DynamoDB's bytes. */
  long readBytes(TableHistory.Version version) {
    if (conditions == null) {
      return version.size();
    }
    long bytes = 0;
    TreeCursor<Item> items = read(version.items());
    for (Item item = items.advance(); item != null; item = items.advance()) {
      bytes += item.size();
    }
    return bytes;
  }

  /** Returns whether the item with a key is read. */
  boolean reads(byte[] key, int length) {
    return conditions == null || range.contains(key, length);
  }

  /** Returns whether an item that is read is exported. */
  boolean exports(Item item) {
    return filter == null || filter.test(item);
  }

  /** Returns the exported attributes of an item. */
  Item select(Item item, ItemWriter writer) {
    return projection == null ? item : projection.project(item, writer);
  }
}
