package dev.monotable.formats.bucket;

import dev.monotable.engine.transfer.TransferException;
import java.io.IOException;

/** A failure of an {@link ObjectStore} while an object is read or written. */
public final class ObjectFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient TransferException failure;

  /** Creates an exception that ends the export or import with a failure. */
  public ObjectFailure(TransferException failure) {
    super(failure);
    this.failure = failure;
  }

  /** Returns the failure of the export or import. */
  public TransferException failure() {
    return failure;
  }
}
