package dev.monotable.design.load;

import dev.monotable.design.load.RequestUnits.Consistency;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection.Kind;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.EntityMatch;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Estimates from declared sizes what a request consumes. In a transaction, units on the table are
 * doubled, those on indexes are not.
 */
final class RequestEstimator {
  private static final Pattern REMOVE =
      Pattern.compile("\\bREMOVE ((?:(?! (?:SET|ADD|DELETE) ).)*)");

  private final Map<String, DesignTable> tables;
  private final EntitySizes sizes;

  RequestEstimator(Map<String, DesignTable> tables, EntitySizes sizes) {
    this.tables = tables;
    this.sizes = sizes;
  }

  /** Returns whether the design declares sizes or numbers of what a request reads or writes. */
  boolean hasDeclaredSizes(PatternRequest request) {
    Shape shape = request.shape();
    DesignTable table = tables.get(shape.table());
    if (table == null) {
      return false;
    }
    boolean declared = shape.action().isRead() && request.items() != null;
    for (Entity entity : EntityMatch.of(table, shape)) {
      EntityEstimate estimate = entity.estimate();
      declared |= estimate.bytes() != null;
      declared |= shape.action() == Action.QUERY && estimate.perCollection() != null;
      declared |= shape.action() == Action.SCAN && estimate.count() != null;
    }
    return declared;
  }

  /**
   * Estimates a request.
   *
   * @param observedItems the number of items that a Query reads on average; null if none was
   *     observed. It counts if no number is declared
   */
  List<AccessLoad> estimate(PatternRequest request, @Nullable Double observedItems) {
    Shape shape = request.shape();
    DesignTable table = tables.get(shape.table());
    if (table == null) {
      return List.of();
    }
    List<Entity> entities = EntityMatch.of(table, shape);
    boolean transactional = shape.isTransaction();
    return switch (shape.action()) {
      case GET, QUERY, SCAN ->
          List.of(read(request, table, entities, transactional, observedItems));
      case PUT, UPDATE, DELETE -> writes(shape, table, entities, observedItems == null);
      case CONDITION_CHECK ->
          List.of(
              AccessLoad.write(
                  table.name(),
                  null,
                  RequestUnits.write(average(table, null, entities), transactional)));
      case OTHER -> List.of();
    };
  }

  private AccessLoad read(
      PatternRequest request,
      DesignTable table,
      List<Entity> entities,
      boolean transactional,
      @Nullable Double observedItems) {
    Shape shape = request.shape();
    Consistency consistency =
        transactional
            ? Consistency.TRANSACTIONAL
            : shape.mode().consistent() ? Consistency.STRONG : Consistency.EVENTUAL;
    String index = shape.index();
    DeclaredIndex declared = index == null ? null : table.findIndex(index);
    double items =
        switch (shape.action()) {
          case GET -> 1;
          case SCAN -> atMost(shape.mode().limit(), Entity.items(entities));
          default -> expected(request, entities, observedItems);
        };
    long bytes = Math.round(items * averageRead(table, declared, entities));
    BigDecimal units = RequestUnits.read(bytes, consistency);
    return AccessLoad.read(table.name(), index, units.multiply(pages(request)));
  }

  private static double expected(
      PatternRequest request, List<Entity> entities, @Nullable Double observedItems) {
    Double declared = request.items();
    double items = declared == null ? 0 : declared;
    if (declared == null) {
      boolean known = observedItems == null;
      for (Entity entity : entities) {
        Double each = entity.estimate().perCollection();
        known |= each != null;
        items += each == null ? 1 : each;
      }
      items = known || observedItems == null ? items : observedItems;
    }
    return atMost(request.shape().mode().limit(), items);
  }

  /** Returns how many pages have the items that a Query is expected to return. */
  private static BigDecimal pages(PatternRequest request) {
    Integer limit = request.shape().mode().limit();
    Double items = request.items();
    return limit == null || items == null || request.shape().action() != Action.QUERY
        ? BigDecimal.ONE
        : BigDecimal.valueOf(Math.max(1, (long) Math.ceil(items / limit)));
  }

  private static double atMost(@Nullable Integer limit, double items) {
    return limit == null ? items : Math.min(items, limit);
  }

  /**
   * Estimates a write.
   *
   * @param all whether an index has the units of all entries that the write changes, otherwise
   *     those of one
   */
  private List<AccessLoad> writes(
      Shape shape, DesignTable table, List<Entity> entities, boolean all) {
    List<AccessLoad> accesses = new ArrayList<>();
    accesses.add(
        AccessLoad.write(
            table.name(),
            null,
            RequestUnits.write(average(table, null, entities), shape.isTransaction())));
    for (DeclaredIndex index : table.indexes()) {
      List<Entity> inside = entities.stream().filter(entity -> entity.isIn(index)).toList();
      int entries = shape.action() == Action.UPDATE ? changedEntries(shape, index) : 1;
      if (!inside.isEmpty() && entries > 0) {
        BigDecimal units = RequestUnits.write(average(table, index, inside), false);
        BigDecimal part =
            units
                .multiply(BigDecimal.valueOf((long) inside.size() * (all ? entries : 1)))
                .divide(BigDecimal.valueOf(entities.size()), MathContext.DECIMAL64);
        accesses.add(AccessLoad.write(table.name(), index.name(), part));
      }
    }
    return accesses;
  }

  /**
   * Returns how many entries of an index an update writes: none if it changes nothing that the
   * entry has, two if it changes its key, one if it adds or removes the entry.
   */
  private static int changedEntries(Shape shape, DeclaredIndex index) {
    String update = shape.expressions().update();
    Kind kind = index.projection().kind();
    if (update == null) {
      return kind == Kind.KEYS_ONLY ? 0 : 1;
    }
    Set<String> changed = ShapeExpressions.topLevelNames(update);
    if (Collections.disjoint(changed, index.key().names())) {
      boolean projected =
          kind == Kind.ALL || !Collections.disjoint(changed, index.projection().attributes());
      return projected ? 1 : 0;
    }
    String condition = Objects.toString(shape.expressions().condition(), "");
    for (String key : index.key().names()) {
      if (condition.contains("attribute_not_exists(" + key + ")") || isRemoved(key, update)) {
        return 1;
      }
    }
    return 2;
  }

  private static boolean isRemoved(String attribute, String update) {
    Matcher removed = REMOVE.matcher(update);
    return removed.find() && ShapeExpressions.topLevelNames(removed.group(1)).contains(attribute);
  }

  /** Returns the average size of what a read finds: frequent items count more. */
  private double averageRead(
      DesignTable table, @Nullable DeclaredIndex index, List<Entity> entities) {
    double sum = 0;
    double items = 0;
    for (Entity entity : entities) {
      Long count = entity.estimate().count();
      if (count == null) {
        return average(table, index, entities);
      }
      sum += (double) count * average(table, index, List.of(entity));
      items += count;
    }
    return items == 0 ? average(table, index, entities) : sum / items;
  }

  /** Returns the average size of the items, or of their entries in an index. */
  private long average(DesignTable table, @Nullable DeclaredIndex index, List<Entity> entities) {
    if (entities.isEmpty()) {
      return 0;
    }
    long sum = 0;
    for (Entity entity : entities) {
      sum +=
          index == null ? sizes.itemBytes(table, entity) : sizes.entryBytes(table, entity, index);
    }
    return sum / entities.size();
  }
}
