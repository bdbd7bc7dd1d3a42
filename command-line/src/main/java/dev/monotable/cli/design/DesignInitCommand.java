package dev.monotable.cli.design;

import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.design.DesignLab;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.model.Design;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Drafts a design file from recorded requests. */
@Command(
    name = "init",
    sortOptions = false,
    description =
        "Drafts a design file: the tables of the recorded requests, entities by the form of their"
            + " keys, and an access pattern for each form of requests.",
    footer = {"", "Exit codes: 0 if the file was written, " + ExitCode.OF_FILES})
final class DesignInitCommand extends ShellCommand {
  @Parameters(
      paramLabel = "RECORDING",
      arity = "1..*",
      description = "Files that the server wrote with --record.")
  private List<Path> recordings = List.of();

  @Mixin private final TextOutput output = new TextOutput();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "My design",
      description = "Name of the design. Default: ${DEFAULT-VALUE}.")
  private String name = "My design";

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Override
  protected int run() throws DataFileException {
    Path file = output.file();
    if (file != null && !force && Files.exists(file)) {
      throw new InvalidArgumentException(file + " exists; --force replaces it");
    }
    try (DesignLab lab = DesignLab.of(null)) {
      for (Path recording : recordings) {
        lab.replay(recording).forEach(this::warn);
      }
      Design draft = DesignDraft.of(name, lab.ledger());
      if (draft.tables().isEmpty()) {
        throw new DataFileException(
            FilePosition.of(recordings.get(0)), "no request is on a table, so there is no design");
      }
      output.write(DesignWriter.yaml(draft), out());
      return 0;
    }
  }
}
