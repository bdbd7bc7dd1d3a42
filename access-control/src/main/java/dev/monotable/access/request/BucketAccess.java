package dev.monotable.access.request;

import dev.monotable.access.AccessRequest;
import dev.monotable.access.ContextKeys;
import dev.monotable.access.Decision;
import dev.monotable.access.PolicyEvaluator;
import dev.monotable.access.Principal;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestHeaders;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An access of a client to the buckets that a database has in its memory.
 *
 * @param action such as {@code s3:GetObject}
 * @param resource the ARN of the bucket or the object
 * @param keys the condition keys of Amazon S3 that the request has, by their names in lower case
 */
public record BucketAccess(
    Caller.Client client,
    RequestHeaders headers,
    String action,
    String resource,
    Map<String, String> keys) {
  /**
   * Returns why the policies of a database deny the access, in the words of Amazon S3; null if they
   * allow it, or there are none.
   */
  public @Nullable String denial(Region region) {
    AccessControl control = AccessControl.find(region);
    if (control == null) {
      return null;
    }
    String account = region.engine().config().account();
    Principal principal = control.principals().of(client, headers, account);
    GlobalKeys global =
        new GlobalKeys(
            principal, region.engine().config().clock().instant(), region.name(), account, headers);
    ContextKeys context =
        key -> {
          String value = key.equals("s3:resourceaccount") ? account : keys.get(key);
          if (value == null) {
            value = global.find(key);
          }
          if (value == null) {
            value = GlobalKeys.ignoringCase(principal.context(), key);
          }
          return value == null ? null : ContextKeys.Value.of(value);
        };
    Decision decision =
        PolicyEvaluator.decide(new AccessRequest(principal, action, resource, context), null);
    control.usage().count(decision);
    return decision.allowed() ? null : decision.message();
  }
}
