package dev.monotable.design.finding;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.trace.Trace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs of requests of one form without another request between, such as the reads of a loop. It
 * counts for each form how many runs are longer than by {@linkplain Chance chance}: each run, with
 * the requests before it, is a window. Not thread-safe.
 */
public final class Runs {
  /** The first runs of a form decide. */
  private static final int MAX_RUNS = 16;

  private static final String OTHER = "";

  private final Deque<String> last = new ArrayDeque<>();
  private final Map<String, Counts> forms = new HashMap<>();
  private final Overflow manyForms;

  /** The runs of a form. */
  private static final class Counts {
    private int exceeding;
    private int others;
  }

  /** Creates a count of no runs for a kind of findings. */
  public Runs(Trace trace, String finding) {
    this.manyForms = trace.declare(Bound.SUBJECTS, finding);
  }

  /**
   * Adds a request.
   *
   * @param form its form; null for a request that is part of no run
   */
  public void add(@Nullable String form) {
    if (last.size() == Chance.WINDOW) {
      last.removeFirst();
    }
    last.addLast(form == null ? OTHER : form);
  }

  /** Ends a run, and returns whether it exceeds chance, as far as it is judged. */
  public boolean end(String form) {
    Counts counts = manyForms.findOrAdd(forms, form, Counts::new);
    if (counts == null) {
      return false;
    }
    if (counts.exceeding + counts.others >= MAX_RUNS) {
      return counts.exceeding > 0;
    }
    boolean[] isOf = new boolean[last.size()];
    int at = 0;
    for (String each : last) {
      isOf[at++] = each.equals(form);
    }
    boolean exceeds = Chance.isExceeded(isOf.length, order -> longest(order, isOf));
    if (exceeds) {
      counts.exceeding++;
    } else {
      counts.others++;
    }
    return exceeds;
  }

  private static int longest(int[] order, boolean[] isOf) {
    int longest = 0;
    int run = 0;
    for (int each : order) {
      run = isOf[each] ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  /** Returns whether enough runs of a form exceed chance, and most of them. */
  public boolean exceedChance(String form) {
    Counts counts = forms.get(form);
    return counts != null && Chance.isEnough(counts.exceeding, counts.others);
  }
}
