package dev.monotable.conformance.property;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Items.reversed;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.Tables.define;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Page;
import dev.monotable.testing.Seed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Tests with random data and random limits that the pages of a result contain all its items: on a
 * table and on a global and a local index in which most keys occur repeatedly, in both directions,
 * with and without a filter.
 *
 * <p>The system property {@code monotable.seed} repeats a run.
 */
@Tag("seeds")
@Tag("slow")
class PagingTest {
  private static final int ROUNDS = 4;
  private static final String TABLE = "Paging";

  private static final CreateTableRequest DEFINITION =
      CreateTableRequest.builder()
          .tableName(TABLE)
          .keySchema(key("p", "s"))
          .attributeDefinitions(
              define("p", ScalarAttributeType.S),
              define("s", ScalarAttributeType.N),
              define("g", ScalarAttributeType.S),
              define("h", ScalarAttributeType.N),
              define("l", ScalarAttributeType.B))
          .globalSecondaryIndexes(
              global("one", key("g")),
              global("two", key("g", "h")),
              global("turned", key("h", "p")))
          .localSecondaryIndexes(local("local", key("p", "l")))
          .billingMode(BillingMode.PAY_PER_REQUEST)
          .build();

  @OnEveryTarget
  void allPagesTogetherAreTheWholeResult(Dynamo dynamo) {
    long seed = Seed.any();
    Random random = new Random(seed);
    dynamo.create(DEFINITION);
    for (int round = 0; round < ROUNDS; round++) {
      String of = "seed " + seed + ", round " + round;
      List<Map<String, AttributeValue>> items = items(random, "r" + round);
      dynamo.putInBatches(TABLE, items);
      for (Partition partition : partitions(items)) {
        checkQueries(of + ", " + partition, dynamo, random, items, partition);
      }
      for (String index : new String[] {null, "one", "two", "turned", "local"}) {
        checkScans(of + ", scan of " + index, dynamo, random, index);
      }
    }
  }

  private static void checkQueries(
      String of,
      Dynamo dynamo,
      Random random,
      List<Map<String, AttributeValue>> items,
      Partition partition) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .indexName(partition.index())
            .keyConditionExpression("#key = :value")
            .expressionAttributeNames(Map.of("#key", partition.attribute()))
            .expressionAttributeValues(Map.of(":value", partition.value()))
            .build();

    List<Map<String, AttributeValue>> whole = Page.join(dynamo.pages(query));
    assertThat(whole).as(of).containsExactlyInAnyOrderElementsOf(partition.of(items));
    assertSorted(of, whole, partition.sortKey());

    QueryRequest forwards = query.toBuilder().limit(limit(random)).build();
    List<Page> pages = dynamo.pages(forwards);
    assertThat(Page.join(pages)).as(of + ", limit " + forwards.limit()).isEqualTo(whole);
    assertFull(of, pages, forwards.limit());

    QueryRequest backwards = query.toBuilder().limit(limit(random)).scanIndexForward(false).build();
    pages = dynamo.pages(backwards);
    assertThat(Page.join(pages))
        .as(of + ", backwards, limit " + backwards.limit())
        .isEqualTo(reversed(whole));
    assertFull(of, pages, backwards.limit());

    QueryRequest filtered =
        query.toBuilder()
            .limit(limit(random))
            .filterExpression("n < :n")
            .expressionAttributeValues(Map.of(":value", partition.value(), ":n", value(50)))
            .build();
    pages = dynamo.pages(filtered);
    assertThat(Page.join(pages))
        .as(of + ", filtered, limit " + filtered.limit())
        .isEqualTo(
            whole.stream().filter(item -> Integer.parseInt(require(item, "n").n()) < 50).toList());
    assertThat(pages.stream().mapToInt(Page::scannedCount).sum()).as(of).isEqualTo(whole.size());
  }

  private static void checkScans(String of, Dynamo dynamo, Random random, @Nullable String index) {
    ScanRequest scan = ScanRequest.builder().tableName(TABLE).indexName(index).build();
    List<Map<String, AttributeValue>> whole = Page.join(scanPages(dynamo, scan));

    int limit = 1 + random.nextInt(60);
    List<Page> pages = scanPages(dynamo, scan.toBuilder().limit(limit).build());
    assertThat(Page.join(pages)).as(of + ", limit " + limit).isEqualTo(whole);
    assertFull(of, pages, limit);

    int segments = 1 + random.nextInt(7);
    List<Map<String, AttributeValue>> joined = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      ScanRequest part =
          scan.toBuilder().segment(segment).totalSegments(segments).limit(limit).build();
      joined.addAll(Page.join(scanPages(dynamo, part)));
    }
    assertThat(joined)
        .as(of + ", " + segments + " segments")
        .containsExactlyInAnyOrderElementsOf(whole);
  }

  private static List<Page> scanPages(Dynamo dynamo, ScanRequest scan) {
    List<Page> pages = new ArrayList<>();
    ScanRequest next = scan;
    while (true) {
      ScanResponse response = dynamo.client().scan(next);
      pages.add(Page.of(response));
      if (!response.hasLastEvaluatedKey()) {
        return pages;
      }
      next = next.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build();
    }
  }

  /**
   * Checks that every page except the last has as many items as the limit, and that only the last
   * one has no LastEvaluatedKey.
   */
  private static void assertFull(String of, List<Page> pages, int limit) {
    for (int i = 0; i < pages.size() - 1; i++) {
      assertThat(pages.get(i).scannedCount()).as(of + ", page " + i).isEqualTo(limit);
    }
    assertThat(pages.get(pages.size() - 1).scannedCount()).as(of).isLessThan(limit);
  }

  private static void assertSorted(
      String of, List<Map<String, AttributeValue>> items, @Nullable String sortKey) {
    if (sortKey == null) {
      return;
    }
    assertThat(items.stream().map(item -> require(item, sortKey)).toList())
        .as(of)
        .isSortedAccordingTo(PagingTest::compareKeys);
  }

  private static int compareKeys(AttributeValue left, AttributeValue right) {
    return switch (left.type()) {
      case N -> new BigDecimal(left.n()).compareTo(new BigDecimal(right.n()));
      case B -> Arrays.compareUnsigned(left.b().asByteArray(), right.b().asByteArray());
      case S ->
          Arrays.compareUnsigned(
              left.s().getBytes(StandardCharsets.UTF_8),
              right.s().getBytes(StandardCharsets.UTF_8));
      default -> throw new IllegalArgumentException("no key: " + left);
    };
  }

  private static int limit(Random random) {
    return random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(12);
  }

  /** Returns some dozens of items in a few partitions; most share their index keys with others. */
  private static List<Map<String, AttributeValue>> items(Random random, String prefix) {
    Map<List<AttributeValue>, Map<String, AttributeValue>> items = new LinkedHashMap<>();
    int count = 20 + random.nextInt(60);
    for (int i = 0; i < count; i++) {
      List<Object> parts = new ArrayList<>();
      parts.addAll(
          List.of("p", prefix + text(random, 3), "s", number(random), "n", random.nextInt(100)));
      if (random.nextInt(5) > 0) {
        parts.addAll(List.of("g", prefix + text(random, 2)));
      }
      if (random.nextInt(5) > 0) {
        parts.addAll(List.of("h", random.nextInt(3)));
      }
      if (random.nextInt(5) > 0) {
        byte[] bytes = new byte[1 + random.nextInt(2)];
        for (int at = 0; at < bytes.length; at++) {
          bytes[at] = (byte) (random.nextInt(3) - 1);
        }
        parts.addAll(List.of("l", bytes));
      }
      Map<String, AttributeValue> item = item(parts.toArray());
      items.put(List.of(require(item, "p"), require(item, "s")), item);
    }
    return new ArrayList<>(items.values());
  }

  private static String text(Random random, int choices) {
    return new String[] {"a", "ゴ", "𠮷"}[random.nextInt(choices)];
  }

  private static BigDecimal number(Random random) {
    BigDecimal number = BigDecimal.valueOf(random.nextInt(200) - 100, random.nextInt(5) - 2);
    return new BigDecimal(number.stripTrailingZeros().toPlainString());
  }

  /** Returns all item collections of the table and its indexes. */
  private static Set<Partition> partitions(List<Map<String, AttributeValue>> items) {
    Set<Partition> partitions = new HashSet<>();
    for (Map<String, AttributeValue> item : items) {
      partitions.add(new Partition(null, "p", "s", require(item, "p")));
      partitions.add(new Partition("local", "p", "l", require(item, "p")));
      if (item.containsKey("g")) {
        partitions.add(new Partition("one", "g", null, require(item, "g")));
        partitions.add(new Partition("two", "g", "h", require(item, "g")));
      }
    }
    return partitions;
  }

  private record Partition(
      @Nullable String index, String attribute, @Nullable String sortKey, AttributeValue value) {

    List<Map<String, AttributeValue>> of(List<Map<String, AttributeValue>> items) {
      return items.stream()
          .filter(item -> value.equals(item.get(attribute)))
          .filter(item -> sortKey == null || item.containsKey(sortKey))
          .toList();
    }
  }
}
