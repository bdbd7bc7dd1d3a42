package dev.monotable.cli.design;

import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.file.TemplateWriter;
import dev.monotable.design.file.WorkbenchWriter;
import dev.monotable.design.model.Design;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a design in another form. */
@Command(
    name = "export",
    sortOptions = false,
    description =
        "Writes a design as a CloudFormation template, as a data model of NoSQL Workbench with"
            + " sample items, or as a design file.",
    footer = {"", "Exit codes: 0 if the design was written, " + ExitCode.OF_FILES})
final class DesignExportCommand extends ShellCommand {
  @Parameters(
      paramLabel = "DESIGN",
      description = "Design file, or a model of NoSQL Workbench or of a modeling agent.")
  private Path design = Path.of("");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description = "cloudformation, workbench or design.")
  private String format = "";

  @Mixin private final TextOutput output = new TextOutput();

  @Override
  protected int run() throws DataFileException {
    if (!format.matches("cloudformation|workbench|design")) {
      throw invalid(
          "Invalid value for option '--format': must be cloudformation, workbench or design");
    }
    Design read = DesignFile.read(design, this::warn);
    output.write(
        switch (format) {
          case "cloudformation" -> TemplateWriter.json(read);
          case "workbench" -> WorkbenchWriter.json(read);
          default -> DesignWriter.yaml(read);
        },
        out());
    return 0;
  }
}
