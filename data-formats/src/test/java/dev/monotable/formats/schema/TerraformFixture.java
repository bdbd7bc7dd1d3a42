package dev.monotable.formats.schema;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Writes plans and states of Terraform, and creates their tables. */
abstract class TerraformFixture extends SchemaFilesFixture {
  /** The values of a table with a string as its key, without the brace at the end. */
  static final String TABLE =
      "\"name\": \"chat\", \"billing_mode\": \"PAY_PER_REQUEST\", \"hash_key\": \"id\","
          + " \"attribute\": [{\"name\": \"id\", \"type\": \"S\"}]";

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

  final MonotableEngine database =
      MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  /** Returns a resource named {@code x}. */
  static String resource(String type, String values) {
    return "{\"address\": \"%s.x\", \"mode\": \"managed\", \"type\": \"%s\", \"name\": \"x\", \"values\": {%s}}"
        .formatted(type, type, values);
  }

  static String table() {
    return resource("aws_dynamodb_table", TABLE);
  }

  /** Returns a state with a resource on each line, from the second one. */
  static String state(String... resources) {
    return "{\"format_version\": \"1.0\", \"values\": {\"root_module\": {\"resources\": [\n"
        + String.join(",\n", resources)
        + "]}}}\n";
  }

  /**
   * Returns a plan with a resource on each line, from the second one.
   *
   * @param configuration the content of the root module of the configuration
   */
  static String plan(String configuration, String... resources) {
    return "{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [\n"
        + String.join(",\n", resources)
        + "]}},\n\"configuration\": {\"provider_config\": {\"aws.west\": {\"name\": \"aws\","
        + " \"expressions\": {\"region\": {\"constant_value\": \"eu-west-1\"}}}},"
        + " \"root_module\": {"
        + configuration
        + "}}}\n";
  }

  /** Returns a resource named {@code x} in a configuration. */
  static String configured(String type, String expressions) {
    return "{\"address\": \"%s.x\", \"type\": \"%s\", \"name\": \"x\", \"provider_config_key\": \"aws.west\", \"expressions\": {%s}}"
        .formatted(type, type, expressions);
  }

  /** Returns an expression that refers to the table, and so is known only after apply. */
  static String reference(String attribute, String output) {
    return "\"%s\": {\"references\": [\"aws_dynamodb_table.x.%s\", \"aws_dynamodb_table.x\"]}"
        .formatted(attribute, output);
  }

  /** Reads the only table of a file, and creates it. */
  SchemaTable create(String content) throws Exception {
    Path file = write("terraform.json", content);
    List<SchemaTable> tables = load(file);
    DatabaseLoader.load(database, tables, List.of());
    return tables.get(0);
  }
}
