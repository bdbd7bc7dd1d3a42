package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests of the types of policies together.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics.html">Policy
 *     evaluation for requests within a single account</a>
 */
class PolicyEvaluatorTest {
  private static final String TABLE = "arn:aws:dynamodb:us-west-2:123456789012:table/T";
  private static final String USER = "arn:aws:iam::123456789012:user/alice";
  private static final String ROLE = "arn:aws:iam::123456789012:role/app";
  private static final String SESSION = "arn:aws:sts::123456789012:assumed-role/app/s1";

  private static Policy policy(PolicyKind kind, String effect, String action) {
    return Policy.parse(
        kind.name(),
        kind,
        "{\"Version\": \"2012-10-17\", \"Statement\": {\"Sid\": \"S\", \"Effect\": \""
            + effect
            + "\", \"Action\": \"dynamodb:"
            + action
            + "\", \"Resource\": \"*\"}}");
  }

  private static Policy allow(String action) {
    return policy(PolicyKind.IDENTITY, "Allow", action);
  }

  private static Policy resource(String effect, String principal) {
    return Policy.parse(
        "table",
        PolicyKind.RESOURCE,
        "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \""
            + effect
            + "\", \"Principal\": "
            + principal
            + ", \"Action\": \"dynamodb:GetItem\", \"Resource\": \""
            + TABLE
            + "\"}}");
  }

  private static Principal alice(Policy... policies) {
    return Principal.user("123456789012", "alice", List.of(policies));
  }

  private static Principal app(Policy... policies) {
    return Principal.session("123456789012", "app", "s1", List.of(policies));
  }

  private static String decide(Principal principal, @Nullable Policy resourcePolicy) {
    Decision decision =
        PolicyEvaluator.decide(
            new AccessRequest(principal, "dynamodb:GetItem", TABLE, ContextKeys.of(Map.of())),
            resourcePolicy);
    return decision.allowed() ? "allowed" : decision.message();
  }

  private static String denied(String arn, String why) {
    return "User: "
        + arn
        + " is not authorized to perform: dynamodb:GetItem on resource: "
        + TABLE
        + " "
        + why;
  }

  @Test
  void nothingIsAllowedWithoutAPolicy() {
    assertThat(decide(alice(), null))
        .isEqualTo(
            denied(USER, "because no identity-based policy allows the dynamodb:GetItem action"));
  }

  @Test
  void aDenyOfOnePolicyBeatsTheAllowOfAnother() {
    assertThat(decide(alice(allow("*"), policy(PolicyKind.IDENTITY, "Deny", "Get*")), null))
        .isEqualTo(denied(USER, "with an explicit deny in an identity-based policy"));
  }

  @Test
  void aBoundaryAllowsNothingByItself() {
    Principal bounded = alice().withBoundary(policy(PolicyKind.BOUNDARY, "Allow", "*"));
    assertThat(decide(bounded, null))
        .isEqualTo(
            denied(USER, "because no identity-based policy allows the dynamodb:GetItem action"));
  }

  @Test
  void aBoundaryLimitsWhatPoliciesAllow() {
    Principal bounded =
        alice(allow("*")).withBoundary(policy(PolicyKind.BOUNDARY, "Allow", "Put*"));
    assertThat(decide(bounded, null))
        .isEqualTo(
            denied(USER, "because no permissions boundary allows the dynamodb:GetItem action"));
    assertThat(decide(bounded.withBoundary(policy(PolicyKind.BOUNDARY, "Allow", "Get*")), null))
        .isEqualTo("allowed");
    assertThat(decide(bounded.withBoundary(policy(PolicyKind.BOUNDARY, "Deny", "*")), null))
        .isEqualTo(denied(USER, "with an explicit deny in a permissions boundary"));
  }

  @Test
  void aSessionPolicyLimitsASession() {
    Policy put = policy(PolicyKind.SESSION, "Allow", "Put*");
    assertThat(decide(app(allow("*")).withSessionPolicies(List.of(put)), null))
        .isEqualTo(denied(SESSION, "because no session policy allows the dynamodb:GetItem action"));
    Policy deny = policy(PolicyKind.SESSION, "Deny", "*");
    assertThat(decide(app(allow("*")).withSessionPolicies(List.of(deny)), null))
        .isEqualTo(denied(SESSION, "with an explicit deny in a session policy"));
    Policy get = policy(PolicyKind.SESSION, "Allow", "Get*");
    assertThat(decide(app(allow("*")).withSessionPolicies(List.of(get)), null))
        .isEqualTo("allowed");
  }

  @Test
  void thePolicyOfATableAllowsAUserWithoutAPolicy() {
    assertThat(decide(alice(), resource("Allow", "{\"AWS\": \"" + USER + "\"}")))
        .isEqualTo("allowed");
    assertThat(decide(alice(), resource("Allow", "\"*\""))).isEqualTo("allowed");
    assertThat(decide(alice(), resource("Allow", "{\"AWS\": \"" + ROLE + "\"}")))
        .isEqualTo(
            denied(USER, "because no identity-based policy allows the dynamodb:GetItem action"));
  }

  @Test
  void thePolicyOfATableAllowsAUserBeyondItsBoundary() {
    Principal bounded = alice().withBoundary(policy(PolicyKind.BOUNDARY, "Allow", "Put*"));
    assertThat(decide(bounded, resource("Allow", "{\"AWS\": \"" + USER + "\"}")))
        .isEqualTo("allowed");
  }

  @Test
  void thePolicyOfATableAllowsARoleWithinItsBoundary() {
    Principal bounded = app().withBoundary(policy(PolicyKind.BOUNDARY, "Allow", "Put*"));
    assertThat(decide(bounded, resource("Allow", "{\"AWS\": \"" + ROLE + "\"}")))
        .isEqualTo(
            denied(SESSION, "because no permissions boundary allows the dynamodb:GetItem action"));
    assertThat(decide(bounded, resource("Allow", "{\"AWS\": \"" + SESSION + "\"}")))
        .isEqualTo("allowed");
  }

  @Test
  void anAccountIsNoPrincipalByItself() {
    String account = "{\"AWS\": [\"123456789012\", \"arn:aws:iam::123456789012:root\"]}";
    assertThat(decide(alice(), resource("Allow", account)))
        .isEqualTo(
            denied(USER, "because no identity-based policy allows the dynamodb:GetItem action"));
    assertThat(decide(alice(allow("GetItem")), resource("Allow", account))).isEqualTo("allowed");
    assertThat(decide(alice(allow("GetItem")), resource("Deny", account)))
        .isEqualTo(denied(USER, "with an explicit deny in a resource-based policy"));
  }

  @Test
  void anotherAccountNeedsBothPolicies() {
    Principal other = Principal.user("111122223333", "bob", List.of(allow("*")));
    String bob = "arn:aws:iam::111122223333:user/bob";
    assertThat(decide(other, null))
        .isEqualTo(
            denied(bob, "because no resource-based policy allows the dynamodb:GetItem action"));
    assertThat(decide(other, resource("Allow", "{\"AWS\": \"111122223333\"}")))
        .isEqualTo("allowed");
    assertThat(
            decide(other.withPolicies(List.of()), resource("Allow", "{\"AWS\": \"" + bob + "\"}")))
        .isEqualTo(
            denied(bob, "because no identity-based policy allows the dynamodb:GetItem action"));
  }

  @Test
  void aDecisionSaysWhichStatementDecided() {
    Policy deny = policy(PolicyKind.IDENTITY, "Deny", "Get*");
    Decision decision =
        PolicyEvaluator.decide(
            new AccessRequest(
                alice(allow("*"), deny), "dynamodb:GetItem", TABLE, ContextKeys.of(Map.of())),
            null);
    assertThat(decision.explanation()).isEqualTo("denied by statement S at IDENTITY:1:40");
    assertThat(decision.policy()).isSameAs(deny);
  }

  @Test
  void aSessionHasTheArnOfItsRole() {
    assertThat(app().principalArn()).isEqualTo(ROLE);
    assertThat(app().userName()).isNull();
    assertThat(alice().principalArn()).isEqualTo(USER);
    assertThat(alice().userName()).isEqualTo("alice");
    assertThat(app().userId()).startsWith("AROA").endsWith(":s1").hasSize(24);
  }
}
