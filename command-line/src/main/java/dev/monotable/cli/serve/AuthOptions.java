package dev.monotable.cli.serve;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options about who may send requests. */
final class AuthOptions {
  private final ServeOptions options;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /**
   * Creates the options.
   *
   * @param options receives their values
   */
  AuthOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 50,
      names = "--auth",
      paramLabel = "MODE",
      description =
          "sigv4 verifies the signature of each request as AWS does, and the control API asks for"
              + " its token. By default, any credentials are accepted.")
  void auth(String mode) {
    if (!mode.equals("sigv4")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '--auth': must be sigv4");
    }
    options.auth = true;
  }

  @Option(
      order = 51,
      names = "--keys",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "The access keys that --auth accepts: a credentials file of the AWS CLI, or a CSV file of"
              + " the IAM console. By default, a key is generated for each run, and a line"
              + " 'export ...' names the files with it.")
  void keys(List<Path> files) {
    options.keys = files;
  }

  @Option(
      order = 52,
      names = "--keys-directory",
      paramLabel = "DIR",
      description =
          "Directory for the files 'credentials' and 'config' with the generated key. Default: a"
              + " temporary one.")
  void keysDirectory(Path directory) {
    options.keysDirectory = directory;
  }

  @Option(
      order = 53,
      names = "--example-key",
      description =
          "Let --auth accept the key of AWS's documentation, AKIAIOSFODNN7EXAMPLE. No other key is"
              + " generated then.")
  void exampleKey(boolean accepted) {
    options.exampleKey = accepted;
  }

  /** Rejects options that have no effect. */
  void check() {
    String alone =
        !options.keys.isEmpty()
            ? "--keys"
            : options.keysDirectory != null
                ? "--keys-directory"
                : options.exampleKey ? "--example-key" : null;
    if (alone != null && !options.auth) {
      throw new CommandLine.ParameterException(spec.commandLine(), alone + " needs --auth");
    }
    if (options.keysDirectory != null && (options.exampleKey || !options.keys.isEmpty())) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--keys-directory is for a generated key; with --keys or --example-key there is none");
    }
  }
}
