package dev.monotable.design.outlook;

import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.design.scenario.Scenario.BulkLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Designs with other numbers of items, keys and requests. */
final class ScaledDesign {
  private ScaledDesign() {}

  /**
   * Returns a design with as many times the requests, items and keys. Keys that are times, such as
   * days, stay as many.
   */
  static Design grown(Design design, double times) {
    return with(
        design,
        entity -> entity.withEstimate(estimate(entity.estimate(), times, 1)),
        pattern ->
            pattern.withTraffic(
                traffic(pattern.traffic(), times, isByTime(design, pattern) ? 1 : times)));
  }

  /** Returns whether all variables of the partition keys that a pattern names are times. */
  private static boolean isByTime(Design design, DeclaredPattern pattern) {
    Set<String> variables = CommonTraffic.variables(design, pattern);
    return !variables.isEmpty() && variables.stream().allMatch(HeatScenarios::isTime);
  }

  /**
   * Returns a design whose requests are more frequent.
   *
   * @param name the access pattern; null for all
   */
  static Design busier(Design design, double times, @Nullable String name) {
    return with(
        design,
        entity -> entity,
        pattern ->
            name == null || name.equals(pattern.name())
                ? pattern.withTraffic(traffic(pattern.traffic(), times, 1))
                : pattern);
  }

  /** Returns a design with the items of a bulk load. */
  static Design loaded(Design design, BulkLoad load) {
    Entity entity = entity(design, load);
    Long count = entity.estimate().count();
    EntityEstimate own = entity.estimate();
    Entity more =
        entity.withEstimate(
            new EntityEstimate(
                (count == null ? 0 : count) + load.items(),
                own.perCollection(),
                own.bytes(),
                own.lifetime()));
    return with(design, each -> each == entity ? more : each, pattern -> pattern);
  }

  /** Returns a design with the requests of a bulk load as an access pattern. */
  static Design loading(Design design, BulkLoad load) {
    DesignTable table = table(design, load);
    Entity entity = entity(design, load);
    List<TermTemplate> terms = new ArrayList<>();
    for (String name : table.key().names()) {
      terms.add(TermTemplate.equal(name, entity.keys().getOrDefault(name, KeyTemplate.ANY)));
    }
    Shape shape =
        new Shape(
            load.operation(),
            Action.PUT,
            table.name(),
            null,
            new KeyConditionTemplate(terms),
            ShapeExpressions.NONE,
            ReadMode.DEFAULT);
    Double each = entity.estimate().perCollection();
    double rate = (double) load.items() / load.duration().toSeconds();
    String name = load.name();
    while (design.findPattern(name) != null) {
      name += " (load)";
    }
    List<DeclaredPattern> patterns = new ArrayList<>(design.patterns());
    patterns.add(
        new DeclaredPattern(
            name,
            null,
            List.of(new PatternRequest(shape, 1, null)),
            new Traffic(
                new Frequency(rate, Frequency.Period.SECOND),
                each == null || each < 1
                    ? null
                    : Distribution.uniform(Math.max(1, Math.round(load.items() / each))),
                List.of()),
            Budget.UNLIMITED));
    return design.with(design.tables(), patterns);
  }

  /** Returns the size of the items of a bulk load, with their index entries. */
  static double loadedBytes(Design design, BulkLoad load, EntitySizes sizes) {
    DesignTable table = table(design, load);
    Entity entity = entity(design, load);
    double bytes = sizes.itemBytes(table, entity);
    for (DeclaredIndex index : table.indexes()) {
      bytes += entity.isIn(index) ? sizes.entryBytes(table, entity, index) : 0;
    }
    return bytes * load.items();
  }

  private static DesignTable table(Design design, BulkLoad load) {
    for (DesignTable table : design.tables()) {
      if (table.name().equals(load.table())) {
        return table;
      }
    }
    throw new IllegalArgumentException("there is no table " + load.table());
  }

  private static Entity entity(Design design, BulkLoad load) {
    for (Entity entity : table(design, load).entities()) {
      if (entity.name().equals(load.entity())) {
        return entity;
      }
    }
    throw new IllegalArgumentException("there is no entity " + load.entity());
  }

  // ---- parts ----

  /** Returns a design with other entities and access patterns. */
  static Design with(
      Design design, UnaryOperator<Entity> entity, UnaryOperator<DeclaredPattern> pattern) {
    return design.with(
        design.tables().stream()
            .map(table -> table.withEntities(table.entities().stream().map(entity).toList()))
            .toList(),
        design.patterns().stream().map(pattern).toList());
  }

  /**
   * Returns an estimate of other numbers.
   *
   * @param times as many times the items
   * @param perCollection as many times the items of a collection
   */
  static EntityEstimate estimate(EntityEstimate own, double times, double perCollection) {
    Long count = own.count();
    Double each = own.perCollection();
    return new EntityEstimate(
        count == null ? null : Math.round(count * times),
        each == null ? null : each * perCollection,
        own.bytes(),
        own.lifetime());
  }

  /**
   * Returns other traffic.
   *
   * @param times as many times the requests
   * @param keys as many times the partition key values
   */
  static Traffic traffic(Traffic own, double times, double keys) {
    Frequency frequency = own.frequency();
    Distribution distribution = own.distribution();
    return new Traffic(
        frequency == null ? null : new Frequency(frequency.times() * times, frequency.per()),
        distribution == null
            ? null
            : new Distribution(
                distribution.kind(),
                Math.max(1, Math.round(distribution.keys() * keys)),
                distribution.exponent()),
        own.day());
  }
}
