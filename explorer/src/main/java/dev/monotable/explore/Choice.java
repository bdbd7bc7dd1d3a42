package dev.monotable.explore;

/**
 * A choice of an execution: which request is let go next.
 *
 * @param piece the number of the piece
 * @param request the position of the request among those that are held of the piece, in the order
 *     of their content; 0 unless the piece sends several at once
 */
record Choice(int piece, int request) implements Comparable<Choice> {
  @Override
  public int compareTo(Choice other) {
    return piece == other.piece
        ? Integer.compare(request, other.request)
        : Integer.compare(piece, other.piece);
  }
}
