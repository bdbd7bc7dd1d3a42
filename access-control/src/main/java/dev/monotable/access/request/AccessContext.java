package dev.monotable.access.request;

import dev.monotable.access.ContextKeys;
import dev.monotable.access.IamAction;
import dev.monotable.access.Principal;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTable;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.model.Tag;
import dev.monotable.schema.OperationTraits;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The condition keys of one part of a request. A value is computed when a policy asks for it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html">AWS
 *     global condition context keys</a>
 */
final class AccessContext implements ContextKeys {
  private static final String RESOURCE_TAG = "aws:resourcetag/";
  private static final String REQUEST_TAG = "aws:requesttag/";

  /** The condition keys of the attributes of a partition key, in their order. */
  private static final List<String> PARTITION_KEYS =
      List.of(
          "firstpartitionkeyvalues",
          "secondpartitionkeyvalues",
          "thirdpartitionkeyvalues",
          "fourthpartitionkeyvalues");

  private final AdmissionRequest request;
  private final Principal principal;
  private final Subject subject;

  /**
   * The subject of a decision.
   *
   * @param action the action; null if it is not one of DynamoDB's list
   * @param table the table; null if it does not exist or the request names none
   * @param part the part of the request; null for operations that are not on items
   * @param targets what the part reads and writes; null if that is not known yet
   * @param onFailure whether it is about the item that a failed condition returns
   */
  record Subject(
      @Nullable IamAction action,
      @Nullable AdmissionTable table,
      RequestParts.@Nullable Part part,
      @Nullable List<? extends AdmissionTarget> targets,
      boolean onFailure) {}

  AccessContext(AdmissionRequest request, Principal principal, Subject subject) {
    this.request = request;
    this.principal = principal;
    this.subject = subject;
  }

  @Override
  public @Nullable Value find(String key) {
    if (key.startsWith(IamAction.PREFIX)) {
      IamAction action = subject.action();
      return action == null || !action.keys().contains(key)
          ? null
          : service(key.substring(IamAction.PREFIX.length()));
    }
    if (key.startsWith("aws:")) {
      Value value = global(key);
      if (value != null) {
        return value;
      }
    }
    return given(key);
  }

  /** Returns the value that the principal has for a key, or null. */
  @Nullable Value given(String key) {
    String given = GlobalKeys.ignoringCase(principal.context(), key);
    return given == null ? null : Value.of(given);
  }

  // The keys of DynamoDB.

  private @Nullable Value service(String key) {
    RequestParts.Part part = subject.part();
    if (part == null) {
      return null;
    }
    return switch (key) {
      case "leadingkeys" -> partitionKey(0);
      case "attributes" -> {
        List<String> attributes = part.attributes();
        yield attributes.isEmpty() ? null : Value.of(attributes);
      }
      case "select" -> select(part);
      case "returnvalues" -> returnValues(part);
      case "returnconsumedcapacity" ->
          single(Members.text(request.input(), "ReturnConsumedCapacity"), "NONE");
      case "enclosingoperation" ->
          request.operation().traits().isTransaction()
              ? Value.of(request.operation().name())
              : null;
      case "fulltablescan" -> Value.of(isFullScan() ? "true" : "false");
      default -> {
        int place = PARTITION_KEYS.indexOf(key);
        yield place < 0 ? null : partitionKey(place);
      }
    };
  }

  private static Value single(@Nullable String given, String ifMissing) {
    return Value.of(given == null ? ifMissing : given);
  }

  /** Returns the values of an attribute of the partition key, without repetitions. */
  private @Nullable Value partitionKey(int place) {
    List<? extends AdmissionTarget> targets = subject.targets();
    Set<String> values = new LinkedHashSet<>();
    if (targets != null) {
      for (AdmissionTarget target : targets) {
        Item key = target.partitionKey();
        if (key != null) {
          add(key, place, values);
        }
      }
    } else if (subject.table() != null && subject.part() != null) {
      addNamed(subject.table(), subject.part(), place, values);
    }
    return values.isEmpty() ? null : Value.of(List.copyOf(values));
  }

  private static void add(Item key, int place, Set<String> values) {
    int at = 0;
    for (AttributeValue value : key.toMap().values()) {
      if (at++ == place) {
        values.add(text(value));
      }
    }
  }

  /** Adds the values that a request names, before it is checked. */
  private static void addNamed(
      AdmissionTable table, RequestParts.Part part, int place, Set<String> values) {
    if (place >= table.partitionKey().size()) {
      return;
    }
    String name = table.partitionKey().get(place);
    for (Object source : part.sources()) {
      List<@Nullable Object> items = new ArrayList<>();
      items.add(Members.find(source, "Key"));
      items.add(Members.find(source, "Item"));
      if (Members.find(source, "Keys") instanceof List<?> keys) {
        items.addAll(keys);
      }
      for (Object item : items) {
        AttributeValue value = item instanceof Item known ? known.find(name) : null;
        if (value != null) {
          values.add(text(value));
        }
      }
    }
  }

  private static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.numberText();
      case B -> Base64.getEncoder().encodeToString(value.binary());
      default -> value.toString();
    };
  }

  /**
   * Returns the value of Select that the request has in effect: it always has one, says the guide.
   */
  private static Value select(RequestParts.Part part) {
    StatementAccess statement = part.statement();
    boolean specific = statement != null && !statement.allColumns();
    for (Object source : part.sources()) {
      String given = Members.text(source, "Select");
      if (given != null) {
        return Value.of(given);
      }
      specific |=
          Members.find(source, "ProjectionExpression") != null
              || Members.find(source, "AttributesToGet") != null;
    }
    if (specific) {
      return Value.of("SPECIFIC_ATTRIBUTES");
    }
    return Value.of(part.index() == null ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES");
  }

  /**
   * Returns the value of ReturnValues: NONE unless it is given. In a transaction it is what a
   * failed condition returns.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html">Using
   *     IAM with DynamoDB transactions</a>
   */
  private @Nullable Value returnValues(RequestParts.Part part) {
    if (subject.onFailure()) {
      return Value.of(RequestParts.ALL_OLD);
    }
    StatementAccess statement = part.statement();
    if (statement != null) {
      String returning = statement.returning();
      return returning == null ? null : Value.of(returning);
    }
    if (request.operation().traits().subject() == OperationTraits.Subject.PAGE) {
      return null;
    }
    String member =
        request.operation().traits().isTransaction() ? RequestParts.ON_FAILURE : "ReturnValues";
    return single(
        part.sources().isEmpty() ? null : Members.text(part.sources().get(0), member), "NONE");
  }

  /** Returns whether a SELECT reads a whole table or index. */
  private boolean isFullScan() {
    List<? extends AdmissionTarget> targets = subject.targets();
    if (targets != null) {
      for (AdmissionTarget target : targets) {
        if (target.subject() == null) {
          return true;
        }
      }
    }
    return false;
  }

  // The keys of all services.

  private @Nullable Value global(String key) {
    String value =
        new GlobalKeys(
                principal, request.now(), request.region(), request.account(), request.headers())
            .find(key);
    if (value == null) {
      value = tag(key);
    }
    if (value != null) {
      return Value.of(value);
    }
    return key.equals("aws:tagkeys") ? tagKeys() : null;
  }

  private @Nullable String tag(String key) {
    AdmissionTable table = subject.table();
    if (key.startsWith(RESOURCE_TAG)) {
      return table == null
          ? null
          : GlobalKeys.ignoringCase(table.tags(), key.substring(RESOURCE_TAG.length()));
    }
    if (key.startsWith(REQUEST_TAG)
        && Members.find(request.input(), "Tags") instanceof List<?> tags) {
      for (Object each : tags) {
        if (each instanceof Tag tag
            && tag.key().equalsIgnoreCase(key.substring(REQUEST_TAG.length()))) {
          return tag.value();
        }
      }
    }
    return null;
  }

  private @Nullable Value tagKeys() {
    List<String> keys = new ArrayList<>();
    if (Members.find(request.input(), "Tags") instanceof List<?> tags) {
      for (Object each : tags) {
        if (each instanceof Tag tag) {
          keys.add(tag.key());
        }
      }
    }
    if (Members.find(request.input(), "TagKeys") instanceof List<?> given) {
      given.forEach(key -> keys.add(String.valueOf(key)));
    }
    return keys.isEmpty() ? null : Value.of(keys);
  }
}
