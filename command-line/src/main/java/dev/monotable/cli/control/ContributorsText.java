package dev.monotable.cli.control;

import dev.monotable.text.FileValue.Mapping;
import java.util.List;

/** The keys that Contributor Insights counts, as lines. */
final class ContributorsText {
  private ContributorsText() {}

  /** Prints the keys of each kind; returns the exit code. */
  static int print(ControlResponse contributors, ControlCommand command) {
    if (!command.printsJson(contributors)) {
      print("Accessed partition keys", contributors.list("accessedPartitionKeys"), command);
      print("Accessed keys", contributors.list("accessedKeys"), command);
      print("Throttled partition keys", contributors.list("throttledPartitionKeys"), command);
      print("Throttled keys", contributors.list("throttledKeys"), command);
    }
    return 0;
  }

  private static void print(String title, List<Mapping> entries, ControlCommand out) {
    if (!entries.isEmpty()) {
      out.print(title + ":");
    }
    for (Mapping entry : entries) {
      String error = entry.findText("error");
      out.print(
          "  "
              + entry.findText("count")
              + (error == null ? "" : " (at most " + error + " too many)")
              + " "
              + DifferenceText.json(entry.find("key")));
    }
  }
}
