package dev.monotable.design.outlook;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The traffic of one design, carried over to another one by the names of its parts. */
final class CommonTraffic {
  private final Design source;
  private final Design other;
  private final List<String> notes = new ArrayList<>();

  /**
   * Compares the names of two designs.
   *
   * @param source whose entities have sizes
   */
  CommonTraffic(Design source, Design other) {
    this.source = source;
    this.other = other;
    List<String> patterns = source.patterns().stream().map(DeclaredPattern::name).toList();
    List<String> others = other.patterns().stream().map(DeclaredPattern::name).toList();
    addMissing("the access pattern", "the access patterns", patterns, others);
    addMissing("the entity", "the entities", entities(source), entities(other));
  }

  /** Returns what has no counterpart, and what differs, one sentence each. */
  List<String> notes() {
    return notes;
  }

  private void addMissing(
      String one, String several, Collection<String> here, Collection<String> there) {
    addMissing(one, several, "this design", here, there);
    addMissing(one, several, "the other design", there, here);
  }

  private void addMissing(
      String one, String several, String who, Collection<String> these, Collection<String> those) {
    List<String> missing =
        these.stream().filter(name -> !those.contains(name)).map(name -> "“" + name + "”").toList();
    if (!missing.isEmpty()) {
      String what = missing.size() == 1 ? one : several;
      notes.add(fill("Left out: {} {}, which only {} has.", what, String.join(", ", missing), who));
    }
  }

  private static Set<String> entities(Design design) {
    Set<String> names = new LinkedHashSet<>();
    design.tables().forEach(table -> table.entities().forEach(each -> names.add(each.name())));
    return names;
  }

  // ---- the designs ----

  /** Returns the first design with the patterns that both have. */
  Design ofSource() {
    return source.with(
        source.tables(), source.patterns().stream().filter(each -> has(other, each)).toList());
  }

  private static boolean has(Design design, DeclaredPattern pattern) {
    return design.findPattern(pattern.name()) != null;
  }

  /** Returns the other design with the patterns that both have, and the traffic of the first. */
  Design ofOther() {
    List<DesignTable> tables = new ArrayList<>();
    for (DesignTable table : other.tables()) {
      tables.add(
          table.withEntities(table.entities().stream().map(each -> entity(table, each)).toList()));
    }
    List<DeclaredPattern> patterns = new ArrayList<>();
    for (DeclaredPattern pattern : source.patterns()) {
      DeclaredPattern own = other.findPattern(pattern.name());
      if (own != null) {
        patterns.add(pattern(pattern, own));
      }
    }
    return other.with(tables, patterns);
  }

  /** Returns a design that stores only what both have: the number of other items is unknown. */
  Design storing(Design design) {
    Set<String> common = entities(source);
    common.retainAll(entities(other));
    List<DesignTable> tables = new ArrayList<>();
    for (DesignTable table : design.tables()) {
      tables.add(
          table.withEntities(
              table.entities().stream()
                  .map(
                      each ->
                          common.contains(each.name())
                              ? each
                              : each.withEstimate(
                                  new EntityEstimate(
                                      null,
                                      each.estimate().perCollection(),
                                      each.estimate().bytes(),
                                      each.estimate().lifetime())))
                  .toList()));
    }
    return design.with(tables, design.patterns());
  }

  // ---- entities ----

  private Entity entity(DesignTable table, Entity entity) {
    Entity counterpart = null;
    DesignTable from = null;
    for (DesignTable each : source.tables()) {
      for (Entity candidate : each.entities()) {
        if (candidate.name().equals(entity.name())
            && (counterpart == null || each.name().equals(table.name()))) {
          counterpart = candidate;
          from = each;
        }
      }
    }
    if (counterpart == null || from == null) {
      return entity;
    }
    EntityEstimate known = counterpart.estimate();
    EntityEstimate own = entity.estimate();
    boolean same = variables(from, counterpart).equals(variables(table, entity));
    return entity.withEstimate(
        new EntityEstimate(
            known.count() == null ? own.count() : known.count(),
            same && known.perCollection() != null ? known.perCollection() : own.perCollection(),
            own.bytes() == null ? known.bytes() : own.bytes(),
            own.lifetime() == null ? known.lifetime() : own.lifetime()));
  }

  /** Returns the variables of the partition key of an entity in its table. */
  private static Set<String> variables(DesignTable table, Entity entity) {
    String partition = table.key().partition().get(0).name();
    return entity.keys().getOrDefault(partition, KeyTemplate.ANY).fields();
  }

  // ---- patterns ----

  private DeclaredPattern pattern(DeclaredPattern pattern, DeclaredPattern own) {
    Set<String> here = variables(source, pattern);
    Set<String> there = variables(other, own);
    Distribution distribution = own.traffic().distribution();
    if (here.equals(there)) {
      distribution = pattern.traffic().distribution();
    } else {
      notes.add(
          fill(
              "The partition keys of “{}” have other variables ({} in this design, {} in the other"
                  + " one), so each design spreads its requests as it declares.",
              pattern.name(),
              words(here),
              words(there)));
    }
    Traffic traffic = pattern.traffic();
    return new DeclaredPattern(
        own.name(),
        own.description(),
        requests(pattern.requests(), own.requests()),
        new Traffic(traffic.frequency(), distribution, traffic.day()),
        own.budget());
  }

  private static String words(Set<String> variables) {
    return variables.isEmpty() ? "none" : String.join(" and ", variables);
  }

  /** Returns requests that return as many items, if both patterns have one request that reads. */
  private static List<PatternRequest> requests(
      List<PatternRequest> requests, List<PatternRequest> own) {
    PatternRequest here = onlyRead(requests);
    PatternRequest there = onlyRead(own);
    if (here == null || there == null || there.items() != null) {
      return own;
    }
    List<PatternRequest> changed = new ArrayList<>(own);
    changed.replaceAll(
        each ->
            each == there ? new PatternRequest(each.shape(), each.times(), here.items()) : each);
    return changed;
  }

  private static @Nullable PatternRequest onlyRead(List<PatternRequest> requests) {
    List<PatternRequest> reads =
        requests.stream().filter(each -> each.shape().action().isRead()).toList();
    return reads.size() == 1 ? reads.get(0) : null;
  }

  /** Returns the variables of the partition keys that the requests of a pattern name. */
  static Set<String> variables(Design design, DeclaredPattern pattern) {
    Set<String> variables = new LinkedHashSet<>();
    for (PatternRequest request : pattern.requests()) {
      Shape shape = request.shape();
      DesignTable table = design.findTable(shape.table());
      var key = table == null ? null : table.findKey(shape.index());
      if (key != null && shape.key() != null) {
        TermTemplate term = shape.key().find(key.partition().get(0).name());
        if (term != null) {
          variables.addAll(term.values().get(0).fields());
        }
      }
    }
    return variables;
  }
}
