package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.engine.error.Wording;
import java.util.ArrayList;
import java.util.List;

/** Runs a case against a database in the state of its fixture. */
final class CaseRun {
  private CaseRun() {}

  /** Returns the differences between the response and the case. */
  static List<String> differences(Subject subject, Case it, Wording wording) {
    Case.Expected expected = it.expected().get(wording);
    if (expected == null) {
      throw new IllegalArgumentException(it.name() + " does not hold in " + wording);
    }
    Kept kept = new Kept();
    it.before().forEach(step -> subject.step(step, kept));
    Answer answer = subject.send(it.region(), it.operation(), kept.inJson(it.request()));
    List<String> differences = new ArrayList<>(Difference.between(expected, answer, kept));
    if (!differences.isEmpty()) {
      return differences;
    }
    kept.keep(it.keep(), answer.body());
    for (Step step : it.then()) {
      JsonNode body = subject.step(step, kept);
      if (body != null) {
        Difference.between(step, body)
            .forEach(found -> differences.add("then " + step.operation() + ": " + found));
      }
    }
    return differences;
  }
}
