package dev.monotable.explore;

import dev.monotable.engine.footprint.EarlierReads;
import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.HeldRequest;
import dev.monotable.engine.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a piece, from its arrival until it has run. Guarded by its execution. */
final class PendingRequest implements HeldRequest {
  private final PieceRun run;
  private final PieceRequest sent;
  private @Nullable Runnable work;
  private int sentAt;
  private ChoiceKind kind = ChoiceKind.RUNS;
  private int variant;
  private boolean isReleased;
  private @Nullable Record answer;
  private @Nullable Snapshot earlier;
  private @Nullable Footprint reads;

  /** The parts of a batch that have not run; null while none has run by itself. */
  private @Nullable List<Integer> left;

  /** What the parts touch that can run by themselves; null before it is known. */
  private @Nullable List<Footprint> parts;

  /** The admission of its last run; null if it is invalid in any database. */
  private @Nullable AdmissionRequest admission;

  PendingRequest(PieceRun run, PieceRequest sent) {
    this.run = run;
    this.sent = sent;
  }

  @Override
  public void hold(Runnable next) {
    run.execution().hold(this, next);
  }

  @Override
  public void withdraw() {
    run.execution().withdraw(this);
  }

  /**
   * Begins to wait.
   *
   * @param at the number of steps before it was sent
   */
  void begin(Runnable next, int at) {
    work = next;
    sentAt = left == null ? at : sentAt;
    isReleased = false;
    kind = ChoiceKind.RUNS;
  }

  PieceRun run() {
    return run;
  }

  PieceRequest sent() {
    return sent;
  }

  int sentAt() {
    return sentAt;
  }

  /** Returns what becomes of the request. */
  ChoiceKind kind() {
    return kind;
  }

  int variant() {
    return variant;
  }

  boolean isReleased() {
    return isReleased;
  }

  /** Returns what runs the request and answers it; from now on it is not held. */
  Runnable release(ChoiceKind how, int whichVariant) {
    isReleased = true;
    kind = how;
    variant = whichVariant;
    Runnable taken = work;
    if (taken == null) {
      throw new IllegalStateException("the request is not held");
    }
    return taken;
  }

  // ---- the parts of a batch ----

  /** Returns what each part touches; empty if they cannot run by themselves. */
  List<Footprint> partFootprints() {
    AdmissionRequest known = admission;
    if (parts == null) {
      parts =
          known == null || parts() == 1 || BatchParts.count(sent.input()) != parts()
              ? List.of()
              : Footprint.ofParts(known);
    }
    return parts;
  }

  /** Returns whether a part has still to run, and not as the last one. */
  boolean canRun(int part) {
    return left == null || (left.size() > 1 && left.contains(part));
  }

  /** Keeps the response of a part that has run by itself. */
  void end(int part, Record output) {
    List<Integer> remaining = left;
    if (remaining == null) {
      remaining = new ArrayList<>();
      for (int i = 0; i < partFootprints().size(); i++) {
        remaining.add(i);
      }
    }
    remaining.removeIf(each -> each == part);
    left = remaining;
    answer = BatchParts.joined(answer, output);
  }

  /** Returns the parts that have not run; null for all. */
  @Nullable List<Integer> left() {
    return left;
  }

  /** Keeps the fault only if it was injected: an invalid request has its own error. */
  void strike(boolean isInjected) {
    kind = isInjected ? kind : ChoiceKind.RUNS;
  }

  /** Keeps the answer; null for an error. */
  void answer(@Nullable Record output) {
    answer = output;
  }

  @Nullable Record answer() {
    return answer;
  }

  /** Lets the request read an earlier state. */
  void readFrom(@Nullable Snapshot state) {
    earlier = state;
  }

  @Nullable Snapshot earlier() {
    return earlier;
  }

  /** Returns what the request reads if it is eventually consistent; null otherwise. */
  @Nullable Footprint eventualReads() {
    AdmissionRequest known = admission;
    if (reads == null) {
      reads = known == null ? Footprint.NONE : EarlierReads.of(known);
    }
    return reads.spans().isEmpty() ? null : reads;
  }

  void admit(AdmissionRequest request) {
    admission = request;
  }

  @Nullable AdmissionRequest admission() {
    return admission;
  }

  /** Returns the number of parts of the request, as far as it is known. */
  int parts() {
    return admission == null ? 1 : Math.max(1, admission.targets().size());
  }

  String content() {
    return sent.content();
  }
}
