package dev.monotable.access;

import java.util.List;

/**
 * The element {@code Principal} or {@code NotPrincipal} of a statement in a resource-based policy.
 *
 * @param negated whether the element is {@code NotPrincipal}
 * @param everyone whether it contains {@code *}
 * @param aws account IDs and ARNs
 * @param others services and identity providers, which send no requests here
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html">AWS
 *     JSON policy elements: Principal</a>
 */
record PrincipalElement(boolean negated, boolean everyone, List<String> aws, List<String> others) {
  PrincipalElement {
    aws = List.copyOf(aws);
    others = List.copyOf(others);
  }

  /** The degree to which an element names a principal, from not at all. */
  enum Match {
    NONE,
    /** By its account, which leaves the decision to the policies of the account. */
    ACCOUNT,
    /** By the role of its session, or as one of everybody. */
    ROLE,
    /** A user, or the session itself. */
    ENTITY
  }

  /** Returns how closely the element names a principal. */
  Match match(Principal principal) {
    Match named = named(principal);
    if (!negated) {
      return named;
    }
    return named == Match.NONE ? Match.ENTITY : Match.NONE;
  }

  private Match named(Principal principal) {
    Match best = everyone ? entity(principal) : Match.NONE;
    for (String name : aws) {
      Match match = named(name, principal);
      if (match.compareTo(best) > 0) {
        best = match;
      }
    }
    return best;
  }

  private static Match named(String name, Principal principal) {
    if (name.equals(principal.arn())) {
      return Match.ENTITY;
    }
    if (name.equals(principal.principalArn())) {
      return Match.ROLE;
    }
    String root = "arn:aws:iam::" + principal.account() + ":root";
    return name.equals(principal.account()) || name.equals(root) ? Match.ACCOUNT : Match.NONE;
  }

  private static Match entity(Principal principal) {
    return principal.isSession() ? Match.ROLE : Match.ENTITY;
  }
}
