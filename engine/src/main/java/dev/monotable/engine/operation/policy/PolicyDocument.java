package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.policy.PolicyJson.Literal;
import dev.monotable.engine.operation.policy.PolicyJson.Node;
import dev.monotable.model.Operations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A resource-based policy as a request has it, checked, and in the form in which it is kept:
 * without white space, with its elements in one order, and with a string instead of a list of one
 * (DDB-TABLE-208, -351 to -355).
 *
 * @param canonical the form that GetResourcePolicy returns
 * @param hasVersion whether the document names its version
 * @param locksOut whether it denies everybody to put another policy
 */
record PolicyDocument(String canonical, boolean hasVersion, boolean locksOut) {
  private static final String OLD_VERSION = "2008-10-17";
  private static final Set<String> VERSIONS = Set.of(OLD_VERSION, "2012-10-17");

  /**
   * Checks a document.
   *
   * @param ofStream whether it is for a stream
   * @throws FaultException if it is too long or invalid
   */
  static PolicyDocument parse(String text, boolean ofStream, OperationContext context) {
    int max = context.limits().table().maxPolicyBytes();
    if (text.length() > max || text.getBytes(StandardCharsets.UTF_8).length > max) {
      throw new FaultException(PolicyFault.Plain.TOO_LARGE.with(max));
    }
    return new Reader(text, ofStream, context.account()).document();
  }

  /** Reads one document. */
  private static final class Reader {
    private final String text;
    private final boolean ofStream;

    /** The principal that stands for everybody in the account. */
    private final String root;

    private final Set<String> sids = new HashSet<>();
    private boolean unbounded;
    private boolean locksOut;

    Reader(String text, boolean ofStream, String account) {
      this.text = text;
      this.root = "arn:aws:iam::" + account + ":root";
      this.ofStream = ofStream;
    }

    PolicyDocument document() {
      Node root = PolicyJson.parse(text);
      if (root.value() instanceof List) {
        throw new FaultException(PolicyFault.Plain.INVALID_JSON);
      }
      if (root.value() instanceof Literal literal && literal.text().equals("null")) {
        throw new FaultException(PolicyFault.Plain.NOT_A_POLICY);
      }
      Map<String, Node> members = map(root);
      if (members.isEmpty()) {
        throw syntax(text.stripTrailing().length());
      }
      requireKnown(members, Set.of("Version", "Id", "Statement"));
      Map<String, Object> kept = new LinkedHashMap<>();
      Node version = members.get("Version");
      if (version != null && !VERSIONS.contains(string(version))) {
        throw syntax(version);
      }
      kept.put("Version", version == null ? OLD_VERSION : string(version));
      Node id = members.get("Id");
      if (id != null) {
        kept.put("Id", string(id));
      }
      Node statements = members.get("Statement");
      if (statements == null) {
        throw new FaultException(PolicyFault.Plain.NO_FIELD.with("Statement"));
      }
      List<Node> list = statements.value() instanceof Map ? List.of(statements) : list(statements);
      if (list.isEmpty()) {
        throw new FaultException(PolicyFault.Plain.NO_STATEMENT);
      }
      List<Object> written = new ArrayList<>();
      for (Node statement : list) {
        written.add(statement(map(statement)));
      }
      if (unbounded) {
        throw new FaultException(PolicyFault.Plain.UNBOUNDED);
      }
      kept.put("Statement", written);
      StringBuilder out = new StringBuilder();
      PolicyJson.write(kept, out);
      return new PolicyDocument(out.toString(), version != null, locksOut);
    }

    private Map<String, Object> statement(Map<String, Node> members) {
      requireKnown(
          members,
          Set.of(
              "Sid",
              "Effect",
              "Principal",
              "NotPrincipal",
              "Action",
              "NotAction",
              "Resource",
              "NotResource",
              "Condition"));
      Map<String, Object> kept = new LinkedHashMap<>();
      Node sid = members.get("Sid");
      if (sid != null) {
        kept.put("Sid", string(sid));
        if (!sids.add(string(sid))) {
          throw new FaultException(PolicyFault.Plain.REPEATED_SID);
        }
      }
      Node effect = members.get("Effect");
      if (effect == null) {
        throw new FaultException(PolicyFault.Plain.NO_FIELD.with("Effect"));
      }
      boolean allow = string(effect).equalsIgnoreCase("Allow");
      if (!allow && !string(effect).equalsIgnoreCase("Deny")) {
        throw syntax(effect);
      }
      kept.put("Effect", allow ? "Allow" : "Deny");
      NamedPrincipals principals = NamedPrincipals.of(one(members, "Principal"), members, this);
      kept.put(principals.name(), principals.kept());
      List<String> actions = some(members, "Action");
      PolicyActions.require(actions, ofStream);
      keep(members, "Action", actions, kept);
      List<String> resources = some(members, "Resource");
      for (String resource : resources) {
        requireResource(resource);
      }
      keep(members, "Resource", resources, kept);
      Node condition = members.get("Condition");
      if (condition != null) {
        kept.put("Condition", condition(map(condition)));
      }
      boolean always = condition == null || map(condition).isEmpty();
      unbounded |= allow && principals.everybody() && (condition == null || !restricts(condition));
      boolean put = PolicyActions.matches(actions, Operations.PUT_RESOURCE_POLICY.name());
      locksOut |=
          !allow && principals.ownAccount() && always && put == members.containsKey("Action");
      return kept;
    }

    /** Returns an element that may be negated: {@code Action} or {@code NotAction}. */
    private static Node one(Map<String, Node> members, String name) {
      Node plain = members.get(name);
      Node negated = members.get("Not" + name);
      if (plain != null && negated != null) {
        throw new FaultException(PolicyFault.Plain.INVALID_JSON);
      }
      Node found = plain == null ? negated : plain;
      if (found == null) {
        throw new FaultException(PolicyFault.Plain.NO_FIELD.with(name));
      }
      return found;
    }

    /** Returns the values of an element that may be negated. */
    private List<String> some(Map<String, Node> members, String name) {
      List<String> values = strings(one(members, name));
      if (values.isEmpty()) {
        throw new FaultException(PolicyFault.Plain.NO_FIELD.with(name));
      }
      return values;
    }

    private static void keep(
        Map<String, Node> members, String name, List<String> values, Map<String, Object> kept) {
      kept.put(members.containsKey(name) ? name : "Not" + name, single(values));
    }

    private Map<String, Object> condition(Map<String, Node> operators) {
      Map<String, Object> kept = new LinkedHashMap<>();
      operators.forEach(
          (operator, keys) -> {
            if (!PolicyOperators.exists(operator)) {
              throw syntax(keys);
            }
            Map<String, Object> values = new LinkedHashMap<>();
            map(keys).forEach((key, value) -> values.put(key, single(strings(value))));
            kept.put(operator, values);
          });
      return kept;
    }

    /** Returns whether a condition restricts access to principals that it names. */
    private boolean restricts(Node condition) {
      for (Map.Entry<String, Node> operator : map(condition).entrySet()) {
        for (Map.Entry<String, Node> key : map(operator.getValue()).entrySet()) {
          if (PolicyOperators.restricts(operator.getKey(), key.getKey(), strings(key.getValue()))) {
            return true;
          }
        }
      }
      return false;
    }

    private void requireResource(String resource) {
      if (resource.equals("*")) {
        return;
      }
      String[] parts = resource.split(":", 6);
      String relative = parts.length == 6 ? parts[5] : resource;
      String[] path = relative.split("/", 4);
      boolean stream = path.length > 2 && path[2].equals("stream");
      if (parts.length < 6
          || !parts[0].equals("arn")
          || !path[0].equals("table")
          || path.length < 2
          || stream != ofStream) {
        throw new FaultException(PolicyFault.Plain.INVALID_RESOURCE.with(relative, resource));
      }
    }

    private void requireKnown(Map<String, Node> members, Set<String> names) {
      members.forEach(
          (name, value) -> {
            if (!names.contains(name)) {
              throw syntax(value);
            }
          });
    }

    @SuppressWarnings("unchecked") // PolicyJson makes no others
    private Map<String, Node> map(Node node) {
      if (node.value() instanceof Map) {
        return (Map<String, Node>) node.value();
      }
      throw syntax(node);
    }

    @SuppressWarnings("unchecked") // PolicyJson makes no others
    private List<Node> list(Node node) {
      if (node.value() instanceof List) {
        return (List<Node>) node.value();
      }
      throw syntax(node);
    }

    private String string(Node node) {
      if (node.value() instanceof String string) {
        return string;
      }
      throw syntax(node);
    }

    /** Returns a string, or the strings of a list; numbers and truth values as text. */
    private List<String> strings(Node node) {
      List<String> strings = new ArrayList<>();
      for (Node element : node.value() instanceof List ? list(node) : List.of(node)) {
        strings.add(element.value() instanceof Literal literal ? literal.text() : string(element));
      }
      return strings;
    }

    private FaultException syntax(Node node) {
      return syntax(node.at());
    }

    private FaultException syntax(int at) {
      int line = 1;
      int column = 1;
      for (int i = 0; i < at; i++) {
        boolean end = text.charAt(i) == '\n';
        line = end ? line + 1 : line;
        column = end ? 1 : column + 1;
      }
      return new FaultException(PolicyFault.Plain.SYNTAX.with(line, column));
    }
  }

  /** Returns a string instead of a list of one. */
  private static Object single(List<String> values) {
    return values.size() == 1 ? values.get(0) : values;
  }

  /**
   * The principals of a statement.
   *
   * @param name of their element
   * @param kept their canonical form
   * @param everybody whether they include everybody
   * @param ownAccount whether they include everybody in the account of the resource
   */
  private record NamedPrincipals(String name, Object kept, boolean everybody, boolean ownAccount) {
    private static final Set<String> TYPES = Set.of("AWS", "Service", "Federated", "CanonicalUser");
    private static final String ARN = "arn:aws:(iam|sts)::\\d{12}:[A-Za-z-]+(/[!-~&&[^*?]]+)?";

    static NamedPrincipals of(Node node, Map<String, Node> members, Reader reader) {
      boolean negated = members.containsKey("NotPrincipal");
      String name = negated ? "NotPrincipal" : "Principal";
      if (node.value() instanceof String all) {
        if (!all.equals("*")) {
          throw reader.syntax(node);
        }
        return new NamedPrincipals(name, "*", !negated, !negated);
      }
      boolean everybody = negated;
      boolean ownAccount = false;
      Map<String, Object> types = new LinkedHashMap<>();
      for (Map.Entry<String, Node> type : reader.map(node).entrySet()) {
        Set<String> values = new LinkedHashSet<>();
        List<String> all = reader.strings(type.getValue());
        if (!TYPES.contains(type.getKey()) || all.isEmpty()) {
          throw new FaultException(PolicyFault.Plain.INVALID_PRINCIPAL);
        }
        for (String sent : all) {
          boolean aws = type.getKey().equals("AWS");
          String value = aws && sent.matches("\\d{12}") ? "arn:aws:iam::" + sent + ":root" : sent;
          if (aws && !value.matches("\\*|" + ARN)) {
            throw new FaultException(PolicyFault.Plain.INVALID_PRINCIPAL);
          }
          everybody |= value.equals("*");
          ownAccount |= !negated && (value.equals("*") || value.equals(reader.root));
          values.add(value);
        }
        types.put(type.getKey(), single(List.copyOf(values)));
      }
      if (types.isEmpty()) {
        throw new FaultException(PolicyFault.Plain.INVALID_PRINCIPAL);
      }
      return new NamedPrincipals(name, types, everybody, ownAccount);
    }
  }
}
