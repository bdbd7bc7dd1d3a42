package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.testing.Seed;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
class ItemLinesTest extends SeedFixture {
  @Test
  void aLineIsAnItemInDynamoDbJson() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    ItemLines.write(Item.of("id", 1, "name", "a\"ä\n"), out);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("{\"Item\":{\"id\":{\"N\":\"1\"},\"name\":{\"S\":\"a\\\"ä\\n\"}}}\n");
  }

  /** Random items are written as lines, read into another database, and written again. */
  @Test
  void linesThatAreReadGiveTheSameItems() throws Exception {
    long seed = Seed.any();
    Random random = new Random(seed);
    List<Item> items = new ArrayList<>();
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int i = 0; i < 500; i++) {
      Map<String, AttributeValue> attributes = new LinkedHashMap<>();
      attributes.put("id", AttributeValue.number(i));
      for (int a = random.nextInt(12); a > 0; a--) {
        attributes.put(text(random, 8) + a, value(random, 4));
      }
      Item item = Item.of(attributes);
      items.add(item);
      ItemLines.write(item, lines);
    }
    Path file = Files.write(directory.resolve("other.json"), lines.toByteArray());

    load(file.toString());

    assertThat(items("Other")).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(items);
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    assertThat(ItemLines.write(database, "Other", first)).isEqualTo(items.size());
    Path dumped = Files.write(directory.resolve("dumped.json"), first.toByteArray());
    try (MonotableEngine copy = MonotableEngine.create(EngineConfig.DEFAULT)) {
      createTables(copy);
      DatabaseLoader.load(copy, List.of(), List.of(new SeedFile(dumped, "Other")));
      ByteArrayOutputStream second = new ByteArrayOutputStream();
      ItemLines.write(copy, "Other", second);
      assertThat(second.toString(StandardCharsets.UTF_8))
          .as("seed %d", seed)
          .isEqualTo(first.toString(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aTableOfSeveralPagesIsWritten() throws Exception {
    StringBuilder lines = new StringBuilder();
    String big = "x".repeat(100_000);
    for (int i = 0; i < 25; i++) {
      lines.append("{\"id\": ").append(i).append(", \"big\": \"").append(big).append("\"}\n");
    }
    load(write("other.json", lines.toString()).toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThat(ItemLines.write(database, "Other", out)).isEqualTo(25);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyElementsOf(
            IntStream.range(0, 25)
                .mapToObj(
                    i ->
                        "{\"Item\":{\"id\":{\"N\":\"" + i + "\"},\"big\":{\"S\":\"" + big + "\"}}}")
                .toList());
  }

  @Test
  void linesWithTheNamesOfTheirTablesAreRead() throws Exception {
    load(
        write("other.json", "{\"id\": 2}\n{\"id\": 1, \"n\": 3}").toString(),
        write("files.json", "{\"hash\": \"/w==\"}").toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThat(ItemLines.writeNamed(database, "Other", out)).isEqualTo(2);
    assertThat(ItemLines.writeNamed(database, "Files", out)).isEqualTo(1);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"TableName":"Other","Item":{"id":{"N":"1"},"n":{"N":"3"}}}
            {"TableName":"Other","Item":{"id":{"N":"2"}}}
            {"TableName":"Files","Item":{"hash":{"B":"/w=="}}}
            """);
    Path dumped = Files.write(directory.resolve("all.json"), out.toByteArray());
    try (MonotableEngine copy = MonotableEngine.create(EngineConfig.DEFAULT)) {
      createTables(copy);
      DatabaseLoader.load(copy, List.of(), List.of(SeedFile.of(dumped)));
      assertThat(items(copy, "Other")).containsExactlyInAnyOrderElementsOf(items("Other"));
      assertThat(items(copy, "Files")).containsExactlyElementsOf(items("Files"));
    }
  }

  private static AttributeValue value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 8)) {
      case 0 -> AttributeValue.string(text(random, 20));
      case 1 -> AttributeValue.number(number(random));
      case 2 -> AttributeValue.binary(text(random, 20).getBytes(StandardCharsets.UTF_8));
      case 3 -> AttributeValue.bool(random.nextBoolean());
      case 4 -> AttributeValue.nul();
      case 5 -> AttributeValue.stringSet(texts(random));
      case 6 -> {
        Set<DynamoNumber> numbers = new LinkedHashSet<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
          numbers.add(DynamoNumber.parse(number(random)));
        }
        yield AttributeValue.numberSet(numbers);
      }
      case 7 ->
          AttributeValue.binarySet(
              texts(random).stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
      case 8 -> {
        List<AttributeValue> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(random, depth - 1));
        }
        yield AttributeValue.list(elements);
      }
      default -> {
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          members.put(text(random, 5) + i, value(random, depth - 1));
        }
        yield AttributeValue.map(members);
      }
    };
  }

  private static Set<String> texts(Random random) {
    Set<String> texts = new LinkedHashSet<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      texts.add(text(random, 10));
    }
    return texts;
  }

  private static String number(Random random) {
    return random.nextInt() + "." + random.nextInt(1000) + "E" + (random.nextInt(200) - 100);
  }

  /** Returns a text of any characters, also controls, quotes and those beyond 16 bits. */
  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(length + 1); i > 0; i--) {
      text.appendCodePoint(
          switch (random.nextInt(6)) {
            case 0 -> random.nextInt(0x80);
            case 1 -> 0x80 + random.nextInt(0x700);
            case 2 -> 0x1F600 + random.nextInt(0x40);
            case 3 -> "\"\\/{}[]:,".charAt(random.nextInt(9));
            default -> 'a' + random.nextInt(26);
          });
    }
    return text.toString();
  }
}
