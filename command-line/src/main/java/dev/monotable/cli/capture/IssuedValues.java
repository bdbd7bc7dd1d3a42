package dev.monotable.cli.capture;

import dev.monotable.cli.terminal.Json;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Values that a database generates for its responses and clients send back later: ARNs, shard IDs,
 * shard iterators, sequence numbers, tokens and start keys. Another database generates other ones,
 * so a replay replaces them.
 *
 * <p>Members are found by their place in the schema, so an attribute of an item that has the same
 * name is never meant.
 */
public final class IssuedValues {
  /** The members of responses whose values a client can send back. */
  private static final Set<String> ISSUED =
      Set.of(
          "BackupArn",
          "EndingSequenceNumber",
          "ExportArn",
          "ImportArn",
          "IndexArn",
          "LastEvaluatedBackupArn",
          "LastEvaluatedShardId",
          "LastEvaluatedStreamArn",
          "LatestStreamArn",
          "NextShardIterator",
          "NextToken",
          "RevisionId",
          "SequenceNumber",
          "ShardId",
          "ShardIterator",
          "StartingSequenceNumber",
          "StreamArn",
          "TableArn");

  /** The members of requests that send such values back. */
  private static final Set<String> SENT =
      Set.of(
          "BackupArn",
          "ExclusiveStartBackupArn",
          "ExclusiveStartShardId",
          "ExclusiveStartStreamArn",
          "ExpectedRevisionId",
          "ExportArn",
          "ImportArn",
          "NextToken",
          "ResourceArn",
          "SequenceNumber",
          "ShardId",
          "ShardIterator",
          "SourceTableArn",
          "StreamArn",
          "TableArn");

  private static final String LAST_KEY = "LastEvaluatedKey";
  private static final String START_KEY = "ExclusiveStartKey";

  private IssuedValues() {}

  /** Returns whether a member of a request sends back what a response has issued. */
  public static boolean isSent(Member member, String value) {
    return SENT.contains(member.wireName())
        || member.wireName().equals("TableName") && value.startsWith("arn:");
  }

  /** Returns whether a member of a request is a token that makes it idempotent. */
  public static boolean isClientToken(Member member) {
    return member.wireName().equals("ClientRequestToken")
        || member.wireName().equals("ClientToken");
  }

  /** Returns whether a member of a request is the key at which a page starts. */
  public static boolean isStartKey(Member member) {
    return member.wireName().equals(START_KEY);
  }

  /**
   * Returns the issued values of a response by their place in it, such as {@code
   * /Records/0/dynamodb/SequenceNumber}. A last key is a text that is equal for equal keys.
   */
  public static <T extends Record> Map<String, String> of(StructureSchema<T> schema, T response) {
    Map<String, String> issued = new LinkedHashMap<>();
    add(schema, response, "", issued);
    return issued;
  }

  private static <T extends Record> void add(
      StructureSchema<T> schema, Record structure, String path, Map<String, String> issued) {
    T typed = schema.recordClass().cast(structure);
    for (Member member : schema.members()) {
      Object value = schema.value(typed, member.index());
      if (value != null) {
        add(member, value, path + "/" + member.wireName(), issued);
      }
    }
  }

  private static void add(Member member, Object value, String path, Map<String, String> issued) {
    if (value instanceof String text) {
      if (ISSUED.contains(member.wireName())) {
        issued.put(path, text);
      }
    } else if (value instanceof Item key) {
      if (member.wireName().equals(LAST_KEY) && key.fault() == null) {
        issued.put(path, key(key));
      }
    } else if (member.schema() instanceof StructureSchema<?> structure) {
      add(structure, (Record) value, path, issued);
    } else if (member.schema() instanceof ListSchema list
        && list.element() instanceof StructureSchema<?> element) {
      int index = 0;
      for (Object each : (List<?>) value) {
        add(element, (Record) each, path + "/" + index++, issued);
      }
    }
  }

  /** Returns a key as JSON, with its attributes in alphabetical order. */
  public static String key(Item key) {
    StringJoiner json = new StringJoiner(",", "{", "}");
    new TreeMap<>(key.toMap()).forEach((name, value) -> json.add(Json.quote(name) + ":" + value));
    return json.toString();
  }
}
