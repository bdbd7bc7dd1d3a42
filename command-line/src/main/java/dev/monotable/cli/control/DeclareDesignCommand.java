package dev.monotable.cli.control;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Sequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Declares the design of a database: the command {@code design declare}. */
@Command(
    name = "declare",
    description =
        "Declares the design of a database of a running server. Its report is about that design"
            + " from then on, and the console shows the entities of it.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class DeclareDesignCommand extends ControlCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DESIGN",
      description =
          "Design file, or a model of NoSQL Workbench, of the DynamoDB MCP server or of the Agent"
              + " Toolkit for AWS.")
  private @Nullable Path file;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Option(order = 1, names = "--remove", description = "Forget the declared design instead.")
  private boolean remove;

  /** Creates the command. */
  public DeclareDesignCommand() {}

  @Override
  int run(ControlClient client) throws IOException {
    String path = ControlClient.ofDatabase(database.id(), "design");
    Path wanted = file;
    if (remove || wanted == null) {
      require(remove && wanted == null, "Give either a design file or --remove");
      client.send("DELETE", path);
      return 0;
    }
    Path name = wanted.getFileName();
    ControlResponse result =
        client.send(
            "PUT",
            path,
            ControlClient.members(
                "file",
                name == null ? null : name.toString(),
                "content",
                Files.readString(wanted)));
    if (!printsJson(result)) {
      if (result.json().find("notices") instanceof Sequence notices) {
        notices.elements().forEach(each -> warn(FileValue.text(each, "a notice")));
      }
      out().println(result.require("name"));
    }
    return 0;
  }
}
