package dev.monotable.engine.request;

import dev.monotable.engine.error.Fault;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether requests may take effect, such as by the memory that is left. Every request is
 * asked for, by each admission that {@linkplain #concerns concerns itself} with its operation. To
 * reject a request, a method throws a {@link dev.monotable.engine.error.DynamoException} or calls
 * {@link AdmissionRequest#reject}. To hold one back, {@link #enter} or {@link #admit} throws a
 * {@link HeldException}.
 *
 * <p>A request passes {@link #enter}, then {@link #admit} and {@link #admitted} if it reads or
 * writes items or stream records, {@link #charge} for each of its parts, and at last {@link
 * #leave}. All are called on the thread of the request, and requests run at the same time.
 */
public interface Admission {
  /**
   * Returns whether the requests of an operation have to be admitted at the moment. It is asked for
   * each request, so it must be fast; a request that concerns no admission costs nothing else.
   */
  default boolean concerns(OperationSchema<?, ?> operation) {
    return true;
  }

  /**
   * Admits a request that satisfies the constraints of the service model. Its tables have not been
   * looked up, so it has no targets yet.
   */
  default void enter(AdmissionRequest request) {}

  /**
   * Admits a request on items or stream records when it has been checked, and before it takes
   * effect. An invalid request gets its own error before.
   */
  default void admit(AdmissionRequest request) {}

  /**
   * Receives that all have admitted a request on items or stream records, immediately before it
   * takes effect. It can reject the request as {@link #admit} can.
   */
  default void admitted(AdmissionRequest request) {}

  /**
   * Receives what a part of a request consumes, when that is known: of a read after it has read,
   * and of a write before it takes effect, while all other writers wait. It must be fast. By
   * throwing a {@link dev.monotable.engine.error.FaultException} it rejects the part in the way of
   * the operation, as {@link AdmissionRequest#reject} does: what was read is not returned, and the
   * write does not take effect.
   *
   * @param charge valid during the call
   */
  default void charge(AdmissionRequest request, AdmissionCharge charge) {}

  /**
   * Receives what became of a part when all admissions were asked for what it consumes.
   *
   * @param charge valid during the call
   * @param rejection null if the part is admitted
   */
  default void settle(
      AdmissionRequest request, AdmissionCharge charge, @Nullable Fault rejection) {}

  /**
   * Receives the end of a request that has passed {@link #enter}, or was rejected there.
   *
   * @param failure null if it has succeeded
   */
  default void leave(AdmissionRequest request, @Nullable Throwable failure) {}

  /**
   * Returns what decides about the objects of Amazon S3 that a request uses on behalf of its
   * caller. Its decisions are about the rights that the caller has now, also those it makes later.
   *
   * @return null if nothing restricts the caller
   */
  default ObjectRights.@Nullable Decider objects(AdmissionRequest request) {
    return null;
  }

  /** Receives that a request has run out of memory, whether or not it concerns this admission. */
  default void outOfMemory() {}

  /** An admission that an engine asks. */
  interface Registration extends AutoCloseable {
    /** Ends the admission: requests from now on are not asked for. A second call does nothing. */
    @Override
    void close();
  }
}
