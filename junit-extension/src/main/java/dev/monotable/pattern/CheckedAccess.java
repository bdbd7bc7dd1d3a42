package dev.monotable.pattern;

import dev.monotable.access.IamAction;
import dev.monotable.access.Policy;
import dev.monotable.access.PolicyStatement;
import dev.monotable.access.request.AccessUsage;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rights of policies that no test has used, for the report: of a bounded number of statements.
 * Safe for use by multiple threads.
 */
final class CheckedAccess {
  /**
   * The actions that are still unused. Each test reads its policies anew, so a statement is
   * recognized by its place and its actions.
   */
  private final Map<Allowed, Set<String>> unused =
      new TreeMap<>(
          Comparator.comparing(Allowed::principal)
              .thenComparing(Allowed::statement)
              .thenComparing(each -> String.join(" ", each.actions())));

  private final Overflow manyStatements = Bound.STATEMENTS.overflow();

  /** The rights that a statement gives a principal, which is its ARN. */
  private record Allowed(String principal, String statement, List<String> actions) {}

  /** Adds what a principal has used in a test; one that no policy restricts is left out. */
  synchronized void add(PrincipalUsage usage) {
    if (!usage.principal().isRestricted()) {
      return;
    }
    for (Policy policy : usage.principal().policies()) {
      for (PolicyStatement statement : policy.statements()) {
        if (statement.effect() == PolicyStatement.Effect.ALLOW) {
          add(usage, statement);
        }
      }
    }
  }

  private void add(PrincipalUsage usage, PolicyStatement statement) {
    List<String> actions = new ArrayList<>();
    for (IamAction action : IamAction.all()) {
      if (statement.isAboutAction(action.qualified())) {
        actions.add(action.qualified());
      }
    }
    Set<String> never = new HashSet<>();
    for (AccessUsage.Unused each : usage.unused()) {
      if (each.statement().equals(statement)) {
        never.addAll(each.actions());
      }
    }
    Allowed allowed = new Allowed(usage.principal().arn(), statement.toString(), actions);
    Set<String> known = unused.get(allowed);
    if (known != null) {
      known.retainAll(never);
    } else if (manyStatements.hasRoom(unused.size())) {
      unused.put(allowed, new TreeSet<>(never));
    }
  }

  /** Returns the statements with unused actions; null if policies restricted no test. */
  synchronized @Nullable List<UnusedAccess> rows() {
    List<UnusedAccess> rows = new ArrayList<>();
    unused.forEach(
        (allowed, actions) -> {
          if (!actions.isEmpty()) {
            rows.add(
                new UnusedAccess(allowed.principal(), allowed.statement(), List.copyOf(actions)));
          }
        });
    return unused.isEmpty() ? null : rows;
  }

  /** Returns what is left out because the bound was reached. */
  synchronized List<String> omissions() {
    List<String> all = new ArrayList<>();
    manyStatements.addTo(all);
    return all;
  }
}
