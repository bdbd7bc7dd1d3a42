package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The tables of {@code cases/tables.yaml}, which fixtures of all files can use by name. */
final class SharedTables {
  static final String FILE = "tables.yaml";

  private static final JsonNode TABLES = read();

  private SharedTables() {}

  /** Returns all tables: CreateTable requests by name. */
  static JsonNode all() {
    return TABLES;
  }

  /** Returns the CreateTable request of a table. */
  static JsonNode require(String name) {
    JsonNode table = TABLES.get(name);
    if (table == null) {
      throw new IllegalArgumentException(FILE + ": no table " + name);
    }
    return table;
  }

  private static JsonNode read() {
    try (InputStream file = SharedTables.class.getResourceAsStream("/cases/" + FILE)) {
      return Templates.expand(new YAMLMapper().readTree(file));
    } catch (IOException e) {
      throw new UncheckedIOException(FILE, e);
    }
  }
}
