package document;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A document that is read, changed here, and put with the next version. */
final class Document {
  private Document() {}

  static Map<String, AttributeValue> read(Handle own, String id) {
    return new HashMap<>(Handle.get(own, "Documents", Map.of("id", text(id))));
  }

  /** Puts the document unless a newer version exists, and returns whether the put succeeded. */
  static boolean put(Handle own, Map<String, AttributeValue> document) {
    AttributeValue version = document.get("version");
    document.put("version", number(Long.parseLong(version.n()) + 1));
    try {
      own.client()
          .putItem(
              put ->
                  put.tableName("Documents")
                      .item(document)
                      .conditionExpression("version = :version")
                      .expressionAttributeValues(Map.of(":version", version)));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** Changes the title, at most three times if others put newer versions. */
  static void rename(Handle own, String... arguments) {
    for (int attempt = 0; attempt < 3; attempt++) {
      Map<String, AttributeValue> document = read(own, arguments[0]);
      AttributeValue title = document.put("title", text(arguments[1]));
      if (text(arguments[1]).equals(title) || put(own, document)) {
        return;
      }
    }
    throw new IllegalStateException(arguments[0] + " was changed three times");
  }

  /** Adds a tag; returns whether the document lacked it. */
  static boolean addTag(Map<String, AttributeValue> document, String tag) {
    List<AttributeValue> tags = document.get("tags").l();
    if (tags.contains(text(tag))) {
      return false;
    }
    List<AttributeValue> more = new ArrayList<>(tags);
    more.add(text(tag));
    document.put("tags", AttributeValue.fromL(more));
    return true;
  }
}
