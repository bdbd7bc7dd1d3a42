package dev.monotable.design.recording;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of tables that {@link RequestLines} writes. Unknown members are ignored. */
final class TableReader {
  private TableReader() {}

  static DesignTable table(Mapping line) {
    List<DeclaredIndex> indexes = new ArrayList<>();
    for (FileValue each : elements(line, "indexes")) {
      Mapping index = FileValue.mapping(each, "an index");
      DeclaredProjection.Kind kind =
          DeclaredProjection.Kind.valueOf(requireText(index, "projection"));
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
        keyAttributes(texts(line, "partition")), keyAttributes(texts(line, "sort")));
  }

  private static List<DeclaredKeyAttribute> keyAttributes(List<String> namesAndTypes) {
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    for (int i = 0; i + 1 < namesAndTypes.size(); i += 2) {
      attributes.add(
          new DeclaredKeyAttribute(
              namesAndTypes.get(i), AttributeType.valueOf(namesAndTypes.get(i + 1))));
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
