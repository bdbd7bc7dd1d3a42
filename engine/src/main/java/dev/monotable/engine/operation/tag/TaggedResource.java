package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.ArnMessages;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.TagMessages;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tags are on: a table, or its stream, which has tags of its own (DDB-TABLE-373 of the
 * findings that {@link TagMessages} names).
 *
 * @param table that it is, or that the stream is of
 * @param stream null where it is the table
 */
record TaggedResource(TableState table, @Nullable StreamState stream) {
  private static final String[] PARTS = {
    "First colon",
    "Second colon partition",
    "Third colon vendor",
    "Fourth colon (region/namespace delimiter)",
    "Fifth colon (namespace/relative-id delimiter)"
  };

  /**
   * Checks that a text is the ARN of a table or stream of this account and region, whether there is
   * one or not. What the ARN is of is told before whose it is.
   *
   * @throws DynamoException if it is not
   */
  static String requireArn(@Nullable String text, OperationContext context) {
    if (text == null) {
      throw DynamoException.validation(TagMessages.NO_ARN);
    }
    if (!Arn.begins(text)) {
      throw DynamoException.validation(TagMessages.notAnArn(text));
    }
    Arn arn = Arn.find(text);
    if (arn == null) {
      throw DynamoException.validation(TagMessages.arnPartMissing(PARTS[Arn.colons(text)], text));
    }
    if (!arn.service().equals("dynamodb")) {
      throw accessDenied();
    }
    requireResource(arn.resource(), text);
    if (!arn.account().equals(context.account())) {
      throw accessDenied();
    }
    if (!arn.partition().equals("aws") || !arn.region().equals(context.region())) {
      throw DynamoException.validation(TagMessages.otherRegion(text));
    }
    return text;
  }

  private static DynamoException accessDenied() {
    return new DynamoException(ErrorCode.ACCESS_DENIED, ArnMessages.ACCESS_DENIED);
  }

  private static void requireResource(String resource, String arn) {
    String[] path = resource.split("/", 4);
    boolean table = path[0].equals("table") && path.length > 1;
    if (table && path.length > 2 && path[2].equals("index")) {
      throw DynamoException.validation(TagMessages.notTableOrStream(arn));
    }
    if (!table || (path.length > 2 && !path[2].equals("stream"))) {
      throw DynamoException.validation(TagMessages.notOfDynamo(arn));
    }
  }

  /**
   * The resource of an ARN of the right form.
   *
   * @throws DynamoException if there is none; also while its table is being made or deleted
   */
  static TaggedResource require(DatabaseState state, String arn) {
    TableState table = state.findTable(TableNames.nameOf(arn));
    if (table != null && table.isUsable()) {
      StreamState stream = table.stream();
      if (arn.equals(table.definition().arn())) {
        return new TaggedResource(table, null);
      }
      if (stream != null && arn.equals(stream.arn())) {
        return new TaggedResource(table, stream);
      }
    }
    throw new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, TagMessages.resourceNotFound(arn));
  }

  Map<String, String> tags() {
    return stream == null ? table.definition().tags() : stream.tags();
  }

  /** Its table, with other tags on the resource. */
  TableState withTags(Map<String, String> tags) {
    return stream == null
        ? table.withDefinition(table.definition().toBuilder().tags(tags).build())
        : table.withStream(stream.withTags(tags));
  }
}
