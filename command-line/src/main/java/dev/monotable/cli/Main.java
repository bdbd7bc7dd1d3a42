package dev.monotable.cli;

import dev.monotable.cli.option.LocalArguments;
import dev.monotable.cli.serve.ServeCommand;
import java.util.Map;

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
    if (args.length == 1 && args[0].equals("--version")) {
      System.out.println(CommandLines.version()[0]); // without the parser, which takes longest
      return;
    }
    Map<String, String> environment = System.getenv();
    String[] arguments = LocalArguments.named(args, System.getProperty("java.class.path"));
    int code = ServeCommand.runIfPlain(arguments, environment, System.out, System.err);
    if (code < 0) {
      code = CommandLines.of(arguments, environment).execute();
    }
    if (code != 0) {
      System.exit(code);
    }
  }
}
