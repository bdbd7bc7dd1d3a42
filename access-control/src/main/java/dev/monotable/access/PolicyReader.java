package dev.monotable.access;

import dev.monotable.access.PolicyCondition.Operand;
import dev.monotable.access.PolicyCondition.Quantifier;
import dev.monotable.access.PolicyStatement.Effect;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads policy documents, and checks what IAM checks when a policy is saved: its elements, the form
 * of their values, its size. What is valid but probably wrong is a finding of the policy.
 */
public final class PolicyReader {
  private static final String VERSION = "2012-10-17";
  private static final String OLD_VERSION = "2008-10-17";

  /** The maximum number of statements and of values in one list, far above what fits the sizes. */
  private static final int MAX_ENTRIES = 20_000;

  private final PolicyKind kind;
  private final boolean variables;

  private PolicyReader(PolicyKind kind, boolean variables) {
    this.kind = kind;
    this.variables = variables;
  }

  /**
   * Reads a policy.
   *
   * @param name what reports call it
   * @param value the document as it is in a file, or in a template
   * @throws InvalidContentException if it is invalid, with line and column
   */
  public static Policy read(String name, PolicyKind kind, FileValue value) {
    requireSize(FileValue.mapping(value, "a policy"), kind);
    return readAny(name, kind, value);
  }

  /** Reads a policy like {@link #read}, regardless of its size. */
  static Policy readAny(String name, PolicyKind kind, FileValue value) {
    Mapping document = FileValue.mapping(value, "a policy");
    String id = null;
    String version = OLD_VERSION;
    FileValue statements = null;
    for (NamedValue member : document.members()) {
      switch (member.name()) {
        case "Version" -> version = version(member);
        case "Id" -> id = FileValue.text(member.value(), "Id");
        case "Statement" -> statements = member.value();
        default -> throw unknown(member, "Version, Id and Statement");
      }
    }
    if (statements == null) {
      throw new InvalidContentException(document.at(), "the policy has no Statement");
    }
    PolicyReader reader = new PolicyReader(kind, version.equals(VERSION));
    List<PolicyStatement> read = reader.statements(statements);
    Policy policy = new Policy(name, kind, id, read, List.of(), document.at());
    return new Policy(
        name, kind, id, read, PolicyLint.findings(policy, reader.variables), document.at());
  }

  /** Returns whether a file is a policy document, as far as its members show. */
  public static boolean isPolicy(FileValue value) {
    return value instanceof Mapping mapping
        && mapping.find("Statement") != null
        && mapping.find("Resources") == null;
  }

  private static InvalidContentException unknown(NamedValue member, String known) {
    return new InvalidContentException(
        member.at(), "unknown element '" + member.name() + "'; the elements are " + known);
  }

  private static String version(NamedValue member) {
    String version = FileValue.text(member.value(), "Version");
    if (!version.equals(VERSION) && !version.equals(OLD_VERSION)) {
      throw new InvalidContentException(
          member.value().at(), "Version must be " + VERSION + " or " + OLD_VERSION);
    }
    return version;
  }

  private static void requireSize(Mapping document, PolicyKind kind) {
    long size = size(document);
    if (size > kind.maxCharacters()) {
      throw new InvalidContentException(
          document.at(),
          "the policy has "
              + size
              + " characters without white space; "
              + kind.withArticle()
              + " can have "
              + kind.maxCharacters());
    }
  }

  /** Returns the number of characters of a value in JSON without white space. */
  private static long size(FileValue value) {
    if (value instanceof Scalar scalar) {
      int quotes = scalar.type() == FileValue.ScalarType.STRING ? 2 : 0;
      return (long) scalar.text().length() + quotes;
    }
    long size = 1;
    if (value instanceof Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        size += size(element) + 1;
      }
      return Math.max(2, size);
    }
    if (value instanceof Mapping mapping) {
      for (NamedValue member : mapping.members()) {
        size += member.name().length() + 3 + size(member.value()) + 1;
      }
      return Math.max(2, size);
    }
    return 4;
  }

  private List<PolicyStatement> statements(FileValue value) {
    List<PolicyStatement> statements = new ArrayList<>();
    Set<String> sids = new HashSet<>();
    for (FileValue each : list(value)) {
      PolicyStatement statement =
          statement(FileValue.mapping(each, "a statement"), statements.size() + 1);
      String sid = statement.label().sid();
      if (sid != null && !sids.add(sid)) {
        throw new InvalidContentException(
            statement.at(), "the Sid '" + sid + "' is given twice; it must be unique in a policy");
      }
      statements.add(statement);
    }
    return statements;
  }

  private PolicyStatement statement(Mapping from, int number) {
    String sid = null;
    Effect effect = null;
    PrincipalElement principal = null;
    PolicyStatement.Actions actions = null;
    PolicyStatement.Resources resources = null;
    List<PolicyCondition> conditions = List.of();
    for (NamedValue member : from.members()) {
      FileValue value = member.value();
      switch (member.name()) {
        case "Sid" -> sid = sid(value);
        case "Effect" -> effect = effect(value);
        case "Principal", "NotPrincipal" -> {
          requireFirst(principal, member, "Principal and NotPrincipal");
          principal = principal(member);
        }
        case "Action", "NotAction" -> {
          requireFirst(actions, member, "Action and NotAction");
          actions = new PolicyStatement.Actions(member.name().startsWith("Not"), actions(value));
        }
        case "Resource", "NotResource" -> {
          requireFirst(resources, member, "Resource and NotResource");
          resources =
              new PolicyStatement.Resources(member.name().startsWith("Not"), resources(value));
        }
        case "Condition" -> conditions = conditions(value);
        default ->
            throw unknown(
                member,
                "Sid, Effect, Principal, NotPrincipal, Action, NotAction, Resource, NotResource and"
                    + " Condition");
      }
    }
    return new PolicyStatement(
        new PolicyStatement.Label(sid, number),
        require(effect, from, "Effect"),
        kind == PolicyKind.RESOURCE ? require(principal, from, "Principal") : principal,
        require(actions, from, "Action"),
        resources == null && kind == PolicyKind.RESOURCE
            ? new PolicyStatement.Resources(false, List.of())
            : require(resources, from, "Resource"),
        conditions,
        from.at());
  }

  private static <T> T require(@Nullable T element, Mapping statement, String name) {
    if (element == null) {
      throw new InvalidContentException(statement.at(), "the statement has no " + name);
    }
    return element;
  }

  private static void requireFirst(@Nullable Object known, NamedValue member, String both) {
    if (known != null) {
      throw new InvalidContentException(member.at(), "a statement cannot have " + both);
    }
  }

  private String sid(FileValue value) {
    String sid = FileValue.text(value, "Sid");
    if (kind != PolicyKind.RESOURCE && !sid.chars().allMatch(PolicyReader::isAlphanumeric)) {
      throw new InvalidContentException(value.at(), "Sid can have letters and digits only");
    }
    return sid;
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static Effect effect(FileValue value) {
    return switch (FileValue.text(value, "Effect")) {
      case "Allow" -> Effect.ALLOW;
      case "Deny" -> Effect.DENY;
      default -> throw new InvalidContentException(value.at(), "Effect must be Allow or Deny");
    };
  }

  private List<PolicyStatement.Action> actions(FileValue value) {
    List<PolicyStatement.Action> actions = new ArrayList<>();
    for (FileValue each : list(value)) {
      String text = FileValue.text(each, "an action");
      int colon = text.indexOf(':');
      if (!text.equals("*") && (colon <= 0 || colon == text.length() - 1)) {
        throw new InvalidContentException(
            each.at(),
            "'" + text + "' is not an action; it must be * or begin with a service, as dynamodb:");
      }
      if (colon > 0 && (text.lastIndexOf('*', colon) >= 0 || text.lastIndexOf('?', colon) >= 0)) {
        throw new InvalidContentException(
            each.at(), "the service of an action cannot contain wildcards");
      }
      actions.add(new PolicyStatement.Action(text, Glob.of(text, true), each.at()));
    }
    return requireSome(actions, value, "actions");
  }

  private List<PolicyStatement.Resource> resources(FileValue value) {
    List<PolicyStatement.Resource> resources = new ArrayList<>();
    for (FileValue each : list(value)) {
      String text = FileValue.text(each, "a resource");
      if (!text.equals("*") && !text.startsWith("arn:") && !text.startsWith("${")) {
        throw new InvalidContentException(
            each.at(), "'" + text + "' is not a resource; it must be * or an ARN");
      }
      resources.add(new PolicyStatement.Resource(ArnPattern.of(text, variables), each.at()));
    }
    return requireSome(resources, value, "resources");
  }

  private static <T> List<T> requireSome(List<T> list, FileValue value, String what) {
    if (list.isEmpty()) {
      throw new InvalidContentException(value.at(), "the statement has no " + what);
    }
    return list;
  }

  private PrincipalElement principal(NamedValue member) {
    if (kind != PolicyKind.RESOURCE) {
      throw new InvalidContentException(
          member.at(), kind.withArticle() + " cannot have " + member.name());
    }
    boolean negated = member.name().startsWith("Not");
    if (member.value() instanceof Scalar scalar) {
      if (!scalar.text().equals("*")) {
        throw new InvalidContentException(
            scalar.at(), "a principal must be * or an object such as {\"AWS\": …}");
      }
      return new PrincipalElement(negated, true, List.of(), List.of());
    }
    boolean everyone = false;
    List<String> aws = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (NamedValue type : FileValue.mapping(member.value(), member.name()).members()) {
      for (FileValue each : list(type.value())) {
        String text = FileValue.text(each, "a principal");
        switch (type.name()) {
          case "AWS" -> {
            everyone |= text.equals("*");
            requirePrincipal(text, each);
            aws.add(text);
          }
          case "Service", "Federated", "CanonicalUser" -> others.add(text);
          default -> throw unknown(type, "AWS, Service, Federated and CanonicalUser");
        }
      }
    }
    return new PrincipalElement(negated, everyone, aws, others);
  }

  private static void requirePrincipal(String text, FileValue at) {
    boolean account = text.length() == 12 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    boolean arn =
        text.startsWith("arn:") && text.indexOf('*') < 0 && text.split(":", 6).length == 6;
    if (!text.equals("*") && !account && !arn) {
      throw new InvalidContentException(
          at.at(),
          "'"
              + text
              + "' is not a principal; it must be *, an account or an ARN without wildcards");
    }
  }

  private List<PolicyCondition> conditions(FileValue value) {
    List<PolicyCondition> conditions = new ArrayList<>();
    for (NamedValue operator : FileValue.mapping(value, "Condition").members()) {
      PolicyCondition.Comparator comparator = comparator(operator);
      for (NamedValue key : FileValue.mapping(operator.value(), operator.name()).members()) {
        List<Operand> operands = new ArrayList<>();
        boolean withVariables = variables && comparator.operator().family().hasVariables();
        for (FileValue each : list(key.value())) {
          operands.add(Operand.of(FileValue.text(each, key.name()), withVariables));
        }
        conditions.add(
            new PolicyCondition(
                comparator,
                key.name(),
                key.name().toLowerCase(Locale.ROOT),
                operands,
                key.at(),
                operator.at()));
      }
    }
    return conditions;
  }

  private static PolicyCondition.Comparator comparator(NamedValue member) {
    String name = member.name();
    Quantifier quantifier = Quantifier.SINGLE;
    int colon = name.indexOf(':');
    if (colon >= 0) {
      for (Quantifier each : Quantifier.values()) {
        if (each != Quantifier.SINGLE && each.wire().equalsIgnoreCase(name.substring(0, colon))) {
          quantifier = each;
        }
      }
      if (quantifier == Quantifier.SINGLE) {
        throw new InvalidContentException(
            member.at(),
            "'" + name + "' is not an operator: it must begin with ForAllValues: or ForAnyValue:");
      }
      name = name.substring(colon + 1);
    }
    boolean ifExists = name.toLowerCase(Locale.ROOT).endsWith("ifexists");
    if (ifExists) {
      name = name.substring(0, name.length() - "IfExists".length());
    }
    ConditionOperator operator = ConditionOperator.find(name);
    if (operator == null) {
      throw new InvalidContentException(
          member.at(), "'" + member.name() + "' is not an operator of conditions");
    }
    if (operator == ConditionOperator.NULL && ifExists) {
      throw new InvalidContentException(member.at(), "Null cannot have IfExists");
    }
    return new PolicyCondition.Comparator(operator, quantifier, ifExists, member.name());
  }

  /** Returns the elements of a list; a value alone is a list of one. */
  private static List<FileValue> list(FileValue value) {
    List<FileValue> elements = FileValue.oneOrMore(value);
    if (elements.size() > MAX_ENTRIES) {
      throw new InvalidContentException(value.at(), "the list has more than " + MAX_ENTRIES);
    }
    return elements;
  }
}
