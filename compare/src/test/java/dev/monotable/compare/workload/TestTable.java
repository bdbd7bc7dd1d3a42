package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table that requests are generated for, read from its CreateTable request. */
public record TestTable(String name, ObjectNode creation, List<Key> keys, List<Index> indexes) {
  /** A key attribute and its scalar type. */
  public record Key(String name, String type) {}

  /**
   * A secondary index with its key attributes.
   *
   * @param included the attributes that the index projects in addition to the keys, if it does not
   *     project all attributes
   */
  public record Index(
      String name, boolean local, List<Key> keys, String projection, List<String> included) {
    public boolean projectsAll() {
      return projection.equals("ALL");
    }

    public boolean projects(TestTable table, String attribute) {
      return projectsAll()
          || included.contains(attribute)
          || isAmong(keys, attribute)
          || isAmong(table.keys(), attribute);
    }

    /** Returns whether the item has an index entry, that is, all key attributes. */
    public boolean holds(JsonNode item) {
      for (Key key : keys) {
        if (!item.has(key.name())) {
          return false;
        }
      }
      return true;
    }

    private static boolean isAmong(List<Key> keys, String attribute) {
      for (Key key : keys) {
        if (key.name().equals(attribute)) {
          return true;
        }
      }
      return false;
    }
  }

  static TestTable of(ObjectNode creation) {
    Map<String, String> types = new LinkedHashMap<>();
    creation
        .path("AttributeDefinitions")
        .forEach(
            definition ->
                types.put(
                    definition.path("AttributeName").asText(),
                    definition.path("AttributeType").asText()));
    List<Index> indexes = new ArrayList<>();
    for (String member : List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes")) {
      for (JsonNode index : creation.path(member)) {
        indexes.add(
            new Index(
                index.path("IndexName").asText(),
                member.startsWith("L"),
                keys(index.path("KeySchema"), types),
                index.path("Projection").path("ProjectionType").asText(),
                texts(index.path("Projection").path("NonKeyAttributes"))));
      }
    }
    return new TestTable(
        creation.path("TableName").asText(),
        creation,
        keys(creation.path("KeySchema"), types),
        List.copyOf(indexes));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText()));
    return List.copyOf(texts);
  }

  private static List<Key> keys(JsonNode schema, Map<String, String> types) {
    List<Key> keys = new ArrayList<>();
    for (JsonNode element : schema) {
      String name = element.path("AttributeName").asText();
      keys.add(new Key(name, types.getOrDefault(name, "S")));
    }
    return List.copyOf(keys);
  }

  /** Returns the key attributes of the indexes that are not keys of the table. */
  List<Key> indexKeys() {
    List<Key> result = new ArrayList<>();
    for (Index index : indexes) {
      for (Key key : index.keys()) {
        if (!keys.contains(key) && !result.contains(key)) {
          result.add(key);
        }
      }
    }
    return result;
  }

  List<Key> keysOf(@Nullable Index index) {
    return index == null ? keys : index.keys();
  }

  public @Nullable Index index(String indexName) {
    for (Index index : indexes) {
      if (index.name().equals(indexName)) {
        return index;
      }
    }
    return null;
  }

  /** Returns the primary key of an item. */
  public ObjectNode keyOf(JsonNode item) {
    ObjectNode key = Json.object();
    for (Key attribute : keys) {
      key.set(attribute.name(), item.path(attribute.name()));
    }
    return key;
  }

  /** Returns a request for a table with the same primary key, another name, and no indexes. */
  public ObjectNode bare(String other) {
    StringBuilder schema = new StringBuilder();
    for (Key key : keys) {
      schema.append(key.name()).append(':').append(key.type()).append(' ');
    }
    return table(other, schema + "-").creation();
  }

  /** Returns the tables of a run, with all key types and with indexes of all projections. */
  public static List<TestTable> standard() {
    return List.of(
        table(
            "Orders",
            "pk:S sk:S",
            "L byAmount pk:S amount:N INCLUDE",
            "G byCustomer customer:S placed:S ALL",
            "G byKind kind:S - KEYS_ONLY"),
        table("Users", "id:S -", "G byMail mail:S age:N INCLUDE"),
        table(
            "Ranks",
            "game:N score:N",
            "L byLevel game:N level:S ALL",
            "G byTag tag:S raw:B KEYS_ONLY"),
        table("Blobs", "hash:B part:B"),
        table("Mixed", "pk:S no:N", "L byWord pk:S word:S KEYS_ONLY", "G byPoints points:N - ALL"),
        table("Bytes", "pk:S part:B", "G byRaw raw:B amount:N ALL", "L byRaw2 pk:S raw:B INCLUDE"));
  }

  static TestTable table(String name, String keys, String... indexes) {
    Map<String, String> types = new LinkedHashMap<>();
    ObjectNode creation = Json.object().put("TableName", name);
    schema(creation, keys.split(" "), 0, types);
    for (String text : indexes) {
      String[] parts = text.split(" ");
      boolean local = parts[0].equals("L");
      ObjectNode index =
          creation
              .withArray(local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes")
              .addObject()
              .put("IndexName", parts[1]);
      schema(index, parts, 2, types);
      ObjectNode projection = index.putObject("Projection").put("ProjectionType", parts[4]);
      if (parts[4].equals("INCLUDE")) {
        projection.putArray("NonKeyAttributes").add("s1").add("m1");
      }
    }
    types.forEach(
        (attribute, type) ->
            creation
                .withArray("AttributeDefinitions")
                .addObject()
                .put("AttributeName", attribute)
                .put("AttributeType", type));
    creation.put("BillingMode", "PAY_PER_REQUEST");
    return of(creation);
  }

  private static void schema(
      ObjectNode owner, String[] parts, int from, Map<String, String> types) {
    for (int i = 0; i < 2; i++) {
      if (!parts[from + i].equals("-")) {
        String[] key = parts[from + i].split(":");
        types.put(key[0], key[1]);
        owner
            .withArray("KeySchema")
            .addObject()
            .put("AttributeName", key[0])
            .put("KeyType", i == 0 ? "HASH" : "RANGE");
      }
    }
  }
}
