package dev.monotable.engine.operation;

import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the tables that a request names, by name or by ARN, for any operation. */
public final class RequestTables {
  private static final String IN_ARN = ":table/";

  private final Set<String> names = new LinkedHashSet<>();

  private RequestTables() {}

  /** Returns the names of the tables in the order of the request. */
  public static Set<String> of(Record request) {
    RequestTables tables = new RequestTables();
    if (request instanceof Structure structure) {
      tables.add(structure.schema(), structure);
    }
    return tables.names;
  }

  /** Returns the name of the first table; null if the request names no table. */
  static @Nullable String first(Record request) {
    Set<String> names = of(request);
    return names.isEmpty() ? null : names.iterator().next();
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private <T extends Record> void add(StructureSchema<T> schema, Structure structure) {
    T members = (T) structure;
    for (int i = 0; i < schema.memberCount(); i++) {
      Object value = schema.value(members, i);
      if (value != null) {
        add(schema.member(i).wireName(), value);
      }
    }
  }

  private void add(String member, Object value) {
    if (value instanceof String text) {
      switch (member) {
        case "TableName", "GlobalTableName", "SourceTableName", "TargetTableName" ->
            names.add(TableNames.nameOf(text));
        case "ResourceArn",
            "StreamArn",
            "TableArn",
            "SourceTableArn",
            "BackupArn",
            "ShardIterator" -> {
          if (text.contains(IN_ARN)) {
            names.add(TableNames.nameOf(text));
          }
        }
        default -> {}
      }
    } else if (member.equals("RequestItems") && value instanceof Map<?, ?> tables) {
      for (Object name : tables.keySet()) {
        names.add(TableNames.nameOf((String) name));
      }
    } else if (value instanceof Structure part) {
      add(part.schema(), part);
    } else if (value instanceof Collection<?> parts) {
      for (Object part : parts) {
        if (part instanceof Structure structure) {
          add(structure.schema(), structure);
        }
      }
    }
  }
}
