package dev.monotable.cli.design;

import dev.monotable.design.DesignLab;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.render.ReportFile;
import dev.monotable.formats.file.DataFileException;
import dev.monotable.formats.file.Notice;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drafts a design file from recorded requests. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    usageHelpWidth = 100,
    sortOptions = false,
    description =
        "Drafts a design file: the tables of the recorded requests, entities by the form of their"
            + " keys, and an access pattern for each form of requests.",
    footer = {
      "",
      "Exit codes: 0 if the file was written, 2 if an option is invalid or a file cannot be read or"
          + " written.",
    })
final class DesignInitCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "RECORDING",
      arity = "1..*",
      description = "Files that the server wrote with --record.")
  private List<Path> recordings = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write. Default: standard output.")
  private @Nullable Path output;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "My design",
      description = "Name of the design. Default: ${DEFAULT-VALUE}.")
  private String name = "My design";

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Override
  public Integer call() {
    if (output != null && !force && Files.exists(output)) {
      return problem(output + " exists; --force replaces it");
    }
    try (DesignLab lab = DesignLab.of(null)) {
      for (Path recording : recordings) {
        for (Notice notice : lab.replay(recording)) {
          spec.commandLine().getErr().println("monotable: " + notice);
        }
      }
      String yaml = DesignWriter.yaml(DesignDraft.of(name, lab.ledger()));
      if (output == null) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(yaml);
        out.flush();
      } else {
        ReportFile.write(yaml, output);
      }
      return CommandLine.ExitCode.OK;
    } catch (DataFileException e) {
      return problem(e.getMessage());
    } catch (IOException e) {
      return problem("cannot write " + output + ": " + e);
    }
  }

  private int problem(@Nullable String message) {
    spec.commandLine().getErr().println("monotable: " + message);
    return CommandLine.ExitCode.USAGE;
  }
}
