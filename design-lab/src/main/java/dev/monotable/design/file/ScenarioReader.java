package dev.monotable.design.file;

import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.scenario.Scenario;
import dev.monotable.design.scenario.Scenario.BulkLoad;
import dev.monotable.design.scenario.Scenario.Growth;
import dev.monotable.design.scenario.Scenario.Launch;
import dev.monotable.design.scenario.Scenario.Tenant;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the scenarios of a design file, and writes them. */
final class ScenarioReader {
  /** Each scenario is a forecast of its own, and one of growth a forecast for each year. */
  private static final int MOST = 20;

  private static final int MOST_YEARS = 30;

  private static final String BATCH = BulkLoad.operation(false);
  private static final String BULK_PUT = BulkLoad.operation(true);
  private static final List<String> KINDS = List.of("tenant", "launch", "bulkLoad", "growth");

  private final List<DesignTable> tables;
  private final List<DeclaredPattern> patterns;

  ScenarioReader(List<DesignTable> tables, List<DeclaredPattern> patterns) {
    this.tables = tables;
    this.patterns = patterns;
  }

  List<Scenario> scenarios(Section file) {
    List<Scenario> scenarios = file.members("scenarios", this::scenario);
    if (scenarios.size() > MOST) {
      throw new InvalidContentException(
          file.require("scenarios").at(), "a design has at most " + MOST + " scenarios");
    }
    int years = 0;
    for (Scenario scenario : scenarios) {
      years += scenario instanceof Growth growth ? growth.years() : 0;
    }
    if (years > MOST_YEARS) {
      throw new InvalidContentException(
          file.require("scenarios").at(),
          "the scenarios of a design have at most " + MOST_YEARS + " years of growth");
    }
    return scenarios;
  }

  private Scenario scenario(NamedValue named) {
    String what = "scenario '" + named.name() + "'";
    Section section = Section.of(named.value(), what);
    List<String> kinds = KINDS.stream().filter(section::has).toList();
    section.end();
    if (kinds.size() != 1) {
      throw new InvalidContentException(
          section.at(), what + " needs one of tenant, launch, bulkLoad and growth");
    }
    String kind = kinds.get(0);
    Section members = Section.of(section.require(kind), kind);
    Scenario scenario =
        switch (kind) {
          case "tenant" -> tenant(named.name(), members);
          case "launch" -> launch(named.name(), members);
          case "bulkLoad" -> bulkLoad(named.name(), members);
          default -> growth(named.name(), members);
        };
    members.end();
    return scenario;
  }

  private Tenant tenant(String name, Section members) {
    String variable = members.requireText("variable");
    if (!hasVariable(variable)) {
      throw new InvalidContentException(
          members.require("variable").at(), "no key of an entity has {" + variable + "}");
    }
    double times = Section.number(members.require("times"), "times");
    Long of = members.findLong("of");
    members.require("of");
    return Section.at(members.at(), () -> new Tenant(name, variable, times, of == null ? 0 : of));
  }

  private boolean hasVariable(String variable) {
    return tables.stream()
        .flatMap(table -> table.entities().stream())
        .flatMap(entity -> entity.keys().values().stream())
        .anyMatch(key -> key.fields().contains(variable));
  }

  private Launch launch(String name, Section members) {
    double times = Section.number(members.require("times"), "times");
    Integer hours = members.findWhole("hours");
    members.require("hours");
    String pattern = members.findText("pattern");
    if (pattern != null && patterns.stream().noneMatch(each -> each.name().equals(pattern))) {
      throw new InvalidContentException(
          members.require("pattern").at(), "there is no access pattern '" + pattern + "'");
    }
    return Section.at(
        members.at(), () -> new Launch(name, times, hours == null ? 0 : hours, pattern));
  }

  private BulkLoad bulkLoad(String name, Section members) {
    FileValue value = members.require("entity");
    String entity = FileValue.text(value, "entity");
    String table = members.findText("table");
    List<DesignTable> having = new ArrayList<>();
    for (DesignTable each : tables) {
      if ((table == null || each.name().equals(table))
          && each.entities().stream().map(Entity::name).anyMatch(entity::equals)) {
        having.add(each);
      }
    }
    if (having.size() != 1) {
      throw new InvalidContentException(
          value.at(),
          having.isEmpty()
              ? "there is no entity '" + entity + "'" + (table == null ? "" : " in " + table)
              : "bulkLoad needs table, because several have an entity '" + entity + "'");
    }
    Long items = members.findLong("items");
    members.require("items");
    Duration duration =
        Section.parse(
            members.require("duration"),
            "duration",
            text -> DesignReader.duration("duration", text));
    String by = members.findText("by");
    if (by != null && !by.equals(BATCH) && !by.equals(BULK_PUT)) {
      throw new InvalidContentException(
          members.require("by").at(), "by must be " + BATCH + " or " + BULK_PUT);
    }
    boolean bulkPut = BULK_PUT.equals(by);
    return Section.at(
        members.at(),
        () ->
            new BulkLoad(
                name, having.get(0).name(), entity, items == null ? 0 : items, duration, bulkPut));
  }

  private static Growth growth(String name, Section members) {
    double times = Section.number(members.require("times"), "times");
    Integer years = members.findWhole("years");
    return Section.at(members.at(), () -> new Growth(name, times, years == null ? 3 : years));
  }

  // ---- writing ----

  /** Returns the members of a scenario as this reader reads them. */
  static Map<String, Object> members(Scenario scenario) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (scenario instanceof Tenant tenant) {
      members.put("variable", tenant.variable());
      members.put("times", number(tenant.times()));
      members.put("of", tenant.of());
      return Map.of("tenant", members);
    }
    if (scenario instanceof Launch launch) {
      members.put("times", number(launch.times()));
      members.put("hours", launch.hours());
      if (launch.pattern() != null) {
        members.put("pattern", launch.pattern());
      }
      return Map.of("launch", members);
    }
    if (scenario instanceof BulkLoad load) {
      members.put("table", load.table());
      members.put("entity", load.entity());
      members.put("items", load.items());
      members.put("duration", load.duration().toString());
      members.put("by", load.operation());
      return Map.of("bulkLoad", members);
    }
    Growth growth = (Growth) scenario;
    members.put("times", number(growth.times()));
    members.put("years", growth.years());
    return Map.of("growth", members);
  }

  private static Object number(double value) {
    return Objects.requireNonNull(DesignWriter.number(value));
  }
}
