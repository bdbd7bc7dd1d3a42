package dev.monotable.conformance.member;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.conformance.cases.Answer;
import dev.monotable.conformance.cases.Case;
import dev.monotable.conformance.cases.CaseFile;
import dev.monotable.conformance.cases.Database;
import dev.monotable.conformance.cases.Difference;
import dev.monotable.conformance.cases.Fixture;
import dev.monotable.conformance.cases.Kept;
import dev.monotable.conformance.cases.Step;
import dev.monotable.engine.error.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The requests of a case in order, including those of its fixture. */
final class CaseScript {
  /** The answers of a case if one of its requests is changed. */
  enum Outcome {
    /** The case holds nevertheless. */
    HOLDS,
    /** The changed request is an invalid request. */
    INVALID,
    /** The case fails, by its answer or by a later one: the change has an effect. */
    FAILS
  }

  private static final String UNSUPPORTED = "Monotable does not support ";

  private final Case it;
  private final Fixture fixture;
  private final Case.Expected expected;
  private final List<Step> steps = new ArrayList<>();

  /** The index of the case's own request, after those of the fixture and those before it. */
  private final int main;

  /** Returns the script of a case, or null if the bytes of its request are not a JSON object. */
  static @Nullable CaseScript of(CaseFile file, Case it, Wording wording) {
    Case.Expected expected = it.expected().get(wording);
    if (expected == null) {
      return null;
    }
    try {
      JsonNode request = Database.JSON.readTree(it.request());
      return request.isObject() ? new CaseScript(file, it, expected, request) : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private CaseScript(CaseFile file, Case it, Case.Expected expected, JsonNode request) {
    this.it = it;
    this.fixture = file.fixture(it.given());
    this.expected = expected;
    steps.addAll(fixture.steps());
    steps.addAll(it.before());
    main = steps.size();
    steps.add(new Step(it.region(), it.operation(), request, null, null, it.keep()));
    steps.addAll(it.then());
  }

  /** Returns the name of the case with that of its file. */
  String name() {
    return it.file() + ": " + it.name();
  }

  /** Returns whether the case expects that its request is invalid. */
  boolean isInvalid() {
    return "ValidationException".equals(expected.error())
        || "SerializationException".equals(expected.error());
  }

  /** Returns whether the case expects that something is not supported yet. */
  boolean isUnsupported() {
    return expected.message() != null && expected.message().startsWith(UNSUPPORTED);
  }

  Fixture fixture() {
    return fixture;
  }

  /** Returns the name of the fixture with that of its file. */
  String fixtureName() {
    return it.file() + ": " + it.given();
  }

  /** Returns the index of the case's own request. */
  int main() {
    return main;
  }

  /** Returns the number of requests of the fixture, which come first. */
  int fixtureSize() {
    return fixture.steps().size();
  }

  List<Step> steps() {
    return steps;
  }

  /** Runs the case with another request at an index. */
  Outcome run(int changed, JsonNode request, Wording wording, Supplier<Database> afterFixture) {
    int from = changed < fixtureSize() ? 0 : fixtureSize();
    try (Database database =
        from == 0 ? Database.of(fixture.empty(), wording) : afterFixture.get()) {
      return run(database, from, changed, request);
    }
  }

  private Outcome run(Database database, int from, int changed, JsonNode request) {
    Kept kept = new Kept();
    for (int i = from; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.time() != null) {
        database.advance(step.time());
        continue;
      }
      JsonNode json = i == changed ? request : step.request();
      Answer answer = database.send(step.region(), step.operation(), kept.inJson(json.toString()));
      if (i == changed && isInvalid(answer)) {
        return Outcome.INVALID;
      }
      boolean differs =
          i == main
              ? !Difference.between(expected, answer, kept).isEmpty()
              : answer.status() != 200 || !Difference.between(step, answer.body()).isEmpty();
      if (differs || !keep(kept, step, answer)) {
        return Outcome.FAILS;
      }
    }
    return Outcome.HOLDS;
  }

  private static boolean keep(Kept kept, Step step, Answer answer) {
    try {
      kept.keep(step.keep(), answer.body());
      return true;
    } catch (AssertionError e) {
      return false; // the answer lacks what a later request needs
    }
  }

  private static boolean isInvalid(Answer answer) {
    String type = answer.body().path("__type").asText();
    return type.endsWith("#ValidationException") || type.endsWith("#SerializationException");
  }
}
