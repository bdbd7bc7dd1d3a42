package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TransferState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page of exports or imports, the newest first (DDB-IMPORT-016).
 *
 * @param transfers those of the page
 * @param nextToken with which the next page begins; null if there is none
 */
record TransferPage(List<TransferState> transfers, @Nullable String nextToken) {
  /** The model requires at least 112 digits of the token of imports. */
  private static final int TOKEN_BYTES = 56;

  private static final Pattern ID = Pattern.compile("[0-9]{14}-[0-9a-f]{8}");

  /**
   * Reads a page.
   *
   * @param limit the size of the page; null for the default
   * @param token of the page before, or null
   * @throws FaultException if the token is invalid
   */
  static TransferPage of(
      OperationContext context,
      TransferState.Kind kind,
      @Nullable Integer limit,
      @Nullable String token,
      Predicate<TransferState> matches) {
    Instant now = context.clock().instant();
    Instant oldest = now.minusSeconds(context.limits().transfer().keptSeconds());
    int most = limit == null ? context.limits().transfer().maxListed() : limit;
    List<TransferState> page = new ArrayList<>();
    TreeCursor<TransferState> all = context.committer().state().transfers().cursor();
    byte[] before = kind.key(token == null ? "~" : idOf(kind, token));
    for (boolean more = all.seekLower(before, before.length); more; more = all.previous()) {
      TransferState transfer = all.value();
      if (transfer.kind() != kind || transfer.startTime().isBefore(oldest)) {
        break;
      }
      if (matches.test(transfer)) {
        if (page.size() == most) {
          return new TransferPage(page, token(kind, page.get(most - 1).id()));
        }
        page.add(transfer);
      }
    }
    return new TransferPage(page, null);
  }

  private static String token(TransferState.Kind kind, String id) {
    return HexFormat.of().formatHex(Arrays.copyOf(kind.key(id), TOKEN_BYTES));
  }

  private static String idOf(TransferState.Kind kind, String token) {
    byte[] bytes = {};
    if (token.length() == 2 * TOKEN_BYTES && token.chars().allMatch(HexFormat::isHexDigit)) {
      bytes = HexFormat.of().parseHex(token);
    }
    String id = bytes.length == 0 ? "" : new String(bytes, 1, 23, StandardCharsets.ISO_8859_1);
    if (!ID.matcher(id).matches() || !token.equals(token(kind, id))) {
      throw new FaultException(TransferFault.Plain.INVALID_PAGE_TOKEN.with(token));
    }
    return id;
  }
}
