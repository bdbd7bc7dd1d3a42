package dev.monotable.design.recording;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.recording.MemberReader.Form;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;

/** Makes a table of its line in a recording. */
final class TableReader {
  private static final Form INDEX =
      new Form("an index")
          .with(MemberReader::text, "name", "projection")
          .with(MemberReader::flag, "global")
          .with(MemberReader::names, "partition", "sort", "attributes");

  static final Form TABLE =
      new Form("a line")
          .with(MemberReader::text, "table", "database", "timeToLive", "stream")
          .with(MemberReader::number, "readUnits", "writeUnits", "regions")
          .with(MemberReader::flag, "infrequentAccess", "pointInTimeRecovery", "itemsMissing")
          .with(MemberReader::items, "items")
          .with(MemberReader::names, "partition", "sort")
          .with(reader -> reader.objects(INDEX, TableReader::index), "indexes");

  private TableReader() {}

  static RecordedTable table(RecordedMembers line) {
    return new RecordedTable(
        line.findText("database"),
        description(line),
        line.has("items") ? line.list("items") : null,
        line.flag("itemsMissing"));
  }

  private static DesignTable description(RecordedMembers line) {
    TableSettings.Provisioned provisioned =
        line.has("readUnits") || line.has("writeUnits")
            ? new TableSettings.Provisioned(
                (long) line.number("readUnits"), (long) line.number("writeUnits"))
            : null;
    return new DesignTable(
        line.text("table"),
        key(line),
        line.list("indexes"),
        List.of(),
        new TableSettings(
            provisioned,
            line.findText("timeToLive"),
            line.findText("stream"),
            line.flag("infrequentAccess"),
            line.flag("pointInTimeRecovery"),
            Math.max(1, (int) line.number("regions"))));
  }

  private static DeclaredIndex index(RecordedMembers index) {
    DeclaredProjection.Kind kind = index.constant(DeclaredProjection.Kind.class, "projection");
    return new DeclaredIndex(
        index.text("name"),
        index.flag("global"),
        key(index),
        new DeclaredProjection(kind, index.list("attributes")));
  }

  private static DeclaredKey key(RecordedMembers of) {
    return new DeclaredKey(attributes(of, "partition"), attributes(of, "sort"));
  }

  private static List<DeclaredKeyAttribute> attributes(RecordedMembers of, String part) {
    List<String> namesAndTypes = of.list(part);
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    for (int i = 0; i + 1 < namesAndTypes.size(); i += 2) {
      AttributeType type = of.constant(AttributeType.class, "type", namesAndTypes.get(i + 1));
      attributes.add(new DeclaredKeyAttribute(namesAndTypes.get(i), type));
    }
    return attributes;
  }
}
