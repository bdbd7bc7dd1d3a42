package dev.monotable.formats.template;

import dev.monotable.formats.resource.ManagedPolicies;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The policies about tables that SAM makes of a name: of its policy templates and of connectors.
 * See <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-policy-template-list.html">SAM
 * policy templates</a> and <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/reference-sam-connector.html">SAM
 * connectors</a>.
 */
final class SamPolicies {
  /** The permissions of a connector from a table: on its stream. */
  static final String STREAM = "Stream";

  /**
   * Actions on resources, which follow the ARN of a table. Those that write have no index, which
   * SAM gives them as well: no action that writes has the ARN of an index.
   */
  private record Grant(List<String> actions, List<String> resources) {
    static Grant of(String resources, String... actions) {
      return new Grant(List.of(actions), List.of(resources.split(",", -1)));
    }
  }

  private static final Map<String, List<Grant>> TEMPLATES =
      Map.of(
          "DynamoDBCrudPolicy",
          List.of(
              Grant.of(
                  ",/index/*",
                  "GetItem",
                  "DeleteItem",
                  "PutItem",
                  "Scan",
                  "Query",
                  "UpdateItem",
                  "BatchWriteItem",
                  "BatchGetItem",
                  "DescribeTable",
                  "ConditionCheckItem")),
          "DynamoDBReadPolicy",
          List.of(
              Grant.of(",/index/*", "GetItem", "Scan", "Query", "BatchGetItem", "DescribeTable")),
          "DynamoDBWritePolicy",
          List.of(Grant.of("", "PutItem", "UpdateItem", "BatchWriteItem")),
          "DynamoDBReconfigurePolicy",
          List.of(Grant.of("", "UpdateTable")),
          "DynamoDBStreamReadPolicy",
          List.of(
              Grant.of("/stream/*", "DescribeStream", "GetRecords", "GetShardIterator"),
              new Grant(List.of("ListStreams"), List.of("*"))),
          "DynamoDBBackupFullAccessPolicy",
          List.of(
              Grant.of("", "CreateBackup", "DescribeContinuousBackups"),
              Grant.of("/backup/*", "DeleteBackup", "DescribeBackup", "ListBackups")),
          "DynamoDBRestoreFromBackupPolicy",
          List.of(
              Grant.of("/backup/*", "RestoreTableFromBackup"),
              Grant.of(
                  "",
                  "PutItem",
                  "UpdateItem",
                  "DeleteItem",
                  "GetItem",
                  "Query",
                  "Scan",
                  "BatchWriteItem")));

  private static final Map<String, List<Grant>> CONNECTORS =
      Map.of(
          "Read",
          List.of(
              Grant.of(
                  ",/index/*",
                  "GetItem",
                  "Query",
                  "Scan",
                  "BatchGetItem",
                  "ConditionCheckItem",
                  "PartiQLSelect")),
          "Write",
          List.of(
              Grant.of(
                  "",
                  "PutItem",
                  "UpdateItem",
                  "DeleteItem",
                  "BatchWriteItem",
                  "PartiQLDelete",
                  "PartiQLInsert",
                  "PartiQLUpdate")),
          STREAM,
          List.of(
              Grant.of(
                  "/stream/*", "DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")));

  private SamPolicies() {}

  /** Returns whether a name is that of a policy template about tables. */
  static boolean isTemplate(String name) {
    return TEMPLATES.containsKey(name);
  }

  /** Returns the document of a policy template. */
  static FileValue ofTemplate(String name, String tableArn, FilePosition at) {
    return document(TEMPLATES.getOrDefault(name, List.of()), tableArn, at);
  }

  /** Returns the document of a permission of a connector; null for an unknown permission. */
  static @Nullable FileValue ofConnector(String permission, String tableArn, FilePosition at) {
    List<Grant> grants = CONNECTORS.get(permission);
    return grants == null ? null : document(grants, tableArn, at);
  }

  private static FileValue document(List<Grant> grants, String tableArn, FilePosition at) {
    List<FileValue> statements = new ArrayList<>();
    for (Grant grant : grants) {
      List<FileValue> actions = new ArrayList<>();
      grant.actions().forEach(action -> actions.add(new Scalar(at, "dynamodb:" + action)));
      List<FileValue> resources = new ArrayList<>();
      for (String end : grant.resources()) {
        resources.add(new Scalar(at, end.equals("*") ? end : tableArn + end));
      }
      statements.add(
          new MappingBuilder(at)
              .add("Effect", at, "Allow")
              .add("Action", at, new Sequence(at, actions))
              .add("Resource", at, new Sequence(at, resources))
              .build());
    }
    return ManagedPolicies.document(new Sequence(at, statements), at);
  }
}
