package dev.monotable.access.request;

import dev.monotable.access.Policy;
import dev.monotable.engine.request.AdmissionRequest;
import org.jspecify.annotations.Nullable;

/** Finds the policies of tables and streams. */
@FunctionalInterface
public interface ResourcePolicies {
  /** No resource has a policy. */
  ResourcePolicies NONE = (request, resource) -> null;

  /**
   * Returns the policy of a resource; null if it has none.
   *
   * @param resource the ARN of a table, or of a stream. Requests on an index ask for its table
   */
  @Nullable Policy find(AdmissionRequest request, String resource);
}
