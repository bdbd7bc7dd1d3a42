package dev.monotable.cli.control;

import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that calls the control API of a server. */
abstract class ControlCommand extends ShellCommand {
  /** The last lines of the help. */
  static final String EXIT_CODES = "Exit codes: 0 after success, " + ExitCode.OF_SERVERS;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(order = 79, names = "--json", description = "Print the response of the server as it is.")
  private boolean json;

  /** Calls the server and prints its responses; returns the exit code. */
  abstract int run(ControlClient client) throws IOException, DataFileException;

  @Override
  protected final int run() throws IOException, DataFileException {
    return run(server.open());
  }

  /** Prints a response as it is, if that is asked for; returns whether it is. */
  final boolean printsJson(ControlResponse response) {
    String text = response.text();
    if (json && !text.isEmpty()) {
      out().println(text);
    }
    return json;
  }

  /** Prints a line. */
  final void print(String line) {
    out().println(line);
  }

  /** Prints a line on standard error. */
  final void report(String line) {
    warn(line);
  }

  /** Prints a table in the form for a terminal or a pipe. */
  final void print(TextTable table) {
    table.print(out(), Progress.isTerminal());
  }

  /** Prints a remark on standard error, if a person reads it. */
  final void remark(String text) {
    if (!json && Progress.isTerminal()) {
      warn(text);
    }
  }

  /** Returns whether responses are printed as they are. */
  final boolean isJson() {
    return json;
  }
}
