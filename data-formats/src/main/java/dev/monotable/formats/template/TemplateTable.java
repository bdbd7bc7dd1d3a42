package dev.monotable.formats.template;

import dev.monotable.formats.resource.ReplicaMembers;
import dev.monotable.formats.resource.TableItem;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of a template, to which other resources add replicas and items. */
final class TemplateTable {
  private final TableRequest table;
  private final ReplicaMembers replicas = new ReplicaMembers();
  private final List<TableItem> items = new ArrayList<>();

  TemplateTable(TableRequest table) {
    this.table = table;
  }

  /** Returns the name of the table, which may be known only after a deployment. */
  FileValue name() {
    FileValue name = table.members().find("TableName");
    return name == null ? new FileValue.Absent(table.members().at()) : name;
  }

  /** Adds a replica in another Region. */
  void addReplica(FilePosition at, FileValue region) {
    replicas.add(new MappingBuilder(at).add("RegionName", at, region).build());
  }

  void addItem(TableItem item) {
    items.add(item);
  }

  /**
   * Returns the table with what was added to it.
   *
   * @param others notices that are about no table
   */
  TableRequest build(List<Notice> others) {
    List<Notice> notices = new ArrayList<>(table.notices());
    notices.addAll(others);
    MappingBuilder added = new MappingBuilder(table.members().at());
    replicas.addTo(added, table.members().at(), null);
    Mapping more = added.build();
    MappingBuilder members = new MappingBuilder(table.members().at());
    for (NamedValue member : table.members().members()) {
      members.add(member.name(), member.at(), joined(member.value(), more.find(member.name())));
    }
    for (NamedValue member : more.members()) {
      if (table.members().find(member.name()) == null) {
        members.add(member.name(), member.at(), member.value());
      }
    }
    return new TableRequest(members.build(), items, notices);
  }

  /** Returns the elements of both lists. */
  private static FileValue joined(FileValue value, @Nullable FileValue more) {
    if (!(value instanceof Sequence first) || !(more instanceof Sequence second)) {
      return value;
    }
    List<FileValue> elements = new ArrayList<>(first.elements());
    elements.addAll(second.elements());
    return new Sequence(first.at(), elements);
  }
}
