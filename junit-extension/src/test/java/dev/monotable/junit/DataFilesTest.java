package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.DataFiles;
import dev.monotable.Monotable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tests the tables and items that are declared by files. */
@Timeout(600)
class DataFilesTest {
  private static final String ITEMS =
      """
      {"Item":{"PK":{"S":"ROOM#1"},"SK":{"S":"MSG#1"},"author":{"S":"Ada"},"sentAt":{"N":"1"},\
      "body":{"S":"hé, \\"you\\""}}}
      {"Item":{"PK":{"S":"ROOM#1"},"SK":{"S":"MSG#2"},"author":{"S":"Bob"},"sentAt":{"N":"2"}}}
      """;

  /** The test of each format of schema files. */
  @MonotableTest
  abstract static class ChatTable {
    @Test
    void theTableAndItsIndexExist(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).containsExactly("Chat");
      TableDescription table = client.describeTable(r -> r.tableName("Chat")).table();
      assertThat(table.tableStatusAsString()).isEqualTo("ACTIVE");
      assertThat(keys(table.keySchema())).containsExactly("PK HASH", "SK RANGE");
      assertThat(table.attributeDefinitions())
          .extracting(AttributeDefinition::attributeName)
          .containsExactlyInAnyOrder("PK", "SK", "author", "sentAt");
      assertThat(table.globalSecondaryIndexes())
          .extracting(GlobalSecondaryIndexDescription::indexName)
          .containsExactly("ByAuthor");
      assertThat(keys(table.globalSecondaryIndexes().get(0).keySchema()))
          .containsExactly("author HASH", "sentAt RANGE");
    }

    private static List<String> keys(List<KeySchemaElement> schema) {
      return schema.stream().map(key -> key.attributeName() + " " + key.keyType()).toList();
    }
  }

  @Nested
  class Schemas {
    @Nested
    @Schema("schemas/template.yaml")
    class CloudFormation extends ChatTable {}

    @Nested
    @Schema("schemas/cdk.out")
    class Cdk extends ChatTable {}

    @Nested
    @Schema("schemas/cdk.out/ChatStack.template.json")
    class CdkTemplate extends ChatTable {}

    @Nested
    @Schema(value = "schemas/serverless.yml", parameters = "stage=test")
    class Serverless extends ChatTable {}

    @Nested
    @Schema("schemas/terraform-plan.json")
    class Terraform extends ChatTable {}

    @Nested
    @Schema("schemas/create-table.json")
    class CreateTable extends ChatTable {}

    @Nested
    @Schema("schemas/describe-table.json")
    class DescribeTable extends ChatTable {}

    @Nested
    @Schema("schemas/workbench.json")
    class Workbench extends ChatTable {}

    @Nested
    @MonotableTest
    @Schema("schemas/sam.yaml")
    class Sam {
      @Test
      void aSimpleTableExists(Monotable db) {
        assertThat(db.dump()).isEqualTo("Settings (id): 0 items\n");
      }
    }
  }

  /** The test of each format of seed files. */
  @MonotableTest
  abstract static class ChatItems {
    @RepeatedTest(2)
    void eachTestStartsWithTheItems(Monotable db, DynamoDbClient client) {
      assertThat(db.dumpJson("Chat")).isEqualTo(ITEMS);
      assertThat(db.requests()).isEmpty();

      client.deleteItem(r -> r.tableName("Chat").key(key("ROOM#1", "MSG#1")));
    }
  }

  @Nested
  @Schema("schemas/create-table.json")
  class Seeds {
    @Nested
    @Seed("seeds/chat.json")
    class DynamoDbJson extends ChatItems {}

    @Nested
    @Seed("seeds/chat.jsonl")
    class DynamoDbJsonLines extends ChatItems {}

    @Nested
    @Seed("seeds/by-table.json")
    class ListsByTable extends ChatItems {}

    @Nested
    @Seed("seeds/scan-output.json")
    class ScanOutput extends ChatItems {}

    @Nested
    @Seed("seeds/batch-write.json")
    class BatchWrite extends ChatItems {}

    @Nested
    @Seed("seeds/plain.json")
    class PlainJson extends ChatItems {}

    @Nested
    @Seed("seeds/plain.jsonl")
    class PlainJsonLines extends ChatItems {}

    @Nested
    @Seed("seeds/messages.csv")
    class Csv extends ChatItems {}

    @Nested
    @Seed("seeds/export")
    class S3Export extends ChatItems {}
  }

  @Nested
  @Seed("schemas/workbench.json")
  class WorkbenchItems extends ChatItems {}

  @Nested
  @MonotableTest
  @Schema("schemas/template.yaml")
  @Schema(value = "schemas/template.yaml", parameters = "Prefix=Old")
  @Table(Counter.class)
  @Seed(value = "seeds/messages.csv", table = "Chat")
  @Seed(value = "seeds/plain.json", table = "OldChat")
  class OnAClass {
    private static String atTheStart;

    @BeforeAll
    static void keepTheStart(Monotable db) {
      atTheStart = db.dump();
    }

    @Test
    void schemasTablesAndSeedsAreMergedAndExistBeforeTheClass(DynamoDbTable<Counter> counters) {
      assertThat(counters.tableName()).isEqualTo("Counter");
      assertThat(atTheStart)
          .isEqualTo(
              """
              Chat (PK, SK): 2 items
              "ROOM#1"  "MSG#1"  author: "Ada", body: "hé, \\"you\\"", sentAt: 1
                        "MSG#2"  author: "Bob", sentAt: 2

              Counter (id): 0 items

              OldChat (PK, SK): 2 items
              "ROOM#1"  "MSG#1"  author: "Ada", body: "hé, \\"you\\"", sentAt: 1
                        "MSG#2"  author: "Bob", sentAt: 2
              """);
    }

    @RepeatedTest(3)
    @Schema("schemas/sam.yaml")
    @Seed("more.json")
    void aMethodAddsItsOwn(Monotable db, DynamoDbClient client) {
      assertThat(db.dump("Settings"))
          .isEqualTo("Settings (id): 1 item\n\"theme\"  value: \"dark\"\n");
      client.deleteTable(r -> r.tableName("Settings"));
      db.reset();
      assertThat(db.dump("Settings"))
          .isEqualTo("Settings (id): 1 item\n\"theme\"  value: \"dark\"\n");
    }

    @Test
    void otherTestsDoNotSeeItsTables(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).containsExactly("Chat", "Counter", "OldChat");
    }

    @Nested
    @Schema("schemas/sam.yaml")
    class Inner {
      @Test
      void aNestedClassAddsItsOwn(DynamoDbClient client) {
        assertThat(client.listTables().tableNames())
            .containsExactly("Chat", "Counter", "OldChat", "Settings");
      }
    }
  }

  @MonotableTest(isolation = Isolation.PER_CLASS)
  @Schema("schemas/create-table.json")
  @Seed("seeds/chat.json")
  abstract static class Inherited {
    @AfterEach
    void reset(Monotable db) {
      db.reset();
    }

    @RepeatedTest(2)
    void resetReturnsToTheDeclaredItems(Monotable db, DynamoDbClient client) {
      assertThat(db.dumpJson("Chat")).isEqualTo(ITEMS);
      client.deleteTable(r -> r.tableName("Chat"));
    }
  }

  @Nested
  @Schema("schemas/sam.yaml")
  class OfASuperclass extends Inherited {
    @Test
    void aSubclassAddsItsOwn(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).containsExactly("Chat", "Settings");
    }
  }

  @Schema("schemas/create-table.json")
  @Seed("seeds/chat.json")
  abstract static class SharedChat {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().isolation(Isolation.SHARED).build();

    @Test
    void aSharedDatabaseHasTheItems() {
      assertThat(db.dumpJson("Chat")).isEqualTo(ITEMS);
    }
  }

  @Nested
  class OneThatShares extends SharedChat {}

  @Nested
  class AnotherThatShares extends SharedChat {}

  @Nested
  class OnABuilder {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .schema("schemas/template.yaml")
            .parameter("Prefix", "My")
            .table(Counter.class)
            .seed("MyChat=seeds/chat.json")
            .build();

    @RepeatedTest(2)
    void namesAreRelativeToTheTestClass() {
      assertThat(db.client().listTables().tableNames()).containsExactly("Counter", "MyChat");
      assertThat(db.dumpJson("MyChat")).isEqualTo(ITEMS);
      db.load("schemas/sam.yaml", "more.json");
      assertThat(db.dump("Settings"))
          .isEqualTo("Settings (id): 1 item\n\"theme\"  value: \"dark\"\n");
    }
  }

  @Nested
  class WithoutJUnit {
    @TempDir Path directory;

    @Test
    void aBuilderFindsResourcesAndFiles() throws IOException {
      Path seed =
          Files.writeString(directory.resolve("Chat.json"), "{\"PK\": \"a\", \"SK\": \"1\"}");
      String root = "dev/monotable/junit/";
      List<String> texts = new ArrayList<>();
      for (Monotable.Builder builder :
          List.of(
              Monotable.builder().schema(root + "schemas/create-table.json").seed(seed),
              Monotable.builder().schema("/" + root + "schemas/create-table.json").seed(seed),
              Monotable.builder()
                  .schema(Path.of("src/test/resources/" + root + "schemas/create-table.json"))
                  .seed(seed.toString()))) {
        try (Monotable db = builder.create()) {
          texts.add(db.dump());
        }
      }
      try (Monotable db =
          Monotable.builder()
              .schema("schemas/create-table.json")
              .seed(seed)
              .createFor(getClass())) {
        texts.add(db.dump());
      }
      try (Monotable db = Monotable.create()) {
        db.load(DataFiles.relativeTo(getClass()).schema("schemas/create-table.json").seed(seed));
        texts.add(db.dump());
        db.reset();
        assertThat(db.dump()).isEmpty();
        db.load(seed, Path.of("src/test/resources/" + root + "schemas/create-table.json"));
        texts.add(db.dump());
      }

      assertThat(texts).hasSize(6).containsOnly("Chat (PK, SK): 1 item\n\"a\"  \"1\"\n");
    }
  }

  private static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> key(
      String partition, String sort) {
    return Map.of(
        "PK",
        software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(partition),
        "SK",
        software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS(sort));
  }
}
