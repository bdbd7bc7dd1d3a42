package dev.monotable.cli.design;

import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.design.render.ReportFile;
import dev.monotable.text.FileFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where a command writes its text. */
final class TextOutput {
  @Option(
      order = 50,
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write. Default: standard output.")
  private @Nullable Path file;

  /** Returns the file; null for standard output. */
  @Nullable Path file() {
    return file;
  }

  /**
   * Writes a text.
   *
   * @throws InvalidArgumentException if it cannot be written
   */
  void write(String text, PrintWriter out) {
    if (file == null) {
      out.print(text);
      out.flush();
      return;
    }
    try {
      ReportFile.write(text, file);
    } catch (IOException e) {
      throw new InvalidArgumentException(file + ": cannot be written: " + FileFailure.reason(e));
    }
  }
}
