package dev.monotable.formats.item;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.formats.schema.MisplacedFile;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.formats.schema.WorkbenchModel;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of a JSON file, in DynamoDB JSON or plain JSON. The file holds any number of
 * values, usually one, or one on each line. A value is
 *
 * <ul>
 *   <li>a record (see {@link SeedRecords}), or a list of records;
 *   <li>an object with a list of records for each table, also inside {@code RequestItems} or {@code
 *       Responses}, as in batches;
 *   <li>the output of Scan, Query or ExecuteStatement: a list of records inside {@code Items};
 *   <li>the output of TransactGetItems and of several statements: a list inside {@code Responses};
 *   <li>a data model of NoSQL Workbench;
 *   <li>a manifest of an export, whose data files are read.
 * </ul>
 *
 * Records are written as they are read, so the file may be larger than the heap.
 */
final class JsonSeed {
  /** The members beside the items in the output of Scan, Query and batches. */
  private static final Set<String> RESULT =
      Set.of(
          "$metadata",
          "ConsumedCapacity",
          "Count",
          "ItemCollectionMetrics",
          "LastEvaluatedKey",
          "NextToken",
          "ResponseMetadata",
          "ReturnConsumedCapacity",
          "ReturnItemCollectionMetrics",
          "ScannedCount",
          "UnprocessedItems",
          "UnprocessedKeys");

  /** The members of a result that say that something is missing. */
  private static final Set<String> REST =
      Set.of("LastEvaluatedKey", "NextToken", "UnprocessedItems", "UnprocessedKeys");

  /** The members of an element of {@code Responses}; all are absent if there is no such item. */
  private static final Set<String> RESPONSE = Set.of("Error", "Item", "TableName");

  private static final String RESPONSES = "Responses";

  /** The things with items or names of tables, in a form that is not read, by a member. */
  private static final Map<String, String> UNREAD =
      Map.of(
          "Attributes", "the output of PutItem, UpdateItem or DeleteItem",
          "Records", "the output of GetRecords",
          "TableNames", "the output of ListTables",
          "TransactItems", "a request of TransactWriteItems or TransactGetItems");

  private final SeedFile file;
  private final SeedTarget target;
  private final SeedRecords records;
  private final JsonTokens tokens;
  private @Nullable TableKeys fileTable;

  JsonSeed(SeedFile file, SeedTarget target, JsonTokens tokens) {
    this.file = file;
    this.target = target;
    this.records = new SeedRecords(target);
    this.tokens = tokens;
  }

  /** Reads all values of the file. */
  void read() {
    JsonToken token;
    while ((token = tokens.next()) != null) {
      if (token == JsonToken.START_ARRAY) {
        tokens.next();
        writeList(null, null);
      } else if (token == JsonToken.START_OBJECT) {
        object();
      } else {
        throw new InvalidContentException(
            tokens.at(), "expected an item or a list of items, not " + tokens.value().describe());
      }
    }
  }

  /**
   * Returns the table of records that do not name it, nor the object around them.
   *
   * @param what the records, for an error; null if their form says nothing
   */
  private TableKeys fileTable(@Nullable String what) {
    TableKeys table = fileTable;
    if (table == null) {
      table = target.tableOf(file, what);
      fileTable = table;
    }
    return table;
  }

  /**
   * Reads an object. Its members are collected, for it may be an item, until a list of records
   * shows that it is not.
   */
  private void object() {
    MappingBuilder members = new MappingBuilder(tokens.at());
    boolean onlyResult = true;
    boolean written = false;
    while (tokens.next() != JsonToken.END_OBJECT) {
      String name = tokens.name();
      FilePosition nameAt = tokens.at();
      JsonToken token = tokens.next();
      FileValue value = null;
      if (token == JsonToken.START_ARRAY && onlyResult && !name.equals("DataModel")) {
        value = list(name);
      } else if (token == JsonToken.START_OBJECT
          && onlyResult
          && (name.equals("RequestItems") || name.equals(RESPONSES))) {
        tables();
      } else {
        value = tokens.value();
      }
      if (value == null) {
        written = true;
      } else {
        members.add(name, nameAt, value);
        onlyResult &= RESULT.contains(name);
      }
    }
    if (written) {
      finishResult(members.build());
    } else {
      whole(members.build());
    }
  }

  /**
   * Reads a member that is a list. Returns null if it held records, which are written; otherwise
   * the list.
   */
  private @Nullable FileValue list(String name) {
    FilePosition at = tokens.at();
    JsonToken first = tokens.next();
    if (first == JsonToken.START_OBJECT || first == JsonToken.END_ARRAY) {
      boolean mayNameTable = file.table() == null || file.table().equals(name);
      TableKeys table = mayNameTable ? target.findTable(name) : null;
      if (table != null) {
        writeList(table, null);
        return null;
      }
      if (name.equals("Items")) {
        writeList(null, "the output of Scan, Query or ExecuteStatement");
        return null;
      }
      if (name.equals(RESPONSES)) {
        return responses(at);
      }
    }
    return tokens.rest(at);
  }

  /**
   * Reads a list of responses, whose first one starts with the current token. Returns null, or the
   * list if it is something else.
   */
  private @Nullable FileValue responses(FilePosition at) {
    boolean isFirst = true;
    while (tokens.current() != JsonToken.END_ARRAY) {
      FileValue response = tokens.value();
      tokens.next();
      if (response instanceof Mapping mapping
          && mapping.members().stream().allMatch(each -> RESPONSE.contains(each.name()))) {
        response(mapping);
      } else if (isFirst) {
        List<FileValue> elements = new ArrayList<>(List.of(response));
        elements.addAll(tokens.rest(at).elements());
        return new Sequence(at, elements);
      } else {
        throw new InvalidContentException(response.at(), "expected a response, {\"Item\": …}");
      }
      isFirst = false;
    }
    return null;
  }

  private void response(Mapping response) {
    if (response.findPresent("Error") != null) {
      target.addNotice(response.at(), "the file is incomplete: a response is an Error");
    } else if (response.findPresent("Item") != null) {
      write(response, null, "the output of TransactGetItems");
    }
  }

  /** Reads an object with a list of records for each table. */
  private void tables() {
    String given = file.table();
    int count = 0;
    while (tokens.next() != JsonToken.END_OBJECT) {
      String name = tokens.name();
      if (given != null && ++count > 1) {
        throw new InvalidContentException(
            tokens.at(), "the items of several tables, but one table is given");
      }
      TableKeys table = given == null ? target.requireTable(name, tokens.at()) : fileTable(null);
      if (tokens.next() != JsonToken.START_ARRAY) {
        FileValue value = tokens.value();
        throw new InvalidContentException(
            value.at(), name + " must be a list of items, not " + value.describe());
      }
      tokens.next();
      writeList(table, null);
    }
  }

  /**
   * Writes the records of a list, whose first one starts with the current token.
   *
   * @param table their table; null for that of the file
   * @param what the list, for an error; null if its form says nothing
   */
  private void writeList(@Nullable TableKeys table, @Nullable String what) {
    boolean isFirst = true;
    while (tokens.current() != JsonToken.END_ARRAY) {
      FileValue record = tokens.value();
      if (isFirst) {
        MisplacedFile.requireItems(record);
      }
      isFirst = false;
      write(record, table, what);
      tokens.next();
    }
  }

  private void write(FileValue record, @Nullable TableKeys table, @Nullable String what) {
    TableKeys known = table;
    if (known == null && record instanceof Mapping mapping) {
      known = records.findTable(mapping);
    }
    records.write(record, known == null ? fileTable(what) : known);
  }

  /** Checks the members beside the lists of records. */
  private void finishResult(Mapping members) {
    for (NamedValue member : members.members()) {
      if (!RESULT.contains(member.name())) {
        throw new InvalidContentException(
            member.at(),
            "'"
                + member.name()
                + "' is not a list of items of a table; if this object is an item, write it as"
                + " {\"Item\": …}");
      }
      if (REST.contains(member.name()) && !isEmpty(member.value())) {
        target.addNotice(member.at(), "the file is incomplete: it has a " + member.name());
      }
    }
  }

  private static boolean isEmpty(FileValue value) {
    return value instanceof Absent
        || (value instanceof Mapping mapping && mapping.members().isEmpty());
  }

  /** Writes what an object without lists of records stands for. */
  private void whole(Mapping object) {
    if (WorkbenchModel.isModel(object)) {
      writeModel(object);
    } else if (S3Export.isSummary(object)) {
      new S3Export(file, target).readSummary(object);
    } else if (S3Export.isDataFile(object)) {
      new S3Export(file, target).readDataFile(object, fileTable(null));
    } else if (!findUnread(object).isEmpty()) {
      throw new InvalidContentException(
          object.at(),
          findUnread(object) + " is not read as a seed; write each item as {\"Item\": …}");
    } else if (isByTable(object)) {
      // No table has this name, or its items would have been written.
      NamedValue first = object.members().get(0);
      target.requireTable(first.name(), first.at());
    } else {
      MisplacedFile.requireItems(object);
      write(object, null, SeedRecords.findItem(object) == null ? null : "the output of GetItem");
    }
  }

  /** Returns what an object is that has items in no form that is read; empty for another one. */
  private static String findUnread(Mapping object) {
    String found = "";
    for (NamedValue member : object.members()) {
      String unread = UNREAD.get(member.name());
      boolean isNested =
          member.value() instanceof Sequence
              || member.value() instanceof Mapping inner
                  && inner.members().stream().allMatch(each -> each.value() instanceof Mapping);
      if (unread != null && isNested) {
        found = unread;
      } else if (!RESULT.contains(member.name())) {
        return "";
      }
    }
    return found.isEmpty() && object.find("Count") instanceof Scalar
        ? "the output of Scan or Query with Select=COUNT"
        : found;
  }

  /** Returns whether all members are lists of objects, as if their names were those of tables. */
  private boolean isByTable(Mapping object) {
    boolean lists = !object.members().isEmpty() && file.table() == null;
    for (NamedValue member : object.members()) {
      lists &=
          member.value() instanceof Sequence sequence
              && sequence.elements().stream().allMatch(Mapping.class::isInstance);
    }
    return lists;
  }

  /** Writes the items of a data model. Its tables are created unless they exist. */
  private void writeModel(Mapping object) {
    WorkbenchModel model = new WorkbenchModel(object);
    Map<String, List<FileValue>> items = model.items();
    String given = file.table();
    if (given != null && items.size() != 1) {
      throw new InvalidContentException(
          object.at(), "the model has " + items.size() + " tables, but one table is given");
    }
    for (SchemaTable table : model.schemaTables()) {
      String name = given == null ? table.name() : given;
      if (given == null && target.findTable(name) == null) {
        try {
          table.createIn(target.database());
        } catch (DataFileException e) {
          throw new InvalidContentException(e.at(), e.reason());
        }
        target.tableCreated();
        target.addNotices(table.notices());
      }
      TableKeys keys = target.requireTable(name, table.at());
      for (FileValue item : items.getOrDefault(table.name(), List.of())) {
        records.write(item, keys);
      }
    }
  }
}
