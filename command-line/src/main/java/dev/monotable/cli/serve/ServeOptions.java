package dev.monotable.cli.serve;

import dev.monotable.durability.SyncMode;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.formats.item.SeedFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of the command line, with their default values. */
final class ServeOptions {
  int port = 8000;

  /** The address to listen on; null for both loopback addresses. */
  @Nullable String host;

  List<String> allowedOrigins = List.of();
  List<String> allowedHosts = List.of();

  /** The wording of errors; null for that of the Region. */
  @Nullable Wording wording;

  List<Path> schemas = List.of();
  List<SeedFile> seeds = List.of();
  Map<String, String> parameters = Map.of();
  String region = EngineConfig.DEFAULT.region();
  String account = EngineConfig.DEFAULT.account();
  boolean splitByCredentials;
  int ttlSweepSeconds = 1;
  int streamRetentionSeconds = 24 * 3600;
  final Delays.Builder delays = Delays.builder();
  int idleTimeoutSeconds = 300;
  int requestTimeoutSeconds = 30;
  @Nullable Path record;

  /** Where the data is kept; null to keep it in memory only. */
  @Nullable Path data;

  SyncMode sync = SyncMode.EVERY_100_MS;
  boolean repair;

  /**
   * Parses a command line that contains no other options than {@code --port} and {@code --host}.
   * Most command lines do not, and loading the complete parser takes a fifth of the start.
   *
   * @return the options, or null if the command line needs the complete parser
   */
  static @Nullable ServeOptions findPlain(String[] arguments) {
    ServeOptions options = new ServeOptions();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      String value;
      if (equals >= 0) {
        value = argument.substring(equals + 1);
      } else if (i + 1 < arguments.length) {
        value = arguments[++i];
      } else {
        return null;
      }
      if (value.isEmpty() || value.startsWith("-")) {
        return null;
      }
      if (name.equals("--port") && isPort(value)) {
        options.port = Integer.parseInt(value);
      } else if (name.equals("--host")) {
        options.host = value;
      } else {
        return null;
      }
    }
    return options;
  }

  /** Sets a delay by its name in the command line; returns false if the name is unknown. */
  boolean delay(String what, Duration duration) {
    switch (what) {
      case "create-table" -> delays.createTable(duration);
      case "update-table" -> delays.updateTable(duration);
      case "delete-table" -> delays.deleteTable(duration);
      case "create-index" -> delays.createIndex(duration);
      case "delete-index" -> delays.deleteIndex(duration);
      case "ttl" -> delays.timeToLive(duration);
      case "transaction" -> delays.transaction(duration);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isPort(String text) {
    if (text.length() > 5) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return Integer.parseInt(text) <= 65_535;
  }
}
