package dev.monotable.cli.serve;

import dev.monotable.cli.terminal.DurationConverter;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of streams and of Kinesis destinations. */
final class StreamOptions {
  private final ServeOptions options;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /**
   * Creates the options.
   *
   * @param options receives their values
   */
  StreamOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 12,
      names = "--stream-retention",
      paramLabel = "DURATION",
      defaultValue = "24h",
      converter = DurationConverter.class,
      description =
          "Time for which stream records are kept, unless their memory, an eighth of the heap, is"
              + " full. Default: ${DEFAULT-VALUE}.")
  void streamRetention(Duration time) {
    require(
        time.toSeconds() > 0 && time.toNanosPart() == 0,
        "--stream-retention",
        "whole seconds, and at least 1s");
    options.streamRetention = time;
  }

  @Option(
      order = 54,
      names = "--kinesis-endpoint",
      paramLabel = "URL",
      description =
          "Write the changes of tables with a Kinesis destination to Kinesis at this URL, such as"
              + " http://127.0.0.1:4567, with the credentials of the environment. Without it, they"
              + " wait in the database until they are 24 hours old.")
  void kinesisEndpoint(String url) {
    options.kinesisEndpoint = url;
  }

  @Option(
      order = 55,
      names = "--kinesis-duplicates",
      paramLabel = "PART",
      description =
          "Write this part of the records to Kinesis twice, such as 0.1, as happens now and then on"
              + " AWS. Default: 0.")
  void kinesisDuplicates(double part) {
    require(part >= 0 && part <= 1, "--kinesis-duplicates", "between 0 and 1");
    options.kinesisDuplicates = part;
  }

  private void require(boolean valid, String name, String bounds) {
    if (!valid) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '" + name + "': must be " + bounds);
    }
  }
}
