package dev.monotable.design.file;

import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.scenario.Scenario;
import dev.monotable.text.DurationText;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a design file. A member that it does not know is an error. */
final class DesignReader {
  private static final Set<String> STREAM_VIEWS =
      Set.of("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES");

  private final FileValue root;

  DesignReader(FileValue root) {
    this.root = root;
  }

  Design design() {
    Section file = Section.of(root, "a design file");
    // Editors find the schema by it.
    file.findText("$schema");
    String name = file.requireText("design");
    String description = file.findText("description");
    file.require("tables");
    List<DesignTable> tables = file.members("tables", DesignReader::table);
    if (tables.isEmpty()) {
      throw new InvalidContentException(file.at(), "a design must have a table");
    }
    List<DeclaredPattern> patterns = file.members("patterns", new PatternReader(tables)::pattern);
    List<AcceptedFinding> accepted = file.elements("accepted", DesignReader::accepted);
    List<Scenario> scenarios = new ScenarioReader(tables, patterns).scenarios(file);
    file.end();
    return new Design(name, description, tables, patterns, accepted, scenarios);
  }

  private static AcceptedFinding accepted(FileValue value) {
    Section section = Section.of(value, "an accepted finding");
    String finding = section.requireText("finding");
    String subject = section.findText("subject");
    String reason = section.requireText("reason");
    section.end();
    return Section.at(value.at(), () -> new AcceptedFinding(finding, subject, reason));
  }

  // ---- tables ----

  private static DesignTable table(NamedValue named) {
    Section section = Section.of(named.value(), "table '" + named.name() + "'");
    DeclaredKey key = key(section, null);
    List<DeclaredIndex> indexes = section.members("indexes", index -> index(index, key));
    TableSettings settings = settings(section);
    DesignTable table = new DesignTable(named.name(), key, indexes, List.of(), settings);
    List<Entity> entities = section.members("entities", entity -> entity(entity, table));
    section.end();
    return table.withEntities(entities);
  }

  private static DeclaredIndex index(NamedValue named, DeclaredKey tableKey) {
    Section section = Section.of(named.value(), "index '" + named.name() + "'");
    boolean local = section.truth("local", false);
    DeclaredKey key = key(section, local ? tableKey : null);
    DeclaredProjection projection = projection(section);
    section.end();
    return new DeclaredIndex(named.name(), !local, key, projection);
  }

  /** Reads a key; that of a local index has the table's partition key. */
  private static DeclaredKey key(Section section, @Nullable DeclaredKey tableKey) {
    List<DeclaredKeyAttribute> partition =
        tableKey != null && !section.has("partitionKey")
            ? tableKey.partition()
            : keyAttributes(section.require("partitionKey"), "partitionKey");
    FileValue sort = section.find("sortKey");
    return Section.at(
        section.at(),
        () ->
            new DeclaredKey(partition, sort == null ? List.of() : keyAttributes(sort, "sortKey")));
  }

  /** Reads names of attributes: {@code PK}, {@code {created: N}}, or a list of these. */
  private static List<DeclaredKeyAttribute> keyAttributes(FileValue value, String what) {
    List<FileValue> each =
        value instanceof FileValue.Sequence ? FileValue.elements(value, what) : List.of(value);
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    for (FileValue attribute : each) {
      if (attribute instanceof Scalar scalar) {
        attributes.add(DeclaredKeyAttribute.string(scalar.text()));
        continue;
      }
      for (NamedValue typed : FileValue.mapping(attribute, what).members()) {
        AttributeType type = Section.parse(typed.value(), typed.name(), DesignReader::type);
        attributes.add(
            Section.at(typed.value().at(), () -> new DeclaredKeyAttribute(typed.name(), type)));
      }
    }
    return attributes;
  }

  private static DeclaredProjection projection(Section section) {
    FileValue value = section.find("projection");
    if (value == null) {
      return DeclaredProjection.ALL;
    }
    if (value instanceof Scalar scalar) {
      return switch (scalar.text()) {
        case "ALL" -> DeclaredProjection.ALL;
        case "KEYS_ONLY" -> DeclaredProjection.KEYS_ONLY;
        default ->
            throw new InvalidContentException(
                value.at(),
                "projection must be ALL, KEYS_ONLY or a list of attributes, not "
                    + value.describe());
      };
    }
    List<String> names = section.names("projection");
    return Section.at(
        value.at(), () -> new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, names));
  }

  private static TableSettings settings(Section section) {
    TableSettings.Provisioned provisioned = null;
    FileValue capacity = section.find("provisioned");
    if (capacity != null) {
      Section units = Section.of(capacity, "provisioned");
      units.require("readUnits");
      units.require("writeUnits");
      Long reads = units.findLong("readUnits");
      Long writes = units.findLong("writeUnits");
      units.end();
      provisioned =
          new TableSettings.Provisioned(reads == null ? 0 : reads, writes == null ? 0 : writes);
    }
    String stream = section.findText("stream");
    if (stream != null && !STREAM_VIEWS.contains(stream)) {
      throw new InvalidContentException(
          section.require("stream").at(),
          "stream must be one of KEYS_ONLY, NEW_IMAGE, OLD_IMAGE and NEW_AND_OLD_IMAGES");
    }
    Integer regions = section.findWhole("regions");
    if (regions != null && regions < 1) {
      throw new InvalidContentException(
          section.require("regions").at(), "regions must be at least 1");
    }
    return new TableSettings(
        provisioned,
        section.findText("timeToLive"),
        stream,
        section.truth("infrequentAccess", false),
        section.truth("pointInTimeRecovery", false),
        regions == null ? 1 : regions);
  }

  // ---- entities ----

  private static Entity entity(NamedValue named, DesignTable table) {
    String what = "entity '" + named.name() + "'";
    Section section = Section.of(named.value(), what);
    Map<String, KeyTemplate> keys = new LinkedHashMap<>();
    Set<String> names = table.keyAttributes();
    section.require("keys");
    for (NamedValue key : section.members("keys")) {
      if (!names.contains(key.name())) {
        throw new InvalidContentException(
            key.at(),
            "'"
                + key.name()
                + "' is not a key attribute of table '"
                + table.name()
                + "' or its indexes");
      }
      if (key.value() instanceof Mapping) {
        throw new InvalidContentException(
            key.value().at(), "a key template that begins with a brace needs quotes");
      }
      keys.put(key.name(), Section.parse(key.value(), key.name(), KeyTemplate::parse));
    }
    for (String name : table.key().names()) {
      if (!keys.containsKey(name)) {
        throw new InvalidContentException(
            section.at(), what + " needs a template of the key attribute " + name);
      }
    }
    Map<String, AttributeSpec> attributes = new LinkedHashMap<>();
    for (NamedValue attribute : section.members("attributes")) {
      attributes.put(attribute.name(), attribute(attribute));
    }
    String description = section.findText("description");
    EntityEstimate estimate =
        new EntityEstimate(
            section.findLong("count"),
            section.findNumber("perCollection"),
            section.findWhole("bytes"),
            section.find("lifetime", text -> duration("lifetime", text)));
    section.end();
    return new Entity(named.name(), description, keys, attributes, estimate);
  }

  /** Reads an attribute: {@code S}, a list of types, or a mapping. */
  private static AttributeSpec attribute(NamedValue named) {
    FileValue value = named.value();
    if (!(value instanceof Mapping)) {
      return new AttributeSpec(types(value), true, null, null);
    }
    Section section = Section.of(value, "attribute '" + named.name() + "'");
    FileValue types = section.find("type");
    String constant = section.findText("value");
    boolean required = section.truth("required", true);
    Integer bytes = section.findWhole("bytes");
    section.end();
    return new AttributeSpec(types == null ? Set.of() : types(types), required, constant, bytes);
  }

  private static Set<AttributeType> types(FileValue value) {
    if (value instanceof Scalar) {
      return Set.of(Section.parse(value, "a type", DesignReader::type));
    }
    Set<AttributeType> types = EnumSet.noneOf(AttributeType.class);
    for (FileValue each : FileValue.elements(value, "a type")) {
      types.add(Section.parse(each, "a type", DesignReader::type));
    }
    return types;
  }

  private static AttributeType type(String text) {
    for (AttributeType type : AttributeType.values()) {
      if (type.name().equals(text)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a type; the types are S, N, B, SS, NS, BS, BOOL, NULL, L and M");
  }

  static Duration duration(String name, String text) {
    Duration duration = DurationText.find(text);
    if (duration == null || duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(
          name + " must be " + DurationText.WANTED + ", not '" + text + "'");
    }
    return duration;
  }
}
