package dev.monotable.cli.transfer;

/** A transfer that cannot be done; the message is the reason. */
final class TransferException extends Exception {
  private static final long serialVersionUID = 1L;

  TransferException(String message) {
    super(message);
  }
}
