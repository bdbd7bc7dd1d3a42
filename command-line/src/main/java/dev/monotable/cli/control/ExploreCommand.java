package dev.monotable.cli.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.cli.serve.FileServer;
import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.RecordCodec;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code explore}: a client of the control API whose pieces are commands. */
@Command(
    name = "explore",
    description =
        "Runs commands with every order of their requests that can matter, each time on a copy of"
            + " the database, and checks each copy. A command finds it by the variables of the AWS"
            + " SDKs.",
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 if nothing was found, 1 if an order fails, "
          + ExitCode.OF_SERVERS
          + " A command that fails although it runs alone, or sends no request, is invalid, too.",
    })
public final class ExploreCommand extends ShellCommand {
  private static final int MAX_NAME = 40;

  @Option(
      order = 1,
      names = "--run",
      paramLabel = "COMMAND",
      required = true,
      description = "A command of a shell that is explored with the others; can be repeated.")
  private List<String> commands = new ArrayList<>();

  @Option(
      order = 2,
      names = "--as",
      paramLabel = "KEY",
      description =
          "The access key of the principal whose policies decide about the requests of the"
              + " commands. Default: that of the database.")
  private @Nullable String principal;

  @Option(
      order = 3,
      names = "--check",
      paramLabel = "COMMAND",
      description =
          "A command that checks the copy after each execution: it holds with the exit code 0;"
              + " can be repeated.")
  private List<String> checks = new ArrayList<>();

  @Option(
      order = 4,
      names = "--invariant",
      paramLabel = "STATEMENT",
      description =
          "A PartiQL statement that returns no item after an execution, or 'at most N: SELECT …';"
              + " can be repeated.")
  private List<String> invariants = new ArrayList<>();

  @Option(
      order = 5,
      names = "--always",
      description = "The invariants hold after each request, too.")
  private boolean always;

  @Option(
      order = 6,
      names = "--serial",
      paramLabel = "ATTRIBUTE",
      arity = "0..1",
      fallbackValue = "",
      split = ",",
      description =
          "The result is that of some order of whole commands, except for these attributes; can be"
              + " repeated.")
  private @Nullable List<String> serial;

  @Option(
      order = 7,
      names = "--lost-writes",
      description = "A write that overwrites a change which its command has not seen is a failure.")
  private boolean lostWrites;

  @Option(
      order = 10,
      names = "--schema",
      paramLabel = "FILE",
      split = ",",
      description = "Begin with the tables of these files; can be repeated.")
  private List<Path> schemas = new ArrayList<>();

  @Option(
      order = 11,
      names = "--seed",
      paramLabel = "[TABLE=]FILE",
      split = ",",
      description = "Begin with the items of these files; can be repeated.")
  private List<String> seeds = new ArrayList<>();

  @Option(
      order = 12,
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Set a parameter of the templates; can be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      order = 20,
      names = "--preemptions",
      paramLabel = "N",
      description =
          "How often an execution goes on with another command although the last one has a request"
              + " held, at most. Default: 2.")
  private @Nullable Integer preemptions;

  @Option(
      order = 21,
      names = "--executions",
      paramLabel = "N",
      description = "The maximum number of executions. Default: 100000.")
  private @Nullable Integer executions;

  @Option(
      order = 22,
      names = "--patience",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long a command may neither send a request nor end, before the others go on without"
              + " it. Default: 5s.")
  private @Nullable Duration patience;

  @Option(order = 79, names = "--json", description = "Print the result in JSON.")
  private boolean json;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** The commands by the names of their pieces. */
  private final Map<String, String> pieces = new LinkedHashMap<>();

  /** The processes of the present execution, by their access keys. */
  private final Map<String, PieceProcess> running = new ConcurrentHashMap<>();

  private final Map<String, Long> begun = new HashMap<>();

  /** Creates the command. */
  public ExploreCommand() {}

  @Override
  protected int run() throws IOException, DataFileException {
    commands.forEach(this::name);
    boolean hasFiles = !schemas.isEmpty() || !seeds.isEmpty();
    require(
        !(hasFiles && server.isGiven()),
        "--endpoint begins with the database of a server, so it excludes --schema and --seed");
    if (!hasFiles) {
      return explore(server.open());
    }
    List<SeedFile> items = seeds.stream().map(SeedFile::parse).toList();
    try (FileServer own = FileServer.start(schemas, items, parameters)) {
      return explore(server.open(own.url()));
    }
  }

  /** Adds a name for the piece of a command, by its text. */
  private void name(String command) {
    String text = command.strip().replaceAll("\\s+", " ");
    String name =
        text.length() <= MAX_NAME ? text : "…" + text.substring(text.length() - MAX_NAME + 1);
    String unique = name;
    for (int i = 2; pieces.containsKey(unique); i++) {
      unique = name + " (" + i + ")";
    }
    pieces.put(unique, command);
  }

  private int explore(ControlClient client) throws IOException {
    String path = ControlClient.ofDatabase(database.id(), "explorations");
    List<Map<String, Object>> wanted = new ArrayList<>();
    pieces
        .keySet()
        .forEach(name -> wanted.add(ControlClient.members("name", name, "principal", principal)));
    Mapping turn =
        client
            .send(
                "POST",
                path,
                ControlClient.members(
                    "pieces", wanted,
                    "check", !checks.isEmpty(),
                    "invariants", invariants,
                    "always", always,
                    "serial", attributes(),
                    "lostWrites", lostWrites,
                    "preemptions", preemptions,
                    "executions", executions,
                    "patience", patience))
            .json();
    path += "/" + turn.findText("id");
    try {
      while (!(turn.find("result") instanceof Mapping)) {
        turn = client.send("POST", path + "/turns", act(turn, client, path)).json();
      }
    } finally {
      running.values().forEach(PieceProcess::kill);
    }
    return print((Mapping) Objects.requireNonNull(turn.find("result")));
  }

  /** Returns the attributes that may differ from a serial result; null if any result will do. */
  private @Nullable List<String> attributes() {
    return serial == null ? null : serial.stream().filter(each -> !each.isEmpty()).toList();
  }

  /** Does what a turn demands; returns the body of the request for the next one. */
  private Map<String, Object> act(Mapping turn, ControlClient client, String path)
      throws IOException {
    long execution = Long.parseLong(ControlResponse.shown(turn, "execution"));
    endBefore(execution);
    for (Mapping piece : ControlResponse.list(turn, "start")) {
      String key = ControlResponse.shown(piece, "accessKeyId");
      PieceProcess process =
          PieceProcess.start(
              Objects.requireNonNull(pieces.get(ControlResponse.shown(piece, "name"))), piece);
      begun.put(key, execution);
      running.put(key, process);
      Thread waiter = new Thread(() -> await(process, key, client, path), "monotable-piece");
      waiter.setDaemon(true);
      waiter.start();
    }
    return turn.find("check") instanceof Mapping check
        ? ControlClient.members("failure", problem(check))
        : Map.of();
  }

  /** Ends the processes of earlier executions, which the explorer no longer waits for. */
  private void endBefore(long execution) {
    begun
        .entrySet()
        .removeIf(
            each -> {
              PieceProcess process = running.get(each.getKey());
              if (each.getValue() < execution && process != null) {
                process.kill();
              }
              return each.getValue() < execution;
            });
  }

  /** Reports the end of a process. */
  private void await(PieceProcess process, String key, ControlClient client, String path) {
    try {
      int code = process.await();
      Map<String, Object> end =
          ControlClient.members(
              "accessKeyId", key,
              "end", code == 0 ? "returned" : "failed",
              "message", code == 0 ? null : process.message(code));
      client.send("POST", path + "/ends", end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | CommandException e) {
      // The request for the next turn fails as well, and reports it.
    } finally {
      running.remove(key, process);
    }
  }

  /** Runs the checks; returns what is wrong, or null. */
  private @Nullable String problem(Mapping check) throws IOException {
    for (String command : checks) {
      PieceProcess process = PieceProcess.start(command, check);
      try {
        int code = process.await();
        if (code != 0) {
          return command + ": " + process.message(code);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return null;
  }

  private int print(Mapping result) throws IOException {
    String wrong = result.findText("wrongUsage");
    String text = ControlResponse.shown(result, "text");
    if (json) {
      StringWriter written = new StringWriter();
      try (JsonGenerator generator = new JsonFactory().createGenerator(written)) {
        RecordCodec.STRICT.write(result, generator);
      }
      out().println(written);
    } else if (wrong == null) {
      out().println(text);
    }
    if (wrong != null) {
      text.lines().forEach(this::warn);
      return ExitCode.INVALID;
    }
    return "true".equals(ControlResponse.shown(result, "found")) ? ExitCode.NO : 0;
  }
}
