package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import java.util.EnumSet;
import java.util.Set;

/** The reply to a request that fails, in the form of DynamoDB. */
final class ErrorReply {
  /**
   * The errors whose message is the member {@code Message}: those of the model, and two of AWS's
   * framework as recorded by architect/dynalite. All others have {@code message}, unless a {@link
   * DynamoException} says otherwise.
   */
  private static final Set<ErrorCode> CAPITAL_MESSAGE =
      EnumSet.of(
          ErrorCode.ACCESS_DENIED,
          ErrorCode.SERIALIZATION,
          ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
          ErrorCode.TRANSACTION_CANCELED,
          ErrorCode.TRANSACTION_IN_PROGRESS);

  /**
   * All data is in memory, which can run out. The failed commit has changed nothing, and requests
   * that delete items or tables may still succeed.
   */
  private static final String OUT_OF_MEMORY =
      "Monotable has no memory left for this: delete items, indexes or tables, or start its JVM"
          + " with a larger heap (-Xmx)";

  private ErrorReply() {}

  /** Becomes an error. */
  static void write(DynamoException error, HttpReply reply, String contentType) {
    JsonWriter out = reply.writer();
    out.reset(Integer.MAX_VALUE, Integer.MAX_VALUE);
    out.ascii("{\"__type\":\"");
    out.ascii(error.wireType());
    out.mark('"');
    if (error.detail() instanceof Structure detail) {
      detail(detail.schema(), error.detail(), out);
    }
    String message = error.getMessage();
    if (message != null) {
      boolean capital = error.hasCapitalMessage() || CAPITAL_MESSAGE.contains(error.code());
      out.ascii(capital ? ",\"Message\":" : ",\"message\":");
      out.string(message);
    }
    out.mark('}');
    reply.finish(error.httpStatus(), contentType);
  }

  private static <T extends Record> void detail(
      StructureSchema<T> schema, Record detail, JsonWriter out) {
    ResponseEncoder.members(schema, schema.recordClass().cast(detail), "message", false, out);
  }

  /** Replaces a reply by an error, with the content type of the reply. */
  static void replace(HttpReply reply, DynamoException error) {
    String contentType = reply.contentType();
    reply.dropOutput();
    write(error, reply, contentType == null ? Preface.PLAIN_JSON : contentType);
  }

  /** Returns the error of a request for which there is no memory. */
  static DynamoException outOfMemory() {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, OUT_OF_MEMORY);
  }

  /** Returns the error of a request that fails for a reason that its client must not know. */
  static DynamoException internal() {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "Internal server error");
  }
}
