package dev.monotable.design.outlook;

import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.Workload;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.EntityMatch;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.design.scenario.Scenario.Tenant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A design of which one tenant is larger: that of the other tenants, and that of the large one, in
 * whose keys a constant stands for the tenant. Their loads are added up.
 */
final class TenantLoad {
  /** The value of the variable in the keys of the large tenant. */
  static final String LARGE = "LARGE";

  private final Design design;
  private final Tenant tenant;

  TenantLoad(Design design, Tenant tenant) {
    this.design = design;
    this.tenant = tenant;
  }

  /** Returns the design of the other tenants. */
  Design rest() {
    double part = (tenant.of() - 1.0) / tenant.of();
    return ScaledDesign.with(
        design,
        entity ->
            hasVariable(entity)
                ? entity.withEstimate(ScaledDesign.estimate(entity.estimate(), part, 1))
                : entity,
        pattern ->
            isAffected(pattern)
                ? pattern.withTraffic(ScaledDesign.traffic(pattern.traffic(), part, 1))
                : pattern);
  }

  /** Returns the design of the large tenant: it stores what belongs to the tenant. */
  Design large() {
    List<DesignTable> tables = new ArrayList<>();
    for (DesignTable table : design.tables()) {
      tables.add(
          table.withEntities(table.entities().stream().map(each -> large(table, each)).toList()));
    }
    List<DeclaredPattern> patterns =
        design.patterns().stream().filter(this::isAffected).map(this::large).toList();
    return design.with(tables, patterns);
  }

  private double part() {
    return tenant.times() / tenant.of();
  }

  // ---- entities ----

  private boolean hasVariable(Entity entity) {
    return entity.keys().values().stream().anyMatch(this::hasVariable);
  }

  private boolean hasVariable(KeyTemplate key) {
    return key.fields().contains(tenant.variable());
  }

  private Entity large(DesignTable table, Entity entity) {
    EntityEstimate own = entity.estimate();
    if (!hasVariable(entity)) {
      return entity.withEstimate(
          new EntityEstimate(null, own.perCollection(), own.bytes(), own.lifetime()));
    }
    Map<String, KeyTemplate> keys = new LinkedHashMap<>();
    entity.keys().forEach((name, key) -> keys.put(name, large(key)));
    String partition = table.key().partition().get(0).name();
    // A collection of the tenant has more items; a key with another variable has more values.
    boolean whole =
        keys.getOrDefault(partition, KeyTemplate.ANY).isConstant()
            && hasVariable(entity.keys().getOrDefault(partition, KeyTemplate.ANY));
    return new Entity(
        entity.name(),
        entity.description(),
        keys,
        entity.attributes(),
        ScaledDesign.estimate(own, part(), whole ? tenant.times() : 1));
  }

  private KeyTemplate large(KeyTemplate key) {
    return hasVariable(key)
        ? KeyTemplate.parse(key.text().replace("{" + tenant.variable() + "}", LARGE))
        : key;
  }

  // ---- access patterns ----

  private boolean isAffected(DeclaredPattern pattern) {
    return pattern.requests().stream().anyMatch(this::isAffected);
  }

  private boolean isAffected(PatternRequest request) {
    Shape shape = request.shape();
    KeyConditionTemplate key = shape.key();
    boolean named =
        key != null
            && key.terms().stream()
                .flatMap(term -> term.values().stream())
                .anyMatch(this::hasVariable);
    return named || entities(shape).stream().anyMatch(this::hasVariable);
  }

  private List<Entity> entities(Shape shape) {
    DesignTable table = design.findTable(shape.table());
    return table == null ? List.of() : EntityMatch.of(table, shape);
  }

  private DeclaredPattern large(DeclaredPattern pattern) {
    List<PatternRequest> requests = new ArrayList<>();
    for (PatternRequest request : pattern.requests()) {
      Shape shape = request.shape();
      KeyConditionTemplate key = shape.key();
      List<Entity> entities = entities(shape);
      requests.add(
          key == null
              ? request
              : new PatternRequest(
                  shape.withKey(key.withValues((term, value) -> large(term, value, entities))),
                  request.times(),
                  request.items()));
    }
    Traffic traffic = ScaledDesign.traffic(pattern.traffic(), part(), part());
    return new DeclaredPattern(
        pattern.name() + " (" + tenant.name() + ")",
        pattern.description(),
        requests,
        traffic,
        pattern.budget());
  }

  /** Returns a value of the large tenant, even if a request names the variable otherwise. */
  private KeyTemplate large(TermTemplate term, KeyTemplate value, List<Entity> entities) {
    for (Entity entity : entities) {
      KeyTemplate key = entity.keys().get(term.attribute());
      if (key != null && hasVariable(key) && key.shape().equals(value.shape())) {
        return large(key);
      }
    }
    return large(value);
  }

  // ---- sums ----

  /** Returns the sum of two loads of the same tables. */
  static WorkloadEstimate sum(WorkloadEstimate rest, WorkloadEstimate large) {
    List<TableLoad> tables = new ArrayList<>();
    for (TableLoad table : rest.workload().tables()) {
      TableLoad other = large.workload().findTable(table.name());
      tables.add(other == null ? table : sum(table, other));
    }
    List<PatternLoad> patterns = new ArrayList<>(rest.workload().patterns());
    patterns.addAll(large.workload().patterns());
    List<RequestLoad> requests = new ArrayList<>(rest.requests());
    requests.addAll(large.requests());
    return new WorkloadEstimate(
        rest.tables(),
        new Workload(tables, patterns, rest.workload().curve()),
        requests,
        rest.notes());
  }

  private static TableLoad sum(TableLoad one, TableLoad other) {
    List<IndexLoad> indexes = new ArrayList<>();
    for (IndexLoad index : one.indexes()) {
      IndexLoad more = other.findIndex(index.name());
      indexes.add(
          more == null
              ? index
              : new IndexLoad(
                  index.name(),
                  index.local(),
                  index.entries() + more.entries(),
                  average(index.entries(), index.entryBytes(), more.entries(), more.entryBytes())));
    }
    return new TableLoad(
        one.name(),
        one.infrequentAccess(),
        one.items() + other.items(),
        average(one.items(), one.itemBytes(), other.items(), other.itemBytes()),
        indexes,
        one.provisioned(),
        one.features());
  }

  private static long average(long count, long bytes, long otherCount, long otherBytes) {
    long all = count + otherCount;
    return all == 0
        ? 0
        : Math.round(((double) count * bytes + (double) otherCount * otherBytes) / all);
  }
}
