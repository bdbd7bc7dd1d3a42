package dev.monotable.access.request;

import dev.monotable.access.AccessRequest;
import dev.monotable.access.ContextKeys;
import dev.monotable.access.Decision;
import dev.monotable.access.IamAction;
import dev.monotable.access.Policy;
import dev.monotable.access.PolicyStatement;
import dev.monotable.access.Principal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The part of its rights that each principal has used: actions, resources, and the shapes of the
 * partition keys. Bounded; safe for use by multiple threads.
 */
public final class AccessUsage {
  /** The maximum number of different uses; further ones are not counted. */
  static final int MAX = 10_000;

  /** The maximum number of shapes of keys of one use; with more it has any keys. */
  static final int MAX_SHAPES = 20;

  private final Map<Use, KeyShapes> uses = new TreeMap<>();

  /** An action of a principal on a resource. */
  public record Use(String principal, String action, String resource) implements Comparable<Use> {
    @Override
    public int compareTo(Use other) {
      int order = principal.compareTo(other.principal);
      order = order != 0 ? order : action.compareTo(other.action);
      return order != 0 ? order : resource.compareTo(other.resource);
    }
  }

  /** The partition keys of a use, as patterns of policies. */
  private static final class KeyShapes {
    private final Set<String> shapes = new LinkedHashSet<>();
    private boolean any;
  }

  /** Counts a decision; one that denies is not a use. */
  void count(Decision decision) {
    if (!decision.allowed()) {
      return;
    }
    AccessRequest request = decision.request();
    ContextKeys.Value keys = request.context().find("dynamodb:leadingkeys");
    synchronized (uses) {
      Use use = new Use(request.principal().arn(), request.action(), request.resource());
      KeyShapes shapes = uses.get(use);
      if (shapes == null) {
        if (uses.size() >= MAX) {
          return;
        }
        shapes = new KeyShapes();
        uses.put(use, shapes);
      }
      if (keys == null) {
        shapes.any = true;
        return;
      }
      for (String key : keys.values()) {
        shapes.shapes.add(shape(key, request.principal()));
      }
      shapes.any |= shapes.shapes.size() > MAX_SHAPES;
      if (shapes.any) {
        shapes.shapes.clear();
      }
    }
  }

  /**
   * Returns the pattern of a key: a tag of the principal becomes its variable, and the last part
   * after {@code #} becomes any text.
   */
  static String shape(String key, Principal principal) {
    for (Map.Entry<String, String> tag : principal.tags().entrySet()) {
      int at = tag.getValue().isEmpty() ? -1 : key.indexOf(tag.getValue());
      if (at >= 0) {
        return literal(key.substring(0, at))
            + "${aws:PrincipalTag/"
            + tag.getKey()
            + "}"
            + literal(key.substring(at + tag.getValue().length()));
      }
    }
    int hash = key.lastIndexOf('#');
    return hash < 0 ? "*" : literal(key.substring(0, hash + 1)) + "*";
  }

  /** Returns a text whose wildcards are characters. */
  static String literal(String text) {
    return text.replace("$", "${$}").replace("*", "${*}").replace("?", "${?}");
  }

  /** Forgets what a principal has used. */
  void forget(Principal principal) {
    synchronized (uses) {
      uses.keySet().removeIf(use -> use.principal().equals(principal.arn()));
    }
  }

  /** Returns the ARNs of the principals that have used anything. */
  Set<String> principals() {
    Set<String> arns = new LinkedHashSet<>();
    synchronized (uses) {
      uses.keySet().forEach(use -> arns.add(use.principal()));
    }
    return arns;
  }

  /** Returns the uses of a principal. */
  public List<Use> uses(Principal principal) {
    return uses(Set.of(principal.arn()));
  }

  /** Returns the uses of the principals with some ARNs. */
  List<Use> uses(Set<String> arns) {
    List<Use> own = new ArrayList<>();
    synchronized (uses) {
      for (Use use : uses.keySet()) {
        if (arns.contains(use.principal())) {
          own.add(use);
        }
      }
    }
    return own;
  }

  /** Returns a policy that allows what a principal has used, and nothing else. */
  public PolicyDraft draft(Principal principal) {
    return draft(Set.of(principal.arn()));
  }

  /** Returns a policy that allows what the principals with some ARNs have used. */
  PolicyDraft draft(Set<String> arns) {
    PolicyDraft draft = new PolicyDraft();
    synchronized (uses) {
      for (Map.Entry<Use, KeyShapes> entry : uses.entrySet()) {
        if (arns.contains(entry.getKey().principal())) {
          draft.allow(
              entry.getKey().action(),
              entry.getKey().resource(),
              entry.getValue().any ? Set.of() : entry.getValue().shapes);
        }
      }
    }
    return draft;
  }

  /**
   * The rights of a statement that its principal has never used.
   *
   * @param actions the actions that were not used on any of its resources
   */
  public record Unused(Policy policy, PolicyStatement statement, List<String> actions) {}

  /** Returns what a principal is allowed and has never used, statement by statement. */
  public List<Unused> unused(Principal principal) {
    return unused(principal, uses(principal));
  }

  /**
   * Returns what a principal is allowed and has never used, by uses that are known from elsewhere.
   */
  public static List<Unused> unused(Principal principal, List<Use> own) {
    List<Unused> unused = new ArrayList<>();
    for (Policy policy : principal.policies()) {
      for (PolicyStatement statement : policy.statements()) {
        if (statement.effect() != PolicyStatement.Effect.ALLOW) {
          continue;
        }
        Set<String> never = new TreeSet<>();
        for (IamAction action : IamAction.all()) {
          if (statement.isAboutAction(action.qualified()) && !isUsed(action, statement, own)) {
            never.add(action.qualified());
          }
        }
        if (!never.isEmpty()) {
          unused.add(new Unused(policy, statement, List.copyOf(never)));
        }
      }
    }
    return unused;
  }

  private static boolean isUsed(IamAction action, PolicyStatement statement, List<Use> uses) {
    for (Use use : uses) {
      if (use.action().equals(action.qualified()) && statement.isAboutResource(use.resource())) {
        return true;
      }
    }
    return false;
  }
}
