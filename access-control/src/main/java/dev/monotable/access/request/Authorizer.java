package dev.monotable.access.request;

import dev.monotable.access.AccessRequest;
import dev.monotable.access.Decision;
import dev.monotable.access.IamAction;
import dev.monotable.access.PolicyEvaluator;
import dev.monotable.access.Principal;
import dev.monotable.engine.error.AccessFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTable;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.ObjectAccess;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.schema.OperationTraits.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Admits the requests that policies allow. A request that is not on items is decided about before
 * its resource is looked up, so a table that does not exist is no reason for another answer than
 * AccessDeniedException, as on AWS. So is a request on items whose action no statement could allow
 * on the table, and one whose table does not exist. All other requests on items are decided about
 * when they have been checked, because only then their keys are known. A batch of statements
 * answers for each statement; any other request fails as a whole. What Monotable does by itself is
 * no request of a client, so no policy decides about it. Safe for use by multiple threads.
 */
public final class Authorizer implements Admission {
  private final Principals principals;
  private final ResourcePolicies resourcePolicies;
  private final DecisionListener listener;

  /** Receives each decision, such as to count it. */
  @FunctionalInterface
  public interface DecisionListener {
    /** Receives a decision, on the thread of the request. */
    void decided(Decision decision);
  }

  /** Creates an authorizer without a receiver of its decisions. */
  public Authorizer(Principals principals, ResourcePolicies resourcePolicies) {
    this(principals, resourcePolicies, decision -> {});
  }

  /** Creates an authorizer. */
  public Authorizer(
      Principals principals, ResourcePolicies resourcePolicies, DecisionListener listener) {
    this.principals = principals;
    this.resourcePolicies = resourcePolicies;
    this.listener = listener;
  }

  @Override
  public void enter(AdmissionRequest request) {
    if (!(request.caller() instanceof Caller.Client client)) {
      return;
    }
    Principal principal = principals.of(client, request);
    if (!request.operation().traits().isOnItems()) {
      for (RequestedResources.Access access : RequestedResources.of(request)) {
        String table = access.table();
        Decision decision =
            evaluate(
                request,
                principal,
                access.resource(),
                new AccessContext.Subject(
                    IamAction.find(access.action()),
                    table == null ? null : request.findTable(table),
                    null,
                    null,
                    false),
                access.action());
        listener.decided(decision);
        requireAllowed(decision);
      }
      return;
    }
    for (RequestParts.Part part : RequestParts.of(request.operation(), request.input())) {
      AdmissionTable table = request.findTable(part.table());
      if (table != null && isPossible(request, principal, part, table)) {
        continue;
      }
      Decision decision = decide(request, principal, part, table, null);
      if (request.operation().traits().parts() != Parts.ANSWERED) {
        requireAllowed(decision);
      } else if (!decision.allowed()) {
        request.rejectStatement(part.position(), fault(decision));
      }
    }
  }

  @Override
  public ObjectRights.@Nullable Decider objects(AdmissionRequest request) {
    if (!(request.caller() instanceof Caller.Client client)) {
      return null;
    }
    Principal principal = principals.of(client, request);
    AccessContext context =
        new AccessContext(
            request, principal, new AccessContext.Subject(null, null, null, null, false));
    return access -> denial(access, principal, context, request.account());
  }

  /**
   * Returns why an access to Amazon S3 is denied; null if it is allowed. S3 gives no reason to
   * another account than that of the bucket (DDB-EXPORT-011).
   */
  private @Nullable String denial(
      ObjectAccess access, Principal principal, AccessContext context, String account) {
    String owner = Objects.requireNonNullElse(access.place().owner(), account);
    ObjectContext keys = new ObjectContext(context, access, owner);
    AccessRequest asked =
        new AccessRequest(principal, access.action().wire(), access.resource(), keys);
    Decision decision = PolicyEvaluator.decide(asked, null);
    listener.decided(decision.allowed() ? ofAll(access, decision) : decision);
    if (decision.allowed()) {
      return null;
    }
    return owner.equals(principal.account()) ? decision.message() : "Access Denied";
  }

  /** Returns the decision that allows an access, for all objects of its place: they are many. */
  private static Decision ofAll(ObjectAccess access, Decision decision) {
    if (access.action() == ObjectAccess.Action.LIST) {
      return decision;
    }
    ObjectAccess.Place place = access.place();
    String objects =
        new ObjectAccess(access.action(), place, AccessUsage.literal(place.prefix()) + "*")
            .resource();
    AccessRequest asked = decision.request();
    return new Decision(
        true,
        new AccessRequest(asked.principal(), asked.action(), objects, asked.context()),
        decision.kind(),
        decision.policy(),
        decision.statement());
  }

  /** Returns whether a statement of a policy could allow a part, regardless of its keys. */
  private boolean isPossible(
      AdmissionRequest request, Principal principal, RequestParts.Part part, AdmissionTable table) {
    AccessRequest asked =
        new AccessRequest(
            principal,
            IamAction.PREFIX + part.action(),
            resource(request, part, table),
            new AccessContext(request, principal, subject(part, table, null, false)));
    return PolicyEvaluator.isPossible(asked, resourcePolicies.find(request, table.arn()));
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (!(request.caller() instanceof Caller.Client client)
        || !request.operation().traits().isOnItems()) {
      return;
    }
    Principal principal = principals.of(client, request);
    boolean each = request.operation().traits().parts() == Parts.ANSWERED;
    List<@Nullable Fault> faults = new ArrayList<>();
    for (int i = 0; i < request.targets().size(); i++) {
      faults.add(null);
    }
    boolean rejected = false;
    for (RequestParts.Part part : RequestParts.of(request.operation(), request.input())) {
      List<AdmissionTarget> targets = targets(request, part);
      if (targets.isEmpty()) {
        continue; // an invalid statement
      }
      Decision decision =
          decide(request, principal, part, request.findTable(part.table()), targets);
      if (decision.allowed()) {
        continue;
      }
      if (!each) {
        throw new FaultException(fault(decision));
      }
      rejected = true;
      for (int i = 0; i < faults.size(); i++) {
        if (request.partOf(i) == part.position()) {
          faults.set(i, fault(decision));
        }
      }
    }
    if (rejected) {
      request.reject(faults);
    }
  }

  /** Returns what a part reads and writes: one target for each item or item collection. */
  private static List<AdmissionTarget> targets(AdmissionRequest request, RequestParts.Part part) {
    Parts parts = request.operation().traits().parts();
    List<AdmissionTarget> targets = new ArrayList<>();
    for (int i = 0; i < request.targets().size(); i++) {
      AdmissionTarget target = request.targets().get(i);
      boolean belongs =
          switch (parts) {
            case ONE -> true;
            case UNPROCESSED -> target.tableName().equals(part.table());
            case ANSWERED, ATOMIC -> request.partOf(i) == part.position();
          };
      if (belongs) {
        targets.add(target);
      }
    }
    return targets;
  }

  /** Decides about a part, and about the item that it returns if its condition fails. */
  private Decision decide(
      AdmissionRequest request,
      Principal principal,
      RequestParts.Part part,
      @Nullable AdmissionTable table,
      @Nullable List<? extends AdmissionTarget> targets) {
    String resource = resource(request, part, table);
    Decision decision =
        evaluate(request, principal, resource, subject(part, table, targets, false), part.action());
    if (decision.allowed() && part.returnsOnFailure()) {
      decision =
          evaluate(
              request, principal, resource, subject(part, table, targets, true), part.action());
    }
    listener.decided(decision);
    return decision;
  }

  private static String resource(
      AdmissionRequest request, RequestParts.Part part, @Nullable AdmissionTable table) {
    String arn = table == null ? RequestedResources.tableArn(part.table(), request) : table.arn();
    return part.index() == null ? arn : arn + "/index/" + part.index();
  }

  private static AccessContext.Subject subject(
      RequestParts.Part part,
      @Nullable AdmissionTable table,
      @Nullable List<? extends AdmissionTarget> targets,
      boolean onFailure) {
    return new AccessContext.Subject(
        IamAction.find(part.action()), table, part, targets, onFailure);
  }

  private Decision evaluate(
      AdmissionRequest request,
      Principal principal,
      String resource,
      AccessContext.Subject subject,
      String action) {
    AccessRequest asked =
        new AccessRequest(
            principal,
            IamAction.PREFIX + action,
            resource,
            new AccessContext(request, principal, subject));
    return PolicyEvaluator.decide(asked, resourcePolicies.find(request, ofPolicy(resource)));
  }

  /** Returns the resource that has the policy: the stream, or the table. */
  private static String ofPolicy(String resource) {
    int at = resource.indexOf(":table/");
    int end = at < 0 ? -1 : resource.indexOf('/', at + ":table/".length());
    return end < 0 || resource.startsWith("/stream/", end) ? resource : resource.substring(0, end);
  }

  private static void requireAllowed(Decision decision) {
    if (!decision.allowed()) {
      throw new FaultException(fault(decision));
    }
  }

  private static Fault fault(Decision decision) {
    return new AccessFault.Denied(
        Objects.requireNonNull(decision.message()), decision.explanation());
  }
}
