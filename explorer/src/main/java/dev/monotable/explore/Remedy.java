package dev.monotable.explore;

import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What would prevent a failure, by the form of the execution that fails. */
public enum Remedy {
  /** A condition on the version that was read. */
  VERSION(
      "lost-update", "a condition on what was read, such as a version number that has not changed"),
  /** The condition that the item does not exist. */
  NOT_EXISTS("unconditional-create", "the condition attribute_not_exists of the partition key"),
  /** A token by which a second attempt has no effect. */
  TOKEN(
      null,
      "a condition or an update by which a second attempt changes nothing, or a transaction with a"
          + " client request token"),
  /** One transaction instead of several writes. */
  TRANSACTION(null, "one transaction with all that has to be true together"),
  /** A strongly consistent read. */
  CONSISTENT_READ(null, "a strongly consistent read of the table"),
  /** Another request for what was not processed. */
  RETRY_UNPROCESSED(null, "sending unprocessed items again");

  private final @Nullable String finding;
  private final String words;

  Remedy(@Nullable String finding, String words) {
    this.finding = finding;
    this.words = words;
  }

  /** Returns the name of the design lab's finding that has a sentence about it; null for none. */
  public @Nullable String finding() {
    return finding;
  }

  /** Returns the words for people. */
  public String words() {
    return words;
  }

  /** Returns the name in JSON. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what would prevent the failure of an execution, the most likely first. */
  static Set<Remedy> of(List<ExploredStep> steps, List<@Nullable ObservedRequest> observed) {
    Set<Remedy> remedies = EnumSet.noneOf(Remedy.class);
    for (int i = 0; i < steps.size(); i++) {
      ExploredStep step = steps.get(i);
      switch (step.choice().kind()) {
        case RUNS, PART, EXPIRY -> {}
        case STALE -> remedies.add(CONSISTENT_READ);
        case ANSWER_LOST -> remedies.add(TOKEN);
        case PAUSE -> remedies.add(VERSION);
        case UNPROCESSED -> remedies.add(RETRY_UNPROCESSED);
        case THROTTLED, SERVER_ERROR, LOST_FOR_GOOD, CONFLICT, DIES_BEFORE, DIES_AFTER ->
            remedies.add(TRANSACTION);
      }
    }
    if (remedies.isEmpty()) {
      for (int i = 0; i < steps.size(); i++) {
        addRace(steps, observed, i, remedies);
      }
    }
    return remedies;
  }

  /** Adds what would have made the write of a piece fail that depends on an outdated read. */
  private static void addRace(
      List<ExploredStep> steps,
      List<@Nullable ObservedRequest> observed,
      int write,
      Set<Remedy> remedies) {
    ExploredStep last = steps.get(write);
    if (!last.writes() || last.choice().isOfDatabase()) {
      return;
    }
    for (int read = 0; read < write; read++) {
      if (steps.get(read).piece() == last.piece()) {
        for (int other = read + 1; other < write; other++) {
          ExploredStep between = steps.get(other);
          if (between.piece() != last.piece()
              && between.footprint().conflictsWith(steps.get(read).footprint())
              && !(isTransaction(last) && between.footprint().conflictsWith(last.footprint()))) {
            Remedy remedy = findOfRace(observed, read, write);
            if (remedy != null) {
              remedies.add(remedy);
            }
          }
        }
      }
    }
  }

  private static boolean isTransaction(ExploredStep step) {
    PieceRequest request = step.request();
    return request != null && request.operation().traits().isTransaction();
  }

  private static @Nullable Remedy findOfRace(
      List<@Nullable ObservedRequest> observed, int read, int write) {
    ItemWritten written = null;
    for (RequestPart part : parts(observed, write)) {
      written = part instanceof ItemWritten found ? found : written;
    }
    for (RequestPart part : parts(observed, read)) {
      if (written == null || !part.table().equals(written.table())) {
        continue;
      }
      if (part instanceof ItemRead found && found.key().equals(written.key())) {
        if (written.condition() != null) {
          return null;
        }
        return found.item() == null && written.writeKind() == WriteKind.PUT ? NOT_EXISTS : VERSION;
      }
    }
    return TRANSACTION;
  }

  private static List<RequestPart> parts(List<@Nullable ObservedRequest> observed, int step) {
    ObservedRequest request = step < observed.size() ? observed.get(step) : null;
    return request == null ? List.of() : request.parts();
  }
}
