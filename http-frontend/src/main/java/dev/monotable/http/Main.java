package dev.monotable.http;

import dev.monotable.json.schema.SchemaException;
import picocli.CommandLine;

/** The entry point of the runnable jar. */
public final class Main {
  private Main() {}

  /**
   * Serves until the process is asked to stop; see {@code --help}.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    int code = commandLine().execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  static CommandLine commandLine() {
    return new CommandLine(new ServeCommand())
        .setExecutionExceptionHandler(
            (failure, command, result) -> {
              if (failure instanceof SchemaException) {
                command.getErr().println(failure.getMessage());
                command.getErr().flush();
                return 1;
              }
              throw failure;
            });
  }
}
