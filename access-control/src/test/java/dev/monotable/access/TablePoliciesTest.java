package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.monotable.access.AccessDatabase.Answer;
import dev.monotable.access.PolicyCondition.Quantifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A policy that PutResourcePolicy and CreateTable accept can be evaluated, and is not public. */
class TablePoliciesTest {
  private static final String TABLE = AccessDatabase.ARN + "table/Users";

  private static final String USER = "\"Principal\": {\"AWS\": \"" + AccessDatabase.USER + "\"}";
  private static final String ACTION = "\"Action\": \"dynamodb:GetItem\"";
  private static final String RESOURCE = "\"Resource\": \"*\"";

  private static final String DOCUMENT =
      "One or more parameter values were invalid: Invalid policy document: ";
  private static final String PRINCIPAL =
      "One or more parameter values were invalid: Invalid principal in policy document.";

  private static final String UNBOUNDED =
      "Resource-based policy grants unbounded access in one or more elements. Please revise the"
          + " policy to ensure least-privilege form of access";

  private static String allowing(String... elements) {
    return "{\"Statement\": {\"Effect\": \"Allow\", " + String.join(", ", elements) + "}}";
  }

  private static String when(String condition) {
    return allowing(USER, ACTION, RESOURCE, "\"Condition\": " + condition);
  }

  private static String quoted(String json) {
    return '"' + json.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Answer put(AccessDatabase database, String policy) {
    return database.send(
        "ADMIN",
        "PutResourcePolicy",
        "{\"ResourceArn\": \"" + TABLE + "\", \"Policy\": " + quoted(policy) + "}");
  }

  private static Answer create(AccessDatabase database, String policy) {
    return database.send(
        "ADMIN",
        "CreateTable",
        "{\"TableName\": \"New\", \"BillingMode\": \"PAY_PER_REQUEST\", \"AttributeDefinitions\":"
            + " [{\"AttributeName\": \"a\", \"AttributeType\": \"S\"}], \"KeySchema\":"
            + " [{\"AttributeName\": \"a\", \"KeyType\": \"HASH\"}], \"ResourcePolicy\": "
            + quoted(policy)
            + "}");
  }

  private static Map<String, String> rejected() {
    Map<String, String> rejected = new LinkedHashMap<>();
    for (String principal :
        List.of(
            "{}",
            "{\"AWS\": []}",
            "{\"Everybody\": \"a\"}",
            "{\"AWS\": \"arn:aws:iam::000000000000:user/*\"}",
            "{\"AWS\": \"arn:aws:iam::000000000000:user/a?\"}")) {
      rejected.put(allowing("\"Principal\": " + principal, ACTION, RESOURCE), PRINCIPAL);
      rejected.put(
          allowing("\"NotPrincipal\": " + principal, ACTION, RESOURCE).replace("Allow", "Deny"),
          PRINCIPAL);
    }
    for (String operator :
        List.of(
            "StringEqualz",
            "ForSomeValues:StringEquals",
            "ForAllValues:",
            "ForAllValues",
            ":StringEquals",
            "ForAnyValue:ForAnyValue:StringEquals",
            "IfExists",
            "StringEqualsIfExistsIfExists",
            "NumericLike",
            "NotBool",
            "NullIfExists",
            "")) {
      String policy = when("{\"" + operator + "\": {\"aws:userid\": \"a\"}}");
      rejected.put(
          policy,
          DOCUMENT
              + "Syntax error at position (1,"
              + (policy.indexOf("{\"aws:userid\"") + 1)
              + ")");
    }
    for (String action : List.of("*:GetItem", "d*:GetItem", "**", "dynamo*", "?ynamodb:GetItem")) {
      rejected.put(
          allowing(USER, "\"Action\": \"" + action + "\"", RESOURCE),
          DOCUMENT + "The following action names are invalid: \"" + action + "\"");
    }
    for (String not : List.of("", "Not")) {
      rejected.put(
          allowing(USER, "\"" + not + "Action\": []", RESOURCE),
          DOCUMENT + "Missing required field Action");
      rejected.put(
          allowing(USER, ACTION, "\"" + not + "Resource\": []"),
          DOCUMENT + "Missing required field Resource");
    }
    return rejected;
  }

  @TestFactory
  List<DynamicTest> aPolicyThatCannotBeEvaluatedIsRejected() {
    List<DynamicTest> tests = new ArrayList<>();
    rejected()
        .forEach(
            (policy, message) ->
                tests.add(
                    dynamicTest(
                        policy,
                        () -> {
                          try (AccessDatabase database =
                              AccessDatabase.of(List.of(), Map.of(), Map.of())) {
                            assertThat(put(database, policy).text("message")).isEqualTo(message);
                            assertThat(create(database, policy).text("message")).isEqualTo(message);
                            assertAnswers(database);
                          }
                        })));
    return tests;
  }

  private static void assertAnswers(AccessDatabase database) {
    Answer answer =
        database.send(
            "ALICE",
            "GetItem",
            "{\"TableName\": \"Users\", \"Key\": {\"UserId\": {\"S\": \"a\"}}}");
    assertThat(answer.status()).as("%s", answer).isLessThan(500);
  }

  private static List<String> accepted() {
    List<String> accepted = new ArrayList<>();
    for (ConditionOperator operator : ConditionOperator.values()) {
      for (Quantifier quantifier : Quantifier.values()) {
        String prefix = quantifier == Quantifier.SINGLE ? "" : quantifier.wire() + ":";
        accepted.add(when("{\"" + prefix + operator.wire() + "\": {\"aws:userid\": \"a\"}}"));
        if (operator != ConditionOperator.NULL) {
          accepted.add(
              when("{\"" + prefix + operator.wire() + "IfExists\": {\"aws:userid\": \"a\"}}"));
        }
      }
    }
    accepted.add(when("{\"stringequals\": {\"aws:userid\": []}, \"Bool\": {}}"));
    accepted.add(when("{}"));
    // Each of these is longer in the form in which it is kept.
    accepted.add(when("{\"NumericEquals\": {\"a\": [1" + ",1".repeat(10_100) + "]}}"));
    accepted.add(
        allowing(
            "\"Principal\": {\"AWS\": ["
                + IntStream.range(0, 1_300)
                    .mapToObj(i -> "\"%012d\"".formatted(i))
                    .collect(Collectors.joining(","))
                + "]}",
            ACTION,
            RESOURCE));
    return accepted;
  }

  @Test
  void anAcceptedPolicyIsEvaluated() {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      for (String policy : accepted()) {
        Answer answer = put(database, policy);
        assertThat(answer.status()).as("%s: %s", policy, answer).isEqualTo(200);
        assertAnswers(database);
      }
    }
  }

  @Test
  void aKeptPolicyThatCannotBeReadDeniesAllButItsRemoval() {
    for (String document :
        List.of("{", "[]", "text", "{\"Statement\": {\"Effect\": \"Permit\"}}")) {
      Policy kept = Policy.kept(TABLE, document);
      Principal admin =
          Principal.user(AccessDatabase.ACCOUNT, "admin", List.of(Policy.allowingAll()));
      for (IamAction action : IamAction.all()) {
        Decision decision =
            PolicyEvaluator.decide(
                new AccessRequest(admin, action.qualified(), TABLE, ContextKeys.of(Map.of())),
                kept);
        assertThat(decision.allowed())
            .as(action.name())
            .isEqualTo(action.name().equals("DeleteResourcePolicy"));
      }
      Principal nobody = Principal.user(AccessDatabase.ACCOUNT, "nobody", List.of());
      Decision removal =
          PolicyEvaluator.decide(
              new AccessRequest(
                  nobody, "dynamodb:DeleteResourcePolicy", TABLE, ContextKeys.of(Map.of())),
              kept);
      assertThat(removal.allowed()).isFalse();
    }
  }

  /** The keys and values that make a policy non-public are on the page rbac-bpa-rbp. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public | {'StringLike': {'aws:PrincipalAccount': '*'}}",
        "public | {'StringLike': {'aws:PrincipalAccount': '11112222333?'}}",
        "public | {'StringEquals': {'aws:PrincipalAccount': ['111122223333', '*']}}",
        "public | {'StringEquals': {'aws:PrincipalArn': '${aws:userid}'}}",
        "public | {'StringNotEquals': {'aws:PrincipalAccount': '1'}}",
        "public | {'StringEqualsIfExists': {'aws:PrincipalAccount': '111122223333'}}",
        "public | {'ForAllValues:StringEquals': {'aws:PrincipalOrgPaths': 'o-1/r-1/'}}",
        "public | {'Null': {'aws:PrincipalAccount': 'false'}}",
        "public | {'IpAddress': {'aws:SourceIp': '0.0.0.0/0'}}",
        "public | {'IpAddress': {'aws:SourceIp': '192.0.2.0/24'}}",
        "public | {'StringLike': {'aws:UserAgent': '*'}}",
        "public | {'StringEquals': {'dynamodb:Select': 'COUNT'}}",
        "public | {'ArnLike': {'aws:PrincipalArn': 'arn:aws:iam::111122223333:role/*'}}",
        "public | {'Bool': {'aws:PrincipalIsAWSService': 'false'}}",
        "public | {'StringEquals': {}}",
        "restricted | {'StringEquals': {'aws:PrincipalAccount': '111122223333'}}",
        "restricted | {'StringLike': {'AWS:principalaccount': ['111122223333', '444455556666']}}",
        "restricted | {'ArnEquals': {'aws:PrincipalArn': 'arn:aws:iam::111122223333:role/a'}}",
        "restricted | {'ForAnyValue:StringEquals': {'aws:PrincipalOrgPaths': 'o-1/r-1/'}}",
        "restricted | {'Bool': {'aws:PrincipalIsAWSService': 'true'}}",
        "restricted | {'StringLike': {'aws:UserAgent': '*'}, 'StringEquals': {'aws:SourceVpc': 'vpc-1'}}",
      })
  void aPolicyForEverybodyNeedsARestrictingCondition(String access, String condition) {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      for (String everybody : List.of("\"Principal\": \"*\"", "\"Principal\": {\"AWS\": \"*\"}")) {
        String policy =
            allowing(everybody, ACTION, RESOURCE, "\"Condition\": " + condition.replace('\'', '"'));
        String message = access.equals("public") ? UNBOUNDED : null;
        assertThat(put(database, policy).text("message")).isEqualTo(message);
        assertThat(put(database, policy.replace("Allow", "Deny")).status()).isEqualTo(200);
      }
    }
  }
}
