package dev.monotable.formats.item;

import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.text.DataFileException;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A database with the tables Chat, Other (a number as its key) and Files (a binary as its key). */
abstract class SeedFixture {
  static final Path SAMPLES = Path.of("src/test/resources/dev/monotable/formats/item");

  @TempDir Path directory;

  final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

  final MonotableEngine database =
      MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());

  SeedFixture() {
    createTables(database);
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  static void createTables(MonotableEngine database) {
    database.call(
        Operations.CREATE_TABLE, table("Chat", "PK, SK", "GSI1: GSI1PK, sentAt: N").build());
    createTable(database, "Other", "id", "N");
    createTable(database, "Files", "hash", "B");
  }

  static void createTable(MonotableEngine database, String name, String key, String type) {
    database.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(name)
            .attributeDefinitions(List.of(attribute(key, type)))
            .keySchema(List.of(key(key, "HASH")))
            .billingMode("PAY_PER_REQUEST")
            .build());
  }

  private static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  LoadSummary load(String... files) throws DataFileException {
    List<SeedFile> seeds = new ArrayList<>();
    for (String file : files) {
      seeds.add(SeedFile.parse(file));
    }
    return DatabaseLoader.load(database, List.of(), seeds);
  }

  List<Item> items(String table) {
    return items(database, table);
  }

  static List<Item> items(MonotableEngine database, String table) {
    return scan(database::call, table);
  }

  Path write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  Path gzip(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
