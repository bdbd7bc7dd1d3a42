package dev.monotable.engine.error;

/** Faults of requests that a policy does not allow. */
public sealed interface AccessFault extends Fault {
  /**
   * A policy denies the request, or none allows it.
   *
   * @param message AWS's message, from "Troubleshoot access denied error messages" in the IAM user
   *     guide
   * @param decidedBy the statement that decided, for those who wrote the policies; no response
   *     contains it
   */
  record Denied(String message, String decidedBy) implements AccessFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.ACCESS_DENIED;
    }

    @Override
    public String text(Wording wording) {
      return message;
    }
  }
}
