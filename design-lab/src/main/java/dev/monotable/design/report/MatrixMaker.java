package dev.monotable.design.report;

import dev.monotable.design.cost.CostReport;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Makes the matrix of access patterns by table and index. */
final class MatrixMaker {
  private static final int MAX_SAMPLES = 3;

  private final Design design;
  private final Ledger ledger;
  private final Map<String, PatternLoad> loads = new LinkedHashMap<>();
  private final Map<String, BigDecimal> costs;
  private final Set<AccessColumn> columns = new LinkedHashSet<>();

  /** Known facts of one cell. */
  private static final class Use {
    private final Set<String> actions = new LinkedHashSet<>();
    private long requests;
    private double readUnits;
    private double writeUnits;
  }

  MatrixMaker(Design design, Ledger ledger, WorkloadEstimate estimate, CostReport cost) {
    this.design = design;
    this.ledger = ledger;
    this.costs = cost.onDemand().byPattern();
    estimate.workload().patterns().forEach(load -> loads.put(load.name(), load));
    design.tables().forEach(this::addColumns);
    for (DesignTable table : estimate.tables()) {
      if (design.findTable(table.name()) == null) {
        addColumns(table);
      }
    }
  }

  private void addColumns(DesignTable table) {
    table
        .targets()
        .forEach(target -> columns.add(new AccessColumn(table.name(), target.indexName())));
  }

  PatternMatrix matrix() {
    List<PatternRow> rows = new ArrayList<>();
    design.patterns().forEach(pattern -> rows.add(declared(pattern)));
    for (LedgerEntry entry : ledger.entries()) {
      Shape shape = entry.shape();
      if (shape.action() != Action.OTHER
          && !shape.table().isEmpty()
          && design.patternsOf(shape).isEmpty()) {
        rows.add(undeclared(entry));
      }
    }
    return new PatternMatrix(List.copyOf(columns), rows);
  }

  private PatternRow declared(DeclaredPattern pattern) {
    List<RequestRow> requests = new ArrayList<>();
    Map<AccessColumn, Use> uses = new LinkedHashMap<>();
    int observed = 0;
    for (PatternRequest request : pattern.requests()) {
      List<LedgerEntry> entries =
          ledger.entries().stream()
              .filter(entry -> request.equals(pattern.find(entry.shape())))
              .toList();
      observed += entries.isEmpty() ? 0 : 1;
      RequestRow row = row(request, entries);
      requests.add(row);
      addAction(request.shape(), row.observed() == null ? 0 : row.observed().requests(), uses);
    }
    Coverage coverage = Coverage.NOT_OBSERVED;
    if (observed > 0) {
      coverage =
          observed == pattern.requests().size() ? Coverage.OBSERVED : Coverage.PARTLY_OBSERVED;
    }
    var frequency = pattern.traffic().frequency();
    return new PatternRow(
        pattern.name(),
        pattern.description(),
        coverage,
        frequency == null ? null : frequency.toString(),
        cost(pattern.name()),
        cells(pattern.name(), uses),
        requests);
  }

  private PatternRow undeclared(LedgerEntry entry) {
    String name = entry.shape().toString();
    Map<AccessColumn, Use> uses = new LinkedHashMap<>();
    addAction(entry.shape(), entry.requests().requests(), uses);
    RequestRow request = row(new PatternRequest(entry.shape(), 1, null), List.of(entry));
    return new PatternRow(
        name, null, Coverage.UNDECLARED, null, cost(name), cells(name, uses), List.of(request));
  }

  private static RequestRow row(PatternRequest request, List<LedgerEntry> entries) {
    return new RequestRow(
        request.shape().toString(),
        request.shape().target(),
        request.times(),
        request.items(),
        figures(entries),
        samples(entries),
        named(entries));
  }

  private @Nullable BigDecimal cost(String pattern) {
    BigDecimal cost = costs.get(pattern);
    return cost == null ? null : Rounded.of(cost);
  }

  private static void addAction(Shape shape, long requests, Map<AccessColumn, Use> uses) {
    if (!shape.table().isEmpty()) {
      Use use =
          uses.computeIfAbsent(new AccessColumn(shape.table(), shape.index()), column -> new Use());
      use.actions.add(shape.action().label());
      use.requests += requests;
    }
  }

  private List<PatternCell> cells(String pattern, Map<AccessColumn, Use> uses) {
    PatternLoad load = loads.get(pattern);
    if (load != null) {
      for (AccessLoad access : load.accesses()) {
        Use use =
            uses.computeIfAbsent(
                new AccessColumn(access.table(), access.index()), column -> new Use());
        use.readUnits += access.readUnits().doubleValue();
        use.writeUnits += access.writeUnits().doubleValue();
      }
    }
    columns.addAll(uses.keySet());
    List<PatternCell> cells = new ArrayList<>();
    uses.forEach(
        (column, use) ->
            cells.add(
                new PatternCell(
                    column.target(),
                    List.copyOf(use.actions),
                    use.requests,
                    Rounded.of(use.readUnits),
                    Rounded.of(use.writeUnits))));
    return cells;
  }

  private static @Nullable RequestFigures figures(List<LedgerEntry> entries) {
    if (entries.isEmpty()) {
      return null;
    }
    return new RequestFigures(
        sum(entries, entry -> entry.requests().requests()),
        sum(entries, entry -> entry.requests().failed()),
        Rounded.of(entries.stream().mapToDouble(LedgerEntry::readUnits).sum()),
        Rounded.of(entries.stream().mapToDouble(LedgerEntry::writeUnits).sum()),
        sum(entries, entry -> entry.reads().read()),
        sum(entries, entry -> entry.reads().returned()),
        sum(entries, entry -> entry.paging().incomplete()));
  }

  private static long sum(List<LedgerEntry> entries, ToLongFunction<LedgerEntry> of) {
    return entries.stream().mapToLong(of).sum();
  }

  private static Map<String, Long> named(List<LedgerEntry> entries) {
    Map<String, Long> named = new LinkedHashMap<>();
    for (LedgerEntry entry : entries) {
      entry.requests().patterns().forEach((name, count) -> named.merge(name, count, Long::sum));
    }
    return named;
  }

  private static List<Evidence> samples(List<LedgerEntry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.samples().first().stream())
        .limit(MAX_SAMPLES)
        .map(Evidence::of)
        .toList();
  }
}
