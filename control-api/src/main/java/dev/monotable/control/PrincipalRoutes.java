package dev.monotable.control;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.Principal;
import dev.monotable.access.request.AccessControl;
import dev.monotable.access.request.AccessUsage;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.access.request.Principals;
import dev.monotable.control.model.AccessUse;
import dev.monotable.control.model.PrincipalAccess;
import dev.monotable.control.model.PrincipalDescription;
import dev.monotable.control.model.PrincipalEntry;
import dev.monotable.control.model.PrincipalList;
import dev.monotable.control.model.PrincipalToCreate;
import dev.monotable.control.model.UnusedStatement;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import dev.monotable.engine.database.Region;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The principals of a database: access keys of their own, whose requests policies decide about. */
final class PrincipalRoutes {
  /** The maximum number of principals that a report names. */
  private static final int MAX_REPORTED = 100;

  private final ControlConfig config;

  PrincipalRoutes(ControlConfig config) {
    this.config = config;
  }

  PrincipalAccess createPrincipal(Region region, PrincipalToCreate wanted, ControlRequest request) {
    List<Policy> policies =
        wanted.policies() == null
            ? List.of(Policy.allowingAll())
            : policies("policies", wanted.policies());
    List<String> ofSession = wanted.sessionPolicies();
    List<Policy> session = ofSession == null ? List.of() : policies("sessionPolicies", ofSession);
    Policy boundary = wanted.boundary() == null ? null : policy("boundary", wanted.boundary());
    Principals principals = AccessControl.of(region).principals();
    String key = config.databases().issueKey(region);
    boolean added = false;
    Principal principal;
    try {
      principal =
          principal(region, wanted, key, policies)
              .withBoundary(boundary)
              .withSessionPolicies(session);
      principals.put(key, principal);
      added = true;
    } catch (IllegalStateException e) { // there are too many
      throw new ControlException(
          ControlException.Type.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    } finally {
      if (!added) {
        config.databases().revokeKey(region, key);
      }
    }
    return new PrincipalAccess(
        key,
        config.secrets().apply(key),
        principal.arn(),
        region.identity().region(),
        config.endpoint(request.http()));
  }

  private static Principal principal(
      Region region, PrincipalToCreate wanted, String key, List<Policy> policies) {
    String account = region.engine().config().account();
    String name = wanted.name() == null ? key : wanted.name();
    Principal principal =
        wanted.role() == null
            ? Principal.user(account, name, policies)
            : Principal.session(account, wanted.role(), name, policies);
    Map<String, String> context = wanted.context();
    return principal
        .withTags(wanted.tags() == null ? Map.of() : wanted.tags())
        .withContext(context == null ? Map.of() : context);
  }

  private static List<Policy> policies(String member, List<String> documents) {
    List<Policy> policies = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      policies.add(policy(member + "[" + i + "]", documents.get(i)));
    }
    return policies;
  }

  private static Policy policy(String name, String document) {
    try {
      return Policy.parse(name, PolicyKind.IDENTITY, document);
    } catch (InvalidContentException e) {
      throw ControlException.invalid(e.at() + ": " + e.reason());
    }
  }

  PrincipalList listPrincipals(Region region) {
    AccessControl control = AccessControl.find(region);
    List<PrincipalEntry> entries = new ArrayList<>();
    if (control != null) {
      for (Map.Entry<String, Principal> each : control.principals().all().entrySet()) {
        entries.add(new PrincipalEntry(each.getKey(), each.getValue().arn()));
      }
    }
    return new PrincipalList(entries);
  }

  PrincipalDescription describePrincipal(Region region, String key) {
    AccessControl control = AccessControl.find(region);
    PrincipalUsage usage = control == null ? null : control.find(key);
    if (usage == null) {
      throw new ControlException(
          ControlException.Type.UNKNOWN_PRINCIPAL,
          "The database has no principal with the access key '" + OneLine.quote(key) + "'");
    }
    List<AccessUse> used = new ArrayList<>();
    usage.uses().forEach(use -> used.add(new AccessUse(use.action(), use.resource())));
    List<UnusedStatement> unused = new ArrayList<>();
    for (AccessUsage.Unused each : usage.unused()) {
      unused.add(new UnusedStatement(each.statement().toString(), each.actions()));
    }
    return new PrincipalDescription(
        key, usage.principal().arn(), used, unused, usage.draft().json());
  }

  /** Returns what the principals were allowed and never used; null if nothing restricts any. */
  static @Nullable List<UnusedAccess> unused(Region region) {
    AccessControl control = AccessControl.find(region);
    List<PrincipalUsage> usages = control == null ? List.of() : control.usages(MAX_REPORTED);
    List<UnusedAccess> unused = new ArrayList<>();
    for (PrincipalUsage usage : usages) {
      for (AccessUsage.Unused each : usage.unused()) {
        unused.add(
            new UnusedAccess(usage.principal().arn(), each.statement().toString(), each.actions()));
      }
    }
    return usages.isEmpty() ? null : unused;
  }

  void deletePrincipal(Region region, String key) {
    config.databases().revokeKey(region, key);
    AccessControl control = AccessControl.find(region);
    if (control != null) {
      control.remove(key);
    }
  }
}
