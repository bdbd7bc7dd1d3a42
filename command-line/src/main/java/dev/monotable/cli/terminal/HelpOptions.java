package dev.monotable.cli.terminal;

import picocli.CommandLine.Option;

/** The last options of each command. */
public final class HelpOptions {
  @Option(
      order = 98,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean help;

  @Option(
      order = 99,
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean version;
}
