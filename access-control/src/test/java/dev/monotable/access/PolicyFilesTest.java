package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.access.request.Principals;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The files of {@code --policies}. */
class PolicyFilesTest extends PolicyFilesFixture {
  @Test
  void theUsersOfATemplateHaveThePoliciesOfTheirGroups() throws IOException, DataFileException {
    Path template =
        file(
            "template.yaml",
            """
            Resources:
              Alice: {Type: AWS::IAM::User, Properties: {UserName: alice, Groups: [!Ref Readers]}}
              Bob: {Type: AWS::IAM::User, Properties: {UserName: bob}}
              Carol: {Type: AWS::IAM::User, Properties: {UserName: carol}}
              Readers:
                Type: AWS::IAM::Group
                Properties:
                  GroupName: readers
                  Policies:
                    - PolicyName: read
                      PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:GetItem, Resource: "*"}}
              More:
                Type: AWS::IAM::UserToGroupAddition
                Properties: {GroupName: readers, Users: [!Ref Bob]}
              Scans:
                Type: AWS::IAM::Policy
                Properties:
                  PolicyName: scan
                  Groups: [!Ref Readers]
                  PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:Scan, Resource: "*"}}
              Writes:
                Type: AWS::IAM::GroupPolicy
                Properties:
                  GroupName: !Ref Readers
                  PolicyName: write
                  PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:PutItem, Resource: "*"}}
            """);
    Principals principals = load(template.toString());
    for (String member : List.of("alice", "Alice", "bob")) {
      for (String action : List.of("GetItem", "Scan", "PutItem")) {
        assertThat(allows(principals.find(member), action, TABLE)).as(member + action).isTrue();
      }
      assertThat(allows(principals.find(member), "Query", TABLE)).isFalse();
    }
    assertThat(allows(principals.find("carol"), "GetItem", TABLE)).isFalse();
    assertThat(principals.find("readers")).isNull();
  }

  @Test
  void theUsersOfTerraformHaveThePoliciesOfTheirGroups() throws IOException, DataFileException {
    String document =
        "{\\\"Statement\\\":{\\\"Effect\\\":\\\"Allow\\\",\\\"Action\\\":\\\"dynamodb:%s\\\",\\\"Resource\\\":\\\"*\\\"}}";
    Path state =
        file(
            "state.json",
            "{\"format_version\": \"1.0\", \"values\": {\"root_module\": {\"resources\": ["
                + resource("aws_iam_group_membership", "\"group\": \"app\", \"users\": [\"alice\"]")
                + resource("aws_iam_user", "\"name\": \"alice\"")
                + resource("aws_iam_user", "\"name\": \"bob\"")
                + resource("aws_iam_role", "\"name\": \"app\"")
                + resource("aws_iam_group", "\"name\": \"app\"")
                + resource(
                    "aws_iam_user_group_membership", "\"user\": \"bob\", \"groups\": [\"app\"]")
                + resource(
                    "aws_iam_group_policy",
                    "\"group\": \"app\", \"policy\": \"" + document.replace("%s", "GetItem") + '"')
                + resource(
                    "aws_iam_policy",
                    "\"arn\": \"arn:x\", \"policy\": \"" + document.replace("%s", "Scan") + '"')
                + resource(
                        "aws_iam_group_policy_attachment",
                        "\"group\": \"app\", \"policy_arn\": \"arn:x\"")
                    .replaceFirst(",$", "")
                + "]}}}");
    Principals principals = load(state.toString());
    for (String member : List.of("alice", "bob")) {
      assertThat(allows(principals.find(member), "GetItem", TABLE)).as(member).isTrue();
      assertThat(allows(principals.find(member), "Scan", TABLE)).as(member).isTrue();
    }
    assertThat(allows(principals.find("app"), "GetItem", TABLE)).isFalse(); // a role
  }

  private static String resource(String type, String values) {
    return "{\"type\": \"" + type + "\", \"values\": {" + values + "}},";
  }

  @Test
  void theRolesOfATemplateAreAccessKeys() throws IOException, DataFileException {
    Path template =
        file(
            "template.yaml",
            """
            Resources:
              Orders:
                Type: AWS::DynamoDB::Table
                Properties: {TableName: Orders}
              Bucket: {Type: AWS::S3::Bucket}
              Limits:
                Type: AWS::IAM::ManagedPolicy
                Properties:
                  PolicyDocument:
                    Version: "2012-10-17"
                    Statement: [{Effect: Allow, Action: "dynamodb:*", Resource: !GetAtt Orders.Arn}]
              Reader:
                Type: AWS::IAM::Role
                Properties:
                  RoleName: !Sub "${AWS::Region}-reader"
                  PermissionsBoundary: !Ref Limits
                  Policies:
                    - PolicyName: read
                      PolicyDocument:
                        Version: "2012-10-17"
                        Statement:
                          - Effect: Allow
                            Action: [dynamodb:GetItem, dynamodb:Query]
                            Resource: [!GetAtt Orders.Arn, !Sub "${Orders.Arn}/index/*"]
                          - Effect: Allow
                            Action: s3:GetObject
                            Resource: !GetAtt Bucket.Arn
              Streams:
                Type: AWS::IAM::Policy
                Properties:
                  PolicyName: streams
                  Roles: [!Ref Reader]
                  PolicyDocument:
                    Version: "2012-10-17"
                    Statement: {Effect: Allow, Action: dynamodb:GetRecords, Resource: !GetAtt Orders.StreamArn}
            """);
    Principals principals = load(template.toString());
    Principal reader = principals.find("Reader");
    assertThat(principals.find("eu-west-1-reader")).isEqualTo(reader);
    assertThat(Objects.requireNonNull(reader).principalArn())
        .isEqualTo("arn:aws:iam::123456789012:role/eu-west-1-reader");
    assertThat(allows(reader, "GetItem", TABLE)).isTrue();
    assertThat(decide(reader, "Query", TABLE + "/index/I"))
        .isEqualTo("denied: no statement of a permissions boundary allows it");
    assertThat(allows(reader, "PutItem", TABLE)).isFalse();
    assertThat(reader.policies()).extracting(Policy::name).containsExactly("read", "streams");
    assertThat(notices)
        .extracting(Notice::text)
        .containsExactly(
            "the statement has no effect here: Bucket.Arn is known only when the template is"
                + " deployed");
  }

  @Test
  void aFunctionOfSamHasItsPolicies() throws IOException, DataFileException {
    Path template =
        file(
            "sam.yaml",
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              Orders: {Type: AWS::Serverless::SimpleTable}
              Place:
                Type: AWS::Serverless::Function
                Properties:
                  Policies:
                    - AWSLambdaBasicExecutionRole
                    - DynamoDBCrudPolicy: {TableName: !Ref Orders}
                    - Statement: [{Effect: Deny, Action: dynamodb:Scan, Resource: "*"}]
            """);
    Principals principals = load(template.toString());
    Principal place = principals.find("PlaceRole");
    assertThat(principals.find("Place")).isEqualTo(place);
    assertThat(allows(place, "PutItem", TABLE)).isTrue();
    assertThat(allows(place, "Query", TABLE + "/index/I")).isTrue();
    assertThat(allows(place, "Scan", TABLE)).isFalse();
    assertThat(allows(place, "DeleteTable", TABLE)).isFalse();
  }

  @Test
  void theRoleOfServerlessFunctionsIsAnAccessKey() throws IOException, DataFileException {
    Path config =
        file(
            "serverless.yml",
            """
            service: shop
            provider:
              name: aws
              iam:
                role:
                  statements:
                    - Effect: Allow
                      Action: dynamodb:GetItem
                      Resource: {"Fn::GetAtt": [Orders, Arn]}
            resources:
              Resources:
                Orders:
                  Type: AWS::DynamoDB::Table
                  Properties: {TableName: Orders}
            """);
    Principals principals = load(config.toString());
    assertThat(allows(principals.find("IamRoleLambdaExecution"), "GetItem", TABLE)).isTrue();
    assertThat(allows(principals.find("IamRoleLambdaExecution"), "PutItem", TABLE)).isFalse();
    assertThat(principals.find("shop-dev-eu-west-1-lambdaRole"))
        .isEqualTo(principals.find("IamRoleLambdaExecution"));
  }

  @Test
  void theRolesOfATerraformStateAreAccessKeys() throws IOException, DataFileException {
    String policy =
        "{\\\"Statement\\\": [{\\\"Effect\\\": \\\"Allow\\\", \\\"Action\\\": \\\"dynamodb:%s\\\","
            + " \\\"Resource\\\": \\\""
            + TABLE
            + "\\\"}]}";
    Path state =
        file(
            "state.json",
            """
            {"format_version": "1.0", "values": {"root_module": {"resources": [
              {"type": "aws_iam_role", "name": "app", "values": {"name": "app"}},
              {"type": "aws_iam_role_policy", "name": "a", "values":
                {"name": "get", "role": "app", "policy": "GET"}},
              {"type": "aws_iam_policy", "name": "b", "values":
                {"name": "put", "arn": "arn:aws:iam::1:policy/put", "policy": "PUT"}},
              {"type": "aws_iam_role_policy_attachment", "name": "c", "values":
                {"role": "app", "policy_arn": "arn:aws:iam::1:policy/put"}}
            ]}}}
            """
                .replace("GET", policy.replace("%s", "GetItem"))
                .replace("PUT", policy.replace("%s", "PutItem")));
    Principal app = load(state.toString()).find("app");
    assertThat(allows(app, "GetItem", TABLE)).isTrue();
    assertThat(allows(app, "PutItem", TABLE)).isTrue();
    assertThat(allows(app, "Scan", TABLE)).isFalse();
  }

  private static final String GET_OWN =
      "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\":"
          + " \"dynamodb:GetItem\", \"Resource\": \"*\"}}";

  @Test
  void aPolicyIsForOneAccessKeyOrForAllOthers() throws IOException, DataFileException {
    Path policy = file("p.json", GET_OWN);
    Principals principals = load("ALICE=" + policy);
    assertThat(allows(principals.find("ALICE"), "GetItem", TABLE)).isTrue();
    assertThat(principals.find("BOB")).isNull();
    assertThat(load(policy.toString()).allWithOthers(ACCOUNT)).containsOnlyKeys("*");
  }

  @Test
  void aListNamesPrincipalsWithTheirTags() throws IOException, DataFileException {
    var unused = file("p.json", GET_OWN);
    Path list =
        file(
            "principals.yaml",
            """
            principals:
              KEYA:
                role: app
                session: s1
                tags: {tenant: a}
                context: {"www.amazon.com:user_id": "1"}
                policies: [p.json]
                boundary: {Statement: {Effect: Allow, Action: "*", Resource: "*"}}
                sessionPolicies: []
              KEYB: {user: bob}
            """);
    Principals principals = load(list.toString());
    Principal app = Objects.requireNonNull(principals.find("KEYA"));
    assertThat(app.arn()).isEqualTo("arn:aws:sts::123456789012:assumed-role/app/s1");
    assertThat(app.tags()).isEqualTo(Map.of("tenant", "a"));
    assertThat(app.context()).isEqualTo(Map.of("www.amazon.com:user_id", "1"));
    assertThat(allows(app, "GetItem", TABLE)).isTrue();
    assertThat(Objects.requireNonNull(principals.find("KEYB")).arn())
        .isEqualTo("arn:aws:iam::123456789012:user/bob");
  }

  @Test
  void anInvalidFileIsReported() throws IOException {
    Path list = file("principals.yaml", "principals:\n  KEY: {group: x}\n");
    assertThatThrownBy(() -> load(list.toString()))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            list
                + ":2:9: unknown member 'group'; a principal has user, role, session, tags,"
                + " context, policies, boundary and sessionPolicies");
    Path other = file("other.yaml", "a: 1\n");
    assertThatThrownBy(() -> load(other.toString()))
        .hasMessage(
            other
                + ": has neither a policy (Statement), nor principals, nor a template with roles");
    assertThatThrownBy(() -> load("KEY=" + other))
        .hasMessage(other + ": not a policy, which an access key needs");
  }
}
