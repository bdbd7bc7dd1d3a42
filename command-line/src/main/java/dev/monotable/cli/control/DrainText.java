package dev.monotable.cli.control;

import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.text.FileValue.Mapping;
import java.util.List;

/** The result of a drain of an event source mapping, as lines. */
final class DrainText {
  private DrainText() {}

  /** Prints the invocations, and the batches that were discarded; returns the exit code. */
  static int print(ControlResponse result, ControlCommand command) {
    List<Mapping> discarded = result.list("discarded");
    if (!command.printsJson(result)) {
      command.print(result.require("invocations") + " invocations");
      for (Mapping batch : discarded) {
        command.report(
            "discarded "
                + ControlResponse.shown(batch, "batchSize")
                + " records after "
                + ControlResponse.shown(batch, "approximateInvokeCount")
                + " invocations ("
                + ControlResponse.shown(batch, "condition")
                + "): "
                + ControlResponse.shown(batch, "error"));
      }
    }
    return discarded.isEmpty() ? 0 : ExitCode.NO;
  }
}
