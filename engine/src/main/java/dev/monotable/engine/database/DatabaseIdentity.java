package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.request.Caller;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a database.
 *
 * @param id unique among the databases of a process, also for those that have ended
 * @param accessKey the access key of the requests that lead to it; empty if it {@linkplain
 *     #isShared is shared}, or if only requests with an empty access key lead to it
 * @param region the Region in its ARNs
 * @param name the name that a user has given it; null without one
 */
@Experimental
public record DatabaseIdentity(String id, String accessKey, String region, @Nullable String name) {
  /** The beginning of each issued access key. AWS's access keys begin with other letters. */
  static final String ISSUED = "MTDB";

  private static final String SHARED_ID = "default";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,40}");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,25}");

  /** Returns the identity of the database that all access keys share which were not issued. */
  public static DatabaseIdentity shared(String region) {
    return new DatabaseIdentity(SHARED_ID, "", region, null);
  }

  /** Returns the identity of the database that one access key has in one Region. */
  static DatabaseIdentity separate(Caller.Client caller) {
    return new DatabaseIdentity(
        caller.accessKey() + "/" + caller.region(), caller.accessKey(), caller.region(), null);
  }

  /**
   * Returns the identity of a database with an issued access key, which is its ID.
   *
   * @throws IllegalArgumentException if the Region or the name is invalid
   */
  public static DatabaseIdentity issued(String accessKey, String region, @Nullable String name) {
    requireRegion(region);
    if (name != null) {
      requireName("database", name);
    }
    return new DatabaseIdentity(accessKey, accessKey, region, name);
  }

  /**
   * Returns the identity of the same database in another Region.
   *
   * @throws IllegalArgumentException if the name of the Region is invalid
   */
  DatabaseIdentity inRegion(String other) {
    if (isSeparate()) {
      return separate(new Caller.Client(accessKey, other));
    }
    requireRegion(other);
    return new DatabaseIdentity(id + "@" + other, accessKey, other, name);
  }

  private static void requireRegion(String region) {
    if (!REGION.matcher(region).matches()) {
      throw new IllegalArgumentException(
          "a Region consists of 1 to 25 small letters, digits and hyphens: " + region);
    }
  }

  /** Requires that the name of something is valid. */
  static void requireName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a "
              + what
              + " consists of 1 to 40 letters, digits and the characters _ . -: "
              + name);
    }
  }

  /**
   * Returns the identity of a database with an issued access key and a name, by its {@linkplain
   * #toString text}; null if the text is another.
   */
  public static @Nullable DatabaseIdentity findIssued(String text) {
    String[] parts = text.split("/", -1);
    return parts.length == 3
            && isIssued(parts[0])
            && REGION.matcher(parts[1]).matches()
            && NAME.matcher(parts[2]).matches()
        ? issued(parts[0], parts[1], parts[2])
        : null;
  }

  /** Returns whether an access key has the form of those that {@link Databases} issues. */
  static boolean isIssued(String accessKey) {
    return accessKey.startsWith(ISSUED);
  }

  /** Returns whether all access keys that were not issued lead to the database. */
  public boolean isShared() {
    return accessKey.isEmpty() && id.startsWith(SHARED_ID); // another one's begins with a slash
  }

  /** Returns whether the access key of the database was made for it. */
  public boolean isIssued() {
    return isIssued(accessKey);
  }

  /** Returns whether the access key has such a database in each Region that it uses. */
  boolean isSeparate() {
    return !isShared() && !isIssued();
  }

  /** Returns the identity in one string, such as {@code any/us-east-1}. */
  @Override
  public String toString() {
    return accessKey + "/" + region + (name == null ? "" : "/" + name);
  }
}
