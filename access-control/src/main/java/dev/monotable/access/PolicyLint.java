package dev.monotable.access;

import dev.monotable.access.PolicyCondition.Quantifier;
import dev.monotable.access.PolicyStatement.Effect;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is valid in a policy but probably wrong: an unknown action, a condition key that the
 * actions of the statement never have, a key with several values that is compared as if it had one,
 * a table without its indexes, and the like.
 */
final class PolicyLint {
  private static final Set<String> GLOBAL_KEYS =
      Set.of(
          "aws:calledvia",
          "aws:calledviafirst",
          "aws:calledvialast",
          "aws:currenttime",
          "aws:epochtime",
          "aws:principalaccount",
          "aws:principalarn",
          "aws:principaltype",
          "aws:requestedregion",
          "aws:resourceaccount",
          "aws:securetransport",
          "aws:sourceip",
          "aws:tagkeys",
          "aws:useragent",
          "aws:userid",
          "aws:username",
          "aws:viaawsservice");

  /**
   * Keys that AWS has and requests here do not: those of VPCs, organizations, sessions and so on.
   */
  private static final Set<String> FOREIGN_KEYS =
      Set.of(
          "aws:multifactorauthage",
          "aws:multifactorauthpresent",
          "aws:principalisawsservice",
          "aws:principalorgid",
          "aws:principalorgpaths",
          "aws:principalservicename",
          "aws:resourceorgid",
          "aws:resourceorgpaths",
          "aws:sourceaccount",
          "aws:sourcearn",
          "aws:sourceidentity",
          "aws:sourceorgid",
          "aws:sourcevpc",
          "aws:sourcevpce",
          "aws:tokenissuetime",
          "aws:vpcsourceip",
          "aws:referer");

  /** The beginning of the ARNs of buckets and objects. */
  private static final String S3 = "arn:aws:s3:::";

  private final Policy policy;
  private final boolean variables;
  private final List<Notice> findings = new ArrayList<>();

  private PolicyLint(Policy policy, boolean variables) {
    this.policy = policy;
    this.variables = variables;
  }

  /**
   * Returns what is probably wrong.
   *
   * @param variables whether the version of the policy has variables
   */
  static List<Notice> findings(Policy policy, boolean variables) {
    PolicyLint lint = new PolicyLint(policy, variables);
    for (PolicyStatement statement : policy.statements()) {
      lint.check(statement);
    }
    return lint.findings;
  }

  private void add(FilePosition at, String text) {
    findings.add(new Notice(at, text));
  }

  private void check(PolicyStatement statement) {
    Map<String, IamAction> actions = new LinkedHashMap<>();
    boolean foreign = false;
    for (PolicyStatement.Action action : statement.actions().patterns()) {
      List<IamAction> matching = IamAction.matching(action.glob());
      matching.forEach(each -> actions.put(each.name(), each));
      boolean ours = action.raw().toLowerCase(Locale.ROOT).startsWith(IamAction.PREFIX);
      foreign |= !ours && !isNamed(action, matching);
      if (ours && matching.isEmpty()) {
        add(action.at(), unknownAction(action.raw()));
      }
    }
    if (!variables) {
      checkVersion(statement);
    }
    boolean certain = !statement.actions().negated() && !foreign;
    for (PolicyCondition condition : statement.conditions()) {
      check(condition, statement, certain ? List.copyOf(actions.values()) : List.of());
    }
    if (!statement.actions().negated() && statement.effect() == Effect.ALLOW) {
      checkResources(statement, List.copyOf(actions.values()), foreign);
    }
  }

  // Actions.

  /** Returns whether an action is the one that it matches, and no pattern. */
  private static boolean isNamed(PolicyStatement.Action action, List<IamAction> matching) {
    return matching.size() == 1 && matching.get(0).qualified().equalsIgnoreCase(action.raw());
  }

  private static String unknownAction(String raw) {
    String name = raw.substring(IamAction.PREFIX.length());
    for (OperationSchema<?, ?> operation : Operations.all()) {
      if (operation.name().equalsIgnoreCase(name)) {
        StringBuilder needed = new StringBuilder();
        for (String action : operation.traits().actions()) {
          needed.append(needed.length() == 0 ? "" : ", ").append(IamAction.PREFIX).append(action);
        }
        return "'" + raw + "' is an operation, not an action: its parts need " + needed;
      }
    }
    String near = nearest(name);
    return "no action of DynamoDB matches '"
        + raw
        + "'"
        + (near == null ? "" : "; " + IamAction.PREFIX + near + "?");
  }

  private static @Nullable String nearest(String name) {
    String best = null;
    int least = Math.max(2, name.length() / 4) + 1;
    for (IamAction action : IamAction.all()) {
      int distance =
          distance(name.toLowerCase(Locale.ROOT), action.name().toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = action.name();
      }
    }
    return best;
  }

  /** Returns how many characters have to be changed, at most 100. */
  private static int distance(String left, String right) {
    if (left.length() > 100) {
      return 100;
    }
    int[] row = new int[right.length() + 1];
    for (int i = 0; i <= right.length(); i++) {
      row[i] = i;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int at = 1; at <= right.length(); at++) {
        int above = row[at];
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(at - 1) ? 0 : 1);
        row[at] = Math.min(replaced, 1 + Math.min(above, row[at - 1]));
        diagonal = above;
      }
    }
    return row[right.length()];
  }

  // Variables.

  private void checkVersion(PolicyStatement statement) {
    for (PolicyStatement.Resource resource : statement.resources().patterns()) {
      if (resource.arn().text().raw().contains("${")) {
        add(resource.at(), noVariables());
      }
    }
    for (PolicyCondition condition : statement.conditions()) {
      for (PolicyCondition.Operand value : condition.values()) {
        if (value.text().raw().contains("${")) {
          add(condition.at(), noVariables());
        }
      }
    }
  }

  private static String noVariables() {
    return "variables have no values without \"Version\": \"2012-10-17\"";
  }

  // Conditions.

  /**
   * Checks a condition.
   *
   * @param actions those of the statement; empty if it may be about other actions
   */
  private void check(
      PolicyCondition condition, PolicyStatement statement, List<IamAction> actions) {
    checkValues(condition);
    checkQuantifier(condition, statement);
    String key = condition.key();
    if (key.startsWith(IamAction.PREFIX)) {
      if (!IamAction.isKnownKey(key)) {
        add(condition.at(), "DynamoDB has no condition key '" + condition.name() + "'");
        return;
      }
      checkCarried(condition, statement, actions, key);
    } else if (key.startsWith("s3:") && IamAction.isKnownKey(key)) {
      checkCarried(condition, statement, actions, key);
    } else if (key.startsWith("aws:requesttag/") || key.equals("aws:tagkeys")) {
      checkCarried(
          condition, statement, actions, key.equals("aws:tagkeys") ? key : "aws:requesttag");
    } else if (FOREIGN_KEYS.contains(key)) {
      add(condition.at(), "requests to Monotable never have the key '" + condition.name() + "'");
    } else if (key.startsWith("aws:")
        && !GLOBAL_KEYS.contains(key)
        && !key.startsWith("aws:principaltag/")
        && !key.startsWith("aws:resourcetag/")) {
      add(condition.at(), "AWS has no condition key '" + condition.name() + "'");
    }
  }

  private void checkValues(PolicyCondition condition) {
    ConditionOperator operator = condition.operator();
    boolean exact =
        operator == ConditionOperator.STRING_EQUALS
            || operator == ConditionOperator.STRING_NOT_EQUALS;
    for (PolicyCondition.Operand value : condition.values()) {
      if (!operator.accepts(value.text().raw())) {
        add(
            condition.at(),
            "'"
                + value.text().raw()
                + "' never matches: "
                + condition.comparator().wire()
                + " needs "
                + operator.family().description());
      } else if (exact && value.text().hasWildcards()) {
        add(
            condition.at(),
            operator.wire()
                + " compares wildcards as characters; "
                + (operator.isNegated() ? "StringNotLike" : "StringLike")
                + " has wildcards");
      }
    }
  }

  private void checkQuantifier(PolicyCondition condition, PolicyStatement statement) {
    boolean several = IamAction.hasSeveral(condition.key());
    if (condition.operator() == ConditionOperator.NULL) {
      return;
    }
    if (several && condition.quantifier() == Quantifier.SINGLE) {
      add(
          condition.operatorAt(),
          condition.name()
              + " can have several values: write ForAllValues:"
              + condition.comparator().wire());
    } else if (!several && condition.quantifier() == Quantifier.FOR_ALL_VALUES) {
      add(
          condition.operatorAt(),
          condition.name()
              + " has one value; ForAllValues is also true for requests that do not have it");
    } else if (isLeadingKeys(condition.key())
        && condition.quantifier() == Quantifier.FOR_ANY_VALUE
        && statement.effect() == Effect.ALLOW
        && !condition.operator().isNegated()) {
      add(
          condition.operatorAt(),
          "ForAnyValue allows a batch if one of its items matches; "
              + condition.name()
              + " needs ForAllValues");
    }
  }

  private static boolean isLeadingKeys(String key) {
    return key.equals("dynamodb:leadingkeys") || key.endsWith("partitionkeyvalues");
  }

  private void checkCarried(
      PolicyCondition condition, PolicyStatement statement, List<IamAction> actions, String key) {
    if (actions.isEmpty() || condition.operator() == ConditionOperator.NULL) {
      return;
    }
    Set<String> without = new TreeSet<>();
    for (IamAction action : actions) {
      if (!action.keys().contains(key)) {
        without.add(action.qualified());
      }
    }
    if (without.size() == actions.size()) {
      add(condition.at(), "no action of the statement has the key '" + condition.name() + "'");
      return;
    }
    if (without.isEmpty() || statement.effect() != Effect.ALLOW || without.size() > 8) {
      return;
    }
    String names = String.join(", ", without);
    if (condition.quantifier() == Quantifier.FOR_ALL_VALUES) {
      add(
          condition.at(),
          names
              + (without.size() == 1 ? " does" : " do")
              + " not have "
              + condition.name()
              + ", and ForAllValues is true without it: all items are allowed");
    } else if (!condition.comparator().ifExists() && !condition.operator().isNegated()) {
      add(
          condition.at(),
          names
              + (without.size() == 1 ? " does" : " do")
              + " not have "
              + condition.name()
              + ": the statement never allows "
              + (without.size() == 1 ? "it" : "them"));
    }
  }

  // Resources.

  private void checkResources(PolicyStatement statement, List<IamAction> actions, boolean foreign) {
    if (statement.resources().negated() || actions.isEmpty()) {
      return;
    }
    for (PolicyStatement.Resource resource : statement.resources().patterns()) {
      String raw = resource.arn().text().raw();
      if (raw.startsWith("arn:") && raw.split(":", 6).length == 6) {
        if (!foreign || !raw.startsWith(S3)) {
          checkType(raw, resource.at(), actions);
        }
        checkIndexes(raw, resource.at(), actions);
      }
    }
  }

  private void checkType(String raw, FilePosition at, List<IamAction> actions) {
    String type = type(raw);
    if (type == null) {
      return;
    }
    for (IamAction action : actions) {
      if (action.resources().contains(type)) {
        return;
      }
    }
    add(at, "no action of the statement has a resource of the type " + type);
  }

  /** Returns the type of the resources of an ARN; null if it can be several. */
  private static @Nullable String type(String raw) {
    String resource = raw.split(":", 6)[5];
    if (raw.startsWith(S3)) {
      return resource.indexOf('/') >= 0 ? "object" : resource.indexOf('*') >= 0 ? null : "bucket";
    }
    if (resource.startsWith("global-table/")) {
      return "global-table";
    }
    if (!resource.startsWith("table/") || resource.contains("${")) {
      return null;
    }
    String[] parts = resource.split("/", 4);
    if (parts.length == 2) {
      return parts[1].indexOf('*') >= 0 ? null : "table";
    }
    return Set.of("index", "stream", "backup", "export", "import", "bulk-operation")
            .contains(parts[2])
        ? parts[2]
        : null;
  }

  private void checkIndexes(String raw, FilePosition at, List<IamAction> actions) {
    if (!"table".equals(type(raw))) {
      return;
    }
    boolean reads = false;
    for (IamAction action : actions) {
      reads |= action.resources().contains("index") && action.keys().contains("dynamodb:select");
    }
    if (!reads) {
      return;
    }
    for (PolicyStatement statement : policy.statements()) {
      for (PolicyStatement.Resource other : statement.resources().patterns()) {
        String text = other.arn().text().raw();
        if (text.startsWith(raw + "/") || text.startsWith(raw + "*") || text.equals("*")) {
          return;
        }
      }
    }
    add(at, "its indexes are not allowed: they are resources of their own, " + raw + "/index/*");
  }
}
