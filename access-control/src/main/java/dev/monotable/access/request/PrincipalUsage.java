package dev.monotable.access.request;

import dev.monotable.access.Principal;
import java.util.List;

/**
 * The rights that a principal was given, has used and has never used.
 *
 * @param accessKey its access key; {@link Principals#OTHERS} for all keys without a principal
 * @param uses its actions on resources that were allowed
 * @param unused what its policies allow and it never used, statement by statement
 * @param draft a policy that allows what it used, and nothing else
 */
public record PrincipalUsage(
    String accessKey,
    Principal principal,
    List<AccessUsage.Use> uses,
    List<AccessUsage.Unused> unused,
    PolicyDraft draft) {
  public PrincipalUsage {
    uses = List.copyOf(uses);
    unused = List.copyOf(unused);
  }
}
