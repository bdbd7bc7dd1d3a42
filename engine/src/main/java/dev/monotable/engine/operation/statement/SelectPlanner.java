package dev.monotable.engine.operation.statement;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.read.KeyConditionRange;
import dev.monotable.engine.operation.read.ReadTarget;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.ReadOutput;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.query.ReadRange;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableState;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans the reads of a SELECT: one range of keys, several ranges, or the whole table or index.
 * Every item read is filtered by the whole WHERE clause, so the ranges only have to contain each
 * selected item once.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.select.html">PartiQL
 *     select statements for DynamoDB</a>
 */
final class SelectPlanner {
  private final PreparedStatement statement;
  private final ReadTarget target;
  private final Limits limits;

  private SelectPlanner(PreparedStatement statement, ReadTarget target, Limits limits) {
    this.statement = statement;
    this.target = target;
    this.limits = limits;
  }

  /**
   * Plans the reads of a SELECT.
   *
   * @throws FaultException if the table or index cannot be read as the statement asks
   */
  static ReadPlan plan(
      PreparedStatement statement, TableState table, boolean consistent, Limits limits) {
    ReadTarget target = target(statement, table, consistent);
    return new SelectPlanner(statement, target, limits).plan(consistent);
  }

  private ReadPlan plan(boolean consistent) {
    if (statement.read().columnFault() != null) {
      throw statement.read().columnFault();
    }
    KeySchema keys = target.keys();
    KeyAttribute partition = keys.partition().get(0);
    KeyAttribute sort = keys.sort().isEmpty() ? null : keys.sort().get(0);
    List<KeyPlan.Branch> branches =
        KeyPlan.of(statement.where().term(), partition, sort, statement.compiler(), limits);
    requireOrder(partition, sort, branches);
    Statement.Order bySort = sort == null ? null : order(sort);
    // Recorded from AWS: an ORDER BY that does not name the sort key reverses the order
    // (floci-io/floci, DynamoDbPartiQLDocumentedSyntaxIntegrationTest).
    boolean forward = bySort == null ? statement.read().orderBy().isEmpty() : !bySort.descending();
    List<ReadRange> ranges = List.of(new ReadRange(KeyRange.ALL, false));
    if (branches != null) {
      KeyPlan.requireTypes(branches, partition, sort);
      ranges = readRanges(branches, sort != null);
      requireFilterProjected(branches);
      if (!forward) {
        reverseWithinPartitions(ranges);
      }
    }
    Columns columns = statement.read().columns();
    boolean fetch = columns != null && target.fetches(columns.topLevelNames());
    return new ReadPlan(
        target.table(),
        target.path(),
        ranges,
        forward,
        consistent,
        statement.where().condition(),
        new ReadOutput(false, fetch, columns == null ? null : columns::project));
  }

  private static ReadTarget target(
      PreparedStatement statement, TableState table, boolean consistent) {
    String name = statement.read().index();
    if (name == null) {
      return new ReadTarget(table, table.layout().table());
    }
    AccessPath index = table.layout().findIndex(name);
    if (index == null) {
      throw new FaultException(StatementFault.Plain.NO_SUCH_INDEX);
    }
    if (!index.isQueried()) {
      throw new FaultException(VectorFault.Plain.SCAN);
    }
    KeySchema keys = index.keys().schema();
    if (keys.partition().size() > 1 || keys.sort().size() > 1) {
      throw new FaultException(StatementFault.Plain.MULTI_ATTRIBUTE_INDEX);
    }
    if (index.isGlobal()) {
      if (consistent) {
        throw new FaultException(StatementFault.Plain.CONSISTENT_GLOBAL_READ);
      }
      ReadTarget.requireReadable(table, name);
    }
    return new ReadTarget(table, index);
  }

  private void requireOrder(
      KeyAttribute partition,
      @Nullable KeyAttribute sort,
      @Nullable List<KeyPlan.Branch> branches) {
    if (statement.read().orderBy().isEmpty()) {
      return;
    }
    if (statement.where().term() == null) {
      throw new FaultException(StatementFault.Plain.ORDER_WITHOUT_WHERE);
    }
    for (Statement.Order order : statement.read().orderBy()) {
      String name = orderName(order.term());
      if (!name.equals(partition.name()) && (sort == null || !name.equals(sort.name()))) {
        throw new FaultException(StatementFault.Plain.ORDER_BY_NON_KEY.with(name));
      }
    }
    if (branches == null) {
      throw new FaultException(StatementFault.Plain.ORDER_WITHOUT_PARTITION);
    }
    if (order(partition) == null) {
      AttributeValue first = branches.get(0).partition().get(0);
      for (KeyPlan.Branch branch : branches) {
        if (!branch.partition().get(0).equals(first)) {
          throw new FaultException(StatementFault.Plain.ORDER_OF_PARTITIONS);
        }
      }
    }
  }

  private static String orderName(Term term) {
    if (term instanceof Term.Path path && path.isAttribute()) {
      return path.attribute();
    }
    throw new FaultException(
        StatementFault.Plain.UNEXPECTED_PATH_COMPONENT.with(term.position().toString()));
  }

  private Statement.@Nullable Order order(KeyAttribute key) {
    for (Statement.Order order : statement.read().orderBy()) {
      if (orderName(order.term()).equals(key.name())) {
        return order;
      }
    }
    return null;
  }

  /** Returns the ranges to read, ordered by partition key and then by sort key. */
  private List<ReadRange> readRanges(List<KeyPlan.Branch> branches, boolean sorted) {
    Map<AttributeValue, List<KeyPlan.Branch>> partitions = new LinkedHashMap<>();
    for (KeyPlan.Branch branch : branches) {
      partitions.computeIfAbsent(branch.partition().get(0), key -> new ArrayList<>(1)).add(branch);
    }
    List<AttributeValue> keys = new ArrayList<>(partitions.keySet());
    keys.sort(SelectPlanner::compare);
    Statement.Order byPartition = order(target.keys().partition().get(0));
    if (byPartition != null && byPartition.descending()) {
      Collections.reverse(keys);
    }
    List<ReadRange> all = new ArrayList<>();
    for (AttributeValue key : keys) {
      all.addAll(readRangesOf(key, partitions.getOrDefault(key, List.of()), sorted));
    }
    return all;
  }

  private static int compare(AttributeValue one, AttributeValue other) {
    return CanonicalComparison.compare(one.array(), one.start(), other.array(), other.start());
  }

  private List<ReadRange> readRangesOf(
      AttributeValue partition, List<KeyPlan.Branch> branches, boolean sorted) {
    List<ReadRange> readRanges = new ArrayList<>();
    boolean whole = false;
    for (KeyPlan.Branch branch : branches) {
      if (branch.negated()) {
        whole = true;
      } else if (!branch.isContradictory()) {
        readRanges.add(readRange(partition, branch, sorted));
      }
    }
    readRanges.sort(
        Comparator.comparing(
            (ReadRange readRange) -> readRange.keys().from(), Arrays::compareUnsigned));
    for (int i = 1; i < readRanges.size(); i++) {
      byte[] end = readRanges.get(i - 1).keys().to();
      if (end == null || Arrays.compareUnsigned(readRanges.get(i).keys().from(), end) < 0) {
        throw new FaultException(StatementFault.Plain.OVERLAP);
      }
    }
    return whole || readRanges.isEmpty()
        ? List.of(new ReadRange(range(partition, null), false))
        : readRanges;
  }

  private ReadRange readRange(AttributeValue partition, KeyPlan.Branch branch, boolean sorted) {
    KeyRange range = range(partition, null);
    boolean point = !sorted;
    for (KeyPlan.SortCondition condition : branch.sort()) {
      range = intersection(range, range(partition, condition));
      point |= condition.operator() == null;
    }
    return new ReadRange(range, point && target.path().isTable());
  }

  private KeyRange range(AttributeValue partition, KeyPlan.@Nullable SortCondition sort) {
    List<AttributeValue> prefix =
        sort != null && sort.operator() == null ? List.of(sort.low()) : List.of();
    KeyCondition.Operator operator = sort == null ? null : sort.operator();
    return KeyConditionRange.of(
        new KeyCondition(
            List.of(partition),
            prefix,
            operator,
            sort == null || operator == null ? null : sort.low(),
            sort == null || operator == null ? null : sort.high()),
        target.path());
  }

  /** Returns the intersection of two ranges; an empty range if they do not overlap. */
  private static KeyRange intersection(KeyRange one, KeyRange other) {
    byte[] from = Arrays.compareUnsigned(one.from(), other.from()) >= 0 ? one.from() : other.from();
    byte[] a = one.to();
    byte[] b = other.to();
    byte[] to = a == null || (b != null && Arrays.compareUnsigned(b, a) < 0) ? b : a;
    boolean empty = to != null && Arrays.compareUnsigned(from, to) >= 0;
    return empty ? new KeyRange(from, from) : new KeyRange(from, to);
  }

  /** Reverses the order of the ranges within each partition, for a descending read. */
  private static void reverseWithinPartitions(List<ReadRange> readRanges) {
    int from = 0;
    while (from < readRanges.size()) {
      int to = from + 1;
      while (to < readRanges.size() && samePartition(readRanges.get(from), readRanges.get(to))) {
        to++;
      }
      Collections.reverse(readRanges.subList(from, to));
      from = to;
    }
  }

  private static boolean samePartition(ReadRange one, ReadRange other) {
    return Arrays.equals(partitionOf(one), partitionOf(other));
  }

  private static byte[] partitionOf(ReadRange readRange) {
    return Arrays.copyOf(readRange.keys().from(), Long.BYTES);
  }

  /**
   * Checks that the filter of a keyed read names only attributes that are projected into the index.
   * If the WHERE clause has several key conditions, it is enough that the filter of one does so
   * (floci-io/floci, recorded from AWS).
   */
  private void requireFilterProjected(List<KeyPlan.Branch> branches) {
    List<KeyPlan.Branch> sorted = new ArrayList<>(branches);
    sorted.sort((one, other) -> compare(one.partition().get(0), other.partition().get(0)));
    List<String> missing = List.of();
    for (KeyPlan.Branch branch : sorted) {
      Set<String> filtered = branch.isContradictory() ? Set.of() : branch.filtered();
      missing = target.notProjected(filtered);
      if (missing.isEmpty()) {
        return;
      }
    }
    target.refuseFilter(missing);
  }
}
