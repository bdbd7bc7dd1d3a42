package dev.monotable.access.request;

import dev.monotable.access.Policy;
import dev.monotable.access.Principal;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The principals of a database, by their access keys. Every client has one: that of its access key,
 * or what is left for all others. Safe for use by multiple threads.
 */
public final class Principals {
  /** The maximum number of principals. */
  public static final int MAX = 10_000;

  /** Stands for all access keys that have no principal. */
  public static final String OTHERS = "*";

  private static final Policy ALL = Policy.allowingAll();

  private final Map<String, Principal> byKey = new ConcurrentHashMap<>();

  /** The proofs that requests of some access keys need to have their principal. */
  private final Map<String, Predicate<RequestHeaders>> proofs = new ConcurrentHashMap<>();

  /** The place of principals that are not here; null if nowhere. */
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

  /**
   * Adds a principal like {@link #put(String, Principal)} that a request has if it proves who sends
   * it. A request without the proof is that of an access key without a principal.
   *
   * @param proof whether the headers of a request prove it
   */
  public void put(String accessKey, Principal principal, Predicate<RequestHeaders> proof) {
    proofs.put(accessKey, proof);
    put(accessKey, principal);
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

  /** Returns the principal of the client that sends a request. */
  Principal of(Caller.Client client, AdmissionRequest request) {
    return of(client, request.headers(), request.account());
  }

  /**
   * Returns the principal of the client that sends a request.
   *
   * @param account of the database
   */
  Principal of(Caller.Client client, @Nullable RequestHeaders headers, String account) {
    String accessKey = client.accessKey();
    Principal known = find(accessKey);
    return known != null && isProved(accessKey, headers)
        ? known
        : Principal.user(account, accessKey, policiesOfOthers());
  }

  private boolean isProved(String accessKey, @Nullable RequestHeaders headers) {
    Predicate<RequestHeaders> proof = proofs.get(accessKey);
    return proof == null || (headers != null && proof.test(headers));
  }
}
