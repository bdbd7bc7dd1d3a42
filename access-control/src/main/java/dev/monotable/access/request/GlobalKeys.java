package dev.monotable.access.request;

import dev.monotable.access.Principal;
import dev.monotable.engine.request.RequestHeaders;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The condition keys that requests to all services have.
 *
 * @param now by the clock of the database
 * @param region of the database
 * @param account of the database
 * @param headers null for a caller in process
 */
record GlobalKeys(
    Principal principal,
    Instant now,
    String region,
    String account,
    @Nullable RequestHeaders headers) {
  private static final String PRINCIPAL_TAG = "aws:principaltag/";

  /** Returns the value of a key in lower case; null if the request has none. */
  @Nullable String find(String key) {
    return switch (key) {
      case "aws:currenttime" -> now.truncatedTo(ChronoUnit.SECONDS).toString();
      case "aws:epochtime" -> Long.toString(now.getEpochSecond());
      case "aws:principalaccount" -> principal.account();
      case "aws:principalarn" -> principal.principalArn();
      case "aws:principaltype" -> principal.isSession() ? "AssumedRole" : "User";
      case "aws:requestedregion" -> region;
      case "aws:resourceaccount" -> account;
      case "aws:securetransport" -> Boolean.toString(headers != null && headers.isSecure());
      case "aws:sourceip" -> headers == null ? null : headers.sourceIp();
      case "aws:useragent" -> headers == null ? null : headers.header("user-agent");
      case "aws:userid" -> principal.userId();
      case "aws:username" -> principal.userName();
      case "aws:viaawsservice" -> "false";
      default ->
          key.startsWith(PRINCIPAL_TAG)
              ? ignoringCase(principal.tags(), key.substring(PRINCIPAL_TAG.length()))
              : null;
    };
  }

  /** Returns the value of a key whose name is compared ignoring case. */
  static @Nullable String ignoringCase(Map<String, String> values, String key) {
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (entry.getKey().toLowerCase(Locale.ROOT).equals(key.toLowerCase(Locale.ROOT))) {
        return entry.getValue();
      }
    }
    return null;
  }
}
