package dev.monotable.formats.resource;

import dev.monotable.formats.resource.SilentTypes.Silence;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds whether a resource has to do with DynamoDB: whether its type or its properties name
 * DynamoDB, a table of the file, or a table, an index or a stream in general.
 */
public final class TableMentions {
  /** The words table, index and stream in a type such as {@code Custom::TableReplica}. */
  private static final Pattern TYPE =
      Pattern.compile("(?<![a-z])(?:Table|Index|Stream)(?:s|es)?(?![a-z])");

  /** They in lower case, such as {@code acme_table_replica}. */
  private static final Pattern LOWER_TYPE =
      Pattern.compile("(?<![A-Za-z])(?:table|index|stream)(?:s|es)?(?![A-Za-z])");

  /** A property such as {@code TableName}, {@code index_names} or {@code StreamArn}. */
  private static final Pattern PROPERTY =
      Pattern.compile("[a-z0-9]*(?:table|index|stream)(?:s|es)?(?:(?:name|arn|id)s?)?");

  /** The beginning of the name of a table in an ARN. */
  private static final Pattern ARN = Pattern.compile(":table/([a-zA-Z0-9_.-]+)");

  /** A reference in a text of Fn::Sub. */
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}.]+)[^}]*\\}");

  /** The values of a resource that are searched; a file can refer to one value many times. */
  static final int MAX_VALUES = 1 << 18;

  private final Set<String> references;
  private final Set<String> names;

  /**
   * @param references the names by which a template refers to its tables: their logical IDs
   * @param names the names of the tables of the file
   */
  public TableMentions(Set<String> references, Set<String> names) {
    this.references = Set.copyOf(references);
    this.names = Set.copyOf(names);
  }

  /**
   * Returns how a resource has to do with DynamoDB, such as "names the table 'Chat'"; null if it
   * does not, or if its type is silent.
   */
  public @Nullable String find(String type, @Nullable FileValue properties) {
    Silence silence = SilentTypes.find(type);
    if (silence == Silence.ALL) {
      return null;
    }
    Search search = new Search();
    if (namesDynamo(type)) {
      search.namesDynamo = true;
    }
    if (properties != null) {
      search.visit(properties);
    }
    if (search.table != null) {
      return "names the table '" + search.table + "'";
    }
    if (search.namesDynamo) {
      return "names DynamoDB";
    }
    if (search.values > MAX_VALUES) {
      return "has more than " + MAX_VALUES + " values";
    }
    if (silence == Silence.WORDS) {
      return null;
    }
    if (search.property != null) {
      return "has the property " + search.property;
    }
    return TYPE.matcher(type).find() || LOWER_TYPE.matcher(type).find()
        ? "may be about a table"
        : null;
  }

  /** Returns whether a policy, or what contains one, has a statement about DynamoDB. */
  public static boolean hasStatement(FileValue value) {
    return new StatementSearch().isFound(value);
  }

  /** A walk through the policies of a resource. */
  private static final class StatementSearch {
    private int values;

    boolean isFound(FileValue value) {
      if (++values > MAX_VALUES) {
        return true; // it is reported
      }
      if (value instanceof Scalar scalar) {
        String text = scalar.text().toLowerCase(Locale.ROOT);
        return text.startsWith("dynamodb:")
            || (text.contains("dynamodb:") && text.contains("\"effect\""));
      }
      if (value instanceof Sequence sequence) {
        return sequence.elements().stream().anyMatch(this::isFound);
      }
      return value instanceof Mapping mapping
          && mapping.members().stream().anyMatch(member -> isFound(member.value()));
    }
  }

  private static boolean namesDynamo(String text) {
    return text.toLowerCase(Locale.ROOT).contains("dynamodb");
  }

  /** A walk through the properties of a resource. */
  private final class Search {
    private @Nullable String table;
    private @Nullable String property;
    private boolean namesDynamo;
    private int values;

    void visit(FileValue value) {
      if (table != null || values > MAX_VALUES) {
        return;
      }
      values++;
      if (value instanceof Scalar scalar) {
        text(scalar.text());
      } else if (value instanceof Sequence sequence) {
        for (FileValue element : sequence.elements()) {
          visit(element);
        }
      } else if (value instanceof Mapping mapping) {
        reference(mapping.findOnly());
        for (NamedValue member : mapping.members()) {
          name(member.name());
          visit(member.value());
        }
      }
    }

    private void text(String text) {
      if (names.contains(text)) {
        table = text;
        return;
      }
      namesDynamo |= namesDynamo(text);
      Matcher arn = ARN.matcher(text);
      while (arn.find()) {
        if (names.contains(arn.group(1))) {
          table = arn.group(1);
        }
      }
      Matcher reference = REFERENCE.matcher(text);
      while (reference.find()) {
        if (references.contains(reference.group(1).trim())) {
          table = reference.group(1).trim();
        }
      }
    }

    private void name(String name) {
      namesDynamo |= namesDynamo(name);
      if (property == null
          && PROPERTY.matcher(name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT)).matches()) {
        property = name;
      }
    }

    private void reference(@Nullable NamedValue only) {
      if (only == null) {
        return;
      }
      if (only.name().equals("Ref") && only.value() instanceof Scalar id) {
        found(id.text());
      } else if (only.name().equals("Fn::GetAtt")) {
        if (only.value() instanceof Scalar id && id.text().indexOf('.') > 0) {
          found(id.text().substring(0, id.text().indexOf('.')));
        } else if (only.value() instanceof Sequence parts
            && !parts.elements().isEmpty()
            && parts.elements().get(0) instanceof Scalar id) {
          found(id.text());
        }
      }
    }

    private void found(String id) {
      if (references.contains(id)) {
        table = id;
      }
    }
  }
}
