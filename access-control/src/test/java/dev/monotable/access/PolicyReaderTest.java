package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.Notice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the errors of a policy, with line and column. */
class PolicyReaderTest {
  private static final String ARN = "arn:aws:dynamodb:us-west-2:123456789012:table/T";

  private static String statement(String members) {
    return "{\"Version\": \"2012-10-17\",\n \"Statement\": [{" + members + "}]}";
  }

  private static void assertInvalid(PolicyKind kind, String json, String message) {
    assertThatThrownBy(() -> Policy.parse("p.json", kind, json))
        .satisfies(
            e -> {
              var invalid = (dev.monotable.text.InvalidContentException) e;
              assertThat(invalid.at() + ": " + invalid.reason()).isEqualTo(message);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | p.json:1:1: the policy has no Statement",
        "[] | p.json:1:1: a policy must be an object, not a list",
        "{'Version': '2020-01-01', 'Statement': []} | p.json:1:13: Version must be 2012-10-17 or"
            + " 2008-10-17",
        "{'Statements': []} | p.json:1:2: unknown element 'Statements'; the elements are Version,"
            + " Id and Statement",
        "{'Statement': {'Effect': 'Allow', 'Resource': '*'}} | p.json:1:15: the statement has no"
            + " Action",
        "{'Statement': {'Effect': 'Allow', 'Action': '*'}} | p.json:1:15: the statement has no"
            + " Resource",
        "{'Statement': {'Action': '*', 'Resource': '*'}} | p.json:1:15: the statement has no"
            + " Effect",
        "{'Statement': {'Effect': 'allow'}} | p.json:1:26: Effect must be Allow or Deny",
        "{'Statement': {'Principal': '*'}} | p.json:1:16: an identity-based policy cannot have"
            + " Principal",
        "{'Statement': {'Sid': 'a b'}} | p.json:1:23: Sid can have letters and digits only",
        "{'Statement': {'Action': 'GetItem'}} | p.json:1:26: 'GetItem' is not an action; it must be"
            + " * or begin with a service, as dynamodb:",
        "{'Statement': {'Action': 'dyn*:GetItem'}} | p.json:1:26: the service of an action cannot"
            + " contain wildcards",
        "{'Statement': {'Action': '*', 'NotAction': '*'}} | p.json:1:31: a statement cannot have"
            + " Action and NotAction",
        "{'Statement': {'Action': []}} | p.json:1:26: the statement has no actions",
        "{'Statement': {'Resource': 'T'}} | p.json:1:28: 'T' is not a resource; it must be * or an"
            + " ARN",
        "{'Statement': {'Condition': {'StringEqual': {}}}} | p.json:1:30: 'StringEqual' is not an"
            + " operator of conditions",
        "{'Statement': {'Condition': {'ForEach:Bool': {}}}} | p.json:1:30: 'ForEach:Bool' is not an"
            + " operator: it must begin with ForAllValues: or ForAnyValue:",
        "{'Statement': {'Condition': {'NullIfExists': {}}}} | p.json:1:30: Null cannot have"
            + " IfExists",
      })
  void anInvalidPolicyIsReportedWhereItIs(String json, String message) {
    assertInvalid(PolicyKind.IDENTITY, json.replace('\'', '"'), message);
  }

  @Test
  void aSidIsUniqueInAPolicy() {
    String one = "{\"Sid\": \"S\", \"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\"}";
    assertInvalid(
        PolicyKind.IDENTITY,
        "{\"Statement\": [" + one + ",\n" + one + "]}",
        "p.json:2:1: the Sid 'S' is given twice; it must be unique in a policy");
  }

  @Test
  void thePolicyOfATableNeedsAPrincipal() {
    assertInvalid(
        PolicyKind.RESOURCE,
        statement("\"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"*\""),
        "p.json:2:16: the statement has no Principal");
    assertInvalid(
        PolicyKind.RESOURCE,
        statement("\"Principal\": {\"AWS\": \"alice\"}"),
        "p.json:2:38: 'alice' is not a principal; it must be *, an account or an ARN without"
            + " wildcards");
  }

  @ParameterizedTest
  @CsvSource({"IDENTITY,10240", "RESOURCE,20480", "BOUNDARY,6144", "SESSION,2048"})
  void aPolicyHasAMaximumSize(PolicyKind kind, int most) {
    String principal = kind == PolicyKind.RESOURCE ? "\"Principal\":\"*\"," : "";
    String start = "{\"Statement\":[{" + principal + "\"Effect\":\"Allow\",\"Action\":\"*\",";
    String rest = "\"Resource\":\"arn:aws:dynamodb:\"}]}";
    String id = "x".repeat(most - start.length() - rest.length());
    String json = start + rest.replace("dynamodb:", "dynamodb:" + id);
    assertThat(Policy.parse("p.json", kind, json.replace(",", ", ")).statements()).hasSize(1);
    assertInvalid(
        kind,
        json.replace("dynamodb:", "dynamodb:y"),
        "p.json:1:1: the policy has "
            + (most + 1)
            + " characters without white space; "
            + kind.withArticle()
            + " can have "
            + most);
  }

  private static List<String> findings(String members) {
    return Policy.parse("p.json", PolicyKind.IDENTITY, statement(members)).findings().stream()
        .map(Notice::toString)
        .toList();
  }

  @Test
  void anUnknownActionIsFound() {
    assertThat(
            findings(
                "\"Effect\": \"Allow\",\n\"Action\": [\"dynamodb:GetItm\","
                    + " \"dynamodb:TransactWriteItems\", \"dynamodb:Xyz*\", \"s3:GetObject\"],"
                    + " \"Resource\": \"*\""))
        .containsExactly(
            "p.json:3:12: no action of DynamoDB matches 'dynamodb:GetItm'; dynamodb:GetItem?",
            "p.json:3:31: 'dynamodb:TransactWriteItems' is an operation, not an action: its parts"
                + " need dynamodb:ConditionCheckItem, dynamodb:DeleteItem, dynamodb:PutItem,"
                + " dynamodb:UpdateItem",
            "p.json:3:62: no action of DynamoDB matches 'dynamodb:Xyz*'");
  }

  private static List<String> conditionFindings(String actions, String condition) {
    return findings(
        "\"Effect\": \"Allow\", \"Action\": ["
            + actions
            + "], \"Resource\": \"*\",\n\"Condition\": {"
            + condition
            + "}");
  }

  @Test
  void aConditionKeyThatTheActionsNeverHaveIsFound() {
    assertThat(
            conditionFindings(
                "\"dynamodb:PutItem\"", "\"Bool\": {\"dynamodb:FullTableScan\": \"true\"}"))
        .containsExactly(
            "p.json:3:24: no action of the statement has the key 'dynamodb:FullTableScan'");
    assertThat(
            conditionFindings(
                "\"dynamodb:GetItem\"", "\"StringEquals\": {\"dynamodb:LeadingKey\": \"a\"}"))
        .containsExactly("p.json:3:32: DynamoDB has no condition key 'dynamodb:LeadingKey'");
    assertThat(conditionFindings("\"dynamodb:GetItem\"", "\"StringEquals\": {\"aws:User\": \"a\"}"))
        .containsExactly("p.json:3:32: AWS has no condition key 'aws:User'");
    assertThat(
            conditionFindings(
                "\"dynamodb:GetItem\"", "\"StringEquals\": {\"aws:SourceVpce\": \"a\"}"))
        .containsExactly("p.json:3:32: requests to Monotable never have the key 'aws:SourceVpce'");
    assertThat(conditionFindings("\"s3:PutObject\"", "\"StringEquals\": {\"s3:prefix\": \"a\"}"))
        .containsExactly("p.json:3:32: no action of the statement has the key 's3:prefix'");
    assertThat(
            conditionFindings(
                "\"s3:ListBucket\"",
                "\"StringEquals\": {\"s3:prefix\": \"a\", \"aws:CalledViaLast\": \"a\","
                    + " \"s3:delimiter\": \"/\"}"))
        .isEmpty();
  }

  @Test
  void leadingKeysWithoutForAllValuesAreFound() {
    assertThat(
            conditionFindings(
                "\"dynamodb:GetItem\"", "\"StringEquals\": {\"dynamodb:LeadingKeys\": \"a\"}"))
        .containsExactly(
            "p.json:3:15: dynamodb:LeadingKeys can have several values: write"
                + " ForAllValues:StringEquals");
    assertThat(
            conditionFindings(
                "\"dynamodb:GetItem\"",
                "\"ForAnyValue:StringEquals\": {\"dynamodb:LeadingKeys\": \"a\"}"))
        .containsExactly(
            "p.json:3:15: ForAnyValue allows a batch if one of its items matches;"
                + " dynamodb:LeadingKeys needs ForAllValues");
  }

  @Test
  void aScanBesideLeadingKeysIsFound() {
    assertThat(
            conditionFindings(
                "\"dynamodb:Query\", \"dynamodb:Scan\"",
                "\"ForAllValues:StringEquals\": {\"dynamodb:LeadingKeys\": \"a\"}"))
        .containsExactly(
            "p.json:3:45: dynamodb:Scan does not have dynamodb:LeadingKeys, and ForAllValues is"
                + " true without it: all items are allowed");
    assertThat(
            conditionFindings(
                "\"dynamodb:Query\", \"dynamodb:PutItem\"",
                "\"StringEquals\": {\"dynamodb:Select\": \"COUNT\"}"))
        .containsExactly(
            "p.json:3:32: dynamodb:PutItem does not have dynamodb:Select: the statement never"
                + " allows it");
  }

  @Test
  void aValueThatNeverMatchesIsFound() {
    assertThat(
            conditionFindings(
                "\"dynamodb:GetItem\"",
                "\"IpAddress\": {\"aws:SourceIp\": \"10.0.0\"}, \"StringEquals\":"
                    + " {\"aws:userid\": \"a*\"}"))
        .containsExactly(
            "p.json:3:29: '10.0.0' never matches: IpAddress needs an IP address or a range of CIDR",
            "p.json:3:73: StringEquals compares wildcards as characters; StringLike has wildcards");
  }

  @Test
  void aTableWithoutItsIndexesIsFound() {
    assertThat(
            findings(
                "\"Effect\": \"Allow\", \"Action\": \"dynamodb:Query\", \"Resource\": \""
                    + ARN
                    + "\""))
        .containsExactly(
            "p.json:2:76: its indexes are not allowed: they are resources of their own, "
                + ARN
                + "/index/*");
    assertThat(
            findings(
                "\"Effect\": \"Allow\", \"Action\": \"dynamodb:Query\", \"Resource\": [\""
                    + ARN
                    + "\", \""
                    + ARN
                    + "/index/*\"]"))
        .isEmpty();
  }

  @Test
  void aResourceOfAnotherTypeIsFound() {
    assertThat(
            findings(
                "\"Effect\": \"Allow\", \"Action\": \"dynamodb:GetRecords\", \"Resource\": \""
                    + ARN
                    + "\""))
        .containsExactly(
            "p.json:2:81: no action of the statement has a resource of the type table");
  }

  /** Only if a statement is about no other actions of Amazon S3, which may need the bucket. */
  @Test
  void anObjectIsNotItsBucket() {
    String bucket = "\"Resource\": \"arn:aws:s3:::files\"";
    String object = "\"Resource\": \"arn:aws:s3:::files/*\"";
    String allow = "\"Effect\": \"Allow\", \"Action\": ";
    assertThat(findings(allow + "[\"s3:GetObject\", \"S3:PUTOBJECT\"], " + bucket))
        .containsExactly(
            "p.json:2:92: no action of the statement has a resource of the type bucket");
    assertThat(findings(allow + "\"s3:ListBucket\", " + object))
        .containsExactly(
            "p.json:2:75: no action of the statement has a resource of the type object");
    for (String fitting :
        List.of(
            "\"s3:ListBucket\", " + bucket,
            "\"s3:PutObject\", " + object,
            "[\"s3:GetObject\", \"s3:GetBucketLocation\"], " + bucket,
            "\"s3:Get*\", " + bucket,
            "\"s3:GetObject\", \"Resource\": \"arn:aws:s3:::files*\"")) {
      assertThat(findings(allow + fitting)).as(fitting).isEmpty();
    }
  }

  @Test
  void aVariableWithoutItsVersionIsFound() {
    Policy policy =
        Policy.parse(
            "p.json",
            PolicyKind.IDENTITY,
            "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"dynamodb:GetItem\","
                + " \"Resource\": \"arn:aws:dynamodb:*:*:table/${aws:username}\"}}");
    assertThat(policy.findings())
        .singleElement()
        .hasToString("p.json:1:77: variables have no values without \"Version\": \"2012-10-17\"");
  }
}
