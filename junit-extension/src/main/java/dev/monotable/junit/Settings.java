package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.Transport;

/**
 * The settings of a test class.
 *
 * @param builder builds the database of a class
 */
record Settings(Isolation isolation, Transport transport, Monotable.Builder builder) {
  /** Returns these settings with those of an annotation. */
  Settings overriddenBy(MonotableTest annotation) {
    return new Settings(annotation.isolation(), annotation.transport(), builder);
  }

  Settings withTransport(Transport other) {
    return new Settings(isolation, other, builder);
  }
}
