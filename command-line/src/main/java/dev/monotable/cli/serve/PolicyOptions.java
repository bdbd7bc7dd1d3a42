package dev.monotable.cli.serve;

import java.util.List;
import picocli.CommandLine.Option;

/** The options of the server that say who may do what. */
final class PolicyOptions {
  private final ServeOptions options;

  PolicyOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 70,
      names = "--policies",
      paramLabel = "[KEY=]FILE",
      arity = "1..*",
      description =
          "Allow only what IAM policies allow, with the messages of AWS. FILE is a policy, for the"
              + " access key KEY or for all others; a template of --schema's formats, whose roles"
              + " are access keys by their names; or a list of principals. Without it, every key"
              + " may do everything.")
  void policies(List<String> files) {
    options.policies = List.copyOf(files);
  }
}
