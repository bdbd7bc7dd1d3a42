package dev.monotable.access.signature;

import org.jspecify.annotations.Nullable;

/** The access keys that may sign requests. Thread-safe. */
@FunctionalInterface
public interface AccessKeys {
  /** Returns the access key with an ID; null if there is none. */
  @Nullable AccessKey find(String id);
}
