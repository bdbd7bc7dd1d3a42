package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TagFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource with tags: a table or a stream. A stream has tags of its own (DDB-TABLE-373 of the
 * findings that {@link TagFault} names).
 *
 * @param table the table, or the table of the stream
 * @param stream null if the resource is the table
 */
record TaggedResource(TableState table, @Nullable StreamState stream) {
  /**
   * Checks that a text is the ARN of a table or stream in this account and Region, existing or not.
   * An invalid resource type is reported before another account or Region.
   *
   * @throws FaultException if the text is null or another ARN, or is not an ARN
   */
  static String requireArn(@Nullable String text, OperationContext context) {
    if (text == null) {
      throw new FaultException(TagFault.Plain.NO_ARN);
    }
    if (!Arn.begins(text)) {
      throw new FaultException(TagFault.Plain.NOT_AN_ARN.with(text));
    }
    Arn arn = Arn.find(text);
    if (arn == null) {
      throw new FaultException(
          new TagFault.ArnPartMissing(TagFault.ArnPart.values()[Arn.colons(text) - 1], text));
    }
    if (!arn.service().equals("dynamodb")) {
      throw accessDenied();
    }
    requireResource(arn.resource(), text);
    if (!arn.account().equals(context.account())) {
      throw accessDenied();
    }
    if (!arn.partition().equals("aws") || !arn.region().equals(context.region())) {
      throw new FaultException(TagFault.Plain.RESOURCE_OF_OTHER_REGION.with(text));
    }
    return text;
  }

  private static FaultException accessDenied() {
    return new FaultException(TagFault.Plain.ACCESS_DENIED);
  }

  private static void requireResource(String resource, String arn) {
    String[] path = resource.split("/", 4);
    boolean table = path[0].equals("table") && path.length > 1;
    if (table && path.length > 2 && path[2].equals("index")) {
      throw new FaultException(TagFault.Plain.NOT_TABLE_OR_STREAM.with(arn));
    }
    if (!table || (path.length > 2 && !path[2].equals("stream"))) {
      throw new FaultException(TagFault.Plain.NOT_OF_DYNAMO.with(arn));
    }
  }

  /**
   * Returns the resource with this ARN.
   *
   * @throws FaultException if the resource does not exist, or its table is being created or deleted
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
    throw new FaultException(TagFault.Plain.RESOURCE_NOT_FOUND.with(arn));
  }

  Map<String, String> tags() {
    return stream == null ? TableTags.of(table.definition()) : stream.tags();
  }

  /** Returns the table with these tags on the resource. */
  TableState withTags(Map<String, String> tags) {
    return stream == null
        ? table.withDefinition(table.definition().toBuilder().setting(new TableTags(tags)).build())
        : table.withStream(stream.withTags(tags));
  }
}
