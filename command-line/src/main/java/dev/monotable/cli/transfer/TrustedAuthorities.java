package dev.monotable.cli.transfer;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the authorities whose certificates are accepted. */
final class TrustedAuthorities {
  @Option(
      order = 40,
      names = "--ca-bundle",
      paramLabel = "FILE",
      description = "Trust these certificates (PEM). Default: those of Java, or AWS_CA_BUNDLE.")
  private @Nullable Path file;

  /** Returns the file with the certificates; null if the option was not given. */
  @Nullable Path file() {
    return file;
  }
}
