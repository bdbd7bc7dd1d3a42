package dev.monotable.design.file;

import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.model.Traffic;
import dev.monotable.value.AttributeType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes designs as design files. {@link DesignFile} reads an equal design from the text. */
public final class DesignWriter {
  private static final int LINE_WIDTH = 120;

  private DesignWriter() {}

  /** Returns the text of a design file in YAML. */
  public static String yaml(Design design) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("design", design.name());
    put(file, "description", design.description());
    Map<String, Object> tables = new LinkedHashMap<>();
    design.tables().forEach(table -> tables.put(table.name(), table(table)));
    file.put("tables", tables);
    Map<String, Object> patterns = new LinkedHashMap<>();
    boolean oneTable = design.tables().size() == 1;
    design.patterns().forEach(each -> patterns.put(each.name(), pattern(each, oneTable)));
    putAll(file, "patterns", patterns);
    List<Object> accepted = new ArrayList<>();
    for (AcceptedFinding each : design.accepted()) {
      Map<String, Object> finding = new LinkedHashMap<>();
      finding.put("finding", each.finding());
      put(finding, "subject", each.subject());
      finding.put("reason", each.reason());
      accepted.add(finding);
    }
    if (!accepted.isEmpty()) {
      file.put("accepted", accepted);
    }
    Map<String, Object> scenarios = new LinkedHashMap<>();
    design.scenarios().forEach(each -> scenarios.put(each.name(), ScenarioReader.members(each)));
    putAll(file, "scenarios", scenarios);
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(LINE_WIDTH)
            .setDereferenceAliases(true)
            .build();
    return new Dump(settings).dumpToString(file);
  }

  // ---- tables ----

  private static Map<String, Object> table(DesignTable table) {
    Map<String, Object> members = new LinkedHashMap<>();
    putKey(members, table.key().partition(), "partitionKey");
    putKey(members, table.key().sort(), "sortKey");
    settings(members, table.settings());
    Map<String, Object> indexes = new LinkedHashMap<>();
    table.indexes().forEach(index -> indexes.put(index.name(), index(index)));
    putAll(members, "indexes", indexes);
    Map<String, Object> entities = new LinkedHashMap<>();
    table.entities().forEach(entity -> entities.put(entity.name(), entity(entity)));
    putAll(members, "entities", entities);
    return members;
  }

  private static void settings(Map<String, Object> members, TableSettings settings) {
    TableSettings.Provisioned provisioned = settings.provisioned();
    if (provisioned != null) {
      Map<String, Object> units = new LinkedHashMap<>();
      units.put("readUnits", provisioned.readUnits());
      units.put("writeUnits", provisioned.writeUnits());
      members.put("provisioned", units);
    }
    put(members, "timeToLive", settings.timeToLive());
    put(members, "stream", settings.streamView());
    flag(members, "infrequentAccess", settings.infrequentAccess());
    flag(members, "pointInTimeRecovery", settings.pointInTimeRecovery());
    if (settings.regions() != 1) {
      members.put("regions", settings.regions());
    }
  }

  private static Map<String, Object> index(DeclaredIndex index) {
    Map<String, Object> members = new LinkedHashMap<>();
    flag(members, "local", !index.global());
    putKey(members, index.key().partition(), "partitionKey");
    putKey(members, index.key().sort(), "sortKey");
    members.put(
        "projection",
        index.projection().kind() == DeclaredProjection.Kind.INCLUDE
            ? index.projection().attributes()
            : index.projection().kind().name());
    return members;
  }

  private static void putKey(
      Map<String, Object> members, List<DeclaredKeyAttribute> attributes, String name) {
    List<Object> written = new ArrayList<>();
    for (DeclaredKeyAttribute attribute : attributes) {
      written.add(
          attribute.type() == AttributeType.S
              ? attribute.name()
              : Map.of(attribute.name(), attribute.type().name()));
    }
    if (!written.isEmpty()) {
      members.put(name, written.size() == 1 ? written.get(0) : written);
    }
  }

  private static Map<String, Object> entity(Entity entity) {
    Map<String, Object> members = new LinkedHashMap<>();
    put(members, "description", entity.description());
    Map<String, Object> keys = new LinkedHashMap<>();
    entity.keys().forEach((name, template) -> keys.put(name, template.text()));
    members.put("keys", keys);
    Map<String, Object> attributes = new LinkedHashMap<>();
    entity.attributes().forEach((name, spec) -> attributes.put(name, attribute(spec)));
    putAll(members, "attributes", attributes);
    EntityEstimate estimate = entity.estimate();
    put(members, "count", estimate.count());
    put(members, "perCollection", number(estimate.perCollection()));
    put(members, "bytes", estimate.bytes());
    put(members, "lifetime", Objects.toString(estimate.lifetime(), null));
    return members;
  }

  private static Object attribute(AttributeSpec spec) {
    List<String> types = spec.types().stream().map(Enum::name).sorted().toList();
    Object type = types.size() == 1 ? types.get(0) : types;
    if (spec.required() && spec.constant() == null && spec.bytes() == null && !types.isEmpty()) {
      return type;
    }
    Map<String, Object> members = new LinkedHashMap<>();
    if (!types.isEmpty()) {
      members.put("type", type);
    }
    put(members, "value", spec.constant());
    if (!spec.required()) {
      members.put("required", false);
    }
    put(members, "bytes", spec.bytes());
    return members;
  }

  // ---- patterns ----

  private static Map<String, Object> pattern(DeclaredPattern pattern, boolean oneTable) {
    Map<String, Object> members = new LinkedHashMap<>();
    put(members, "description", pattern.description());
    String table = pattern.requests().get(0).shape().table();
    boolean once =
        pattern.requests().size() > 1
            && pattern.requests().stream().allMatch(each -> each.shape().table().equals(table));
    put(members, "table", once && !oneTable ? table : null);
    List<Object> requests = requests(pattern.requests(), once || oneTable);
    if (requests.size() == 1 && requests.get(0) instanceof Map<?, ?> only) {
      only.forEach((name, value) -> members.put((String) name, value));
    } else {
      members.put("requests", requests);
    }
    traffic(members, pattern.traffic());
    Map<String, Object> budget = budget(pattern.budget());
    putAll(members, "budget", budget);
    return members;
  }

  /** Returns the requests; those of the same batch or transaction in a row are its actions. */
  private static List<Object> requests(List<PatternRequest> requests, boolean oneTable) {
    List<Object> written = new ArrayList<>();
    int i = 0;
    while (i < requests.size()) {
      String operation = requests.get(i).shape().operation();
      int end = i + 1;
      while (requests.get(i).shape().hasParts()
          && end < requests.size()
          && requests.get(end).shape().operation().equals(operation)) {
        end++;
      }
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("operation", operation);
      if (end == i + 1) {
        request(members, requests.get(i), oneTable);
      } else {
        List<Object> actions = new ArrayList<>();
        for (PatternRequest each : requests.subList(i, end)) {
          Map<String, Object> action = new LinkedHashMap<>();
          request(action, each, oneTable);
          actions.add(action);
        }
        members.put("actions", actions);
      }
      written.add(members);
      i = end;
    }
    return written;
  }

  private static void request(
      Map<String, Object> members, PatternRequest request, boolean oneTable) {
    Shape shape = request.shape();
    if (PatternReader.findDefault(shape.operation()) != shape.action()) {
      members.put("action", shape.action().label());
    }
    put(members, "table", oneTable ? null : shape.table());
    put(members, "index", shape.index());
    put(members, "key", shape.key() == null ? null : NamedValues.ofKey(shape.key()));
    put(members, "filter", NamedValues.of(shape.expressions().filter()));
    put(members, "projection", shape.expressions().projection());
    put(members, "condition", NamedValues.of(shape.expressions().condition()));
    put(members, "update", NamedValues.of(shape.expressions().update()));
    flag(members, "consistent", shape.mode().consistent());
    flag(members, "descending", !shape.mode().forward());
    put(members, "limit", shape.mode().limit());
    flag(members, "countOnly", shape.mode().countOnly());
    if (request.times() != 1) {
      put(members, "times", number(request.times()));
    }
    put(members, "items", number(request.items()));
  }

  private static void traffic(Map<String, Object> members, Traffic traffic) {
    put(members, "frequency", Objects.toString(traffic.frequency(), null));
    Distribution distribution = traffic.distribution();
    if (distribution != null) {
      members.put(
          "distribution",
          (distribution.kind() == Distribution.Kind.UNIFORM
                  ? "uniform"
                  : "zipf(" + number(distribution.exponent()) + ")")
              + " over "
              + distribution.keys());
    }
    if (!traffic.day().isEmpty()) {
      members.put("day", traffic.day().stream().map(DesignWriter::number).toList());
    }
  }

  private static Map<String, Object> budget(Budget budget) {
    Map<String, Object> members = new LinkedHashMap<>();
    put(members, "maxReadUnits", number(budget.maxReadUnits()));
    put(members, "maxWriteUnits", number(budget.maxWriteUnits()));
    put(members, "maxRequests", budget.maxRequests());
    put(members, "maxDiscarded", number(budget.maxDiscarded()));
    flag(members, "noScan", budget.noScan());
    return members;
  }

  // ---- members ----

  private static void put(Map<String, Object> members, String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value);
    }
  }

  private static void putAll(Map<String, Object> members, String name, Map<String, Object> value) {
    if (!value.isEmpty()) {
      members.put(name, value);
    }
  }

  private static void flag(Map<String, Object> members, String name, boolean value) {
    if (value) {
      members.put(name, true);
    }
  }

  /** Returns a number without a fraction if it has none. */
  static @Nullable Object number(@Nullable Double value) {
    if (value == null) {
      return null;
    }
    double number = value;
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? (Object) (long) number
        : BigDecimal.valueOf(number);
  }
}
