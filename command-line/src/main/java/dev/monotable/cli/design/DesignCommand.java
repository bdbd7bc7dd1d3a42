package dev.monotable.cli.design;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about design files. */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    usageHelpWidth = 100,
    description = "Works with design files.",
    subcommands = DesignInitCommand.class)
public final class DesignCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** Prints the help, because a command about design files needs a command of its own. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
