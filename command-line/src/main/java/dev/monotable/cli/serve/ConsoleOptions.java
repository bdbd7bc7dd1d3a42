package dev.monotable.cli.serve;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of the console. */
final class ConsoleOptions {
  private final ServeOptions options;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /**
   * Creates the options.
   *
   * @param options receives their values
   */
  ConsoleOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 42,
      names = "--no-console",
      description = "Serve no console, the pages in the browser at /_monotable/.")
  void noConsole(boolean without) {
    options.console = !without;
  }

  @Option(
      order = 43,
      names = "--console",
      paramLabel = "MODE",
      description =
          "What the console offers: full, or read-only for nothing that changes a database."
              + " Default: full.")
  void console(String mode) {
    if (!mode.equals("full") && !mode.equals("read-only")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '--console': must be full or read-only");
    }
    options.consoleReadOnly = mode.equals("read-only");
  }
}
