package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

/**
 * Faults of resource-based policies.
 *
 * <p>The source is DDB-TABLE-205 to -214 and -351 to -356 unless noted otherwise.
 */
public sealed interface PolicyFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements PolicyFault, FaultText {
    /** The resource has no policy. */
    NOT_FOUND(notFound("%s")),
    /** A policy has another revision than the request expects. */
    OTHER_REVISION(
        notFound(
            "Requested update for policy with revision id %s, but the policy associated to target"
                + " %s %s has revision id %s.")),
    /** A revision is expected, and there is no policy. The end of the text is not recorded. */
    NO_REVISION(
        notFound(
            "Requested update for policy with revision id %s, but %s %s has no associated"
                + " policy.")),
    /** No policy is expected, and there is one. */
    POLICY_EXISTS(
        notFound(
            "Requested policy update expecting none to be present for %s %s, but a policy exists"
                + " with revision id %s.")),
    /** The policy would lock its author out. */
    LOCKS_OUT(
        "The new resource policy will not allow you to update the resource policy in the future."),
    TOO_LARGE(invalid("Maximum policy size of %s bytes exceeded")),
    INVALID_JSON(document("This policy contains invalid Json")),
    /** An element has another type, or is unknown. */
    SYNTAX(document("Syntax error at position (%s,%s)")),
    NO_STATEMENT(document("Could not parse the policy: Statement is empty!")),
    /** A statement lacks an element. */
    NO_FIELD(document("Missing required field %s")),
    REPEATED_SID(document("The Statement Ids in the policy are not unique")),
    /** Actions that the type of the resource does not have, each in quotation marks. */
    INVALID_ACTIONS(document("The following action names are invalid: %s")),
    /** A resource of another type. The end of the text is not recorded. */
    INVALID_RESOURCE(document("The relative-id \"%s\" is invalid for ARN \"%s\"")),
    INVALID_PRINCIPAL(invalid("Invalid principal in policy document.")),
    /** Everybody may do something, without a condition that restricts access (rbac-bpa-rbp). */
    UNBOUNDED(
        "Resource-based policy grants unbounded access in one or more elements. Please revise the"
            + " policy to ensure least-privilege form of access"),
    NOT_AN_ARN(invalid("ARNs must start with 'arn:': %s")),
    NOT_OF_DYNAMO(invalid("Provided Arn is not a DynamoDB resource arn: %s")),
    NOT_TABLE_OR_STREAM(
        invalid(
            "Invalid resource arn provided, only table or stream is accepted. Provided "
                + "resource arn: %s")),
    OTHER_REGION(invalid("Invalid resource Arn: %s")),
    OTHER_ACCOUNT(
        "This action is only supported by accounts that match the resource owner\u2019s account."),
    NO_SUCH_STREAM("Requested resource not found: Stream: %s not found for Table: %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    private static String notFound(String text) {
      return "Resource-based policy not found for the provided ResourceArn: " + text;
    }

    private static String document(String text) {
      return "One or more parameter values were invalid: Invalid policy document: " + text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case NOT_FOUND, OTHER_REVISION, NO_REVISION, POLICY_EXISTS -> ErrorCode.POLICY_NOT_FOUND;
        case LOCKS_OUT -> ErrorCode.ACCESS_DENIED;
        case NO_SUCH_STREAM -> ErrorCode.RESOURCE_NOT_FOUND;
        default -> ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
