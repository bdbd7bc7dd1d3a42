package dev.monotable.control.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The principals of a database. */
public final class PrincipalModel {
  private PrincipalModel() {}

  /** A request to create a principal. */
  @Doc("A principal to create: a user, or a session of a role. All members are optional.")
  public record PrincipalToCreate(
      @Doc("The name of the user, or of the session. Default: the access key.")
          @Nullable String name,
      @Doc("The name of the role of which the principal is a session.") @Nullable String role,
      @Doc(
              "Its identity-based policies, each a JSON document as text. Without this member,"
                  + " everything is allowed.")
          @Nullable List<String> policies,
      @Doc("Its permissions boundary, a JSON document as text.") @Nullable String boundary,
      @Doc("The policies of its session, each a JSON document as text.")
          @Nullable List<String> sessionPolicies,
      @Doc("Its tags, the values of aws:PrincipalTag.") @Nullable Map<String, String> tags,
      @Doc(
              "The values of other condition keys, such as cognito-identity.amazonaws.com:sub, which"
                  + " policies can also use as variables.")
          @Nullable Map<String, String> context) {}

  /** How to send requests as a principal. */
  @Doc("How to send requests as a principal: what an AWS SDK is configured with.")
  public record PrincipalAccess(
      @Doc("The access key. Requests that are signed with it see the database.") String accessKeyId,
      @Doc("The secret access key.") String secretAccessKey,
      @Doc("The ARN of the principal.") String arn,
      @Doc("The Region in the ARNs of the tables.") String region,
      @Doc("The endpoint URL of the server, as this request has reached it.") String endpoint) {}

  /** All principals of a database. */
  @Doc("The principals of a database.")
  public record PrincipalList(
      @Doc("The principals, by their access keys.") List<PrincipalEntry> principals) {}

  /** A principal in a list. */
  @Doc("A principal in a list.")
  public record PrincipalEntry(
      @Doc("The access key.") String accessKeyId, @Doc("The ARN.") String arn) {}

  /** A principal with what it has used. */
  @Doc(
      "What a principal was allowed, has used and has never used, since it exists. Only requests"
          + " that were allowed count.")
  public record PrincipalDescription(
      @Doc("The access key; * for all access keys without a principal.") String accessKeyId,
      @Doc("The ARN; that of * is the name of no user.") String arn,
      @Doc("What it has used.") List<AccessUse> used,
      @Doc("What its policies allow and it has never used, statement by statement.")
          List<UnusedStatement> unused,
      @Doc(
              "A policy that allows what it has used and nothing else, with the forms of the"
                  + " partition keys as dynamodb:LeadingKeys; a JSON document as text.")
          String draft) {}

  /** An action on a resource. */
  @Doc("An action that was used on a resource.")
  public record AccessUse(
      @Doc("The action, such as dynamodb:GetItem.") String action,
      @Doc("The ARN of the resource, or *.") String resource) {}

  /** A statement of a policy that allows more than was used. */
  @Doc("A statement of a policy, with the actions that it allows and that were never used.")
  public record UnusedStatement(
      @Doc("The statement with its place, such as statement OwnItems at policy.json:4:5.")
          String statement,
      @Doc("The actions that were not used on any of its resources.") List<String> actions) {}
}
