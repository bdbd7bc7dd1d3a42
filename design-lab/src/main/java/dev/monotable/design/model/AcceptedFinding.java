package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * A finding that the owners of the design know and accept.
 *
 * @param finding the id of the finding, such as {@code large-item}
 * @param subject what it is about: a pattern, a table, an index as {@code TABLE.INDEX}, or an
 *     entity as {@code TABLE/ENTITY}; null for every subject
 * @param reason why it is accepted, not empty
 */
public record AcceptedFinding(String finding, @Nullable String subject, String reason) {
  public AcceptedFinding {
    if (finding.isEmpty() || reason.isBlank()) {
      throw new IllegalArgumentException("an accepted finding must have an id and a reason");
    }
  }

  /** Returns whether this accepts a finding. */
  public boolean covers(String id, String ofSubject) {
    return finding.equals(id) && (subject == null || subject.equals(ofSubject));
  }
}
