package dev.monotable.cli;

import dev.monotable.cli.serve.ServeCommand;

/** The entry point of the runnable jar. */
public final class Main {
  private Main() {}

  /**
   * Runs a command. Exits with a nonzero code if it fails.
   *
   * @param args the command line: options of the server, or a sub-command with its options; {@code
   *     --help} lists them
   */
  public static void main(String[] args) {
    int code = ServeCommand.runIfPlain(args, System.out, System.err);
    if (code < 0) {
      code = CommandLines.of(args).execute();
    }
    if (code != 0) {
      System.exit(code);
    }
  }
}
