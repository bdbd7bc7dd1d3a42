package dev.monotable.design.finding;

import dev.monotable.design.proposal.ProposedChange;
import dev.monotable.text.Unwritten;
import org.jspecify.annotations.Nullable;

/**
 * A statement on how far the advice of a finding was tested.
 *
 * @param kind how far
 * @param result the result of the replay, or why there is none; null if there is nothing to add
 * @param change the change that the advice proposes, if it can be replayed; otherwise null
 */
public record Trial(
    Kind kind, @Nullable String result, @Unwritten @Nullable ProposedChange change) {

  /** The kinds of advice. */
  public enum Kind {
    /** The change was made, the requests were sent again, and the same rules judged them. */
    REPLAYED("Replayed"),
    /** Its numbers were calculated. */
    CALCULATED("Calculated"),
    /** Which change is right follows from nothing that was observed. */
    TO_DECIDE("To be decided"),
    /** It neither corrects a result, nor avoids throttling, nor saves anything. */
    WITHHELD("No advice");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** Returns a statement without a result. */
  static Trial of(Kind kind) {
    return new Trial(kind, null, null);
  }

  /** Returns one sentence without its period. */
  public String text() {
    return result == null ? kind.text : kind.text + ": " + result;
  }
}
