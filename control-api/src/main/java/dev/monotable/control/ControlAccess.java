package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.json.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The rule for callers of the control API: everybody if only this machine can reach the server,
 * otherwise who has the token, or no caller. If the server verifies signatures, it is always who
 * has the token.
 */
public final class ControlAccess {
  /** The header with the token. {@code Authorization} belongs to the signature. */
  public static final String TOKEN_HEADER = "x-monotable-token";

  private final @Nullable String token;
  private final boolean always;

  private ControlAccess(@Nullable String token, boolean always) {
    this.token = token;
    this.always = always;
  }

  /**
   * Returns the access to a server that only this machine can reach.
   *
   * @param token what requests for all databases at once need; null if there are none
   */
  public static ControlAccess local(@Nullable String token) {
    return new ControlAccess(token, false);
  }

  /**
   * Returns the access to a server that others can reach, or that verifies signatures: each request
   * needs the token.
   */
  public static ControlAccess remote(String token) {
    return new ControlAccess(token, true);
  }

  /** Returns the access to a server that others can reach, and that was not started for it. */
  public static ControlAccess closed() {
    return new ControlAccess(null, true);
  }

  /** Checks the token of a request, if it needs one. */
  void check(HttpRequest request) {
    if (always && token == null) {
      throw new ControlException(
          Type.FORBIDDEN,
          "Other machines can reach this server, so the control API needs --control and a token");
    }
    if (always) {
      require(request);
    }
  }

  /** Checks the token of a request that concerns all databases at once. */
  void require(HttpRequest request) {
    if (token == null) {
      throw new ControlException(
          Type.FORBIDDEN,
          "This concerns all databases, so it needs a token; start the server with the environment"
              + " variable MONOTABLE_CONTROL_TOKEN");
    }
    if (!hasToken(request)) {
      throw new ControlException(
          Type.TOKEN_REQUIRED,
          (request.header(TOKEN_HEADER) == null ? "The header " : "Another value of the header ")
              + TOKEN_HEADER
              + " is needed; the server prints its token when it starts, or takes it from"
              + " MONOTABLE_CONTROL_TOKEN");
    }
  }

  /** Returns whether a request has the token; false if there is none. */
  public boolean hasToken(RequestHeaders request) {
    String wanted = token;
    String given = request.header(TOKEN_HEADER);
    return wanted != null && given != null && same(given, wanted);
  }

  /** Compares in a time that says nothing about the token. */
  private static boolean same(String given, String wanted) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
  }
}
