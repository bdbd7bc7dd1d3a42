package dev.monotable.cli.design;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.FileFailure;
import dev.monotable.design.render.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a command writes its text. */
final class TextOutput {
  private TextOutput() {}

  /**
   * Writes a text.
   *
   * @param file null for standard output
   * @throws CommandException if it cannot be written
   */
  static void write(String text, @Nullable Path file, PrintWriter out) {
    if (file == null) {
      out.print(text);
      out.flush();
      return;
    }
    try {
      ReportFile.write(text, file);
    } catch (IOException e) {
      throw new CommandException(file + ": cannot be written: " + FileFailure.reason(e));
    }
  }
}
