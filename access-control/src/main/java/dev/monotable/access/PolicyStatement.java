package dev.monotable.access;

import dev.monotable.text.FilePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a policy.
 *
 * @param label its Sid, or its number in the policy
 * @param effect whether it allows or denies
 * @param principal null in policies of users and roles
 * @param conditions all of them have to hold
 * @param at where it is written
 */
public record PolicyStatement(
    Label label,
    Effect effect,
    @Nullable PrincipalElement principal,
    Actions actions,
    Resources resources,
    List<PolicyCondition> conditions,
    FilePosition at) {

  /** The effect of a statement on the requests that it applies to. */
  public enum Effect {
    /** Allows them, unless another statement denies them. */
    ALLOW,
    /** Denies them. */
    DENY
  }

  /**
   * The name of a statement.
   *
   * @param sid null if it has none
   * @param number its place in the policy, from 1
   */
  public record Label(@Nullable String sid, int number) {
    @Override
    public String toString() {
      return sid == null ? "statement " + number : "statement " + sid;
    }
  }

  /**
   * The element {@code Action} or {@code NotAction}.
   *
   * @param negated whether it is {@code NotAction}
   */
  record Actions(boolean negated, List<Action> patterns) {
    Actions {
      patterns = List.copyOf(patterns);
    }

    boolean match(String action) {
      for (Action pattern : patterns) {
        if (pattern.glob().matches(action)) {
          return !negated;
        }
      }
      return negated;
    }
  }

  /** An action with wildcards. */
  record Action(String raw, Glob glob, FilePosition at) {}

  /**
   * The element {@code Resource} or {@code NotResource}.
   *
   * @param negated whether it is {@code NotResource}
   * @param patterns empty if the statement has neither, as the policy of a resource may
   */
  record Resources(boolean negated, List<Resource> patterns) {
    Resources {
      patterns = List.copyOf(patterns);
    }

    boolean match(String resource, ContextKeys context) {
      if (patterns.isEmpty()) {
        return true;
      }
      for (Resource pattern : patterns) {
        if (pattern.arn().matches(resource, context)) {
          return !negated;
        }
      }
      return negated;
    }
  }

  /** The ARN of resources with wildcards. */
  record Resource(ArnPattern arn, FilePosition at) {}

  /** Copies the conditions. */
  public PolicyStatement {
    conditions = List.copyOf(conditions);
  }

  /** Returns whether the statement applies to a request, apart from its principal. */
  boolean matches(AccessRequest request) {
    if (!concerns(request)) {
      return false;
    }
    for (PolicyCondition condition : conditions) {
      if (!condition.holds(request.context())) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the statement is about an action and a resource, if its conditions hold. */
  boolean concerns(AccessRequest request) {
    return actions.match(request.action())
        && resources.match(request.resource(), request.context());
  }

  /** Returns whether the statement is about an action. */
  public boolean isAboutAction(String action) {
    return actions.match(action);
  }

  /** Returns whether the statement is about a resource; variables match nothing. */
  public boolean isAboutResource(String resource) {
    return resources.match(resource, key -> null);
  }

  /** Returns what the statement is called, and where it is written. */
  @Override
  public String toString() {
    return label + " at " + at;
  }
}
