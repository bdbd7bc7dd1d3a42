package dev.monotable.access.request;

import dev.monotable.engine.Database;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The access control of a database: its principals, and what they have used. A database has none
 * until somebody asks for it, and its requests cost nothing for it. Safe for use by multiple
 * threads.
 */
public final class AccessControl {
  /** Its values do not refer to their keys. */
  private static final Map<Database, AccessControl> KNOWN = new WeakHashMap<>();

  private final Principals principals;
  private final AccessUsage usage = new AccessUsage();

  private AccessControl(Principals principals) {
    this.principals = principals;
  }

  /**
   * Returns the access control of a database. If it has none, it gets one under which everybody may
   * do everything who has no principal.
   */
  public static AccessControl of(Database database) {
    synchronized (KNOWN) {
      AccessControl known = KNOWN.get(database);
      return known != null ? known : install(database, Principals.create(true));
    }
  }

  /** Returns the access control of a database; null if it has none. */
  public static @Nullable AccessControl find(Database database) {
    synchronized (KNOWN) {
      return KNOWN.get(database);
    }
  }

  /**
   * Gives a new database its access control.
   *
   * @param principals those of the database
   * @throws IllegalStateException if it has one already
   */
  public static AccessControl install(Database database, Principals principals) {
    synchronized (KNOWN) {
      if (KNOWN.containsKey(database)) {
        throw new IllegalStateException("the database has an access control already");
      }
      AccessControl control = new AccessControl(principals);
      var unused =
          database
              .engine()
              .admit(new Authorizer(principals, new KeptPolicies(), control.usage::count));
      KNOWN.put(database, control);
      return control;
    }
  }

  /** Returns the principals, which can be changed. */
  public Principals principals() {
    return principals;
  }

  /** Returns what the principals have used. */
  public AccessUsage usage() {
    return usage;
  }
}
