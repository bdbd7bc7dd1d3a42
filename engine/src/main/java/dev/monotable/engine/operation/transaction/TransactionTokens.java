package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.schema.Structure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Client request tokens: a transaction that is sent again with the same token within ten minutes is
 * not done again.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-txwriteitems-idempotency">Idempotency</a>
 */
public final class TransactionTokens {
  /**
   * As many as this are forgotten at each use, so that they are forgotten faster than they come.
   */
  private static final int FORGOTTEN_AT_ONCE = 2;

  private TransactionTokens() {}

  /** The token of a request, if it has one. */
  public static Use use(OperationContext context, TransactWriteItemsInput request) {
    return use(context, request.clientRequestToken(), request.transactItems());
  }

  /**
   * The same of any request.
   *
   * @param actions what it does
   */
  public static Use use(
      OperationContext context, @Nullable String token, List<? extends Structure> actions) {
    return token == null
        ? new Use(context, null, new byte[0])
        : new Use(context, token.getBytes(StandardCharsets.UTF_8), fingerprint(actions));
  }

  /** A hash of what the request does; what it wants answered does not matter. */
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
     * Whether the same request was done with this token before and is still remembered.
     *
     * @throws FaultException if another request was, or the same one still holds its items
     */
    boolean isRepeated(StateDraft draft) {
      if (token == null) {
        return false;
      }
      TransactionToken known = draft.state().tokens().find(token, draft.now());
      if (known == null) {
        return false;
      }
      if (!Arrays.equals(known.fingerprint(), fingerprint)) {
        throw new FaultException(TransactionFault.Plain.TOKEN_MISMATCH);
      }
      if (draft.now().isBefore(known.writtenAt().plus(context.delays().transaction()))) {
        throw new FaultException(TransactionFault.Plain.IN_PROGRESS);
      }
      return true;
    }

    /** Remembers the token, and forgets some that are past remembering. */
    void record(StateDraft draft) {
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
              .with(token, new TransactionToken(fingerprint, now, until));
      draft.state(state.toBuilder().tokens(tokens).build());
    }
  }
}
