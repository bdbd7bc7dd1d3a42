package dev.monotable.generator.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The faults of a table as text, for the comparison with those that are written by hand. */
public final class FaultRows {
  private FaultRows() {}

  /** Returns the codes and texts of constants, and the components of records. */
  public static List<String> of(Path directory) throws IOException {
    List<String> rows = new ArrayList<>();
    for (FaultFamily family : FaultTable.read(directory).families()) {
      for (FaultEntry entry : family.entries()) {
        String name = family.name() + "." + entry.name();
        rows.add(
            entry.isConstant()
                ? name + " " + entry.code() + ": " + entry.text().pattern()
                : name + entry.components().stream().map(FaultRows::shown).toList());
      }
    }
    return rows;
  }

  private static String shown(FaultEntry.Component component) {
    return component.toString().replace("@Nullable ", "").replaceAll("<.*>", "");
  }
}
