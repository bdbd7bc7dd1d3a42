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
  SERVE(Group.OTHER, "Run the server; the default."),
  IMPORT(Group.DATA, "Write the items of files into tables."),
  EXPORT(Group.DATA, "Write tables into files."),
  COPY(Group.DATA, "Copy tables from an endpoint to another one."),
  DIFF(Group.DATA, "Compare the tables of two endpoints, or their responses to captured requests."),
  DATABASE(
      Group.CONTROL, "Create, list, fork, compare, reset and drop databases of a running server."),
  SNAPSHOT(Group.CONTROL, "Keep the data of a database under a name."),
  RESTORE(Group.CONTROL, "Set the data of a database back to a snapshot."),
  CLOCK(Group.CONTROL, "Show or set the clock of a database."),
  EXPIRE(Group.CONTROL, "Delete the items of a database whose time to live has expired."),
  THROTTLE(
      Group.CONTROL,
      "Let a database throttle requests by the throughput of its tables, or show whether."),
  REPLICATION(Group.CONTROL, "Pause, delay or cut the replication of global tables, or show it."),
  CONTRIBUTORS(
      Group.CONTROL, "List the most accessed and most throttled keys of a table or index."),
  FAULT(Group.CONTROL, "Add, list and remove faults that a database injects."),
  REQUESTS(Group.CONTROL, "List the last requests to a database."),
  EVENT_SOURCE_MAPPING(Group.CONTROL, "Connect the streams of a database with functions."),
  KINESIS_DESTINATION(Group.CONTROL, "List the Kinesis destinations of tables, and write to them."),
  REPORT(Group.DESIGN, "Report what requests say about a design."),
  DESIGN(Group.DESIGN, "Draft a design file from recorded requests."),
  POLICY(Group.DESIGN, "Check IAM policies, and draft them from recorded requests."),
  WAIT(Group.OTHER, "Wait until an endpoint answers."),
  HEALTHCHECK(Group.OTHER, "Check whether an endpoint answers."),
  COMPLETION(Group.OTHER, "Print a script that completes command lines, for bash, zsh or fish.");

  /** A section of the help. */
  enum Group {
    DATA("Commands for data"),
    CONTROL("Commands that control a running server"),
    DESIGN("Commands for designs and policies"),
    OTHER("Other commands");

    private final String title;

    Group(String title) {
      this.title = title;
    }

    /** Returns the heading. */
    String title() {
      return title;
    }
  }

  private final Group group;
  private final String description;

  Subcommand(Group group, String description) {
    this.group = group;
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

  /** Returns the section of the help. */
  Group group() {
    return group;
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
      case COMPLETION -> new CompletionCommand();
    };
  }
}
