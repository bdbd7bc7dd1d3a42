package dev.monotable.access.request;

import dev.monotable.access.IamAction;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.NamedResource;
import dev.monotable.schema.OperationTraits.ResourceType;
import dev.monotable.schema.OperationTraits.Subject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The actions and resources of requests that are not on items. */
final class RequestedResources {
  /** The member whose members stand for replicas. */
  private static final String REPLICAS = "ReplicaUpdates";

  private RequestedResources() {}

  /**
   * An action on a resource.
   *
   * @param action without {@code dynamodb:}
   * @param resource an ARN, or {@code *}
   * @param table the name of the table; null if it is about none
   */
  record Access(String action, String resource, @Nullable String table) {}

  /**
   * Returns what a request needs. Restoring a table needs the actions on items for the new table
   * too, and a member that stands for another operation needs the action of that operation, even if
   * it is an empty list (hashicorp/terraform-provider-aws issue 10943).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html">Using
   *     IAM with DynamoDB backup and restore</a>
   */
  static List<Access> of(AdmissionRequest request) {
    List<Access> accesses = new ArrayList<>(1);
    List<String> actions = request.operation().traits().actions();
    String first = actions.get(0);
    IamAction known = IamAction.find(first);
    if (known != null && known.resources().isEmpty()) {
      accesses.add(new Access(first, all(request), null));
      return accesses;
    }
    Access created = null;
    for (NamedResource resource : request.operation().traits().resources()) {
      Access access = named(first, resource, request);
      if (access != null && resource.member().startsWith("Target")) {
        created = access;
      } else if (access != null && (accesses.isEmpty() || isElsewhere(access, accesses))) {
        accesses.add(access);
      }
    }
    if (created != null) {
      if (accesses.isEmpty()) {
        accesses.add(created);
      }
      for (String action : actions.subList(1, actions.size())) {
        accesses.add(new Access(action, created.resource(), created.table()));
      }
    }
    if (accesses.isEmpty()) {
      accesses.add(new Access(first, all(request), null));
    }
    Access own = accesses.get(0);
    IamAction.ofMembers()
        .forEach(
            (member, needed) -> {
              if (member.startsWith(REPLICAS)) {
                addReplicas(
                    member.substring(REPLICAS.length() + 1), needed, request, own, accesses);
              } else if (Members.find(request.input(), member) != null) {
                for (String action : needed) {
                  if (!actions.contains(action)) {
                    accesses.add(new Access(action, own.resource(), own.table()));
                  }
                }
              }
            });
    return accesses;
  }

  /** Adds the actions that creating or deleting replicas needs in their Regions. */
  private static void addReplicas(
      String member,
      List<String> needed,
      AdmissionRequest request,
      Access own,
      List<Access> accesses) {
    if (own.table() == null
        || !(Members.find(request.input(), REPLICAS) instanceof List<?> updates)) {
      return;
    }
    for (Object update : updates) {
      String region = Members.text(Members.find(update, member), "RegionName");
      if (region != null) {
        String arn = tableArn(own.table(), region, request);
        needed.forEach(action -> accesses.add(new Access(action, arn, null)));
      }
    }
  }

  private static boolean isElsewhere(Access access, List<Access> accesses) {
    for (Access other : accesses) {
      if (other.resource().equals(access.resource())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Access named(
      String action, NamedResource resource, AdmissionRequest request) {
    Object value = Members.find(request.input(), resource.member());
    String text =
        value instanceof String given
            ? given
            : resource.type() == ResourceType.TABLE ? Members.text(value, "TableName") : null;
    if (text == null) {
      return null;
    }
    return switch (resource.type()) {
      case INDEX -> null;
      case GLOBAL_TABLE ->
          new Access(
              action, "arn:aws:dynamodb::" + request.account() + ":global-table/" + text, null);
      case TABLE -> table(action, text, request);
      case STREAM, BACKUP, EXPORT, IMPORT, BULK_OPERATION ->
          text.startsWith("arn:")
              ? new Access(action, arn(text), RequestParts.nameOf(arn(text)))
              : null;
    };
  }

  /** Returns the ARN of a shard iterator's stream, which it begins with; other ARNs as they are. */
  private static String arn(String text) {
    int end = text.indexOf('|');
    return end < 0 ? text : text.substring(0, end);
  }

  private static Access table(String action, String text, AdmissionRequest request) {
    String name = RequestParts.nameOf(text);
    boolean other = text.startsWith("arn:") && !text.endsWith(":table/" + name);
    String resource = other ? text : tableArn(name, request);
    String index = Members.text(request.input(), "IndexName");
    return new Access(action, index == null ? resource : resource + "/index/" + index, name);
  }

  /** Returns the ARN of a table, which need not exist. */
  static String tableArn(String name, AdmissionRequest request) {
    return tableArn(name, request.region(), request);
  }

  private static String tableArn(String name, String region, AdmissionRequest request) {
    return "arn:aws:dynamodb:" + region + ":" + request.account() + ":table/" + name;
  }

  /**
   * Returns the resource of an action that is about all tables. For ListTables it is in messages of
   * AWS in many public threads; for the others it is not known.
   */
  private static String all(AdmissionRequest request) {
    OperationTraits traits = request.operation().traits();
    if (traits.subject() == Subject.REGION
        || traits.subject() == Subject.GLOBAL_TABLE
        || traits.subject() == Subject.BULK_OPERATION) {
      return "*";
    }
    return tableArn("*", request) + (traits.subject() == Subject.STREAM ? "/stream/*" : "");
  }
}
