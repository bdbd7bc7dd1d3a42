package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.StructureSchema;
import java.util.Arrays;

/** Encodes requests and decodes responses: the client's side of the protocol. */
public final class ClientCodec {
  private ClientCodec() {}

  /** Returns the body of a request. */
  public static <I extends Record> byte[] encode(OperationSchema<I, ?> operation, I request) {
    return encode(operation.input(), request);
  }

  /** Returns a record as JSON, without absent members. */
  public static <T extends Record> byte[] encode(StructureSchema<T> schema, T structure) {
    JsonWriter out = new JsonWriter();
    ResponseEncoder.encode(schema, structure, out);
    return Arrays.copyOf(out.array(), out.length());
  }

  /**
   * Reads the body of a successful response. Unknown members are skipped.
   *
   * @throws DynamoException a SerializationException, if it is not a response of the operation
   */
  public static <O extends Record> O decode(OperationSchema<?, O> operation, byte[] body) {
    return decode(operation.output(), body);
  }

  /**
   * Reads a record. Unknown members are skipped.
   *
   * @throws DynamoException a SerializationException, if it is not JSON of this form
   */
  public static <T extends Record> T decode(StructureSchema<T> schema, byte[] json) {
    return new RequestDecoder(Wording.usEast1()).decode(schema, json, 0, json.length);
  }
}
