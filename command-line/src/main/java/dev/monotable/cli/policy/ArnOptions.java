package dev.monotable.cli.policy;

import dev.monotable.formats.schema.SchemaFiles;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of commands that read or write ARNs. */
final class ArnOptions {
  @Option(
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Region in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  private String region = "us-east-1";

  @Option(
      names = "--account",
      paramLabel = "ACCOUNT",
      defaultValue = "000000000000",
      description = "Account in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  private String account = "000000000000";

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Set a parameter of the templates; can be repeated.")
  private Map<String, String> parameters = Map.of();

  String account() {
    return account;
  }

  /** Returns the reader of templates. */
  SchemaFiles schemas() {
    return SchemaFiles.reader().withParameters(parameters).withRegion(region).withAccount(account);
  }

  /** Returns the ARN of a table or of what belongs to it. */
  String tableArn(String name) {
    return "arn:aws:dynamodb:" + region + ":" + account + ":table/" + name;
  }
}
