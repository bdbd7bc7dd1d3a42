package dev.monotable.access;

import dev.monotable.access.PolicyStatement.Effect;
import dev.monotable.access.PrincipalElement.Match;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the policies that apply to a request. A statement that denies it decides, wherever it
 * is. Otherwise the identity-based policies have to allow it, and so do the permissions boundary
 * and the policies of the session, if there are any. In the account of the resource, its own policy
 * can allow it instead: to a user or session that it names regardless of all others, to a role
 * within the boundary and the policies of the session. In another account, both have to allow it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-denyallow.html">How
 *     AWS enforcement code logic evaluates requests to allow or deny access</a>
 */
public final class PolicyEvaluator {
  private final AccessRequest request;
  private final @Nullable Policy resourcePolicy;

  private PolicyEvaluator(AccessRequest request, @Nullable Policy resourcePolicy) {
    this.request = request;
    this.resourcePolicy = resourcePolicy;
  }

  /**
   * Decides about a request.
   *
   * @param resourcePolicy the policy of the table or stream; null if it has none
   */
  public static Decision decide(AccessRequest request, @Nullable Policy resourcePolicy) {
    return new PolicyEvaluator(request, resourcePolicy).decide();
  }

  /**
   * Returns whether any request for the action and the resource could be allowed, regardless of the
   * values of the condition keys that only a checked request has.
   */
  public static boolean isPossible(AccessRequest request, @Nullable Policy resourcePolicy) {
    for (Policy policy : request.principal().policies()) {
      if (mayAllow(policy, request)) {
        return true;
      }
    }
    return resourcePolicy != null && mayAllow(resourcePolicy, request);
  }

  private static boolean mayAllow(Policy policy, AccessRequest request) {
    for (PolicyStatement statement : policy.statements()) {
      if (statement.effect() == Effect.ALLOW && statement.concerns(request)) {
        return true;
      }
    }
    return false;
  }

  private Decision decide() {
    Principal principal = request.principal();
    Decision denied = explicitDeny(principal);
    if (denied != null) {
      return denied;
    }
    Match granted = Match.NONE;
    Found byResource = null;
    if (resourcePolicy != null) {
      for (PolicyStatement statement : resourcePolicy.statements()) {
        Match match =
            statement.effect() == Effect.ALLOW && statement.matches(request)
                ? matchOf(statement)
                : Match.NONE;
        if (match.compareTo(granted) > 0) {
          granted = match;
          byResource = new Found(resourcePolicy, statement);
        }
      }
    }
    if (!principal.account().equals(request.resourceAccount()) && byResource == null) {
      return denied(PolicyKind.RESOURCE);
    }
    boolean sameAccount = principal.account().equals(request.resourceAccount());
    if (sameAccount && granted == Match.ENTITY && byResource != null) {
      return allowed(PolicyKind.RESOURCE, byResource);
    }
    boolean alone = sameAccount && granted == Match.ROLE;
    Found byIdentity = find(principal.policies(), Effect.ALLOW);
    if (byIdentity == null && !alone) {
      return denied(PolicyKind.IDENTITY);
    }
    if (principal.boundary() != null && find(List.of(principal.boundary()), Effect.ALLOW) == null) {
      return denied(PolicyKind.BOUNDARY);
    }
    if (!principal.sessionPolicies().isEmpty()
        && find(principal.sessionPolicies(), Effect.ALLOW) == null) {
      return denied(PolicyKind.SESSION);
    }
    return byIdentity != null
        ? allowed(PolicyKind.IDENTITY, byIdentity)
        : allowed(PolicyKind.RESOURCE, java.util.Objects.requireNonNull(byResource));
  }

  private @Nullable Decision explicitDeny(Principal principal) {
    Found found = find(principal.policies(), Effect.DENY);
    if (found != null) {
      return denied(PolicyKind.IDENTITY, found);
    }
    if (resourcePolicy != null) {
      for (PolicyStatement statement : resourcePolicy.statements()) {
        if (statement.effect() == Effect.DENY
            && statement.matches(request)
            && matchOf(statement) != Match.NONE) {
          return denied(PolicyKind.RESOURCE, new Found(resourcePolicy, statement));
        }
      }
    }
    found = principal.boundary() == null ? null : find(List.of(principal.boundary()), Effect.DENY);
    if (found != null) {
      return denied(PolicyKind.BOUNDARY, found);
    }
    found = find(principal.sessionPolicies(), Effect.DENY);
    return found == null ? null : denied(PolicyKind.SESSION, found);
  }

  private Match matchOf(PolicyStatement statement) {
    PrincipalElement element = statement.principal();
    return element == null ? Match.NONE : element.match(request.principal());
  }

  /** A statement and its policy. */
  private record Found(Policy policy, PolicyStatement statement) {}

  private @Nullable Found find(List<Policy> policies, Effect effect) {
    for (Policy policy : policies) {
      for (PolicyStatement statement : policy.statements()) {
        if (statement.effect() == effect && statement.matches(request)) {
          return new Found(policy, statement);
        }
      }
    }
    return null;
  }

  private Decision allowed(PolicyKind kind, Found found) {
    return new Decision(true, request, kind, found.policy(), found.statement());
  }

  private Decision denied(PolicyKind kind, Found found) {
    return new Decision(false, request, kind, found.policy(), found.statement());
  }

  private Decision denied(PolicyKind kind) {
    return new Decision(false, request, kind, null, null);
  }
}
