package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles of plans and states, with their policies. */
class TerraformRolesTest extends TerraformFixture {
  private static final String ROLE =
      resource("aws_iam_role", "\"name\": \"app\", \"arn\": \"arn:r\"");
  private static final String AWS = "arn:aws:iam::aws:policy/";
  private static final String FULL = AWS + "AmazonDynamoDBFullAccess";

  private final List<Notice> notices = new ArrayList<>();

  private static String policy(String action) {
    return "\"policy\": \"{\\\"Statement\\\": [{\\\"Effect\\\": \\\"Allow\\\", \\\"Action\\\": \\\"dynamodb:"
        + action
        + "\\\", \\\"Resource\\\": \\\"*\\\"}]}\"";
  }

  private static String customer(String action) {
    return resource("aws_iam_policy", "\"name\": \"p\", \"arn\": \"arn:p\", " + policy(action));
  }

  /** Returns the actions of the only role. */
  private List<String> actions(String content) throws Exception {
    Path file = write("terraform.json", content);
    List<SchemaRole> roles = SchemaFiles.reader().loadRoles(file, notices);
    assertThat(roles).hasSize(1);
    List<String> actions = new ArrayList<>();
    for (SchemaRole.Attached policy : roles.get(0).policies()) {
      addActions(((Mapping) policy.document()).find("Statement"), actions);
    }
    return actions;
  }

  private static void addActions(@Nullable FileValue value, List<String> actions) {
    if (value instanceof Sequence list) {
      list.elements().forEach(each -> addActions(each, actions));
    } else if (value instanceof Mapping statement) {
      addActions(statement.find("Action"), actions);
    } else if (value instanceof Scalar action) {
      actions.add(action.text());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aws_iam_role_policy_attachment            | \"role\": \"app\", \"policy_arn\": \"ARN\"",
        "aws_iam_policy_attachment                 | \"roles\": [\"app\"], \"users\": [], \"policy_arn\": \"ARN\"",
        "aws_iam_role_policy_attachments_exclusive | \"role_name\": \"app\", \"policy_arns\": [\"ARN\"]",
      })
  void eachKindOfAttachmentIsRead(String line) throws Exception {
    String[] parts = line.split(" +[|] ");

    assertThat(actions(state(ROLE, resource(parts[0], parts[1].replace("ARN", FULL)))))
        .containsExactly("dynamodb:*");
    assertThat(
            actions(
                state(
                    ROLE, customer("Query"), resource(parts[0], parts[1].replace("ARN", "arn:p")))))
        .containsExactly("dynamodb:Query");
    assertThat(notices).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arn:aws:iam::aws:policy/AcmeDynamoDBAccess | the policy AcmeDynamoDBAccess of AWS is not known here",
        "arn:aws:iam::1:policy/other                | the policy arn:aws:iam::1:policy/other is not in the file",
      })
  void aPolicyThatIsNotKnownGivesOneLine(String arn, String text) throws Exception {
    String attachment =
        resource(
            "aws_iam_role_policy_attachment", "\"role\": \"app\", \"policy_arn\": \"" + arn + "\"");

    assertThat(actions(state(ROLE, attachment))).isEmpty();
    assertThat(notices).containsExactly(notice(directory.resolve("terraform.json"), 3, 1, text));
  }

  /** The role of a state has the policies that are resources of their own. */
  @Test
  void aPolicyThatIsThereTwiceIsReadOnce() throws Exception {
    String role =
        resource(
            "aws_iam_role",
            "\"name\": \"app\", \"managed_policy_arns\": [\"%s\", \"arn:p\"], \"inline_policy\": [{\"name\": \"own\", %s}, {\"name\": \"\", \"policy\": \"\"}]"
                .formatted(FULL, policy("GetItem")));

    assertThat(
            actions(
                state(
                    role,
                    customer("Query"),
                    resource(
                        "aws_iam_role_policy",
                        "\"name\": \"own\", \"role\": \"app\", " + policy("GetItem")),
                    resource(
                        "aws_iam_role_policy_attachment",
                        "\"role\": \"app\", \"policy_arn\": \"arn:p\""))))
        .containsExactly("dynamodb:GetItem", "dynamodb:*", "dynamodb:Query");
    assertThat(notices).isEmpty();
  }

  @Test
  void aPlanNamesRolesAndPoliciesByReferences() throws Exception {
    String references =
        "\"role\": {\"references\": [\"aws_iam_role.x.id\", \"aws_iam_role.x\"]},"
            + " \"policy_arn\": {\"references\": [\"aws_iam_policy.x.arn\", \"aws_iam_policy.x\"]}";

    assertThat(
            actions(
                plan(
                    "\"resources\": ["
                        + configured("aws_iam_role_policy_attachment", references)
                        + "]",
                    resource("aws_iam_role", "\"name\": \"app\""),
                    resource("aws_iam_policy", "\"name\": \"p\", " + policy("Query")),
                    resource("aws_iam_role_policy_attachment", ""))))
        .containsExactly("dynamodb:Query");
    assertThat(notices).isEmpty();
  }

  @Test
  void aBoundaryIsRead() throws Exception {
    Path file =
        write(
            "terraform.json",
            state(
                resource(
                    "aws_iam_user",
                    "\"name\": \"ann\", \"permissions_boundary\": \"" + FULL + "\"")));

    List<SchemaRole> roles = SchemaFiles.reader().loadRoles(file, notices);

    assertThat(roles).extracting(SchemaRole::isUser).containsExactly(true);
    assertThat(roles.get(0).boundary()).isNotNull();
    assertThat(notices).isEmpty();
  }

  @Test
  void whatIsKnownOnlyAfterApplyIsReported() throws Exception {
    assertThat(
            actions(
                state(
                    ROLE,
                    resource("aws_iam_role", "\"name_prefix\": \"app-\""),
                    resource("aws_iam_role_policy", "\"role\": \"app\""),
                    resource("aws_iam_role_policy_attachment", "\"role\": \"app\""))))
        .isEmpty();

    Path file = directory.resolve("terraform.json");
    String unknown = "the policy is known only when the plan is applied; give the state";
    assertThat(notices)
        .containsExactly(
            notice(
                file,
                3,
                1,
                "aws_iam_role.x has no effect here: its name is known only after apply; give the"
                    + " state"),
            notice(file, 4, 1, unknown),
            notice(file, 5, 1, unknown));
  }

  @Test
  void otherStatementsAboutDynamoAreReported() throws Exception {
    for (String type : List.of("acme_policy", "aws_iam_acme", "aws_organizations_policy")) {
      notices.clear();
      assertThat(
              actions(
                  state(
                      ROLE,
                      resource(type, policy("Query")),
                      resource("aws_s3_bucket_policy", "\"policy\": \"{}\""))))
          .isEmpty();
      assertThat(notices)
          .containsExactly(
              notice(
                  directory.resolve("terraform.json"),
                  3,
                  1,
                  type + ".x has no effect here; it has statements about DynamoDB"));
    }
  }
}
