package dev.monotable.compare.endpoint;

import java.util.concurrent.TimeUnit;

/** Another emulator, in a process of its own, seen from outside only. */
public interface Emulator extends Endpoint, AutoCloseable {
  /** The region of its ARNs, whatever the region of a request's credentials. */
  String region();

  /** Ends its process, and waits until it has ended. */
  @Override
  void close();

  /** Waits a moment for a state that an emulator reaches by itself. */
  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
