package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Compares the decisions about 10,000 generated requests, by identity-based policies, permissions
 * boundaries, policies of sessions and of resources in the same and another account, with those of
 * another policy engine, the npm package iam-simulate. Needs Node, and {@code npm ci} in {@code
 * access-control/differential}; runs with {@code -Dmonotable.differential=SEED}.
 */
@EnabledIfSystemProperty(named = "monotable.differential", matches = "[0-9]+")
class DifferentialTest {
  private static final int CASES = 10_000;

  /** Why the other engine decides in another way, by what a case contains. */
  private static final Map<String, String> EXPLAINED =
      Map.of(
          "variable with a negated operator",
          "iam-simulate does not match a negated operator with a variable without a value; IAM does"
              + " (reference_policies_variables.html#policy-vars-no-value)",
          "ForAnyValue with IfExists",
          "iam-simulate does not match ForAnyValue without the key, even with IfExists; IAM's"
              + " IfExists holds for each operator"
              + " (reference_policies_elements_condition_operators.html)",
          "a date in seconds",
          "iam-simulate reads a number as milliseconds since 1970; IAM reads seconds"
              + " (reference_policies_elements_condition_operators.html#Conditions_Date)",
          "an escaped asterisk in an exact operator",
          "iam-simulate compares ${*} as it is written; IAM has an asterisk there"
              + " (reference_policies_variables.html#policy-vars-specialchars)",
          "a session that the policy of its resource names, with a policy of the session",
          "iam-simulate lets the policy of the session limit what the policy of a resource allows to"
              + " the session by its ARN; IAM does not"
              + " (access_policies.html#policies_session)",
          "a bounded session that the policy of its resource does not name",
          "iam-simulate does not limit what the policy of a resource allows to everybody by the"
              + " boundary of the session's role; IAM's pages do not say it, and here everybody"
              + " includes the role",
          "variable in NotResource",
          "iam-simulate ignores a NotResource with a variable without a value; here nothing equals"
              + " it, as in a negated operator");

  @Test
  void anotherEngineDecidesTheSame() throws IOException, InterruptedException {
    long seed = Long.getLong("monotable.differential", 1);
    System.out.println("the cases of seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<GeneratedCase> cases = new ArrayList<>(CASES);
    List<String> lines = new ArrayList<>(CASES);
    for (int i = 0; i < CASES; i++) {
      GeneratedCase generated = GeneratedCase.of(random);
      cases.add(generated);
      lines.add(generated.json());
    }
    Path file = Path.of("target", "differential.jsonl");
    Files.write(file, lines);
    List<String> answers = decide(file);
    assertThat(answers).hasSize(CASES);
    Map<String, Integer> explained = new TreeMap<>();
    List<String> unexplained = new ArrayList<>();
    int allowed = 0;
    for (int i = 0; i < CASES; i++) {
      GeneratedCase one = cases.get(i);
      boolean own = PolicyEvaluator.decide(one.request(), one.resourcePolicy()).allowed();
      allowed += own ? 1 : 0;
      String answer = own ? "allowed" : "denied";
      if (answer.equals(answers.get(i))) {
        continue;
      }
      TreeSet<String> reasons = new TreeSet<>(one.features());
      reasons.retainAll(EXPLAINED.keySet());
      if (reasons.isEmpty()) {
        unexplained.add(answer + ", not " + answers.get(i) + ": " + one.json());
      } else {
        explained.merge(String.join(" and ", reasons), 1, Integer::sum);
      }
    }
    System.out.println(allowed + " of " + CASES + " are allowed; explained: " + explained);
    assertThat(unexplained).as("%d differences", unexplained.size()).isEmpty();
    assertThat(allowed).isBetween(CASES / 10, CASES * 9 / 10);
  }

  private static List<String> decide(Path cases) throws IOException, InterruptedException {
    Path answers = Path.of("target", "differential.txt");
    Process node =
        new ProcessBuilder(
                "node",
                Path.of("differential", "decide.mjs").toString(),
                cases.toAbsolutePath().toString())
            .redirectOutput(answers.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(node.waitFor(55, TimeUnit.SECONDS)).isTrue();
    assertThat(node.exitValue()).isZero();
    return Files.readAllLines(answers);
  }
}
