package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.monotable.access.AccessDatabase.Answer;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sends the requests of {@code requests.yaml} and {@code operations.yaml} to a database. */
class RequestCasesTest {
  /** The policy that the requests of the test of drafts need. */
  private static final String DRAFT =
      """
      {
        "Version": "2012-10-17",
        "Statement": [
          {
            "Effect": "Allow",
            "Action": [
              "dynamodb:DeleteItem",
              "dynamodb:GetItem"
            ],
            "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/Users",
            "Condition": {
              "ForAllValues:StringLike": {
                "dynamodb:LeadingKeys": [
                  "${aws:PrincipalTag/tenant}"
                ]
              },
              "Null": {
                "dynamodb:LeadingKeys": "false"
              }
            }
          },
          {
            "Effect": "Allow",
            "Action": [
              "dynamodb:ListTables"
            ],
            "Resource": "arn:aws:dynamodb:us-west-2:123456789012:table/*"
          }
        ]
      }
      """;

  private static final Set<String> ABOUT = Set.of("action", "resource", "because", "message");

  @TestFactory
  List<DynamicTest> aRequestIsDecidedAsItsPageSays() {
    List<DynamicTest> tests = new ArrayList<>();
    for (FileValue each : ((Sequence) AccessDatabase.resource("requests.yaml")).elements()) {
      Mapping group = (Mapping) each;
      for (boolean allowed : List.of(true, false)) {
        FileValue rows = group.find(allowed ? "allowed" : "denied");
        if (rows == null) {
          continue; // about what becomes of an export or import
        }
        for (FileValue row : ((Sequence) rows).elements()) {
          tests.add(
              dynamicTest(
                  row.at() + " " + text(group, "page") + (allowed ? " allows" : " denies"),
                  () -> check(group, (Mapping) row, allowed)));
        }
      }
    }
    return tests;
  }

  /** Returns a database in which ALICE has what a group says. */
  private static AccessDatabase database(Mapping group) {
    Policy policy =
        PolicyReader.read(
            "case", PolicyKind.IDENTITY, Objects.requireNonNull(group.find("policy")));
    return AccessDatabase.of(
        List.of(policy), texts(group.find("tags")), texts(group.find("context")));
  }

  private static NamedValue request(Mapping row) {
    return row.members().stream()
        .filter(member -> !ABOUT.contains(member.name()))
        .findFirst()
        .orElseThrow();
  }

  private static void check(Mapping group, Mapping row, boolean allowed) {
    NamedValue request = request(row);
    try (AccessDatabase database = database(group)) {
      String json = AccessDatabase.json(request.value());
      Map<String, String> names = json.contains(":\"$") ? database.prepare() : Map.of();
      Answer answer = database.send("ALICE", request.name(), AccessDatabase.replaced(json, names));
      if (allowed) {
        assertThat(answer.body()).as("%s", answer).matches(body -> answer.status() == 200);
        return;
      }
      assertThat(answer.text("__type"))
          .as("%s", answer)
          .isEqualTo("com.amazon.coral.service#AccessDeniedException");
      String action = row.find("action") == null ? request.name() : text(row, "action");
      String resource =
          row.find("resource") == null
              ? resource(request.value())
              : AccessDatabase.replaced(text(row, "resource"), names);
      assertThat(answer.text("Message"))
          .isEqualTo(message(action, resource, "deny".equals(optional(row, "because"))));
    }
  }

  /** The requests of these rows are allowed, and what they begin ends as its rights allow. */
  @TestFactory
  List<DynamicTest> anExportOrImportEndsAsItsPageSays() {
    List<DynamicTest> tests = new ArrayList<>();
    for (FileValue each : ((Sequence) AccessDatabase.resource("requests.yaml")).elements()) {
      Mapping group = (Mapping) each;
      for (String end : List.of("completed", "failed")) {
        if (group.find(end) instanceof Sequence rows) {
          for (FileValue row : rows.elements()) {
            tests.add(
                dynamicTest(
                    row.at() + " " + text(group, "page") + " " + end,
                    () -> checkEnd(group, (Mapping) row, end.equals("completed"))));
          }
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  private static void checkEnd(Mapping group, Mapping row, boolean completed) {
    NamedValue request = request(row);
    try (AccessDatabase database = database(group)) {
      String json =
          AccessDatabase.replaced(AccessDatabase.json(request.value()), database.prepare());
      Answer answer = database.send("ALICE", request.name(), json);
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      assertThat(database.end(answer.body()))
          .isEqualTo(
              completed
                  ? "COMPLETED"
                  : "FAILED S3AccessDenied "
                      + denial(row)
                      + " (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied)");
    }
  }

  private static String denial(Mapping row) {
    String message = optional(row, "message");
    if (message != null) {
      return message;
    }
    String action = text(row, "action");
    return "User: "
        + AccessDatabase.USER
        + " is not authorized to perform: "
        + action
        + " on resource: \"arn:aws:s3:::"
        + text(row, "resource")
        + '"'
        + ("deny".equals(optional(row, "because"))
            ? " with an explicit deny in an identity-based policy"
            : " because no identity-based policy allows the " + action + " action");
  }

  private static String message(String action, String resource, boolean denied) {
    return "User: "
        + AccessDatabase.USER
        + " is not authorized to perform: dynamodb:"
        + action
        + " on resource: "
        + (resource.startsWith("table/") ? AccessDatabase.ARN + resource : resource)
        + (denied
            ? " with an explicit deny in an identity-based policy"
            : " because no identity-based policy allows the dynamodb:" + action + " action");
  }

  private static String resource(FileValue request) {
    Mapping members = (Mapping) request;
    if (members.find("RequestItems") instanceof Mapping tables) {
      return "table/" + tables.members().get(0).name();
    }
    String index = optional(members, "IndexName");
    return "table/" + text(members, "TableName") + (index == null ? "" : "/index/" + index);
  }

  private static @Nullable String optional(Mapping mapping, String member) {
    return mapping.find(member) instanceof Scalar scalar ? scalar.text() : null;
  }

  private static String text(Mapping mapping, String member) {
    return Objects.requireNonNull(optional(mapping, member), member);
  }

  private static Map<String, String> texts(@Nullable FileValue value) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (value instanceof Mapping mapping) {
      mapping
          .members()
          .forEach(member -> texts.put(member.name(), ((Scalar) member.value()).text()));
    }
    return texts;
  }

  // Operations.

  @TestFactory
  List<DynamicTest> everyOperationIsAllowedAndDenied() {
    List<DynamicTest> tests = new ArrayList<>();
    for (NamedValue operation : ((Mapping) AccessDatabase.resource("operations.yaml")).members()) {
      List<FileValue> row = ((Sequence) operation.value()).elements();
      Map<String, String> needed = texts(row.get(1));
      String error = row.size() < 3 ? null : ((Scalar) row.get(2)).text();
      tests.add(
          dynamicTest(
              operation.name(), () -> checkOperation(operation.name(), row.get(0), needed, error)));
    }
    return tests;
  }

  private static void checkOperation(
      String operation, FileValue request, Map<String, String> needed, @Nullable String error) {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      Map<String, String> names = database.prepare();
      String json = AccessDatabase.replaced(AccessDatabase.json(request), names);
      for (String missing : needed.keySet()) {
        Map<String, String> others = new LinkedHashMap<>(needed);
        others.remove(missing);
        database.allow(policies(others, names), Map.of(), Map.of());
        Answer answer = database.send("ALICE", operation, json);
        assertThat(reason(answer))
            .as("%s", answer)
            .isEqualTo(
                message(
                    missing,
                    AccessDatabase.replaced(Objects.requireNonNull(needed.get(missing)), names),
                    false));
      }
      database.allow(policies(needed, names), Map.of(), Map.of());
      Answer answer = database.send("ALICE", operation, json);
      if (error != null) {
        assertThat(answer.text("__type")).as("%s", answer).endsWith("#" + error);
        return;
      }
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      assertThat(reason(answer)).as("%s", answer).isNull();
    }
  }

  /** Returns why a request failed, or its first statement; null if it did not. */
  private static @Nullable String reason(Answer answer) {
    return answer.body().find("Responses") instanceof Sequence responses
            && responses.elements().get(0) instanceof Mapping first
            && first.find("Error") instanceof Mapping error
        ? text(error, "Message")
        : answer.text("Message");
  }

  @Test
  void eachOperationHasItsRow() {
    Set<String> rows = new TreeSet<>();
    ((Mapping) AccessDatabase.resource("operations.yaml"))
        .members()
        .forEach(row -> rows.add(row.name()));
    Set<String> operations = new TreeSet<>();
    Operations.all().forEach(operation -> operations.add(operation.name()));
    assertThat(rows).isEqualTo(operations);
  }

  private static List<Policy> policies(Map<String, String> needed, Map<String, String> names) {
    List<Policy> policies = new ArrayList<>();
    needed.forEach(
        (action, resource) -> {
          String arn = AccessDatabase.replaced(resource, names);
          policies.add(
              Policy.parse(
                  action,
                  PolicyKind.IDENTITY,
                  "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\","
                      + " \"Action\": \"dynamodb:"
                      + action
                      + "\", \"Resource\": \""
                      + (arn.startsWith("table/") ? AccessDatabase.ARN + arn : arn)
                      + "\"}}"));
        });
    return policies;
  }

  @Test
  void onlyMonotableItselfHasNoPrincipal() {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      MonotableEngine engine = database.database().engine();
      ScanInput scan = ScanInput.builder().tableName("Users").build();
      assertThat(engine.call(Operations.SCAN, scan).items()).hasSize(2);
      assertThatThrownBy(() -> engine.call(Operations.SCAN, scan, new RequestEnvelope()))
          .hasMessageStartingWith("User: arn:aws:iam::123456789012:user/ is not authorized");
      assertThat(database.send("", "Scan", "{\"TableName\": \"Users\"}").text("Message"))
          .startsWith("User: arn:aws:iam::123456789012:user/ is not authorized");
    }
  }

  @Test
  void aBatchOfStatementsAnswersForEachStatement() {
    Policy policy =
        Policy.parse(
            "case",
            PolicyKind.IDENTITY,
            "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\":"
                + " \"dynamodb:PartiQLSelect\", \"Resource\": \"*\", \"Condition\":"
                + " {\"ForAllValues:StringEquals\": {\"dynamodb:LeadingKeys\": \"user-1\"}}}}");
    try (AccessDatabase database = AccessDatabase.of(List.of(policy), Map.of(), Map.of())) {
      Mapping body =
          database
              .send(
                  "ALICE",
                  "BatchExecuteStatement",
                  "{\"Statements\": [{\"Statement\": \"SELECT\"}, {\"Statement\": \"SELECT UserId"
                      + " FROM Users WHERE UserId = 'user-2'\"}, {\"Statement\": \"SELECT UserId"
                      + " FROM Users WHERE UserId = 'user-1'\"}]}")
              .body();
      List<FileValue> responses =
          ((Sequence) Objects.requireNonNull(body.find("Responses"))).elements();
      assertThat(text((Mapping) error(responses.get(0)), "Code")).isEqualTo("ValidationError");
      assertThat(text((Mapping) error(responses.get(1)), "Code")).isEqualTo("AccessDenied");
      assertThat(text((Mapping) error(responses.get(1)), "Message"))
          .isEqualTo(message("PartiQLSelect", "table/Users", false));
      assertThat(AccessDatabase.json(responses.get(2)))
          .isEqualTo("{\"TableName\":\"Users\",\"Item\":{\"UserId\":{\"S\":\"user-1\"}}}");
    }
  }

  /** A table that does not exist, and an invalid key, are no reason for another answer. */
  @Test
  void aStatementOfABatchIsDeniedBeforeItsTableIsLookedUp() {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      for (String table : List.of("Users", "Others")) {
        Mapping body =
            database
                .send(
                    "ALICE",
                    "BatchExecuteStatement",
                    "{\"Statements\": [{\"Statement\": \"SELECT * FROM "
                        + table
                        + " WHERE Other = 'a'\"}]}")
                .body();
        FileValue response =
            ((Sequence) Objects.requireNonNull(body.find("Responses"))).elements().get(0);
        assertThat(text((Mapping) error(response), "Code"))
            .as(AccessDatabase.json(response))
            .isEqualTo("AccessDenied");
        assertThat(text((Mapping) error(response), "Message"))
            .isEqualTo(message("PartiQLSelect", "table/" + table, false));
      }
    }
  }

  private static FileValue error(FileValue response) {
    return Objects.requireNonNull(((Mapping) response).find("Error"));
  }

  @Test
  void thePolicyOfATableAllowsAndDenies() {
    try (AccessDatabase database = AccessDatabase.of(List.of(), Map.of(), Map.of())) {
      String scan = "{\"TableName\": \"Users\"}";
      assertThat(database.send("ALICE", "Scan", scan).text("Message"))
          .isEqualTo(message("Scan", "table/Users", false));
      for (String effect : List.of("Allow", "Deny")) {
        var unused =
            database.require(
                "PutResourcePolicy",
                "{\"ResourceArn\": \""
                    + AccessDatabase.ARN
                    + "table/Users\", \"Policy\":"
                    + " \"{\\\"Version\\\":\\\"2012-10-17\\\",\\\"Statement\\\":[{\\\"Effect\\\":\\\""
                    + effect
                    + "\\\",\\\"Principal\\\":{\\\"AWS\\\":\\\""
                    + AccessDatabase.USER
                    + "\\\"},\\\"Action\\\":\\\"dynamodb:Scan\\\",\\\"Resource\\\":\\\""
                    + AccessDatabase.ARN
                    + "table/Users\\\"}]}\"}");
        Answer answer = database.send("ALICE", "Scan", scan);
        if (effect.equals("Allow")) {
          assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        } else {
          assertThat(answer.text("Message"))
              .endsWith("with an explicit deny in a resource-based policy");
        }
      }
    }
  }

  @Test
  void anObserverLearnsWhichStatementDecided() {
    Policy policy =
        Policy.parse(
            "deny.json",
            PolicyKind.IDENTITY,
            "{\"Version\": \"2012-10-17\", \"Statement\": {\"Sid\": \"No\", \"Effect\": \"Deny\","
                + " \"Action\": \"*\", \"Resource\": \"*\"}}");
    try (AccessDatabase database = AccessDatabase.of(List.of(policy), Map.of(), Map.of())) {
      List<String> lines = new ArrayList<>();
      var unused = database.database().engine().observe(request -> lines.add(request.toString()));
      var answer = database.send("ALICE", "Scan", "{\"TableName\": \"Users\"}");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(lines)
          .singleElement()
          .asString()
          .startsWith(
              "Scan Users: AccessDeniedException, denied by statement No at deny.json:1:40, ");
    }
  }

  @Test
  void aDraftAllowsWhatWasUsed() {
    try (AccessDatabase database =
        AccessDatabase.of(List.of(Policy.allowingAll()), Map.of("tenant", "user-1"), Map.of())) {
      for (String operation : List.of("GetItem", "DeleteItem")) {
        var unused =
            database.send(
                "ALICE",
                operation,
                "{\"TableName\": \"Users\", \"Key\": {\"UserId\": {\"S\": \"user-1\"}}}");
      }
      var unused = database.send("ALICE", "ListTables", "{}");
      Principal alice = Objects.requireNonNull(database.control().principals().find("ALICE"));
      String draft = database.control().usage().draft(alice).json();
      assertThat(draft).isEqualTo(DRAFT);
      assertThat(database.control().usage().unused(alice))
          .singleElement()
          .satisfies(
              unusedOnes ->
                  assertThat(unusedOnes.actions())
                      .hasSize(IamAction.all().size() - 3)
                      .doesNotContain("dynamodb:GetItem")
                      .contains("dynamodb:PutItem"));
      database.allow(
          List.of(Policy.parse("draft", PolicyKind.IDENTITY, draft)),
          Map.of("tenant", "user-1"),
          Map.of());
      assertThat(database.send("ALICE", "ListTables", "{}").status()).isEqualTo(200);
      assertThat(
              database
                  .send(
                      "ALICE",
                      "GetItem",
                      "{\"TableName\": \"Users\", \"Key\": {\"UserId\": {\"S\": \"user-2\"}}}")
                  .status())
          .isEqualTo(400);
    }
  }
}
