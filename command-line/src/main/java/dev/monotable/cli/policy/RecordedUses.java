package dev.monotable.cli.policy;

import dev.monotable.access.IamAction;
import dev.monotable.design.DesignLab;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The uses of recorded requests: the IAM actions, resources and partition keys of their shapes. */
final class RecordedUses {
  /** The recordings do not have the buckets. */
  private static final String ANY_OBJECT = "arn:aws:s3:::*";

  private RecordedUses() {}

  /**
   * An action on a resource.
   *
   * @param action such as {@code dynamodb:GetItem}
   * @param keys patterns of the partition keys; empty for any
   */
  record Use(String action, String resource, List<String> keys) {}

  /**
   * Returns the uses of recordings.
   *
   * @param warn receives what is wrong with a recording
   */
  static List<Use> of(List<Path> recordings, ArnOptions arns, Consumer<Notice> warn)
      throws DataFileException {
    List<Use> uses = new ArrayList<>();
    try (DesignLab lab = DesignLab.of(null)) {
      for (Path recording : recordings) {
        lab.replay(recording).forEach(warn);
      }
      for (LedgerEntry entry : lab.ledger().entries()) {
        OperationSchema<?, ?> operation = Operations.find(entry.shape().operation());
        if (operation != null) {
          String action = action(operation, entry.shape().action());
          uses.add(
              new Use(
                  IamAction.PREFIX + action,
                  resource(operation, action, entry.shape(), arns),
                  keys(entry.shape())));
          for (String onObjects : IamAction.onObjects(operation.name())) {
            uses.add(new Use(onObjects, ANY_OBJECT, List.of()));
          }
        }
      }
    }
    return uses;
  }

  /** Returns the action of a part without {@code dynamodb:}. */
  private static String action(OperationSchema<?, ?> operation, Action action) {
    if (operation.traits().subject() == Subject.STATEMENT) {
      return switch (action) {
        case GET, QUERY, SCAN, CONDITION_CHECK, OTHER -> "PartiQLSelect";
        case PUT -> "PartiQLInsert";
        case UPDATE -> "PartiQLUpdate";
        case DELETE -> "PartiQLDelete";
      };
    }
    return operation.traits().isTransaction() ? action.label() + "Item" : operation.name();
  }

  private static String resource(
      OperationSchema<?, ?> operation, String action, Shape shape, ArnOptions arns) {
    IamAction known = IamAction.find(action);
    if (shape.table().isEmpty() || known == null || known.resources().isEmpty()) {
      return "*";
    }
    String table = arns.tableArn(shape.table());
    Subject subject = operation.traits().subject();
    if (subject == Subject.STREAM || subject == Subject.RECORD) {
      return table + "/stream/*";
    }
    if (known.resources().contains("backup")) {
      return table + "/backup/*";
    }
    return shape.index() == null ? table : table + "/index/" + shape.index();
  }

  /** Returns the patterns of the partition key; empty if it may be any. */
  private static List<String> keys(Shape shape) {
    TermTemplate first = shape.key() == null ? null : shape.key().terms().get(0);
    if (first == null || first.comparison() != KeyTerm.Comparison.EQUAL) {
      return List.of();
    }
    List<String> keys = new ArrayList<>();
    for (KeyTemplate value : first.values()) {
      String pattern = pattern(value.text());
      if (pattern == null) {
        return List.of();
      }
      keys.add(pattern);
    }
    return keys;
  }

  /** Returns the pattern of a template, whose fields are any text; null if it is nothing else. */
  static @Nullable String pattern(String template) {
    StringBuilder pattern = new StringBuilder();
    int i = 0;
    while (i < template.length()) {
      char c = template.charAt(i);
      int end = c == '{' ? template.indexOf('}', i) : -1;
      if (end > 0) {
        pattern.append('*');
        i = end;
      } else if (c == '*' || c == '?' || c == '$') {
        pattern.append("${").append(c).append('}');
      } else {
        pattern.append(c);
      }
      i++;
    }
    return pattern.toString().equals("*") ? null : pattern.toString();
  }
}
