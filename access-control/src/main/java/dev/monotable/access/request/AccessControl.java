package dev.monotable.access.request;

import dev.monotable.access.Principal;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The access control of a database: its principals, and what they have used. A database has none
 * until somebody asks for it, and its requests cost nothing for it. Safe for use by multiple
 * threads.
 */
public final class AccessControl {
  /** Its values do not refer to their keys. */
  private static final Map<Region, AccessControl> KNOWN = new WeakHashMap<>();

  private final Principals principals;
  private final String account;
  private final AccessUsage usage = new AccessUsage();

  private AccessControl(Principals principals, String account) {
    this.principals = principals;
    this.account = account;
  }

  /**
   * Returns the access control of a database. If it has none, it gets one under which everybody may
   * do everything who has no principal.
   */
  public static AccessControl of(Region region) {
    synchronized (KNOWN) {
      AccessControl known = KNOWN.get(region);
      return known != null ? known : install(region, Principals.create(true));
    }
  }

  /** Returns the access control of a database; null if it has none. */
  public static @Nullable AccessControl find(Region region) {
    synchronized (KNOWN) {
      return KNOWN.get(region);
    }
  }

  /**
   * Gives a new database its access control.
   *
   * @param principals those of the database
   * @throws IllegalStateException if it has one already
   */
  public static AccessControl install(Region region, Principals principals) {
    synchronized (KNOWN) {
      if (KNOWN.containsKey(region)) {
        throw new IllegalStateException("the database has an access control already");
      }
      AccessControl control = new AccessControl(principals, region.engine().config().account());
      control.guard(region.engine());
      KNOWN.put(region, control);
      return control;
    }
  }

  /**
   * Lets policies decide about the requests of an engine: that of the database, or a copy of it.
   */
  public void guard(MonotableEngine engine) {
    var unused = engine.admit(new Authorizer(principals, new KeptPolicies(), usage::count));
  }

  /** Returns the principals, which can be changed. */
  public Principals principals() {
    return principals;
  }

  /** Returns what the principals have used. */
  public AccessUsage usage() {
    return usage;
  }

  /** Removes a principal, and what is known of its requests; returns whether there was one. */
  public boolean remove(String accessKey) {
    Principal known = principals.find(accessKey);
    if (!principals.remove(accessKey)) {
      return false;
    }
    if (known != null && !principals.all().containsValue(known)) {
      usage.forget(known);
    }
    return true;
  }

  /**
   * Returns what a principal was allowed, has used and has never used; null if there is none.
   *
   * @param accessKey {@link Principals#OTHERS} for all access keys without a principal, if they
   *     have policies
   */
  public @Nullable PrincipalUsage find(String accessKey) {
    Map<String, Principal> all = principals.allWithOthers(account);
    Principal principal = all.remove(accessKey);
    if (principal == null) {
      return null;
    }
    Set<String> arns = Set.of(principal.arn());
    if (accessKey.equals(Principals.OTHERS)) {
      arns = usage.principals();
      for (Principal other : all.values()) {
        arns.remove(other.arn());
      }
    }
    List<AccessUsage.Use> uses = usage.uses(arns);
    return new PrincipalUsage(
        accessKey, principal, uses, AccessUsage.unused(principal, uses), usage.draft(arns));
  }

  /**
   * Returns what the first principals were allowed, have used and have never used, without those
   * that no policy restricts.
   *
   * @param most the maximum number of them
   */
  public List<PrincipalUsage> usages(int most) {
    List<PrincipalUsage> usages = new ArrayList<>();
    Set<Principal> seen = new HashSet<>(); // a role of a template has two access keys
    for (Map.Entry<String, Principal> each : principals.allWithOthers(account).entrySet()) {
      if (usages.size() < most && each.getValue().isRestricted() && seen.add(each.getValue())) {
        PrincipalUsage found = find(each.getKey());
        if (found != null) {
          usages.add(found);
        }
      }
    }
    return usages;
  }
}
