package dev.monotable.cli.control;

import dev.monotable.cli.terminal.DurationConverter;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that creates a database. */
abstract class NewDatabaseCommand extends ControlCommand {
  @Option(
      order = 1,
      names = "--name",
      paramLabel = "NAME",
      description = "A unique name. If a database has it, that database is the result.")
  private @Nullable String name;

  @Option(
      order = 2,
      names = "--expire-after",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "End the database when it was not used for this time, such as 30m.")
  private @Nullable Duration expireAfter;

  @Option(
      order = 20,
      names = "--env",
      description =
          "Print commands of a shell that set the variables of the AWS CLI and the SDKs, for"
              + " eval.")
  private boolean env;

  /** Adds what the database begins with. */
  abstract void addStart(Map<String, Object> body) throws IOException;

  @Override
  final int run(ControlClient client) throws IOException {
    Map<String, Object> body = ControlClient.members("name", name, "expireAfter", expireAfter);
    addStart(body);
    ControlResponse created = client.send("POST", ControlClient.path("databases"), body);
    if (env) {
      printVariables(created);
    } else if (!printsJson(created)) {
      out().println(created.require("id"));
    }
    return 0;
  }

  private void printVariables(ControlResponse created) {
    String endpoint = created.require("endpoint");
    String region = created.require("region");
    variable("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
    variable("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint);
    variable("AWS_ACCESS_KEY_ID", created.require("accessKeyId"));
    variable("AWS_SECRET_ACCESS_KEY", created.require("secretAccessKey"));
    variable("AWS_REGION", region);
    variable("AWS_DEFAULT_REGION", region);
  }

  private void variable(String name, String value) {
    boolean plain = value.matches("[A-Za-z0-9:/._\\[\\]-]+");
    out()
        .println(
            "export " + name + "=" + (plain ? value : "'" + value.replace("'", "'\\''") + "'"));
  }
}
