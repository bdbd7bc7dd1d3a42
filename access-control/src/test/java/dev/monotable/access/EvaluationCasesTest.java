package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the rows of {@code evaluation.yaml}. */
class EvaluationCasesTest {
  private static final String TABLE = "arn:aws:dynamodb:us-west-2:123456789012:table/T";

  @TestFactory
  List<DynamicTest> aPolicyDecidesAsItsPageSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (FileValue each : FileValue.elements(cases(), "the cases")) {
      Mapping group = FileValue.mapping(each, "a group");
      Policy policy = policy(group);
      String page = FileValue.text(Objects.requireNonNull(group.find("page")), "page");
      for (boolean allowed : List.of(true, false)) {
        FileValue rows = Objects.requireNonNull(group.find(allowed ? "allowed" : "denied"));
        for (FileValue row : FileValue.elements(rows, "rows")) {
          String name = row.at() + " " + page + (allowed ? " allows" : " denies");
          tests.add(
              dynamicTest(
                  name,
                  () ->
                      assertThat(PolicyEvaluator.decide(request(row, policy), null).allowed())
                          .isEqualTo(allowed)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(150);
    return tests;
  }

  private static FileValue cases() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    EvaluationCasesTest.class.getResourceAsStream("evaluation.yaml")),
                StandardCharsets.UTF_8))) {
      return FileReaders.read(Path.of("evaluation.yaml"), reader);
    }
  }

  private static Policy policy(Mapping group) {
    FileValue policy = group.find("policy");
    if (policy == null) {
      FilePosition at = group.at();
      FileValue statement = group.find("statement");
      if (statement == null) {
        statement =
            new FileValue.MappingBuilder(at)
                .add("Effect", at, "Allow")
                .add("Action", at, "dynamodb:GetItem")
                .add("Resource", at, "*")
                .add("Condition", at, Objects.requireNonNull(group.find("condition")))
                .build();
      }
      policy =
          new FileValue.MappingBuilder(at)
              .add("Version", at, "2012-10-17")
              .add("Statement", at, statement)
              .build();
    }
    return PolicyReader.read("case", PolicyKind.IDENTITY, policy);
  }

  private static AccessRequest request(FileValue row, Policy policy) {
    Principal principal = Principal.user("123456789012", "alice", List.of(policy));
    if (row instanceof Sequence parts) {
      return new AccessRequest(
          principal,
          FileValue.text(parts.elements().get(0), "action"),
          FileValue.text(parts.elements().get(1), "resource"),
          context(parts.elements().get(2)));
    }
    return new AccessRequest(principal, "dynamodb:GetItem", TABLE, context(row));
  }

  private static ContextKeys context(FileValue row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (NamedValue member : FileValue.mapping(row, "context").members()) {
      values.put(member.name(), value(member.value()));
    }
    return ContextKeys.of(values);
  }

  private static Object value(@Nullable FileValue value) {
    if (value instanceof Sequence list) {
      return list.elements().stream().map(each -> ((Scalar) each).text()).toList();
    }
    return ((Scalar) Objects.requireNonNull(value)).text();
  }
}
