package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tags of tables. */
final class Tags {
  /** AWS page API_Tag.html. */
  private static final int MAX_KEY = 128;

  private static final int MAX_VALUE = 256;

  private Tags() {}

  /** Adds tags, which replace those of the same key. */
  static void add(Map<String, String> to, List<Tag> tags, Limits limits) {
    for (Tag tag : tags) {
      String key = tag.key();
      String value = tag.value();
      if (key == null || key.isEmpty() || key.length() > MAX_KEY) {
        throw DynamoException.validation(TableMessages.TAG_KEY_INVALID);
      }
      if (value == null || value.length() > MAX_VALUE) {
        throw DynamoException.validation(TableMessages.TAG_VALUE_INVALID);
      }
      to.put(key, value);
    }
    if (to.size() > limits.maxTags()) {
      throw DynamoException.validation(TableMessages.tooManyTags(limits.maxTags()));
    }
  }

  /** Tags as the API writes them. */
  static List<Tag> list(Map<String, String> tags) {
    List<Tag> list = new ArrayList<>(tags.size());
    tags.forEach((key, value) -> list.add(new Tag(key, value)));
    return list;
  }

  /**
   * The table of an ARN.
   *
   * @throws DynamoException if it is no ARN of a table, or there is no such table
   */
  static TableState require(DatabaseState state, @Nullable String arn) {
    if (arn == null) {
      throw DynamoException.validation(TableMessages.NO_ARN);
    }
    if (!arn.startsWith("arn:") || !arn.contains(":table/")) {
      throw DynamoException.validation(TableMessages.invalidArn(arn));
    }
    TableState table = state.findTable(TableNames.nameOf(arn));
    if (table == null) {
      throw new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, TableMessages.resourceNotFound(arn));
    }
    return table;
  }
}
