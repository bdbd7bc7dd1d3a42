package dev.monotable.engine.operation.statement;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.operation.Fingerprint;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The start of the next page of a SELECT: the content of NextToken. The token is valid for one
 * statement and its parameters. Limit and ConsistentRead may change from page to page, as on AWS
 * (floci-io/floci, {@code DynamoDbPartiQLHandler}).
 *
 * @param range the position of the range in the statement's plan, from 0
 * @param after the key after which the page begins; null for the start of the range
 */
record StatementToken(int range, @Nullable Item after) {
  /** Returns the text of the token. */
  String text(String statement, @Nullable List<AttributeValue> parameters) {
    byte[] key = after == null ? new byte[0] : after.toString().getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(Fingerprint.BYTES + Integer.BYTES + key.length)
            .put(fingerprint(statement, parameters))
            .putInt(range)
            .put(key)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a token.
   *
   * @throws FaultException if the token is invalid, or belongs to another statement
   */
  static StatementToken of(
      String text, String statement, @Nullable List<AttributeValue> parameters) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
    if (bytes.length < Fingerprint.BYTES + Integer.BYTES) {
      throw invalid();
    }
    if (!Arrays.equals(
        bytes, 0, Fingerprint.BYTES, fingerprint(statement, parameters), 0, Fingerprint.BYTES)) {
      throw new FaultException(StatementFault.Plain.TOKEN_OF_OTHER);
    }
    int range = ByteBuffer.wrap(bytes).getInt(Fingerprint.BYTES);
    int from = Fingerprint.BYTES + Integer.BYTES;
    if (bytes.length == from) {
      return new StatementToken(range, null);
    }
    String key = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    try {
      return new StatementToken(range, Item.parse(key));
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
  }

  /** Returns the fault of an invalid token. */
  static FaultException invalid() {
    return new FaultException(StatementFault.Plain.TOKEN_INVALID);
  }

  private static byte[] fingerprint(String statement, @Nullable List<AttributeValue> parameters) {
    Fingerprint fingerprint = new Fingerprint().add(statement);
    return parameters == null ? fingerprint.toBytes() : fingerprint.add(parameters).toBytes();
  }
}
