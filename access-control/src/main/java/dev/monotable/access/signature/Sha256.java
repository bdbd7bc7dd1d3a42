package dev.monotable.access.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Hashes in hexadecimal digits, as signatures contain them. */
public final class Sha256 {
  private Sha256() {}

  /** Returns the hash of a text in UTF-8. */
  public static String hex(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return hex(bytes, 0, bytes.length);
  }

  /** Returns the hash of the bytes from an index to before another one. */
  public static String hex(byte[] bytes, int start, int end) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, start, end - start);
      return HexFormat.of().formatHex(digest.digest());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
