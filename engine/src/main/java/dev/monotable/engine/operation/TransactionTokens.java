package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.schema.Structure;
import java.nio.ByteBuffer;
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
final class TransactionTokens {
  /**
   * As many as this are forgotten at each use, so that they are forgotten faster than they come.
   */
  private static final int FORGOTTEN_AT_ONCE = 2;

  private TransactionTokens() {}

  /** The token of a request, if it has one. */
  static Use use(OperationContext context, TransactWriteItemsInput request) {
    return use(context, request.clientRequestToken(), Required.member(request.transactItems()));
  }

  /**
   * The same of any request.
   *
   * @param actions what it does
   */
  static Use use(
      OperationContext context, @Nullable String token, List<? extends Structure> actions) {
    return token == null
        ? new Use(null, new byte[0], 0)
        : new Use(
            token.getBytes(StandardCharsets.UTF_8),
            fingerprint(actions),
            context.limits().transactionTokenSeconds());
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
  static final class Use {
    private final byte @Nullable [] token;
    private final byte[] fingerprint;
    private final long seconds;

    private Use(byte @Nullable [] token, byte[] fingerprint, long seconds) {
      this.token = token;
      this.fingerprint = fingerprint;
      this.seconds = seconds;
    }

    /**
     * Whether the same request was done with this token before and is still remembered.
     *
     * @throws DynamoException if another request was
     */
    boolean isRepeated(StateDraft draft) {
      if (token == null) {
        return false;
      }
      TransactionToken known = draft.state().tokens().find(token);
      if (known == null || isForgotten(known.writtenAt(), draft.now())) {
        return false;
      }
      if (!Arrays.equals(known.fingerprint(), fingerprint)) {
        throw new DynamoException(ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH, Messages.TOKEN_MISMATCH);
      }
      return true;
    }

    private boolean isForgotten(Instant writtenAt, Instant now) {
      return !writtenAt.plusSeconds(seconds).isAfter(now);
    }

    /** Remembers the token, and forgets some that are past remembering. */
    void record(StateDraft draft) {
      if (token == null) {
        return;
      }
      DatabaseState state = draft.state();
      PersistentTree<TransactionToken> tokens = state.tokens();
      PersistentTree<byte[]> times = state.tokenTimes();
      TreeCursor<byte[]> oldest = times.cursor();
      boolean more = oldest.first();
      for (int i = 0; i < FORGOTTEN_AT_ONCE && more; i++) {
        byte[] timeKey = oldest.key();
        byte[] old = oldest.value();
        TransactionToken entry = tokens.find(old);
        if (entry != null && Arrays.equals(timeKey(entry.writtenAt(), old), timeKey)) {
          if (!isForgotten(entry.writtenAt(), draft.now())) {
            break;
          }
          tokens = tokens.without(old);
        }
        times = times.without(timeKey);
        more = oldest.next();
      }
      tokens = tokens.with(token, new TransactionToken(fingerprint, draft.now()));
      times = times.with(timeKey(draft.now(), token), token);
      draft.state(state.withTokens(tokens, times));
    }

    private static byte[] timeKey(Instant time, byte[] token) {
      return ByteBuffer.allocate(Long.BYTES + token.length)
          .putLong(time.toEpochMilli())
          .put(token)
          .array();
    }
  }
}
