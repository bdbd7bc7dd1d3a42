package dev.monotable.design.load;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The load of one access pattern.
 *
 * @param name the name of the pattern, unique in a workload
 * @param rate how often it runs
 * @param accesses what one run consumes
 * @param surcharges what makes its units more expensive than they need to be
 */
public record PatternLoad(
    String name, UsageRate rate, List<AccessLoad> accesses, Surcharges surcharges) {

  /**
   * The part that doubles the units of a pattern. The units of its {@link AccessLoad}s contain it
   * already.
   *
   * @param transactional all its requests are transactions: twice the units on the table
   * @param stronglyConsistent all its reads are strongly consistent: twice the units of an
   *     eventually consistent read
   */
  public record Surcharges(boolean transactional, boolean stronglyConsistent) {
    /** Neither transactional nor strongly consistent. */
    public static final Surcharges NONE = new Surcharges(false, false);
  }

  public PatternLoad {
    accesses = List.copyOf(accesses);
  }

  /** Creates a pattern without surcharges. */
  public static PatternLoad of(String name, UsageRate rate, AccessLoad... accesses) {
    return new PatternLoad(name, rate, List.of(accesses), Surcharges.NONE);
  }

  /** Returns whether one run reads from the table or index. */
  public boolean readsFrom(String table, @Nullable String index) {
    for (AccessLoad access : accesses) {
      if (access.readUnits().signum() > 0
          && access.table().equals(table)
          && Objects.equals(access.index(), index)) {
        return true;
      }
    }
    return false;
  }
}
