package dev.monotable.cli;

import dev.monotable.cli.control.ClockCommand;
import dev.monotable.cli.control.ContributorsCommand;
import dev.monotable.cli.control.DatabaseCommand;
import dev.monotable.cli.control.EventSourceMappingCommand;
import dev.monotable.cli.control.ExpireCommand;
import dev.monotable.cli.control.FaultCommand;
import dev.monotable.cli.control.KinesisDestinationCommand;
import dev.monotable.cli.control.ReplicationCommand;
import dev.monotable.cli.control.RequestsCommand;
import dev.monotable.cli.control.RestoreCommand;
import dev.monotable.cli.control.SnapshotCommand;
import dev.monotable.cli.control.ThrottleCommand;
import dev.monotable.cli.design.DesignCommand;
import dev.monotable.cli.design.ReportCommand;
import dev.monotable.cli.health.HealthcheckCommand;
import dev.monotable.cli.health.WaitCommand;
import dev.monotable.cli.policy.PolicyCommand;
import dev.monotable.cli.serve.ServeCommand;
import dev.monotable.cli.transfer.CopyCommand;
import dev.monotable.cli.transfer.DiffCommand;
import dev.monotable.cli.transfer.ExportCommand;
import dev.monotable.cli.transfer.ImportCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The sub-commands, in the order of the help. */
enum Subcommand {
  SERVE("Run the server; the default."),
  IMPORT("Write the items of files into tables."),
  EXPORT("Write tables into files."),
  COPY("Copy tables from an endpoint to another one."),
  DIFF("Compare the tables of two endpoints, or their responses to captured requests."),
  DATABASE("Create, list, fork, compare, reset and drop databases of a running server."),
  SNAPSHOT("Keep the data of a database under a name."),
  RESTORE("Set the data of a database back to a snapshot."),
  CLOCK("Show or set the clock of a database."),
  EXPIRE("Delete the items of a database whose time to live has expired."),
  THROTTLE("Let a database throttle requests by the throughput of its tables, or show whether."),
  REPLICATION("Pause, delay or cut the replication of global tables, or show it."),
  CONTRIBUTORS("List the most accessed and most throttled keys of a table or index."),
  FAULT("Add, list and remove faults that a database injects."),
  REQUESTS("List the last requests to a database."),
  EVENT_SOURCE_MAPPING("Connect the streams of a database with functions."),
  KINESIS_DESTINATION("List the Kinesis destinations of tables, and write to them."),
  REPORT("Report what requests say about a design."),
  DESIGN("Draft a design file from recorded requests."),
  POLICY("Check IAM policies, and draft them from recorded requests."),
  WAIT("Wait until an endpoint answers."),
  HEALTHCHECK("Check whether an endpoint answers.");

  private final String description;

  Subcommand(String description) {
    this.description = description;
  }

  /** Returns the sub-command with a name, or null. */
  static @Nullable Subcommand find(String name) {
    for (Subcommand command : values()) {
      if (command.label().equals(name)) {
        return command;
      }
    }
    return null;
  }

  /** Returns the names of all sub-commands. */
  static List<String> labels() {
    return Arrays.stream(values()).map(Subcommand::label).toList();
  }

  /** Returns the name in the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a sentence for the list of the commands. */
  String description() {
    return description;
  }

  /**
   * Creates the command, whose options are described by picocli's annotations. A switch, not a
   * field with a constructor: so only the class of this command is loaded.
   */
  Callable<Integer> create() {
    return switch (this) {
      case SERVE -> new ServeCommand();
      case IMPORT -> new ImportCommand();
      case EXPORT -> new ExportCommand();
      case COPY -> new CopyCommand();
      case DIFF -> new DiffCommand();
      case DATABASE -> new DatabaseCommand();
      case SNAPSHOT -> new SnapshotCommand();
      case RESTORE -> new RestoreCommand();
      case CLOCK -> new ClockCommand();
      case EXPIRE -> new ExpireCommand();
      case THROTTLE -> new ThrottleCommand();
      case REPLICATION -> new ReplicationCommand();
      case CONTRIBUTORS -> new ContributorsCommand();
      case FAULT -> new FaultCommand();
      case REQUESTS -> new RequestsCommand();
      case EVENT_SOURCE_MAPPING -> new EventSourceMappingCommand();
      case KINESIS_DESTINATION -> new KinesisDestinationCommand();
      case REPORT -> new ReportCommand();
      case DESIGN -> new DesignCommand();
      case POLICY -> new PolicyCommand();
      case WAIT -> new WaitCommand();
      case HEALTHCHECK -> new HealthcheckCommand();
    };
  }
}
