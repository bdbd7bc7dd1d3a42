package dev.monotable.access.request;

import dev.monotable.access.Policy;
import dev.monotable.access.Principal;
import dev.monotable.engine.request.AdmissionRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The principals of a database, by their access keys. Requests in process, which are not signed,
 * are subject to no policy. Safe for use by multiple threads.
 */
public final class Principals implements PrincipalSource {
  /** The maximum number of principals. */
  public static final int MAX = 10_000;

  /** Stands for all access keys that have no principal. */
  public static final String OTHERS = "*";

  private static final Policy ALL = Policy.allowingAll();

  private final Map<String, Principal> byKey = new ConcurrentHashMap<>();

  /** Where principals are that are not here; null if nowhere. */
  private final @Nullable Principals others;

  /** The policies of access keys without a principal. */
  private final List<Policy> policiesOfOthers = new CopyOnWriteArrayList<>();

  private Principals(@Nullable Principals others) {
    this.others = others;
  }

  /**
   * Creates an empty list.
   *
   * @param othersMayDoAll whether other access keys may do everything; otherwise nothing
   */
  public static Principals create(boolean othersMayDoAll) {
    Principals principals = new Principals(null);
    if (othersMayDoAll) {
      principals.policiesOfOthers.add(ALL);
    }
    return principals;
  }

  /** Returns an empty list that has the principals of this one too, also those that are added. */
  public Principals extended() {
    return new Principals(this);
  }

  /** Adds a policy of all access keys that have no principal. */
  public void addForOthers(Policy policy) {
    policiesOfOthers.add(policy);
  }

  /** Returns whether access keys without a principal have a policy. */
  public boolean hasPolicyForOthers() {
    return !policiesOfOthers().isEmpty();
  }

  private List<Policy> policiesOfOthers() {
    return others == null ? policiesOfOthers : others.policiesOfOthers();
  }

  /**
   * Adds a principal, or replaces that of the access key.
   *
   * @throws IllegalStateException if there are 10,000 others
   */
  public void put(String accessKey, Principal principal) {
    if (byKey.size() >= MAX && !byKey.containsKey(accessKey)) {
      throw new IllegalStateException("A database has at most " + MAX + " principals");
    }
    byKey.put(accessKey, principal);
  }

  /** Removes a principal; returns whether there was one. */
  public boolean remove(String accessKey) {
    return byKey.remove(accessKey) != null;
  }

  /** Returns the principal of an access key; null if there is none. */
  public @Nullable Principal find(String accessKey) {
    Principal own = byKey.get(accessKey);
    return own != null || others == null ? own : others.find(accessKey);
  }

  /** Returns the principals by their access keys, in the order of the keys. */
  public Map<String, Principal> all() {
    Map<String, Principal> all = new TreeMap<>();
    if (others != null) {
      all.putAll(others.all());
    }
    all.putAll(byKey);
    return all;
  }

  /**
   * Returns the principals like {@link #all}, and under {@link #OTHERS} those of all other access
   * keys, if these have a policy.
   */
  public Map<String, Principal> allWithOthers(String account) {
    Map<String, Principal> all = all();
    if (!policiesOfOthers().isEmpty()) {
      all.put(OTHERS, Principal.user(account, OTHERS, policiesOfOthers()));
    }
    return all;
  }

  @Override
  public @Nullable Principal find(AdmissionRequest request) {
    String accessKey = request.caller().accessKey();
    if (accessKey.isEmpty()) {
      return null;
    }
    Principal known = find(accessKey);
    return known != null ? known : Principal.user(request.account(), accessKey, policiesOfOthers());
  }
}
