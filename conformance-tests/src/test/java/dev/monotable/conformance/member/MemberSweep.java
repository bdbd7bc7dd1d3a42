package dev.monotable.conformance.member;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.conformance.cases.Case;
import dev.monotable.conformance.cases.CaseFile;
import dev.monotable.conformance.cases.Database;
import dev.monotable.conformance.cases.Step;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds a case for each member of a request that shows its effect. A case shows it if it fails once
 * the member is removed from one of its requests, or has another value there: the answer that the
 * case expects, or a later one, depends on the member. So the case would also fail if the engine
 * accepted the member and ignored it.
 *
 * <p>A changed request that is only invalid does not show an effect: a member can be validated and
 * then ignored. Members for which there is nothing else are collected separately.
 */
final class MemberSweep implements AutoCloseable {
  /** The number of places in a request, and of attributes of an item, that are changed singly. */
  static final int MOST_PLACES = 4;

  /** Longer requests are skipped: they show limits, and it takes long to change them. */
  private static final int MOST_CHARACTERS = 20_000;

  /**
   * The number of times that a change of a member may make a request invalid before the member is
   * given up, if that is the evidence that is expected.
   */
  private static final int MOST_INVALID = 30;

  private static final Wording WORDING = Wording.usEast1();

  private final Set<String> onlyValidated;
  private final Map<String, OperationSchema<?, ?>> operations = new LinkedHashMap<>();
  private final Map<String, MemberPath> paths = new LinkedHashMap<>();
  private final Map<String, CaseScript> shown = new LinkedHashMap<>();
  private final Map<String, CaseScript> validated = new LinkedHashMap<>();
  private final Map<String, Integer> invalid = new HashMap<>();
  private final Map<String, Database> databases = new HashMap<>();
  private final IdentityHashMap<Step, Map<String, List<MemberPlace>>> places =
      new IdentityHashMap<>();

  /**
   * Creates a sweep without results.
   *
   * @param onlyValidated optional members without a case that shows their effect
   */
  MemberSweep(List<OperationSchema<?, ?>> operations, Set<String> onlyValidated) {
    this.onlyValidated = onlyValidated;
    for (OperationSchema<?, ?> operation : operations) {
      this.operations.put(operation.name(), operation);
      paths.putAll(MemberPath.all(operation));
    }
  }

  /** Returns all members by name. */
  Map<String, MemberPath> paths() {
    return paths;
  }

  /** Returns cases that show the effect of a member, by its name. */
  Map<String, CaseScript> shown() {
    return shown;
  }

  /**
   * Returns cases with a valid request that is invalid without a member, or with another value of
   * it, by the name of the member.
   */
  Map<String, CaseScript> validated() {
    return validated;
  }

  /**
   * Returns the case that shows that a member is not ignored, or null. A member of members is shown
   * by them, and what is rejected is rejected with all its members. A member that the model
   * requires is also shown by a valid request that another value makes invalid.
   */
  @Nullable String findEvidence(MemberPath path) {
    CaseScript own = shown.get(path.name());
    if (own == null && (path.required() || onlyValidated.contains(path.name()))) {
      own = validated.get(path.name());
    }
    if (own != null) {
      return own.name();
    }
    for (Map.Entry<String, CaseScript> other : shown.entrySet()) {
      boolean rejects = other.getValue().isUnsupported() && path.isWithin(other.getKey());
      if (rejects || paths.get(other.getKey()).isWithin(path.name())) {
        return other.getValue().name();
      }
    }
    if (path.required()) {
      for (Map.Entry<String, CaseScript> other : validated.entrySet()) {
        MemberPath inner = paths.get(other.getKey());
        if (inner.required() && inner.isWithin(path.name())) {
          return other.getValue().name();
        }
      }
    }
    return null;
  }

  /** Returns whether a member, or one that it is within, is rejected because of this emulator. */
  boolean isRejected(MemberPath path) {
    return shown.entrySet().stream()
        .anyMatch(entry -> entry.getValue().isUnsupported() && path.isWithin(entry.getKey()));
  }

  /** Runs cases with changed requests: first their own, then those around it, then fixtures. */
  void run(List<CaseFile> files) {
    List<CaseScript> scripts = new ArrayList<>();
    for (CaseFile file : files) {
      for (Case it : file.cases()) {
        CaseScript script = CaseScript.of(file, it, WORDING);
        if (script != null) {
          scripts.add(script);
        }
      }
    }
    for (CaseScript script : scripts) {
      if (!script.isInvalid() || script.isUnsupported()) {
        change(script, index -> index == script.main());
      }
    }
    for (CaseScript script : scripts) {
      change(script, index -> index >= script.fixtureSize() && index != script.main());
    }
    for (CaseScript script : scripts) {
      change(script, index -> index < script.fixtureSize());
    }
  }

  /** Changes some requests of a case. */
  private void change(CaseScript script, IntPredicate indexes) {
    for (int i = 0; i < script.steps().size(); i++) {
      if (indexes.test(i)) {
        for (Map.Entry<String, List<MemberPlace>> sent : places(script.steps().get(i)).entrySet()) {
          MemberPath path = paths.get(sent.getKey());
          if (isOpen(path)) {
            change(script, i, path, sent.getValue());
          }
        }
      }
    }
  }

  /** Returns the places of the members in a request. */
  private Map<String, List<MemberPlace>> places(Step step) {
    return places.computeIfAbsent(
        step,
        request -> {
          OperationSchema<?, ?> operation = operations.get(step.operation());
          return operation == null || step.request().toString().length() > MOST_CHARACTERS
              ? Map.of()
              : MemberPlace.all(operation, step.request());
        });
  }

  /** Changes one member of a request at all its places, and then at single ones. */
  private void change(CaseScript script, int index, MemberPath path, List<MemberPlace> places) {
    if (path.isContainer() && !script.isUnsupported() && !onlyValidated.contains(path.name())) {
      return; // its members show it
    }
    OperationSchema<?, ?> operation = operations.get(script.steps().get(index).operation());
    int first = places.size() == 1 ? 0 : -1;
    int end = Math.min(places.size(), MOST_PLACES);
    for (MemberChange change : MemberChange.all(path, places.get(0).value())) {
      for (int i = first; i < end && isOpen(path); i++) {
        JsonNode request = script.steps().get(index).request().deepCopy();
        List<MemberPlace> copies = MemberPlace.all(operation, request).get(path.name());
        (i < 0 ? copies : copies.subList(i, i + 1)).forEach(change::apply);
        switch (script.run(index, request, WORDING, () -> afterFixture(script))) {
          case FAILS -> shown.put(path.name(), script);
          case INVALID -> {
            validated.putIfAbsent(path.name(), script);
            invalid.merge(path.name(), 1, Integer::sum);
          }
          case HOLDS -> {}
        }
      }
    }
  }

  private boolean isOpen(MemberPath path) {
    boolean expectsMore = !path.required() && !onlyValidated.contains(path.name());
    return !shown.containsKey(path.name())
        && (expectsMore || invalid.getOrDefault(path.name(), 0) < MOST_INVALID);
  }

  private Database afterFixture(CaseScript script) {
    return databases
        .computeIfAbsent(script.fixtureName(), name -> Database.of(script.fixture(), WORDING))
        .copy();
  }

  @Override
  public void close() {
    databases.values().forEach(Database::close);
  }
}
