package dev.monotable.compare.endpoint;

import java.util.concurrent.TimeUnit;

/** Another emulator in a separate process, as a black box. */
public interface Emulator extends Endpoint, AutoCloseable {
  /** Returns the region in its ARNs, which does not depend on the region of a request. */
  String region();

  /** Stops the process and waits until it has exited. */
  @Override
  void close();

  /** Waits briefly for a state that an emulator reaches on its own. */
  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
