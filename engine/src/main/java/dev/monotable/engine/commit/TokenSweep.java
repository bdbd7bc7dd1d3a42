package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.DatabaseState;
import java.time.Instant;

/**
 * Removes expired client request tokens and expired holds of transactions, in batches. Transactions
 * also remove some, but no transaction may follow. Without expired ones, it reads the first of
 * each, and commits nothing.
 */
public final class TokenSweep {
  private final Committer committer;
  private final Limits limits;

  public TokenSweep(Committer committer, Limits limits) {
    this.committer = committer;
    this.limits = limits;
  }

  /** Removes all tokens and holds that have expired. */
  public void run(Instant now) {
    CommitTicket ticket = new CommitTicket();
    while (committer.state().tokens().hasExpired(now)
        || committer.state().holds().hasExpired(now)) {
      committer.commit(ticket, draft -> sweep(draft, now));
      if (committer.awaitLogged(ticket) != null) {
        return;
      }
    }
  }

  private StateDraft sweep(StateDraft draft, Instant now) {
    int most = limits.commit().maxItems();
    DatabaseState state = draft.state();
    draft.state(
        state.toBuilder()
            .tokens(state.tokens().forget(now, most))
            .holds(state.holds().forget(now, most))
            .build());
    return draft;
  }
}
