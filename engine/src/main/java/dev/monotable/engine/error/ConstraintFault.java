package dev.monotable.engine.error;

import java.util.ArrayList;
import java.util.List;

/**
 * A request violates constraints of the service model.
 *
 * @param violations the violations in the order in which AWS reports them; at least one
 */
public record ConstraintFault(List<Violation> violations) implements Fault {
  public ConstraintFault {
    violations = List.copyOf(violations);
  }

  /** Returns the fault of a missing required member. */
  public static ConstraintFault notNull(String path) {
    return new ConstraintFault(
        List.of(
            new Violation(Violation.Form.VALUE, path, path, null, Violation.PlainDemand.NOT_NULL)));
  }

  @Override
  public ErrorCode code() {
    return violations.get(0).form() == Violation.Form.DENIED
        ? ErrorCode.ACCESS_DENIED
        : ErrorCode.VALIDATION;
  }

  @Override
  public String message(Wording wording) {
    return wording.text(this);
  }

  /**
   * AWS's messages for violated constraints.
   *
   * <p>The messages for ARNs in place of table names are from the catalogue of
   * aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks/details/DDB-TABLE-442.md},
   * recorded in October 2026. Other sources are noted at the methods.
   */
  public interface ConstraintWording {
    /** Returns the message for all violations: {@code 2 validation errors detected: …; …}. */
    default String text(ConstraintFault fault) {
      List<Violation> violations = fault.violations();
      if (!violations.get(0).isCounted()) {
        return text(violations.get(0));
      }
      List<String> texts = new ArrayList<>(violations.size());
      for (Violation violation : violations) {
        texts.add(text(violation));
      }
      int count = texts.size();
      return (count == 1 ? Phrases.ONE_ERROR : count + " validation errors detected: ")
          + String.join("; ", texts);
    }

    /** Returns the text for one violation. */
    default String text(Violation violation) {
      String demand = violation.demand().text(this);
      String value = violation.value();
      return switch (violation.form()) {
        case VALUE, UNCOUNTED ->
            (value == null ? "Value null" : "Value '" + value + "'")
                + " at '"
                + violation.path()
                + "' failed to satisfy constraint: "
                + demand;
        case NAMED ->
            "Value at '" + violation.wirePath() + "' failed to satisfy constraint: " + demand;
        case BARE, BARE_ALONE -> "Failed to satisfy constraint: " + demand;
        case SENTENCE, STATED, DENIED -> demand;
      };
    }

    /** Returns the text for a demand without data. */
    default String demand(Violation.PlainDemand demand) {
      return switch (demand) {
        case NOT_NULL -> "Member must not be null";
        // From ExtendDB/extenddb, pull request 200.
        case TABLE_ARN_FORMAT ->
            "Valid ARN format is "
                + "'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', "
                + "where Resource name must have length less than or equal to 255, "
                + "Resource name must have length greater than or equal to 3, "
                + "Resource name must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
        // DDB-TABLE-011, -071.
        case SAME_ACCOUNT -> Phrases.ACCESS_DENIED;
      };
    }

    /** Returns the text for a bound. */
    default String demand(Violation.Bound demand) {
      return switch (demand.kind()) {
            case MIN_LENGTH -> "Member must have length greater than or equal to ";
            case MAX_LENGTH -> "Member must have length less than or equal to ";
            case MIN_VALUE -> "Member must have value greater than or equal to ";
            case MAX_VALUE -> "Member must have value less than or equal to ";
          }
          + demand.limit();
    }

    /** Returns the text for a pattern. */
    default String demand(Violation.Match demand) {
      return "Member must satisfy regular expression pattern: " + demand.pattern();
    }

    /** Returns the text for the values of an enum. */
    default String demand(Violation.OneOf demand) {
      return "Member must satisfy enum value set: " + demand.values();
    }

    /** Returns the sentence about the values that an operation accepts. */
    default String demand(Violation.Accepted demand) {
      return demand.member() + " can only be " + String.join(" or ", demand.values());
    }

    /** Returns the text for demands on the parts of a list or a map. */
    default String demand(Violation.Each demand) {
      List<String> demands = new ArrayList<>(demand.demands().size());
      for (Violation.Demand each : demand.demands()) {
        demands.add(each.text(this));
      }
      return switch (demand.part()) {
            case ELEMENT -> "Member must satisfy constraint: ";
            case KEY -> "Map keys must satisfy constraint: ";
            case VALUE -> "Map value must satisfy constraint: ";
          }
          + demands;
    }

    /**
     * Returns the whole message: table operations check for their table name before anything else,
     * batch operations for their requests.
     */
    default String demand(Violation.Presence demand) {
      return demand.operation() == null
          ? "The parameter '"
              + demand.parameter()
              + "' is required but was not present in the request"
          : "The " + demand.parameter() + " parameter is required for " + demand.operation();
    }

    /**
     * Returns the text for a part of a table ARN. The text for Regions is from
     * hashicorp/terraform-provider-aws, issue 42792.
     */
    default String demand(Violation.ArnPart demand) {
      return switch (demand.component()) {
            case PARTITION -> "Invalid AWS partition in '";
            case REGION -> "Invalid AWS region in '";
            case RESOURCE_TYPE -> "Invalid resource type in '";
          }
          + demand.arn()
          + "'";
    }
  }
}
