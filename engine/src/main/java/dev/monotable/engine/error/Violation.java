package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import dev.monotable.value.Echo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member that violates a constraint of the service model.
 *
 * @param form how AWS reports the violation
 * @param path the path of the member in messages, such as {@code keySchema.1.member.keyType}
 * @param wirePath the path of the member in requests, such as {@code TableName}
 * @param value the value as AWS prints it; null if there is none
 */
@Experimental
public record Violation(
    Form form, String path, String wirePath, @Nullable String value, Demand demand) {
  public Violation {
    path = Echo.of(path);
    wirePath = Echo.of(wirePath);
    value = value == null ? null : Echo.of(value);
  }

  /** The form in which AWS reports a violation. */
  public enum Form {
    /** With value and path, together with other violations. */
    VALUE,
    /** By its wire name and without the value. Only violations of this form are reported. */
    NAMED,
    /** With value and path, but without a count before it and without those that follow. */
    UNCOUNTED,
    /** By the constraint alone, among other violations. */
    BARE,
    /** By the constraint alone, without a count before it. No other violation is reported. */
    BARE_ALONE,
    /** By a sentence of its own. No other violation is reported. */
    SENTENCE,
    /** By a sentence of its own, among other violations. */
    STATED,
    /** By an AccessDeniedException. No other violation is reported. */
    DENIED
  }

  /** Returns whether AWS reports this violation and none of another form. */
  public boolean isDecisive() {
    return switch (form) {
      case VALUE, UNCOUNTED, BARE, STATED -> false;
      case NAMED, BARE_ALONE, SENTENCE, DENIED -> true;
    };
  }

  /** Returns whether the message begins with {@code N validation errors detected:}. */
  boolean isCounted() {
    return switch (form) {
      case VALUE, BARE, NAMED, STATED -> true;
      case UNCOUNTED, BARE_ALONE, SENTENCE, DENIED -> false;
    };
  }

  /** Returns the text for this violation. */
  String text() {
    return switch (form) {
      case VALUE, UNCOUNTED ->
          (value == null ? "Value null" : "Value '" + value + "'")
              + " at '"
              + path
              + "' failed to satisfy constraint: "
              + demand.text();
      case NAMED -> "Value at '" + wirePath + "' failed to satisfy constraint: " + demand.text();
      case BARE, BARE_ALONE -> "Failed to satisfy constraint: " + demand.text();
      case SENTENCE, STATED, DENIED -> demand.text();
    };
  }

  /** The requirement of a constraint. */
  public sealed interface Demand {
    /** Returns AWS's text for this demand. */
    String text();
  }

  /** Demands without data. */
  public enum PlainDemand implements Demand {
    NOT_NULL("Member must not be null"),
    /** The ARN of a table has this form. Source: extenddb, pull request 200. */
    TABLE_ARN_FORMAT(
        "Valid ARN format is"
            + " 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName',"
            + " where Resource name must have length less than or equal to 255, Resource name must"
            + " have length greater than or equal to 3, Resource name must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+"),
    /** The ARN of a table names this account. Source: DDB-TABLE-011, -071. */
    SAME_ACCOUNT(Phrases.ACCESS_DENIED);

    private final String text;

    PlainDemand(String text) {
      this.text = text;
    }

    @Override
    public String text() {
      return text;
    }
  }

  /** A minimum or maximum of a length or value. */
  public record Bound(Kind kind, long limit) implements Demand {
    /** The limited quantity: the length or value, and its minimum or maximum. */
    public enum Kind {
      MIN_LENGTH,
      MAX_LENGTH,
      MIN_VALUE,
      MAX_VALUE
    }

    @Override
    public String text() {
      return switch (kind) {
            case MIN_LENGTH -> "Member must have length greater than or equal to ";
            case MAX_LENGTH -> "Member must have length less than or equal to ";
            case MIN_VALUE -> "Member must have value greater than or equal to ";
            case MAX_VALUE -> "Member must have value less than or equal to ";
          }
          + limit;
    }
  }

  /** A pattern that a string must match. */
  public record Match(String pattern) implements Demand {
    @Override
    public String text() {
      return "Member must satisfy regular expression pattern: " + pattern;
    }
  }

  /** The values of an enum. */
  public record OneOf(List<String> values) implements Demand {
    public OneOf {
      values = List.copyOf(values);
    }

    @Override
    public String text() {
      return "Member must satisfy enum value set: " + values;
    }
  }

  /** The values of an enum that an operation accepts. */
  public record Accepted(String member, List<String> values) implements Demand {
    public Accepted {
      values = List.copyOf(values);
    }

    @Override
    public String text() {
      return member + " can only be " + String.join(" or ", values);
    }
  }

  /** Demands on every element of a list, or on every key or value of a map. */
  public record Each(Part part, List<Demand> demands) implements Demand {
    public Each {
      demands = List.copyOf(demands);
    }

    /** The parts of a list or a map. */
    public enum Part {
      ELEMENT,
      KEY,
      VALUE
    }

    @Override
    public String text() {
      return switch (part) {
            case ELEMENT -> "Member must satisfy constraint: ";
            case KEY -> "Map keys must satisfy constraint: ";
            case VALUE -> "Map value must satisfy constraint: ";
          }
          + demands.stream().map(Demand::text).toList();
    }
  }

  /**
   * A parameter that is required before any other check: the table name of operations on tables,
   * the requests of a batch. The text is the whole message.
   *
   * @param operation the operation in the message; null if the message does not name one
   */
  public record Presence(String parameter, @Nullable String operation) implements Demand {
    @Override
    public String text() {
      return operation == null
          ? "The parameter '" + parameter + "' is required but was not present in the request"
          : "The " + parameter + " parameter is required for " + operation;
    }
  }

  /**
   * The expected value of a part of a table ARN. The text for Regions is from
   * hashicorp/terraform-provider-aws, issue 42792.
   */
  public record ArnPart(Component component, String arn) implements Demand {
    public ArnPart {
      arn = Echo.of(arn);
    }

    /** The part of the ARN that has another value. */
    public enum Component {
      PARTITION,
      REGION,
      RESOURCE_TYPE
    }

    @Override
    public String text() {
      return switch (component) {
            case PARTITION -> "Invalid AWS partition in '";
            case REGION -> "Invalid AWS region in '";
            case RESOURCE_TYPE -> "Invalid resource type in '";
          }
          + arn
          + "'";
    }
  }
}
