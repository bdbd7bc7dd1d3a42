package dev.monotable.cli.design;

import dev.monotable.cli.control.DeclareDesignCommand;
import dev.monotable.cli.terminal.CommandGroup;
import picocli.CommandLine.Command;

/** The commands about design files. */
@Command(
    name = "design",
    description = "Works with design files.",
    subcommands = {DesignInitCommand.class, DesignExportCommand.class, DeclareDesignCommand.class})
public final class DesignCommand extends CommandGroup {
  /** Creates the command. */
  public DesignCommand() {}
}
