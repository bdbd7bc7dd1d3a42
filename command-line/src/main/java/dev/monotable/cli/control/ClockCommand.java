package dev.monotable.cli.control;

import dev.monotable.cli.terminal.DurationConverter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Shows or changes the clock of a database: the command {@code clock}. */
@Command(
    name = "clock",
    description = "Shows the clock of a database, after changing it, if a change is given.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ClockCommand extends ControlCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CHANGE",
      description =
          "set TIME sets the clock, advance DURATION advances it and does what is due by then,"
              + " freeze lets it stand still, at a TIME if one is given, and run lets it continue.")
  private @Nullable String change;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TIME|DURATION",
      description = "A time such as 2026-01-01T00:00:00Z, a duration such as 2h, 40d or PT15M.")
  private @Nullable String value;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ClockCommand() {}

  @Override
  int run(ControlClient client) {
    String path = ControlClient.ofDatabase(database.id(), "clock");
    ControlResponse clock =
        change == null ? client.send("GET", path) : client.send("PATCH", path, body(change, value));
    if (!printsJson(clock)) {
      boolean frozen = "true".equals(clock.require("frozen"));
      out().println(clock.require("now") + (frozen ? " (frozen)" : ""));
    }
    return 0;
  }

  private Map<String, Object> body(String name, @Nullable String given) {
    return switch (name) {
      case "set" -> Map.of("set", required(given, "set needs a time"));
      case "advance" -> Map.of("advance", duration(required(given, "advance needs a duration")));
      case "freeze" -> ControlClient.members("set", given, "frozen", true);
      case "run" -> {
        require(given == null, "run takes nothing");
        yield Map.of("frozen", false);
      }
      default ->
          throw invalid("'" + name + "' is not set TIME, advance DURATION, freeze [TIME] or run");
    };
  }

  private String required(@Nullable String given, String message) {
    require(given != null, message);
    return Objects.requireNonNull(given);
  }

  private Object duration(String text) {
    try {
      return new DurationConverter().convert(text);
    } catch (TypeConversionException e) {
      throw invalid("Invalid value for 'DURATION': " + e.getMessage());
    }
  }
}
