package dev.monotable.access.request;

import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request on items that policies are asked for: one for a single item or page, one
 * for each table of a batch, one for each action of a transaction, one for each statement.
 */
final class RequestParts {
  /** The member of what a failed condition returns, and its value for the item. */
  static final String ON_FAILURE = "ReturnValuesOnConditionCheckFailure";

  static final String ALL_OLD = "ALL_OLD";

  private static final String IN_ARN = ":table/";

  private RequestParts() {}

  /**
   * A part.
   *
   * @param position its position in the request; statements that are invalid have one, but no part
   * @param action the IAM action without {@code dynamodb:}
   * @param table the name of the table
   * @param index the name of the index; null for the table
   * @param sources the structures with its keys, items and expressions
   * @param statement null unless it is a statement
   */
  record Part(
      int position,
      String action,
      String table,
      @Nullable String index,
      List<Object> sources,
      @Nullable StatementAccess statement) {
    Part {
      sources = List.copyOf(sources);
    }

    /** Returns whether the part returns its item if its condition fails. */
    boolean returnsOnFailure() {
      return !sources.isEmpty() && ALL_OLD.equals(Members.text(sources.get(0), ON_FAILURE));
    }

    /** Returns the attributes that the part accesses. */
    List<String> attributes() {
      AccessedAttributes attributes = new AccessedAttributes();
      for (Object source : sources) {
        attributes.addRequest(source);
      }
      if (statement != null) {
        statement.addTo(attributes);
      }
      return attributes.names();
    }
  }

  /** Returns the parts of a request, in its order. */
  static List<Part> of(OperationSchema<?, ?> operation, Record input) {
    List<Part> parts = new ArrayList<>(1);
    String table = Members.text(input, "TableName");
    if (Members.find(input, "RequestItems") instanceof Map<?, ?> tables) {
      for (Map.Entry<?, ?> entry : tables.entrySet()) {
        parts.add(
            new Part(
                parts.size(),
                operation.name(),
                nameOf(String.valueOf(entry.getKey())),
                null,
                sources(entry.getValue()),
                null));
      }
    } else if (Members.find(input, "TransactItems") instanceof List<?> actions) {
      for (Object action : actions) {
        addAction(action, parts);
      }
    } else if (statements(input) instanceof List<?> statements) {
      for (int i = 0; i < statements.size(); i++) {
        addStatement(i, statements.get(i), parts);
      }
    } else if (table != null) {
      parts.add(
          new Part(
              0,
              operation.name(),
              nameOf(table),
              Members.text(input, "IndexName"),
              List.of(input),
              null));
    }
    return parts;
  }

  private static @Nullable Object statements(Record input) {
    if (Members.text(input, "Statement") != null) {
      return List.of(input);
    }
    Object batch = Members.find(input, "Statements");
    return batch != null ? batch : Members.find(input, "TransactStatements");
  }

  private static void addStatement(int position, Object request, List<Part> parts) {
    String text = Members.text(request, "Statement");
    StatementAccess access = text == null ? null : StatementAccess.of(text);
    if (access != null) {
      parts.add(
          new Part(
              position,
              access.action(),
              nameOf(access.table()),
              access.index(),
              List.of(request),
              access));
    }
  }

  /** Adds an action of a transaction, whose member is the name of its IAM action without Item. */
  private static void addAction(Object action, List<Part> parts) {
    for (String kind : List.of("Get", "Put", "Update", "Delete", "ConditionCheck")) {
      Object part = Members.find(action, kind);
      String table = Members.text(part, "TableName");
      if (part != null && table != null) {
        parts.add(new Part(parts.size(), kind + "Item", nameOf(table), null, List.of(part), null));
        return;
      }
    }
  }

  /** Returns the structures with keys and items of one table of a batch. */
  private static List<Object> sources(@Nullable Object value) {
    List<Object> sources = new ArrayList<>();
    if (value instanceof Structure keys) {
      sources.add(keys);
    } else if (value instanceof List<?> writes) {
      for (Object write : writes) {
        for (String kind : List.of("PutRequest", "DeleteRequest")) {
          Object source = Members.find(write, kind);
          if (source != null) {
            sources.add(source);
          }
        }
      }
    }
    return sources;
  }

  /** Returns the name of a table that is given by its name or its ARN. */
  static String nameOf(String nameOrArn) {
    int at = nameOrArn.startsWith("arn:") ? nameOrArn.indexOf(IN_ARN) : -1;
    if (at < 0) {
      return nameOrArn;
    }
    int from = at + IN_ARN.length();
    int to = nameOrArn.indexOf('/', from);
    return to < 0 ? nameOrArn.substring(from) : nameOrArn.substring(from, to);
  }
}
