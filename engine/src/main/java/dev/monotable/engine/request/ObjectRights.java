package dev.monotable.engine.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rights on Amazon S3 of the caller of a request, as they are when the request is made. An
 * operation on objects uses them in three steps:
 *
 * <ol>
 *   <li>Its handler takes them from its call, {@link
 *       dev.monotable.engine.operation.Call#objectRights()}, and keeps the {@link #accessKey} with
 *       its job in the state, so that a job which goes on after a restart finds the rights of its
 *       caller again.
 *   <li>It passes them to {@link dev.monotable.engine.transfer.TableFiles}.
 *   <li>There each list, read or write of an object asks {@link #denial} first: the store {@code
 *       PermittedObjects} of the data formats does, which stands before any other store. An access
 *       that is denied ends the job with {@link
 *       dev.monotable.engine.transfer.TransferException#ACCESS_DENIED}.
 * </ol>
 *
 * <p>Safe for use by multiple threads.
 */
public final class ObjectRights {
  /** The rights of Monotable itself, and of any client of a database without policies. */
  public static final ObjectRights ALL = new ObjectRights(null, List.of());

  private final @Nullable String accessKey;
  private final List<Decider> deciders;

  /** Decides about each access of a caller. */
  @FunctionalInterface
  public interface Decider {
    /** Returns why an access is denied, in the words of Amazon S3; null if it is allowed. */
    @Nullable String denial(ObjectAccess access);
  }

  /** Creates the rights of a client about whose accesses some decide. */
  public ObjectRights(@Nullable String accessKey, List<Decider> deciders) {
    this.accessKey = accessKey;
    this.deciders = List.copyOf(deciders);
  }

  /** Returns the access key of the client; null if it has all rights. */
  public @Nullable String accessKey() {
    return accessKey;
  }

  /** Returns why an access is denied, in the words of Amazon S3; null if it is allowed. */
  public @Nullable String denial(ObjectAccess access) {
    for (Decider decider : deciders) {
      String denial = decider.denial(access);
      if (denial != null) {
        return denial;
      }
    }
    return null;
  }
}
