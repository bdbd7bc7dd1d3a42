package dev.monotable.access.request;

import dev.monotable.access.Principal;
import dev.monotable.engine.request.AdmissionRequest;
import org.jspecify.annotations.Nullable;

/** Finds the principal of a request. */
@FunctionalInterface
public interface PrincipalSource {
  /** Returns the principal that sends a request; null if no policy applies to the request. */
  @Nullable Principal find(AdmissionRequest request);
}
