package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.access.request.Principals;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policies that templates refer to: of AWS, of SAM, of plugins, and of stacks in stacks. */
class TemplatePoliciesTest extends PolicyFilesFixture {
  private static final String ORDERS =
      "Resources:\n  Orders: {Type: AWS::Serverless::SimpleTable}\n";

  private List<String> noticesOf(Path file) {
    return notices.stream()
        .map(notice -> notice.toString().replace(file.toString(), "file"))
        .toList();
  }

  /** Each way to name a managed policy of AWS. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AmazonDynamoDBFullAccess",
        "AmazonDynamoDBFullAccess_v2",
        "arn:aws:iam::aws:policy/AmazonDynamoDBFullAccess",
        "!Sub 'arn:${AWS::Partition}:iam::aws:policy/AdministratorAccess'",
        "!If [Yes, PowerUserAccess, !Ref AWS::NoValue]",
      })
  void aManagedPolicyOfAwsAllowsWhatItsDocumentSays(String policy) throws Exception {
    Path template =
        file(
            "sam.yaml",
            "Conditions: {Yes: !Equals [a, a]}\n"
                + ORDERS
                + "  Place: {Type: AWS::Serverless::Function, Properties: {Policies: ["
                + policy
                + "]}}\n  Role: {Type: AWS::IAM::Role, Properties: {ManagedPolicyArns: ["
                + policy
                + "]}}\n");
    Principals principals = load(template.toString());

    for (String role : List.of("Place", "Role")) {
      assertThat(allows(principals.find(role), "PutItem", TABLE)).isTrue();
      assertThat(allows(principals.find(role), "DeleteTable", TABLE)).isTrue();
    }
    assertThat(notices).isEmpty();
  }

  @Test
  void aManagedPolicyForReadingAllowsReading() throws Exception {
    Path template =
        file(
            "sam.yaml",
            ORDERS
                + "  Place: {Type: AWS::Serverless::Function, Properties: {Policies:"
                + " AmazonDynamoDBReadOnlyAccess}}\n");
    Principals principals = load(template.toString());

    assertThat(allows(principals.find("Place"), "GetItem", TABLE)).isTrue();
    assertThat(allows(principals.find("Place"), "DescribeTable", TABLE)).isTrue();
    assertThat(allows(principals.find("Place"), "PutItem", TABLE)).isFalse();
  }

  @Test
  void aPolicyWhoseDocumentIsNotKnownIsReported() throws Exception {
    Path template =
        file(
            "template.yaml",
            ORDERS
                + """
                  Place:
                    Type: AWS::Serverless::Function
                    Properties:
                      Policies:
                        - AWSLambdaBasicExecutionRole
                        - AcmeFullAccess
                        - DynamoDBAcmePolicy: {TableName: !Ref Orders}
                        - DynamoDBCrudPolicy: {TableName: !Ref Bucket}
                        - S3ReadPolicy: {BucketName: !Ref Bucket}
                        - DynamoDBReadPolicy: {Ref: Orders}
                  Bucket: {Type: AWS::S3::Bucket}
                  Role:
                    Type: AWS::IAM::Role
                    Properties:
                      ManagedPolicyArns: [!ImportValue Shared]
                      PermissionsBoundary: arn:aws:iam::123456789012:policy/Boundary
                  Attached:
                    Type: AWS::IAM::Policy
                    Properties:
                      Roles: [Elsewhere]
                      PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:GetItem, Resource: "*"}}
                  Vpc:
                    Type: AWS::EC2::VPCEndpoint
                    Properties:
                      PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:GetItem, Resource: "*"}}
                  Permissions:
                    Type: AWS::SSO::PermissionSet
                    Properties: {InlinePolicy: '{"Statement": {"Effect": "Allow", "Action": "dynamodb:*"}}'}
                  MadeUp: {Type: Acme::Role, Properties: {Rules: [{Action: [dynamodb:Query]}]}}
                """
                    .indent(0));
    load(template.toString());

    assertThat(noticesOf(template))
        .containsExactly(
            "file:8:11: the policy AcmeFullAccess has no effect here: its document is not known",
            "file:9:11: DynamoDBAcmePolicy has no effect here: its document is not known",
            "file:10:11: DynamoDBCrudPolicy has no effect here: the name of the resource 'Bucket' is"
                + " known only when it is deployed",
            "file:12:11: DynamoDBReadPolicy has no effect here: no TableName",
            "file:17:27: the policy has no effect here: Fn::ImportValue cannot be resolved offline",
            "file:18:28: the policy Boundary has no effect here: its document is not known",
            "file:23:23: the policy Attached has no effect here: Elsewhere is not in the file",
            "file:24:3: Vpc (AWS::EC2::VPCEndpoint) has no effect here; it has a statement about"
                + " DynamoDB",
            "file:28:3: Permissions (AWS::SSO::PermissionSet) has no effect here; it has a"
                + " statement about DynamoDB",
            "file:31:3: MadeUp (Acme::Role) has no effect here; it has a statement about DynamoDB");
  }

  @Test
  void theSameIsReportedTenTimesAndThenCounted() throws Exception {
    StringBuilder template = new StringBuilder("Resources:\n");
    for (int i = 0; i < 15; i++) {
      template.append("  F").append(i);
      template.append(": {Type: AWS::Serverless::Function, Properties: {Policies: Unknown}}\n");
    }
    load(file("sam.yaml", template.toString()).toString());

    assertThat(notices).hasSize(11);
    assertThat(notices.get(10).text())
        .isEqualTo(
            "there are 5 more notices of the policy Unknown has no effect here: its document is"
                + " not known");
  }

  @Test
  void aManagedPolicyOfTheTemplateIsFoundByItsIdArnAndName() throws Exception {
    Path template =
        file(
            "template.yaml",
            """
            Resources:
              Read:
                Type: AWS::IAM::ManagedPolicy
                Properties:
                  ManagedPolicyName: reading
                  PolicyDocument: {Statement: {Effect: Allow, Action: dynamodb:GetItem, Resource: "*"}}
              A: {Type: AWS::IAM::Role, Properties: {ManagedPolicyArns: [!Ref Read]}}
              B: {Type: AWS::IAM::Role, Properties: {ManagedPolicyArns: [!GetAtt Read.PolicyArn]}}
              C: {Type: AWS::IAM::Role, Properties: {ManagedPolicyArns: [!Sub 'arn:aws:iam::${AWS::AccountId}:policy/reading']}}
              D: {Type: AWS::Serverless::Function, Properties: {Policies: !Ref Read}}
            """);
    Principals principals = load(template.toString());

    for (String role : List.of("A", "B", "C", "D")) {
      assertThat(allows(principals.find(role), "GetItem", TABLE)).as(role).isTrue();
      assertThat(allows(principals.find(role), "PutItem", TABLE)).as(role).isFalse();
    }
    assertThat(notices).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DynamoDBCrudPolicy              | DeleteItem             |             | DeleteTable",
        "DynamoDBReadPolicy              | Query                  | /index/I    | PutItem",
        "DynamoDBWritePolicy             | PutItem                |             | GetItem",
        "DynamoDBReconfigurePolicy       | UpdateTable            |             | GetItem",
        "DynamoDBStreamReadPolicy        | GetRecords             | /stream/x   | GetItem",
        "DynamoDBBackupFullAccessPolicy  | CreateBackup           |             | GetItem",
        "DynamoDBRestoreFromBackupPolicy | RestoreTableFromBackup | /backup/x   | DeleteTable",
      })
  void aPolicyTemplateOfSamAllowsItsActions(
      String policy, String action, @Nullable String end, String other) throws Exception {
    Path template =
        file(
            "sam.yaml",
            ORDERS
                + "  Place: {Type: AWS::Serverless::StateMachine, Properties: {Policies: [{"
                + policy
                + ": {TableName: !Ref Orders, StreamName: x}}]}}\n");
    Principals principals = load(template.toString());

    assertThat(allows(principals.find("PlaceRole"), action, TABLE + (end == null ? "" : end)))
        .isTrue();
    assertThat(allows(principals.find("PlaceRole"), other, TABLE)).isFalse();
  }

  @Test
  void aConnectorOfSamGivesARolePermissions() throws Exception {
    Path template =
        file(
            "sam.yaml",
            ORDERS
                + """
                  Role: {Type: AWS::IAM::Role}
                  Place: {Type: AWS::Serverless::Function}
                  Own: {Type: AWS::Lambda::Function, Properties: {Role: !GetAtt Role.Arn}}
                  Both:
                    Type: AWS::Serverless::Connector
                    Properties: {Source: {Id: Place}, Destination: {Id: Orders}, Permissions: [Read, Write]}
                  Reading:
                    Type: AWS::Serverless::Connector
                    Properties: {Source: {Id: Own}, Destination: [{Id: Orders}], Permissions: [Read]}
                  Follow:
                    Type: AWS::Serverless::Function
                    Connectors:
                      Writing: {Properties: {Destination: {Id: Orders}, Permissions: [Write]}}
                  Changes:
                    Type: AWS::Serverless::Connector
                    Properties: {Source: {Id: Orders}, Destination: {Id: Follow}, Permissions: [Read]}
                  Lost:
                    Type: AWS::Serverless::Connector
                    Properties: {Source: {Id: Missing}, Destination: {Id: Orders}, Permissions: [Read]}
                  Queue: {Type: AWS::SQS::Queue}
                  Other:
                    Type: AWS::Serverless::Connector
                    Properties: {Source: {Id: Place}, Destination: {Id: Queue}, Permissions: [Write]}
                """
                    .indent(0));
    Principals principals = load(template.toString());

    assertThat(allows(principals.find("Place"), "GetItem", TABLE)).isTrue();
    assertThat(allows(principals.find("Place"), "PutItem", TABLE)).isTrue();
    assertThat(allows(principals.find("Place"), "DescribeTable", TABLE)).isFalse();
    assertThat(allows(principals.find("Role"), "Query", TABLE + "/index/I")).isTrue();
    assertThat(allows(principals.find("Role"), "PutItem", TABLE)).isFalse();
    assertThat(allows(principals.find("Follow"), "PutItem", TABLE)).isTrue();
    assertThat(allows(principals.find("Follow"), "GetItem", TABLE)).isFalse();
    assertThat(allows(principals.find("Follow"), "GetRecords", TABLE + "/stream/x")).isTrue();
    assertThat(noticesOf(template))
        .containsExactly("file:19:3: Lost has no effect here: its role is not in the file");
  }

  @Test
  void aFunctionWithAStreamMayReadIt() throws Exception {
    Path template =
        file(
            "sam.yaml",
            ORDERS
                + "  Place: {Type: AWS::Serverless::Function, Properties: {Events: {Changes: {Type:"
                + " DynamoDB}}}}\n");
    Principals principals = load(template.toString());

    assertThat(allows(principals.find("Place"), "GetRecords", TABLE + "/stream/x")).isTrue();
    assertThat(allows(principals.find("Place"), "GetItem", TABLE)).isFalse();
  }

  @Test
  void theRolesOfStacksInStacksAndOfLoopsAreRead() throws Exception {
    file(
        "inner.yaml",
        """
        Parameters: {Table: {Type: String}}
        Resources:
          'Fn::ForEach::Roles':
            - Name
            - [Get, Put]
            - '${Name}Role':
                Type: AWS::IAM::Role
                Properties:
                  Policies:
                    - PolicyName: p
                      PolicyDocument:
                        Statement: {Effect: Allow, Action: 'dynamodb:${Name}Item', Resource: !Ref Table}
        """);
    Path template =
        file(
            "outer.yaml",
            ORDERS
                + """
                  Inner:
                    Type: AWS::CloudFormation::Stack
                    Properties: {TemplateURL: inner.yaml, Parameters: {Table: !GetAtt Orders.Arn}}
                  Remote:
                    Type: AWS::CloudFormation::Stack
                    Properties: {TemplateURL: "https://example.com/a.yaml"}
                """
                    .indent(0));
    Principals principals = load(template.toString());

    assertThat(allows(principals.find("GetRole"), "GetItem", TABLE)).isTrue();
    assertThat(allows(principals.find("GetRole"), "PutItem", TABLE)).isFalse();
    assertThat(allows(principals.find("PutRole"), "PutItem", TABLE)).isTrue();
    assertThat(noticesOf(template))
        .containsExactly(
            "file:6:3: Remote has no effect here; its template is not a file beside this one");
  }

  @Test
  void theStacksOfAnApplicationImportWhatOthersExport() throws Exception {
    file(
        "manifest.json",
        """
        {"version": "36.0.0", "artifacts": {
          "A": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "A.json"}},
          "B": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "B.json"}}}}
        """);
    file(
        "A.json",
        """
        {"Resources": {"Place": {"Type": "AWS::IAM::Role", "Properties": {"Policies": [
          {"PolicyName": "p", "PolicyDocument": {"Statement": [
            {"Effect": "Allow", "Action": "dynamodb:PutItem", "Resource": {"Fn::ImportValue": "B:Arn"}},
            {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": {"Fn::ImportValue": "Loop"}}
          ]}}]}}},
         "Outputs": {"Loop": {"Value": {"Fn::ImportValue": "Loop"}, "Export": {"Name": "Loop"}}}}
        """);
    file(
        "B.json",
        """
        {"Resources": {"Orders": {"Type": "AWS::DynamoDB::Table"}},
         "Outputs": {"Arn": {"Value": {"Fn::GetAtt": ["Orders", "Arn"]},
           "Export": {"Name": {"Fn::Sub": "${AWS::StackName}:Arn"}}}}}
        """);
    Principals principals = load(folder.toString());

    assertThat(allows(principals.find("Place"), "PutItem", TABLE)).isTrue();
    assertThat(notices)
        .extracting(Notice::text)
        .containsExactly(
            "the statement has no effect here: Fn::ImportValue cannot be resolved offline");
  }

  @Test
  void functionsOfServerlessMayHaveRolesOfTheirOwn() throws Exception {
    Path config =
        file(
            "serverless.yml",
            """
            service: shop
            plugins: [serverless-iam-roles-per-function]
            provider:
              name: aws
              iam:
                role:
                  managedPolicies: [arn:aws:iam::aws:policy/AmazonDynamoDBReadOnlyAccess]
                  statements:
                    - {Effect: Allow, Action: dynamodb:DeleteItem, Resource: "*"}
            custom: {reading: dynamodb:GetItem}
            functions:
              place-order:
                handler: a
                iamRoleStatements:
                  - {Effect: Allow, Action: dynamodb:PutItem, Resource: !GetAtt Orders.Arn}
              get_order:
                handler: b
                iamRoleStatementsName: getter
                iamRoleStatementsInherit: true
                iamRoleStatements:
                  - {Effect: Allow, Action: "${self:custom.reading}", Resource: "*"}
              own:
                handler: c
                iam: {role: {statements: [{Effect: Allow, Action: dynamodb:Scan, Resource: "*"}]}}
              plain: {handler: d}
            resources:
              Resources:
                Orders: {Type: AWS::DynamoDB::Table}
            """);
    Principals principals = load(config.toString());

    assertThat(allows(principals.find("IamRoleLambdaExecution"), "DeleteItem", TABLE)).isTrue();
    assertThat(allows(principals.find("IamRoleLambdaExecution"), "Query", TABLE)).isTrue();
    assertThat(allows(principals.find("PlaceDashorderIamRoleLambdaExecution"), "PutItem", TABLE))
        .isTrue();
    assertThat(allows(principals.find("PlaceDashorderIamRoleLambdaExecution"), "DeleteItem", TABLE))
        .isFalse();
    assertThat(principals.find("shop-dev-place-order-eu-west-1-lambdaRole"))
        .isEqualTo(principals.find("PlaceDashorderIamRoleLambdaExecution"));
    assertThat(allows(principals.find("getter"), "GetItem", TABLE)).isTrue();
    assertThat(allows(principals.find("getter"), "DeleteItem", TABLE)).isTrue();
    assertThat(principals.find("Get_orderIamRoleLambdaExecution")).isNull();
    assertThat(principals.find("GetUnderscoreorderIamRoleLambdaExecution"))
        .isEqualTo(principals.find("getter"));
    assertThat(allows(principals.find("OwnIamRoleLambdaExecution"), "Scan", TABLE)).isTrue();
    assertThat(principals.find("PlainIamRoleLambdaExecution")).isNull();
  }

  @Test
  void eachKnownDocumentIsAPolicy() throws Exception {
    String policies =
        "AmazonDynamoDBFullAccesswithDataPipeline, AWSLambdaDynamoDBExecutionRole,"
            + " AWSLambdaInvocation-DynamoDB, AWSLambdaVPCAccessExecutionRole";
    Path template =
        file(
            "sam.yaml",
            ORDERS
                + "  Place: {Type: AWS::Serverless::Function, Properties: {Policies: ["
                + policies
                + "]}}\n");
    Principals principals = load(template.toString());

    assertThat(principals.find("Place").policies())
        .extracting(Policy::name)
        .isEqualTo(List.of(policies.split(", ")));
    assertThat(notices).isEmpty();
  }
}
