package dev.monotable.design.recording;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the lines of tables that {@link RequestLines} writes. */
final class TableReader {
  private static final Set<String> MEMBERS =
      Set.of(
          "table",
          "partition",
          "sort",
          "indexes",
          "readUnits",
          "writeUnits",
          "timeToLive",
          "stream",
          "infrequentAccess",
          "pointInTimeRecovery",
          "regions");

  private static final Set<String> INDEX_MEMBERS =
      Set.of("name", "global", "partition", "sort", "projection", "attributes");

  private final IgnoredMembers ignored;

  TableReader(IgnoredMembers ignored) {
    this.ignored = ignored;
  }

  private void addIgnored(Mapping mapping, Set<String> known) {
    for (NamedValue member : mapping.members()) {
      if (!known.contains(member.name())) {
        ignored.add(member.name());
      }
    }
  }

  DesignTable table(Mapping line) {
    addIgnored(line, MEMBERS);
    List<DeclaredIndex> indexes = new ArrayList<>();
    for (FileValue each : elements(line, "indexes")) {
      Mapping index = FileValue.mapping(each, "an index");
      addIgnored(index, INDEX_MEMBERS);
      DeclaredProjection.Kind kind =
          MemberReader.constant(
              index.at(),
              DeclaredProjection.Kind.class,
              requireText(index, "projection"),
              "projection");
      indexes.add(
          new DeclaredIndex(
              requireText(index, "name"),
              flag(index, "global"),
              key(index),
              new DeclaredProjection(kind, texts(index, "attributes"))));
    }
    TableSettings.Provisioned provisioned =
        line.find("readUnits") == null && line.find("writeUnits") == null
            ? null
            : new TableSettings.Provisioned(
                (long) number(line, "readUnits"), (long) number(line, "writeUnits"));
    return new DesignTable(
        requireText(line, "table"),
        key(line),
        indexes,
        List.of(),
        new TableSettings(
            provisioned,
            text(line, "timeToLive"),
            text(line, "stream"),
            flag(line, "infrequentAccess"),
            flag(line, "pointInTimeRecovery"),
            (int) number(line, "regions")));
  }

  private static DeclaredKey key(Mapping line) {
    return new DeclaredKey(
        keyAttributes(line, texts(line, "partition")), keyAttributes(line, texts(line, "sort")));
  }

  private static List<DeclaredKeyAttribute> keyAttributes(
      Mapping line, List<String> namesAndTypes) {
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    for (int i = 0; i + 1 < namesAndTypes.size(); i += 2) {
      attributes.add(
          new DeclaredKeyAttribute(
              namesAndTypes.get(i),
              MemberReader.constant(
                  line.at(), AttributeType.class, namesAndTypes.get(i + 1), "type")));
    }
    return attributes;
  }

  // ---- members ----

  private static @Nullable String text(Mapping part, String name) {
    FileValue value = part.findPresent(name);
    return value == null ? null : FileValue.text(value, name);
  }

  private static String requireText(Mapping part, String name) {
    String text = text(part, name);
    if (text == null) {
      throw new InvalidContentException(part.at(), "the line needs " + name);
    }
    return text;
  }

  private static List<String> texts(Mapping part, String name) {
    List<String> texts = new ArrayList<>();
    for (FileValue each : elements(part, name)) {
      texts.add(FileValue.text(each, name));
    }
    return texts;
  }

  private static List<FileValue> elements(Mapping part, String name) {
    FileValue value = part.findPresent(name);
    return value == null ? List.of() : FileValue.elements(value, name);
  }

  private static boolean flag(Mapping part, String name) {
    return "true".equals(text(part, name));
  }

  private static double number(Mapping part, String name) {
    String text = text(part, name);
    double number = text == null ? 0 : Double.parseDouble(text);
    if (!Double.isFinite(number) || number < 0) {
      throw new InvalidContentException(part.at(), name + " is invalid: " + text);
    }
    return number;
  }
}
