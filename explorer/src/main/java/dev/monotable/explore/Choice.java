package dev.monotable.explore;

import java.util.Comparator;

/**
 * A choice of an execution: which request comes next, and what becomes of it.
 *
 * @param piece the number of the piece; that of the database itself is the number of pieces
 * @param request the position of the request among those that are held of the piece, in the order
 *     of their content; 0 unless the piece sends several at once
 * @param kind what becomes of the request
 * @param variant what else differs, by the kind; 0 if nothing does
 */
record Choice(int piece, int request, ChoiceKind kind, int variant) implements Comparable<Choice> {
  private static final Comparator<Choice> ORDER =
      Comparator.comparingInt(Choice::piece)
          .thenComparingInt(Choice::request)
          .thenComparing(Choice::kind)
          .thenComparingInt(Choice::variant);

  /** The variant of a death after which the piece is started again, or its recovery is. */
  static final int STARTED_AGAIN = 1;

  /** Creates the choice of a request that runs, and is answered. */
  Choice(int piece, int request) {
    this(piece, request, ChoiceKind.RUNS, 0);
  }

  /** Returns whether it is a step of the database itself, not of a piece. */
  boolean isOfDatabase() {
    return kind == ChoiceKind.EXPIRY;
  }

  /** Returns another fate of the same request. */
  Choice with(ChoiceKind other, int otherVariant) {
    return new Choice(piece, request, other, otherVariant);
  }

  @Override
  public int compareTo(Choice other) {
    return ORDER.compare(this, other);
  }
}
