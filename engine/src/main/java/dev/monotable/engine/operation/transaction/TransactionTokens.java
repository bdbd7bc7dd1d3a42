package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.operation.Fingerprint;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.schema.Structure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Client request tokens, which make transactions idempotent. A request that is repeated with the
 * same token within {@code Limits.transaction().tokenSeconds()}, by default ten minutes, is not
 * applied again. The tokens of TransactWriteItems and of ExecuteTransaction are kept apart, as
 * nubo-db/dynoxide #125 found on AWS.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-txwriteitems-idempotency">Idempotency</a>
 */
public final class TransactionTokens {
  /**
   * The number of expired tokens that each use removes: more than one, so that they are removed
   * faster than they are added.
   */
  private static final int FORGOTTEN_AT_ONCE = 2;

  /** The operations that have tokens: the first byte under which a token is stored. */
  private static final byte ITEMS = 0;

  private static final byte STATEMENTS = 1;

  private TransactionTokens() {}

  /** Returns the use of the token of a request; a request without a token is never a repetition. */
  public static Use use(OperationContext context, TransactWriteItemsInput request) {
    return use(context, ITEMS, request.clientRequestToken(), request.transactItems());
  }

  /** Returns the use of the token of a request with statements. */
  public static Use use(OperationContext context, ExecuteTransactionInput request) {
    return use(context, STATEMENTS, request.clientRequestToken(), request.transactStatements());
  }

  private static Use use(
      OperationContext context,
      byte operation,
      @Nullable String token,
      List<? extends Structure> actions) {
    if (token == null) {
      return new Use(context, null, new byte[0]);
    }
    byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[1 + bytes.length];
    key[0] = operation;
    System.arraycopy(bytes, 0, key, 1, bytes.length);
    return new Use(context, key, fingerprint(actions));
  }

  /**
   * Returns a hash of the actions. The other members, such as ReturnConsumedCapacity, may differ in
   * a repetition.
   */
  private static byte[] fingerprint(List<? extends Structure> actions) {
    Fingerprint fingerprint = new Fingerprint();
    for (Structure action : actions) {
      fingerprint.add(action);
    }
    return fingerprint.toBytes();
  }

  /** The use of a token by one request. */
  public static final class Use {
    private final OperationContext context;
    private final byte @Nullable [] token;
    private final byte[] fingerprint;

    private Use(OperationContext context, byte @Nullable [] token, byte[] fingerprint) {
      this.context = context;
      this.token = token;
      this.fingerprint = fingerprint;
    }

    /**
     * Returns the token if the same request was applied with it and it has not expired; null
     * otherwise.
     *
     * @throws FaultException if the token was used with another request, or the same request still
     *     holds its items
     */
    @Nullable TransactionToken findRepeated(StateDraft draft) {
      if (token == null) {
        return null;
      }
      TransactionToken known = draft.state().tokens().find(token, draft.now());
      if (known == null) {
        return null;
      }
      if (!Arrays.equals(known.fingerprint(), fingerprint)) {
        throw new FaultException(TransactionFault.Plain.TOKEN_MISMATCH);
      }
      if (draft.now().isBefore(known.writtenAt().plus(context.delays().transaction()))) {
        throw new FaultException(TransactionFault.Plain.IN_PROGRESS);
      }
      return known;
    }

    /** Returns whether the request has a token. */
    boolean isGiven() {
      return token != null;
    }

    /**
     * Stores the token, and removes some expired ones.
     *
     * @param readUnits see {@link TransactionToken#readUnits}
     */
    void record(StateDraft draft, short[] readUnits) {
      if (token == null) {
        return;
      }
      DatabaseState state = draft.state();
      Instant now = draft.now();
      Instant until = now.plusSeconds(context.limits().transaction().tokenSeconds());
      TimedMap<TransactionToken> tokens =
          state
              .tokens()
              .forget(now, FORGOTTEN_AT_ONCE)
              .with(token, new TransactionToken(fingerprint, now, until, readUnits))
              .limited(context.limits().memory().maxTokens());
      draft.state(state.toBuilder().tokens(tokens).build());
    }
  }
}
