package dev.monotable.cli.serve;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options about Regions. */
final class RegionOptions {
  private final ServeOptions options;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /**
   * Creates the options.
   *
   * @param options receives their values
   */
  RegionOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 7,
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Region in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  void region(String region) {
    // As the AWS SDKs, which use it in host names.
    require(
        region.matches("(?!-)[A-Za-z0-9-]{1,63}(?<!-)"),
        "--region",
        "letters, digits and hyphens, such as eu-west-1");
    options.region = region;
  }

  @Option(
      order = 49,
      names = "--regions",
      paramLabel = "LIST",
      description =
          "Give these Regions tables of their own, such as eu-west-1,ap-east-1. By default, all"
              + " Regions see the same tables, until a table gets a replica.")
  void regions(String list) {
    List<String> regions = List.of(list.split(",", -1));
    for (String region : regions) {
      require(region.matches("[a-z0-9-]{1,25}"), "--regions", "names such as eu-west-1");
    }
    options.regions = regions;
  }

  private void require(boolean valid, String option, String what) {
    if (!valid) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '" + option + "': must be " + what);
    }
  }
}
